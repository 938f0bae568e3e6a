# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Plays histories on a program, and finds the first wrong answer of each."""
import queue

from spec.vectors.diagnose import Timers, diagnose, late_or_level
from spec.vectors.port import Port
from spec.vectors.twv import CHANGES, LINE


class Failure:
    """The first wrong call of a history: what kind of fault that is, and in words."""

    def __init__(self, history, at, got, kind, words):
        self.history, self.at, self.got, self.kind, self.words = history, at, got, kind, words

    def later(self, answer, clock):
        """What is lost may only be late, or delivered in time by a later call."""
        call = self.history.calls[self.at]
        if self.kind not in ("LOST", "ROLLOVER") or answer != call.answer:
            return
        id, late = answer.split()[1], (clock - call.clock) % self.history.period
        if late == 0:
            self.kind = "ANSWER"
            self.words = f"timer {id} is due at {clock}, and this call does not deliver it: a later call does"
        else:
            self.kind, self.words = late_or_level(id, late, "late", call.clock, clock, self.history.unit)

    def where(self):
        return f"{self.history.file}:{self.history.calls[self.at].line}: {self.history.name}"

    def show(self):
        """The history up to the call, expected and got."""
        *before, call = self.history.calls[:self.at + 1]
        lines = [f"{self.where()}: {self.history.reason}"]
        if self.history.catches:
            lines.append(f"  catches: {self.history.catches} (tools/museum NAME tells of one)")
        if self.history.like:
            lines.append(f"  fails {self.history.like} (tools/museum {self.history.name})")
        lines += [f"    {c.text} = {c.answer} @{c.clock}" for c in before]
        lines += [f"    {call.text}", f"  expected: {call.answer} @{call.clock}", f"  got:      {self.got}",
                  f"  {self.kind}: {self.words}"]
        return "\n".join(lines)


def judge(port, history):
    """Plays a history. Returns a failure or nothing, the calls that were skipped, and: is the port still there?"""
    timers, skipped, failure = Timers(history.period), [], None
    for at, call in enumerate(history.calls):
        try:
            text = port.line()
        except queue.Empty:
            return failure or Failure(history, at, "nothing", "HANG", f"no answer in {port.limit:g} s"), skipped, False
        if text is None:
            return failure or Failure(history, at, "nothing", *port.how()), skipped, False
        line = LINE.fullmatch(text)
        if not line or line[1] != call.text:
            if not failure:
                ending = (port.how() if text[:1] == "" else None)
                words = "the line is not of the language" if not line else "that answers another call"
                failure = Failure(history, at, repr(text[:80]), *(ending or ("RUBBISH", words)))
            return failure, skipped, False
        if failure:
            failure.later(line[2], int(line[3]))
        if failure or skipped and skipped[-1] in CHANGES:
            continue
        if line[2] == "SKIP":
            skipped.append(call.text.split()[0])
        elif not history.right(at, line[2], int(line[3])):
            failure = Failure(history, at, f"{line[2]} @{line[3]}",
                              *diagnose(timers, history, at, line[2], int(line[3])))
        timers.follow(call)
    return failure, skipped, True


def play(command, histories, limit):
    """Plays histories, in one run of the program unless it ends. Yields each with its failure and skips."""
    todo, hangs = list(histories), 0
    while todo and hangs < 3:
        port = Port(command, [call.text for history in todo for call in history.calls], limit)
        alive = True
        try:
            while todo and alive:
                failure, skipped, alive = judge(port, todo[0])
                hangs += bool(failure) and failure.kind == "HANG"
                if alive and len(todo) == 1 and not failure:
                    failure = last(port, todo[0])
                yield todo.pop(0), failure, skipped
        finally:  # whoever asks for the first failure alone does not come back
            port.end()
    for history in todo:
        yield history, Failure(history, 0, "nothing", "HANG", "not tried any more, after three that hang"), []


def last(port, history):
    """After the last answer there is nothing more, and the program ends."""
    at = len(history.calls) - 1
    try:
        text = port.line()
    except queue.Empty:
        return Failure(history, at, "no end", "HANG", f"does not end in {port.limit:g} s after its input did")
    if text is not None:
        return Failure(history, at, repr(text[:80]), "RUBBISH", "more lines than calls")
    kind, words = port.how()
    return Failure(history, at, "all answers", kind, f"after the last answer: {words}") if kind != "SILENCE" else None
