# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Puts the bug of each exhibit into a wheel, and asks the engines: does the history see it, and WP, CBMC, the tests, the fuzzers?

  tests/museum/run [NAME...] [--engine NAME]... [--jobs N] [--soon] [--update]

Prints a line for each exhibit. The history must see the bug at the call, and with the answer, that exhibits.toml tells. The other
engines are those of proofs/impostors/run, which asks them of the patches; together they take hours. --update writes their answers to
results.toml, of these exhibits and engines, and the page docs/museum.md."""
import argparse
import concurrent.futures
import datetime
import json
import subprocess
import sys

from tests.museum import museum

REPORT = museum.ROOT / "build" / "reports" / "museum.json"
RESULTS = museum.HOME / "results.toml"


def histories(items, jobs):
    """Plays each history on the wheel with the bug. Returns how many did not see it as the table tells."""
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        for item, got in zip(items, pool.map(lambda item: museum.difference(item, museum.BUILD / item.name), items)):
            wrong += got != item.wrong
            said = f"call {got['call']}: {got['answer']}" if got else "the history does not see it"
            print(f"{item.name:28} {said}" + ("" if got == item.wrong else f"   FAULT: exhibits.toml tells {item.wrong}"), flush=True)
    print(f"{len(items)} exhibits, {wrong} that the history does not see as exhibits.toml tells")
    return wrong


def ask(items, engines, jobs, soon):
    """Asks the other engines. Returns the exit code, and the rows of the report."""
    command = [museum.ROOT / "proofs/impostors/run", "--folder", museum.HOME / "patches", "--jobs", str(jobs), *["--soon"][:soon],
               *(word for engine in engines for word in ("--engine", engine)), *(item.name for item in items)]
    REPORT.unlink(missing_ok=True)
    code = subprocess.run(command, cwd=museum.ROOT, check=False).returncode
    if not REPORT.exists():
        sys.exit("proofs/impostors/run has written no report: read its last line.")
    return code, json.loads(REPORT.read_text(encoding="utf-8"))["impostors"]


def update(rows, soon):
    """Writes the new answers beside the old ones, and the page."""
    results = museum.results()
    commit = subprocess.run(["git", "-c", "safe.directory=*", "describe", "--always", "--dirty", "--abbrev=12"], cwd=museum.ROOT,
                            stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    for row in rows:
        for engine, found in row["found"].items():
            results.setdefault(row["name"], {})[engine] = {
                "by": found["by"], "seconds": found["seconds"], "of": f"{datetime.date.today()}, commit {commit}{', --soon' * (soon and engine == 'wp')}"}
    lines = ["# SPDX-License-Identifier: Apache-2.0 OR MIT",
             "# Written by tests/museum/run --update: what an engine says of the patch of an exhibit; nothing: it does not see the bug."]
    for name in sorted(results):
        lines += ["", f"[{name}]"]
        for engine, found in results[name].items():
            lines.append(f"{engine} = {{ " + ", ".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in found.items()) + " }")
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    subprocess.run([museum.HOME / "page"], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--engine", action="append", choices=["history", *museum.ENGINES], help="default: all")
    parser.add_argument("--jobs", type=int, default=2, help="exhibits at a time; default: 2")
    parser.add_argument("--soon", action="store_true", help="WP with fewer steps: proofs/impostors/run --help")
    parser.add_argument("--update", action="store_true", help="write results.toml and the page")
    args = parser.parse_args()
    items = [museum.exhibit(name) for name in args.names] or [item for item in museum.exhibits().values() if item.wheel]
    asked = args.engine or ["history", *museum.ENGINES]
    wrong = histories(items, args.jobs) if "history" in asked else 0
    others = [engine for engine in asked if engine != "history"]
    code, rows = ask(items, others, args.jobs, args.soon) if others else (0, [])
    if args.update and rows:
        update(rows, args.soon)
    return 1 if wrong or code else 0


if __name__ == "__main__":
    sys.exit(main())
