# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads tests/calls.h and src/tw_status.h for scripts: the operands and the kind of answer of each call, in the order
of the table; the names of the statuses, by number."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
CALLS = {name: (int(operands), answer) for name, operands, answer in re.findall(
    r"X\(type, [A-Z_]+, (\w+), (\d), ([A-Z]+),", (ROOT / "tests" / "calls.h").read_text(encoding="utf-8"))}
STATUSES = re.findall(r"^ +TW_(\w+)", (ROOT / "src" / "tw_status.h").read_text(encoding="utf-8"), re.MULTILINE)
