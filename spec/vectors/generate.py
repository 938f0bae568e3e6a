# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the vectors: plays the histories of histories/ on a model, and records the answers.

  spec/vectors/generate [--check]

The model of the profiles contract and large is a sorted list; the model of exact is ../wheels.py. The profile museum has
the histories of tests/museum, played on the sorted list. --check compares instead of writing."""
import pathlib
import re
import sys

from spec import wheels
from spec.vectors import histories
from spec.vectors import wheel
from tests.museum import museum
from tools.geometry import GEOMETRIES
from tools.flags import flags

HERE = pathlib.Path(__file__).resolve().parent
FILES = [("contract", "any", "256"), ("contract", "any", "16"), ("contract", "any", "4"),
         ("exact", "list", "256"), ("exact", "list", "16"), ("exact", "list", "4"),
         ("exact", "hier", "256"), ("exact", "hier", "16"), ("exact", "hier", "4"),
         *(("exact", "hashed", geometry) for geometry in GEOMETRIES),
         ("large", "any", "256"), ("large", "any", "16"), ("large", "any", "4"),
         ("museum", "any", "256"), ("museum", "any", "16")]
ALL = 2**32 - 1


class List(wheels.Wheel):
    """What T1 .. T6 and T8 say and no more: the active timers in order of start."""
    heads = 0

    def __init__(self, radix):
        self.P = radix**4

    def turn(self, tick):
        self.now, self.timers = tick, {}

    def is_active(self, id):
        return id in self.timers

    def is_empty(self):
        return not self.timers

    def schedule(self, id, delay):
        self.deadline[id] = (self.now + delay) % self.P
        self.timers[id] = None

    def remove(self, node):
        del self.timers[node]

    def ticks(self, id):
        return (self.deadline[id] - self.now) % self.P

    def advance(self, until, _):
        ahead = (until - self.now) % self.P
        if self.timers and ahead >= self.P // 2:
            return wheels.BAD_CLOCK, None
        due = min(self.timers, key=self.ticks, default=None)
        if due is None or self.ticks(due) > ahead:
            self.now = until % self.P
            return wheels.OK, None
        self.now = self.deadline[due]
        del self.timers[due]
        return wheels.EXPIRED, due

    def wait(self):
        return min(map(self.ticks, self.timers))

    def soonest(self):
        return min(self.timers, key=self.ticks)


class Script:
    """Plays calls on a model, and records them."""

    def __init__(self, model, kind, radix, slots):
        self.model, self.kind, self.lines = model, kind, []
        self.P, self.R, self.S = radix**4, radix, slots

    def __call__(self, name, *numbers):
        if not all(0 <= number < 2**32 for number in numbers):
            sys.exit(f"no u32: {name} {numbers}")
        answer = wheel.answer(self.model, name, *numbers)
        if str(0xDEADBEEF) in answer:
            sys.exit(f"{name} {numbers}: adapters take that for nothing written")
        self.lines.append(f"{' '.join([name, *map(str, numbers)])} = {answer} @{self.model.now}")
        return answer

    def each(self, name, first, last, *numbers):
        """A call for each id of a range, all with the same answer: one line."""
        before = len(self.lines)
        for id in range(first, last + 1):
            self(name, id, *numbers)
        self.lines[before:] = [self.lines[-1].replace(str(last), f"{first}..{last}", 1)]

    def __getattr__(self, name):
        return lambda *numbers: self(name, *numbers)

    @property
    def clock(self):
        return self.model.now

    @property
    def capacity(self):
        return self.model.capacity

    def remaining(self, id, lag=0):
        """Asks as a caller whose counter is so many ticks ahead of the wheel's clock."""
        return self("remaining", id, (self.clock + lag) % self.P)

    def earliest(self, lag=0):
        """Asks earliest in the same way."""
        self("earliest", (self.clock + lag) % self.P)

    def next(self, lag=0):
        """Asks next in the same way: the ticks, or nothing without a timer or where it is refused."""
        status, *ticks = self("next", (self.clock + lag) % self.P).split()
        return int(ticks[0]) if status == "OK" else None

    def by(self, ticks, budget=ALL):
        """Advances by so many ticks; one call."""
        return self.advance((self.clock + ticks) % self.P, budget)

    def drain(self, ticks, budget=ALL, then=lambda id: None):
        """Advances by so many ticks, call by call; `then` replies to what is delivered."""
        target = (self.clock + ticks) % self.P
        while (answer := self.advance(target, budget)) != "OK":
            if answer.startswith("EXPIRED"):
                then(int(answer.split()[1]))

    def passes(self, ticks):
        """Advances by any number of ticks, in strides, as nothing is due."""
        while ticks > 0:
            stride = min(ticks, self.P // 2 - 1)
            self.by(stride)
            ticks -= stride

    def looks(self):
        """All that can be seen of the timers."""
        for id in range(self.capacity):
            self.remaining(id)


def text_of(profile, kind, geometry):
    """A file of vectors."""
    radix, slots = (geometry + ".0").split(".")[:2]
    lines = [f"# twv 2 {profile} {kind} {geometry}", "# SPDX-License-Identifier: Apache-2.0 OR MIT",
             "# Written by generate; README.md tells what it means."]
    if profile == "museum":
        return "\n".join([*lines, *exhibits(radix)]) + "\n"
    for entry in histories.TABLE:
        if ("large" if profile == "large" else kind) not in entry.kinds or int(radix) not in entry.radixes:
            continue
        model = List(int(radix)) if kind in ("any", "list") else wheel.wheel_of(kind, geometry)
        script = Script(model, kind, int(radix), int(slots))
        entry.play(script)
        lines += ["", f"# {entry.name}: {entry.reason}", f"# shows {entry.shows}"]
        lines += [f"# catches {entry.catches}"] if entry.catches else []
        lines += script.lines
    return "\n".join(lines) + "\n"


def exhibits(radix):
    """The histories of the exhibits of this radix."""
    for item in museum.exhibits().values():
        if item.radix == radix:
            script = Script(List(int(radix)), "list", int(radix), 0)
            for call in museum.history_of(item).calls:
                name, *numbers = call.text.split()
                script(name, *map(int, numbers))
            yield from ("", f"# {item.name}: {re.match('.*?(?=[.] |[.]$)', item.symptom)[0]}")
            yield from (f"# shows {museum.requirements_of(item.clause)[0]}", f"# {item.like}")
            yield from script.lines


def unknown():
    """What the histories name and nothing tells: requirements, exhibits; and exhibits without a history."""
    requirements = re.findall(r"^(R-[\w-]+) \|", (HERE.parent / "requirements").read_text(encoding="utf-8"), re.MULTILINE)
    bugs = museum.exhibits()
    shown = {name for entry in histories.TABLE for name in entry.shows.split()}
    caught = {name for entry in histories.TABLE for name in entry.catches.split()}
    alone = {name for name, item in bugs.items() if not item.wheel}
    return sorted((shown - set(requirements)) | (caught - bugs.keys()) | (alone - caught))


def main():
    check = flags(__doc__, "--check")
    differ = 0
    for name in unknown():
        print(f"{name}: named by histories/ or by tests/museum/exhibits.toml alone, or no requirement")
        differ = 1
    for profile, kind, geometry in FILES:
        path = HERE / (f"{profile}-{geometry}.twv" if kind == "any" else f"{profile}-{kind}-{geometry}.twv")
        text = text_of(profile, kind, geometry)
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name} differs: run spec/vectors/generate")
            differ = 1
    return differ


if __name__ == "__main__":
    sys.exit(main())
