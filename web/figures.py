# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Draws the figures of README.md, docs/tour.md and spec/README.md. Each is the state of a wheel after calls, read from its memory.

  web/figures            writes docs/wheel.svg and docs/tour/*.svg
  web/figures --check    fails if a figure is not current, or docs/tour.md quotes or says something that is not so"""
import collections
import difflib
import math
import pathlib
import re
import sys

from web import build
from tools.flags import flags

ROOT = pathlib.Path(__file__).resolve().parents[1]
TOUR = ROOT / "docs" / "tour.md"
State = collections.namedtuple("State", "now place slots answers")
Timer = collections.namedtuple("Timer", "id next prev deadline")
SPANS = ["1 tick", "16 ticks", "256 ticks", "4,096 ticks"]
STYLE = ("path,rect{fill:none;stroke:#7d858f}.now{fill:#8a90993d}.open{fill:#e08a0080}circle{fill:#1d5fc0}.line{stroke:#8a9099}.way{stroke:#c02d22;stroke-width:3}"
         ".tip{fill:#c02d22;stroke:none}text{font:15px sans-serif;fill:#333}.in{font-size:11px;font-weight:bold;fill:#fff;text-anchor:middle}"
         ".code{font-family:monospace}.head{font-weight:bold}.mid{text-anchor:middle}@media(prefers-color-scheme:dark){path,rect{stroke:#727b87}circle{fill:#6cb0ff}text{fill:#ddd}"
         ".in{fill:#111}.way{stroke:#ff8a7d}.tip{fill:#ff8a7d;stroke:none}}")


def state(*calls, kind="hier 16", fault="-"):
    """The wheel after these calls."""
    told = build.replay({"kind": kind, "fault": fault, "calls": calls}, "timers")
    slots = {}
    for slot, *timer in told[len(calls) + 1:]:
        slots.setdefault(int(slot), []).append(Timer(*map(int, timer)))
    now, place = map(int, told[len(calls)])
    return State(now, place, slots, [build.STATUSES[int(answer[0])] for answer in told[:len(calls)]])


def point(radius, turn):
    return 210 + radius * math.sin(turn * math.tau), 210 - radius * math.cos(turn * math.tau)


def place(slot, n=0, of=1):
    """Where the n-th of so many timers of a slot stands: level 0 is the innermost ring."""
    level, digit = divmod(slot, 16)
    return point(52 + 44 * level + min(18, 27 / max(of - 1, 1)) * (n - (of - 1) / 2), (digit + 0.5) / 16)


def rings(seen, names=True):
    """Four rings, the slots of the clock's digits, the slot that opens, the timers."""
    lines = []
    at = lambda radius, turn: "{:.1f} {:.1f}".format(*point(radius, turn))
    for level in range(4):
        outer, inner = 72 + 44 * level, 32 + 44 * level
        for digit in range(16):
            kind = "open" if seen.place and 16 * level + digit == seen.place else "now" if seen.now // 16**level % 16 == digit else "slot"
            a, b = digit / 16, (digit + 1) / 16
            lines.append(f'<path class="{kind}" d="M{at(inner, a)}L{at(outer, a)}A{outer} {outer} 0 0 1 {at(outer, b)}L{at(inner, b)}A{inner} {inner} 0 0 0 {at(inner, a)}Z"/>')
    for slot, timers in sorted(seen.slots.items()):
        for n, timer in enumerate(timers):
            x, y = place(slot, n, len(timers))
            lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3.2 if not names else 8 if len(timers) < 3 else 6.5}"/>')
            if names:
                lines.append(f'<text class="in" x="{x:.1f}" y="{y + 4:.1f}">{timer.id}</text>')
    return lines


def way(slots, names):
    """A timer's way from slot to slot, and the tick at each."""
    spots = [place(slot) for slot in slots]
    for (x, y), (u, v) in zip(spots, spots[1:]):
        length = math.hypot(u - x, v - y)
        a, b = (u - x) / length, (v - y) / length
        yield f'<path class="way" d="M{x + 9 * a:.1f} {y + 9 * b:.1f}L{u - 14 * a:.1f} {v - 14 * b:.1f}"/>'
        yield f'<path class="tip" d="M{u - 9 * a:.1f} {v - 9 * b:.1f}l{-9 * a - 5 * b:.1f} {-9 * b + 5 * a:.1f}l{10 * b:.1f} {-10 * a:.1f}Z"/>'
    for n, ((x, y), name) in enumerate(zip(spots, names)):
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8"/><text class="in" x="{x:.1f}" y="{y + 4:.1f}">{name}</text>'


def words(lines, x=442, y=60, step=30, kind=""):
    return [f'<text class="{kind}" x="{x}" y="{y + step * n}">{line}</text>' for n, line in enumerate(lines) if line]


def legend(y, opens=True):
    yield f'<path class="now" d="M428 {y - 12}h16v16h-16Z"/><text x="452" y="{y + 1}">slot of the clock\'s digit on its level</text>'
    if opens:
        yield f'<path class="open" d="M428 {y + 18}h16v16h-16Z"/><text x="452" y="{y + 31}">slot that opens: its timers move to lower levels</text>'


def table(rows, x, y, widths, step=26):
    """Cells of a memory: the first row is a heading."""
    for n, row in enumerate(rows):
        left = x
        for cell, width in zip(row, widths):
            if n and cell != "":
                yield f'<rect x="{left}" y="{y + n * step - 18}" width="{width}" height="{step}"/>'
            yield f'<text class="mid {"code" if n else "head"}" x="{left + width / 2}" y="{y + n * step}">{cell}</text>'
            left += width


def memory(seen, nodes):
    """The links of some nodes of a wheel with 16 slots a level, as they are in memory."""
    links = {}
    for slot, timers in seen.slots.items():
        links[slot] = (timers[0].id + 64, timers[-1].id + 64)
        links.update({timer.id + 64: (timer.next, timer.prev) for timer in timers})
    return [("node", "next", "prev"), *((node, *links.get(node, (node, node))) for node in nodes)]


def svg(lines, title, width=840, height=420):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">\n<!-- SPDX-License-Identifier: Apache-2.0 OR MIT -->\n'
            f'<title>{title}</title>\n<style>{STYLE}</style>\n' + "\n".join(lines) + "\n</svg>\n")


def pair(left, right, names):
    """Two wheels side by side, half as large."""
    lines = []
    for n, (seen, name) in enumerate(zip((left, right), names)):
        lines += [f'<g transform="translate({420 * n} 40)">', *rings(seen), "</g>", f'<text class="mid head" x="{420 * n + 210}" y="24">{name}</text>']
    return lines


def wheel():
    """Half through a slot that it opens."""
    delays = [265, 268, 268, 262, *(420 + 271 * n for n in range(18))] + [id * id * 397 % 60000 + 300 + 700 * (id % 7) for id in range(36)]
    seen = state(f"init {len(delays)} 65300", *(f"start {id} {delay}" for id, delay in enumerate(delays)), *["advance 31 2"] * 2)
    spans = []
    for level, y in zip((3, 2, 1, 0), (60, 115, 165, 205)):
        spans.append(f'<path class="line" d="M{210 + math.sqrt((52 + 44 * level) ** 2 - (210 - y) ** 2):.1f} {y}H436"/><text x="442" y="{y + 5}">level {level}: {SPANS[level]} a slot</text>')
    return svg([*rings(seen, names=False), *spans, *legend(290), '<circle cx="436" cy="346" r="3.2"/><text x="452" y="351">timer</text>'],
               "Four rings of slots, one for each level; timers are dots in them")


def face():
    seen = state("init 1 4660")
    digits = [seen.now // 16**level % 16 for level in range(4)]
    return svg([*rings(seen), *words([f"clock {seen.now:,} = 0x{seen.now:04X}", "", *(f"level {level}, {SPANS[level]} a slot: digit {digits[level]}" for level in (3, 2, 1, 0))]), *legend(290, False)],
               "The clock's face: four rings, and a digit on each")


def circle():
    seen = state("init 3 0", "start 0 5", "start 2 5", "start 1 9")
    return svg([*rings(seen), *words(["links: the heads of slots 5 and 9, and timers 0 .. 2"]), *table(memory(seen, (5, 9, 64, 65, 66)), 500, 110, (80, 80, 80))],
               "A slot is a circle of indices")


def slot():
    seen = state("init 1 0", "start 0 4660")
    (number, timers), = seen.slots.items()
    deadline = timers[0].deadline
    return svg([*rings(seen), *words([f"clock {seen.now}, deadline {deadline:,} = 0x{deadline:04X}", f"first digit that differs: {number % 16}, on level {number // 16}", f"slot {number // 16} * 16 + {number % 16} = {number}"]),
                *legend(290, False)], "Where a timer of 4,660 ticks waits")


def cascade():
    calls, states = ["init 1 0", "start 0 4660"], []
    for until in (0, 4096, 4608, 4656):
        states.append(state(*calls, f"advance {until} unbounded"))
    slots = [next(iter(seen.slots)) for seen in states]
    rest = [f"{n} move{'s' * (n != 1)}: tick {seen.now:,}, slot {number} on level {number // 16}" for n, (seen, number) in enumerate(zip(states, slots))]
    end = state(*calls, "advance 4660 unbounded")
    return svg([*rings(State(end.now, end.place, {}, [])), *way(slots, "0123"), *words([*rest, f"{end.answers[-1]} at tick {end.now:,}"]), *legend(290, False)],
               "A timer of 4,660 ticks moves inwards three times")


def rollover():
    before, after = state("init 1 65520", "start_at 0 14"), state("init 1 65520", "start_at 0 14", "advance 0 unbounded")
    names = [f"clock {seen.now:,}: slot {next(iter(seen.slots))}" for seen in (before, after)]
    return svg(pair(before, after, names), "A deadline beyond rollover, before and after the clock is 0 again", 840, 460)


HALF = ("init 4 0", "start 0 20", "start 1 21", "start 2 25", "advance 25 1", "start 3 9")


def half():
    seen = state(*HALF)
    return svg([*rings(seen), *words([f"clock {seen.now}; slot {seen.place} is being opened", *(f"slot {number}: timers {', '.join(str(t.id) for t in timers)}" for number, timers in sorted(seen.slots.items()))]), *legend(290)],
               "A slot that is half open, and a newcomer in it")


def ghost():
    seen = state(*HALF)
    starts = [int(call.split()[1]) for call in HALF if call.startswith("start")]
    where = {timer.id: (number, timer.deadline) for number, timers in seen.slots.items() for timer in timers}
    left = [(*row, where[row[0] - 64][1]) if n else (*row, "deadline") for n, row in enumerate(memory(seen, (64, 65, 66, 67)))]
    right = [("node", "h.slot", "h.rank"), *((id + 64, where[id][0], starts.index(id) + 1) for id in sorted(where))]
    return svg([*words(["memory, that the code reads", ""], 60, 40, kind="head"), *table(left, 60, 80, (80, 80, 80, 100)), *words(["ghost state, in the proof only"], 500, 40, kind="head"), *table(right, 500, 80, (80, 80, 80))],
               "Memory, and the ghost state beside it", 840, 210)


def start():
    before, after = state("init 2 0", "start 0 5"), state("init 2 0", "start 0 5", "start 1 300")
    return svg(pair(before, after, ["before", "after start(1, 300)"]), "A start changes one slot", 840, 460)


def move():
    calls = ("init 4 0", "start 0 20", "start 1 21", "start 2 25")
    return svg(pair(state(*calls, "advance 25 0"), state(*calls, "advance 25 1"), ["budget 0: nothing has moved", "budget 1: timer 0 has moved"]), "One visit of a cascade", 840, 460)


def bug():
    calls = ("init 1 0", "start 0 4660", "advance 4096 unbounded")
    wrong, right = state(*calls, fault="hier-early"), state(*calls)
    late = state(*calls, "advance 4660 unbounded", fault="hier-early")
    return svg(pair(right, wrong, [f"src/: slot {next(iter(right.slots))}", f"with the bug: slot {next(iter(wrong.slots))}, delivered at {late.now:,}"]), "A cascade that takes the last digit at once", 840, 460)


FIGURES = {"docs/wheel.svg": wheel, **{f"docs/tour/{draw.__name__}.svg": draw for draw in (face, circle, slot, cascade, rollover, half, ghost, start, move, bug)}}


def quotes():
    """Each block of code in the tour that names its file: its lines are there, in a row."""
    for name, code in re.findall(r"^<!-- from (\S+) -->\n```c\n(.*?)^```$", TOUR.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        plain = lambda text: [line.strip() for line in text.splitlines() if line.strip()]
        wanted, lines = plain(code), plain((ROOT / name).read_text(encoding="utf-8"))
        if not any(lines[n:n + len(wanted)] == wanted for n in range(len(lines))):
            near = difflib.get_close_matches(wanted[0], lines, 1)
            yield f"docs/tour.md: {name} has not these lines in a row: {wanted[0]}{' ...' if near else ''}"


def claims():
    """What the tour says in words, as the wheel gives it."""
    calls, slots, ticks = ["init 1 0", "start 0 4660"], [], (0, 4096, 4608, 4656)
    slots = [next(iter(state(*calls, f"advance {tick} unbounded").slots)) for tick in ticks]
    yield "slots {}, {}, {} and {}".format(*slots)
    yield f"slot {slots[0] // 16} * 16 + {slots[0] % 16} = {slots[0]}"
    yield f"At tick {ticks[1]:,} slot {slots[0]} opens"
    yield f"slot {slots[1]}. At {ticks[2]:,} it moves to slot {slots[2]}, at {ticks[3]:,} to slot {slots[3]}"
    yield f"is delivered at {state(*calls, 'advance 5000 unbounded').now:,}"
    yield f"is delivered at {state(*calls, 'advance 5000 unbounded', fault='hier-early').now:,}"
    before, after = (next(iter(state("init 1 65520", "start_at 0 14", *more).slots)) for more in ((), ("advance 0 unbounded",)))
    yield f"slot {before}. That slot opens at tick 0, and the timer moves to slot {after}"
    nodes = state("init 3 0", "start 0 5", "start 2 5", "start 1 9").slots[5]
    yield f"{nodes[0].prev}, {nodes[0].id + 64}, {nodes[1].id + 64}, and back to {nodes[1].next}"
    lab = ("init 1 4080", "start 0 32")
    yield f"slot {next(iter(state(*lab).slots))}. It opens at 0x1000, and the timer moves to level 1, digit 1: slot {next(iter(state(*lab, 'advance 4096 unbounded').slots))}"


def main():
    check = flags(__doc__, "--check")
    build.OUT.mkdir(parents=True, exist_ok=True)
    faults = []
    for name, draw in FIGURES.items():
        path, drawn = ROOT / name, draw()
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(drawn, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != drawn:
            faults.append(f"{name} is not current: run web/figures")
    text = " ".join(TOUR.read_text(encoding="utf-8").split())
    faults += [*quotes(), *(f"docs/tour.md does not say: {claim}" for claim in claims() if claim not in text)]
    print(*faults, f"{len(FIGURES)} figures, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
