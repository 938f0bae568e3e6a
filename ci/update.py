# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the files of the tree that commands write.

  ci/update [NAME...]           writes the files of these rows of the table below; without a name: those that take minutes at most
  ci/update --check [NAME...]   writes nothing, and fails if a file is not what its command would write
  ci/update --list              prints all rows; --names: those that run without a name

`make update WHAT="NAME..."` and `make update CHECK=1` call it. `make lint` checks each row that runs without a name."""
import argparse
import collections
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LAYOUT = "find src spec tests fuzz proofs examples -name '*.[ch]' -exec clang-format-19 {} {{}} +"
# What a row writes, the group of tools/packages that it needs (nothing: its command asks for it), the command that writes, and the one that
# compares (nothing: the files tell of a run, and there is no other to compare with).
Row = collections.namedtuple("Row", "files needs write check")
QUICK = {
    "quotes": Row("spec/README.md docs/using.md", "lint", "ci/quotes", "ci/quotes --check"),
    "layout": Row("[efpst]*/*.[ch] [efpst]*/**/*.[ch]", "lint", LAYOUT.format("-i"), LAYOUT.format("--dry-run -Werror")),
    "bounds": Row("proofs/bounds.json", "lint", "proofs/bounds", "proofs/bounds --check"),
    "vectors": Row("spec/vectors/*.twv", "lint", "spec/vectors/generate", "spec/vectors/generate --check"),
    "museum": Row("docs/museum.md", "lint", "tools/museum-page", "tools/museum-page --check"),
    "impostors": Row("proofs/impostors/README.md", "lint", "tools/impostors --fit --update", "tools/impostors --fit"),
    "misra": Row("docs/misra.md", "lint", "tools/misra --update", "tools/misra"),
}
LONG = {
    "contracts": Row("proofs/wp/contracts/*", "", "tools/in-root prove tools/prove --gate --update", "tools/in-root prove tools/prove --gate"),
    "figures": Row("docs/figures.md", "targets", "tools/figures --update", "tools/figures"),
    "wcet": Row("docs/wcet.md", "wcet", "tools/wcet --update", "tools/wcet"),
    "corruption": Row("docs/corruption.md docs/safety-manual.md", "check", "tools/fault-injection --update", "tools/fault-injection"),
    "proof": Row("proofs/wp/expected proofs/wp/contracts/*", "", "tools/in-root prove tools/prove --update", "tools/in-root prove tools/prove"),
    "mutants": Row("proofs/mutants/results", "", "tools/in-root 'mutants bmc fuzz' tools/mutants --update",
                   "tools/in-root 'mutants bmc fuzz' tools/mutants"),
    "exhibits": Row("tests/museum/results.toml docs/museum.md", "", "tools/in-root 'mutants bmc fuzz' tools/exhibits --update",
                    "tools/in-root 'mutants bmc fuzz' tools/exhibits"),
}
ROWS = {**QUICK, **LONG}


def texts(row):
    """The files of a row as they are."""
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for pattern in row.files.split() for path in ROOT.glob(pattern)}


def run(name, check):
    """Runs a row. Returns whether it went well, and prints how."""
    row = ROWS[name]
    command = row.check if check else row.write
    if not command:
        print(f"FAILED {name}: leave it out of the check: `{row.write}` writes what the last run told")
        return False
    before = texts(row)
    done = subprocess.run(f"{f'tools/deps {row.needs} && ' * bool(row.needs)}{command}", shell=True, cwd=ROOT, text=True, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    after = texts(row)
    changed = sorted(file for file in before.keys() | after.keys() if before.get(file) != after.get(file))
    lines = done.stdout.strip().splitlines()
    print(f"{'FAILED' if done.returncode else 'ok':7}{name}: {'written: ' + ' '.join(changed) if changed else lines[-1] if lines else 'as it is'}")
    if done.returncode:
        print("\n".join(f"       | {line}" for line in [f"$ {command}", *lines[-200:]]))
    sys.stdout.flush()
    return not done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--list", action="store_true", help="print the table")
    parser.add_argument("--names", action="store_true", dest="quick", help="print the names of the rows that run without a name")
    args = parser.parse_args()
    if args.list or args.names == ["list"]:
        print(*(f"{name:12}{'' if name in QUICK else 'by name':9}{row.files:52}{row.write}" for name, row in ROWS.items()), sep="\n")
        return 0
    if args.quick:
        print(*QUICK)
        return 0
    if unknown := sorted(set(args.names) - ROWS.keys()):
        sys.exit(f"ci/update: name rows of its table, which ci/update --list prints: it has no {', '.join(unknown)}")
    results = [run(name, args.check) for name in args.names or QUICK]
    print(f"{len(results)} generated, {results.count(False)} {'not current' if args.check else 'failed'}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
