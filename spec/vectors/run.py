# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tests a port with the vectors of its geometry, and prints a line for each requirement: passed, failed or skipped.

  spec/vectors/run [options] -- PROGRAM [ARGUMENT...] WHEEL R[.S]

The program reads calls on stdin, one on each line, and writes each with its answer and the clock on stdout; README.md
beside this file has the format. The last two words name wheel and geometry, hier 256, hashed 256.4096 or list 256, and the
program gets them too. Exit code: 0 all passed, 1 one failed, 2 nothing could be run, 3 none failed and one was
skipped."""
import argparse
import collections
import pathlib
import re
import sys
import time
from xml.sax.saxutils import escape, quoteattr

from spec.vectors.play import play
from spec.vectors.twv import fits, read

HERE = pathlib.Path(__file__).resolve().parent


class Report:
    """A row a requirement: histories, failures, skips."""

    def __init__(self):
        self.rows, self.failures = {}, []
        table = HERE.parent / "requirements"
        lines = table.read_text(encoding="utf-8").splitlines() if table.exists() else []
        self.texts = {w[0].strip(): w[1].strip() for line in lines if line.startswith("R-") and (w := line.split("|"))}

    def add(self, history, failure, skipped):
        if failure:
            self.failures.append(failure)
        for name in history.shows or ["-"]:
            row = self.rows.setdefault(name, {"histories": 0, "failed": [], "skipped": set()})
            row["histories"] += 1
            row["failed"] += [failure] if failure else []
            row["skipped"] |= set(skipped)

    def order(self):
        known = list(self.texts)
        return sorted(self.rows, key=lambda n: (known.index(n) if n in known else len(known), n))

    def verdict(self, name):
        row = self.rows[name]
        return "failed" if row["failed"] else "skipped" if row["skipped"] else "passed"

    def line(self, name):
        row, kind = self.rows[name], self.verdict(name)
        count = f"{len(row['failed'])} of {row['histories']}" if row["failed"] else f"{row['histories']}"
        why = f"{self.texts.get(name, '')}"
        if row["failed"]:
            why = f"{row['failed'][0].kind} {row['failed'][0].where()}"
        elif row["skipped"]:
            why = f"without {' '.join(sorted(row['skipped']))}"
        return f"{kind:7} {name:8} {count:>10}  {why}"

    def text(self, args):
        """The first failures in full, a line for each requirement, a line for each kind of fault."""
        for failure in self.failures[:args.show]:
            yield failure.show() + "\n"
        if not args.brief:
            yield from (self.line(name) for name in self.order())
        for kind, count in collections.Counter(failure.kind for failure in self.failures).most_common():
            first = next(failure for failure in self.failures if failure.kind == kind)
            yield f"FAILED {kind} in {count}, first in {first.where()}"
        if like := [failure.history.like for failure in self.failures if failure.history.like]:
            yield f"fails {', '.join(like[:5])}" + (f", and {len(like) - 5} more" if like[5:] else "") + ": docs/museum.md"

    def tap(self):
        yield f"1..{len(self.rows)}"
        for number, name in enumerate(self.order(), 1):
            kind = self.verdict(name)
            yield f"{'not ok' if kind == 'failed' else 'ok'} {number} - {name} {self.texts.get(name, '').replace('#', '')}" \
                + (" # SKIP" if kind == "skipped" else "")
            if kind == "failed":
                yield "\n".join("# " + line for line in self.rows[name]["failed"][0].show().splitlines())

    def junit(self, title):
        failed = sum(self.verdict(name) == "failed" for name in self.rows)
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield f'<testsuite name={quoteattr(title)} tests="{len(self.rows)}" failures="{failed}">'
        for name in self.order():
            kind, row = self.verdict(name), self.rows[name]
            text = re.sub(r"[^\t\n -\ud7ff]", "?", row["failed"][0].show()) if row["failed"] else ""
            inner = {"failed": f"<failure>{escape(text)}</failure>", "skipped": "<skipped/>", "passed": ""}[kind]
            yield f"<testcase classname={quoteattr(title)} name={quoteattr(name)}>{inner}</testcase>"
        yield "</testsuite>"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=10, metavar="SECONDS", help="longest wait for an answer; default: 10")
    parser.add_argument("--show", type=int, default=3, metavar="N", help="failures to show in full; default: 3")
    parser.add_argument("--tap", action="store_true", help="print TAP")
    parser.add_argument("--junit", metavar="FILE", help="write a JUnit report too")
    parser.add_argument("--brief", action="store_true", help="only the failures and the total")
    parser.add_argument("--first", action="store_true", help="stop at the first failure")
    parser.add_argument("--only", metavar="WORD", help="only the histories of this name, requirement or bug")
    parser.add_argument("--vectors", nargs="+", type=pathlib.Path, metavar="FILE", help="these vectors instead of all of the geometry")
    own = sys.argv[1:sys.argv.index("--")] if "--" in sys.argv else sys.argv[1:]
    args = parser.parse_args(own)
    args.command = sys.argv[len(own) + 2:]
    if len(args.command) < 3 or args.command[-2] not in ("hier", "hashed", "list"):
        parser.error("write after --: a program, then hier R, hashed R.S or list R")
    return args


def main():
    args = arguments()
    began, report, calls = time.monotonic(), Report(), 0
    try:
        files = [read(path, lambda head: fits(head, *args.command[-2:])) for path in args.vectors or sorted(HERE.glob("*.twv"))]
    except OSError as error:
        print(f"{error.filename}: {error.strerror}")
        return 2
    mine = [[h for h in histories if args.only in (None, h.name, *h.shows, *h.catches.split())] for _, histories in files]
    if not any(mine):
        print(f"name a wheel and geometry with vectors: there are none for {' '.join(args.command[-2:])}")
        return 2
    slots = [int(size) for size in args.command[-1].split(".")]
    unit = {"hier": ("LEVEL", slots[0], "the slots of a level"), "hashed": ("TURN", slots[-1], "the slots of a turn")}
    for history in (history for histories in mine for history in histories):
        history.unit = unit.get(args.command[-2])
    try:
        for histories in mine:
            for history, failure, skipped in play(args.command, histories, args.limit):
                report.add(history, failure, skipped)
                calls += len(history.calls)
                if failure and args.first:
                    break
            if report.failures and args.first:
                break
    except OSError as error:
        print(f"{args.command[0]}: {error.strerror}")
        return 2
    verdicts = [report.verdict(name) for name in report.rows]
    if args.junit:
        pathlib.Path(args.junit).write_text("\n".join(report.junit(" ".join(args.command))) + "\n", encoding="utf-8")
    print("".join(f"{line}\n" for line in (report.tap() if args.tap else report.text(args))), end="")
    if not args.tap:
        print(f"{' '.join(args.command[-2:])}: {sum(map(len, mine))} histories, {len(report.failures)} failed; {calls} calls; "
              f"requirements: {verdicts.count('passed')} passed, {verdicts.count('failed')} failed, "
              f"{verdicts.count('skipped')} skipped; {time.monotonic() - began:.1f} s")
    return 1 if report.failures else 3 if "skipped" in verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
