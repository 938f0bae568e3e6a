# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What kind of fault a wrong answer is: a word of README.md, and a sentence."""
from spec.vectors import twv


def late_or_level(id, ticks, how, due, clock, unit):
    """A timer that is delivered at the wrong tick: whole slots of a level off, or whole turns, mean something else."""
    what = f"timer {id} is delivered {ticks} tick{'s' * (ticks != 1)} {how}: at {clock}, due at {due}"
    if unit and ticks % unit[1] == 0:
        return unit[0], f"{what}: {ticks // unit[1]} times {unit[2]} too {how}"
    return how.upper(), what


class Timers:
    """What the expected answers say of the timers: deadline and order of start of those that are active."""

    def __init__(self, period):
        self.period, self.clock, self.active, self.count = period, 0, {}, 0

    def follow(self, call):
        """Takes note of a call with its right answer."""
        name, *numbers = call.text.split()
        status, *value = call.answer.split()
        if name in twv.STARTS and status == "OK":
            self.count += 1
            ahead = numbers[1] if "_at" in name else str(call.clock + int(numbers[1]))
            self.active[int(numbers[0])] = int(ahead) % self.period, self.count, call.clock
        elif name == "stop" and status == "OK":
            del self.active[int(numbers[0])]
        elif status == "EXPIRED":
            del self.active[int(value[0])]
        self.clock = call.clock

    def ahead(self, tick):
        return (tick - self.clock) % self.period


def diagnose(timers, history, at, answer, clock):
    """What kind of fault a wrong answer is: a word, and a sentence."""
    call = history.calls[at]
    name, *numbers = call.text.split()
    want, got = call.answer.split(), answer.split()
    before = [c for c in history.calls[:at] if c.text.split()[0] in twv.CHANGES][-1:]
    refused = before[0] if before and before[0].answer.startswith(twv.REFUSALS) else None
    status = want[0]
    if status[0].isupper() and got[0] == status and len(got) > len(want):
        return "WRITES", f"{name} writes a value ({got[1]}) with {status}: it may not, but with " \
            + {"advance": "EXPIRED", "next": "OK and NOT_ACTIVE"}.get(name, "OK")
    if name == "advance" and "EXPIRED" in (status, got[0]) and "BAD_CLOCK" not in (status, got[0]):
        return diagnose_delivery(timers, want, got, call, clock, history.unit)
    if got[0] == "BUSY":
        return "BUSY", f"advance is busy with a budget of {numbers[1]}, where no timer is left to visit"
    if status == "BUSY":
        return "BUDGET", f"advance answers {got[0]}: a timer that costs budget is next, and the budget is used up"
    if status.startswith(twv.REFUSALS) and answer == call.answer:
        return "CHANGES", f"{name} is refused with {status}, and yet the clock is changed from {call.clock} to {clock}"
    if answer == call.answer:
        return "CLOCK", f"{name} leaves the clock at {clock}, it belongs at {call.clock}"
    if refused and (refused.text.split()[0] in ("init", "advance") or refused.text.split()[1:2] == numbers[:1]):
        return "CHANGES", (f"{refused.text} was refused with {refused.answer}, "
                           f"and yet {name} answers something else then")
    if name == "next" and got[0] == status:
        return "NEXT", (f"next tells {' '.join(got[1:]) or 'no'} ticks, right are {want[1]}, from the counter "
                        f"{numbers[0]}: a wrong slot or level, a wrong search, an occupancy bit that is not right, "
                        "or not counted from the counter")
    if name == "remaining" and got[0] == status:
        return "DEADLINE", f"timer {numbers[0]} is due in {want[1]} ticks from the counter {numbers[1]}, " \
            f"not in {' '.join(got[1:]) or 'none'}"
    if name == "earliest" and got[0] == status and got[1:2] != want[1:2]:
        return "EARLIEST", (f"earliest tells timer {' '.join(got[1:2]) or 'none'}, right is {want[1]}: in a wrong "
                            "slot, or another one has a nearer deadline, or as near and was started first")
    if name == "earliest" and got[0] == status:
        return "DEADLINE", (f"timer {want[1]} is due in {want[2]} ticks from the counter {numbers[0]}, "
                            f"not in {' '.join(got[2:]) or 'none'}")
    return "ANSWER", f"{name} answers {answer}, right is {call.answer}"


def diagnose_delivery(timers, want, got, call, clock, unit):
    """advance delivers a timer that it should not, or not the one that it should."""
    if got[0] == "EXPIRED" and len(got) == 2:
        mine = timers.active.get(int(got[1]))
        if not mine:
            return "TWICE", f"timer {got[1]} is delivered at {clock}: it is idle, was stopped or delivered before"
        late = (clock - mine[0]) % timers.period
        if late == 0 and want[0] == "EXPIRED" and got[1] != want[1]:
            return "ORDER", (f"timer {got[1]} is delivered before timer {want[1]}, "
                             "which is due no later and was started first")
        if late == 0:
            return "BEYOND", f"timer {got[1]} is delivered at {clock}, beyond the clock's target"
        if timers.ahead(clock) < timers.ahead(mine[0]):
            return late_or_level(got[1], timers.period - late, "early", mine[0], clock, unit)
        return late_or_level(got[1], late, "late", mine[0], clock, unit)
    if want[0] != "EXPIRED":
        return "ANSWER", f"advance answers {' '.join(got)}, right is {call.answer}"
    due, _, since = timers.active[int(want[1])]
    if got[0] == "BUSY":
        return "BUSY", f"advance is busy, though timer {want[1]} is due at {due} and nothing is left to visit before it"
    lost = f"timer {want[1]}, due at {due}, is not delivered, and the clock is at {clock}"
    if due < since:
        return "ROLLOVER", f"{lost}: the clock rolled over since it was started at {since}"
    return "LOST", f"{lost}: in a wrong slot or level, or in one that the search for the next one missed"
