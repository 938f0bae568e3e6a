# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads call histories in the text format of README.md."""
import collections
import re
import sys

HEADER = re.compile(r"# twv 1 (contract|exact) (any|hier|hashed|list) (\d+)(?:\.(\d+))?")
LINE = re.compile(r"(\w+(?: \d+)*) = ((?:[A-Z_]+|\d+|none)(?: \d+)?) @(\d+)")
LOOKS = ("next", "now", "is_active", "is_empty", "remaining")
STARTS = ("start", "restart", "start_at", "restart_at")

Call = collections.namedtuple("Call", "line text answer clock")


class History:
    """Calls from an init on, and what their comments say of them."""

    def __init__(self, file, comments, period):
        self.file, self.period, self.unit, self.calls = file, period, None, []
        words = {name: text for name, _, text in (c.partition(" ") for c in comments) if name in ("shows", "catches")}
        self.name, _, self.reason = (comments[0] if comments else "").partition(": ")
        self.shows = words.get("shows", "").split()
        self.catches = words.get("catches", "")


def read(path, wanted=lambda head: True):
    """The header of a file of vectors, and its histories if they are wanted."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = HEADER.fullmatch(lines[0]) if lines else None
    if not head:
        sys.exit(f"{path}: begin the file with a header \"# twv 1 PROFILE WHEEL R[.S]\"")
    if not wanted(head):
        return head, []
    histories, comments, said, period = [], [], [], int(head[3]) ** 4
    for number, text in enumerate(lines[1:], 2):
        if not text or text[0] == "#":
            comments = comments + [text[2:]] if text else []
            continue
        line = LINE.fullmatch(text)
        if not line:
            sys.exit(f"{path}:{number}: write \"CALL = ANSWER @CLOCK\", not: {text}")
        if line[1].startswith("init ") and line[2] == "OK":
            said = comments or said
            histories.append(History(path.name, said, period))
        if not histories:
            sys.exit(f"{path}:{number}: begin each history with init")
        histories[-1].calls.append(Call(number, line[1], line[2], int(line[3])))
        comments = []
    return head, histories


def fits(head, wheel, geometry):
    """Does a file concern this wheel? What holds whatever the wheel needs the radix alone."""
    profile, kind, radix, slots = head.groups()
    mine = geometry.split(".")
    same = mine == [radix, slots] if kind == "hashed" else mine[0] == radix
    return same and (profile == "contract" or kind == wheel)
