# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads call histories in the text format of README.md."""
import collections
import re
import sys

HEADER = re.compile(r"# twv 2 (contract|exact|large|museum) (any|hier|hashed|list) (\d+(?:x8)?)(?:\.(\d+))?")
LINE = re.compile(r"(\w+(?: \d+)*) = ((?:[A-Z_]+|\d+)(?: -?\d+){0,2}) @(\d+)")
# All other calls are queries: they change nothing.
CHANGES = ("init", "start", "stop", "restart", "start_at", "restart_at", "advance")
REFUSALS = ("BAD", "NOT", "DUE")
STARTS = ("start", "restart", "start_at", "restart_at")

Call = collections.namedtuple("Call", "line text answer clock")


class History:
    """Calls from an init on, and what their comments say of them."""

    def __init__(self, path, head, comments):
        radix, _, levels = head[3].partition("x")
        self.file, self.period, self.unit, self.calls = path.name, int(radix) ** int(levels or 4), None, []
        self.bound = head[1] == "museum"
        words = {name: text for name, _, text in (c.partition(" ") for c in comments)
                 if name in ("shows", "catches", "as")}
        self.name, _, self.reason = (comments[0] if comments else "").partition(": ")
        self.shows = words.get("shows", "").split()
        self.catches = words.get("catches", "")
        self.like = f"as {words['as']}" if "as" in words else ""

    def right(self, at, answer, clock):
        """Is this the answer to a call? In the profile museum a wheel may also be busy if its budget is used up, or
        have its caller wake earlier; next is 0 only while work is left."""
        call = self.calls[at]
        if (answer, clock) == (call.answer, call.clock) or not self.bound or clock != call.clock:
            return (answer, clock) == (call.answer, call.clock)
        name, *numbers = call.text.split()
        (status, *ticks), (right, *most) = answer.split(), call.answer.split()
        if name == "next" and status == right and len(ticks) == len(most) == 1:
            left = [c.answer for c in self.calls[:at] if c.text.startswith("advance")][-1:] not in ([], ["OK"])
            return min(0 if left else 1, int(most[0])) <= int(ticks[0]) <= int(most[0])
        return name == "advance" and (answer, call.answer) == ("BUSY", "OK") and int(numbers[1]) < 2**32 - 1


def calls_of(text):
    """The calls of a line: one, or with a range 0..9 of ids one for each id."""
    ids = re.search(r"(\d+)\.\.(\d+)", text)
    if not ids or int(ids[1]) > int(ids[2]):
        return [text]
    return [text.replace(ids[0], str(id)) for id in range(int(ids[1]), int(ids[2]) + 1)]


def read(path, wanted=lambda head: True):
    """The header of a file of vectors, and its histories if they are wanted."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = HEADER.fullmatch(lines[0]) if lines else None
    if not head:
        sys.exit(f"{path}: begin the file with a header \"# twv 2 PROFILE WHEEL R[.S]\"")
    if not wanted(head):
        return head, []
    histories, comments, said = [], [], []
    for number, text in enumerate(lines[1:], 2):
        if not text or text[0] == "#":
            comments = comments + [text[2:]] if text else []
            continue
        for call in calls_of(text):
            line = LINE.fullmatch(call)
            if not line or "-" in call:
                sys.exit(f"{path}:{number}: write \"CALL = ANSWER @CLOCK\", not: {text}")
            if line[1].startswith("init ") and line[2] == "OK":
                said = comments or said
                histories.append(History(path, head, said))
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
    return same and (profile != "exact" or kind == wheel) and (profile, wheel) != ("large", "list")
