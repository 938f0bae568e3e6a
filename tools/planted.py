#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Seeded bugs: reads tables of them, and makes copies of src/ with one.

  tools/planted TABLE...                   checks that each bug of the tables fits src/, and that gcc reads it there
  tools/planted --plant TABLE BUG FOLDER   makes FOLDER a copy of src/ with the bug"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]


def table_of(path):
    """The bugs of a table: `bug NAME WHERE FILE: KIND`, then the lines that it changes, - and +."""
    table = []
    for line in path.read_text(encoding="utf-8").splitlines():
        head = re.fullmatch(r"bug (\S+) (\S+) (\S+): (.+)", line)
        if head:
            table.append({"name": head[1], "where": head[2], "file": head[3], "kind": head[4], "-": [], "+": []})
        elif line[:1] in ("-", "+"):
            table[-1][line[0]].append(line[1:])
        elif line and line[0] != "#":
            sys.exit(f"{path}: write a bug as the head of the file says, not: {line}")
    return table


def code_of(text):
    """C without annotations and empty lines."""
    return "".join(line + "\n" for line in re.sub(r" */\*@.*?\*/", "", text, flags=re.DOTALL).splitlines() if line.strip())


def changed(bug):
    """The file's code with the bug, or nothing: what it changes must be there exactly once."""
    code, old = code_of((ROOT / "src" / bug["file"]).read_text(encoding="utf-8")), code_of("\n".join(bug["-"]))
    return code.replace(old, "".join(line + "\n" for line in bug["+"])) if code.count(old) == 1 else None


def plant(bug, source):
    """Makes `source` a copy of src/ with the bug. Can it be planted?"""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(ROOT / "src", source)
    code = changed(bug)
    if code:
        (source / bug["file"]).write_text(code, encoding="utf-8")
    return bool(code)


def fault_of(bug):
    """Why the bug can show nothing: it does not fit src/, or gcc does not read what it makes of it."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "src"
        if not plant(bug, source):
            return "what it changes is not exactly once in src/"
        done = subprocess.run(["gcc", "-std=c11", "-w", "-fsyntax-only", *sorted(source.glob("*.c"))], stderr=subprocess.PIPE, text=True, check=False)
        said = re.search("error: .*", done.stderr)
        return f"it is no C: {said[0] if said else 'no reason given'}" if done.returncode else ""


def main(args):
    if not args or args[0] == "--plant" and len(args) != 4:
        sys.exit("tools/planted.py: write TABLE... or --plant TABLE BUG FOLDER")
    if args[0] == "--plant":
        path, name, source = args[1:]
        return not any(bug["name"] == name and plant(bug, pathlib.Path(source)) for bug in table_of(pathlib.Path(path)))
    faults = [f"{path}: {bug['name']}: {fault}" for path in args for bug in table_of(pathlib.Path(path)) if (fault := fault_of(bug))]
    print(*faults, sep="\n")
    return bool(faults)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except OSError as error:
        sys.exit(f"tools/planted.py: {error.filename}: {error.strerror}: name a table of bugs")
