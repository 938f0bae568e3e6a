# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Planted bugs: tables of them, and copies of src/ that have one."""
import pathlib
import re
import shutil
import sys

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
            sys.exit(f"{path}: what is this: {line}")
    return table


def plant(bug, source):
    """Makes `source` a copy of src/ with the bug. The text that it changes must be there exactly once."""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(ROOT / "src", source)
    file = source / bug["file"]
    text = file.read_text(encoding="utf-8")
    old = "\n".join(bug["-"]) + "\n"
    if text.count(old) != 1:
        return False
    file.write_text(text.replace(old, "".join(line + "\n" for line in bug["+"])), encoding="utf-8")
    return True
