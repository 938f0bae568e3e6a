# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes a report into build/reports, with the versions of the tools."""
import json
import re

from fuzz.builds import ROOT, call

REPORTS = ROOT / "build" / "reports"


def version(command):
    try:
        lines = call(command).stdout.strip().splitlines()
    except OSError:
        return "?"
    return re.sub(r"\x1b\[[0-9;]*m", "", lines[0]).strip() if lines else "?"


def versions():
    return {"afl++": version(["afl-fuzz", "-V"]), "clang": version(["clang", "--version"]),
            "gcc": version(["gcc", "--version"]),
            "commit": version(["git", "-c", "safe.directory=*", "describe", "--always", "--dirty", "--abbrev=40"])}


def report(name, data):
    REPORTS.mkdir(parents=True, exist_ok=True)
    (REPORTS / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
