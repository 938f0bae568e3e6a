# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Opens the pages in a headless Chromium, from their files and without network.

Every story of the workshop and every scene is played: each answer and each state (a digest of clock, slots, links, bits
and deadlines as the page reads them from memory) must be those of the same source compiled natively. Where no fault is
planted every invariant and theorem must hold; where one is, some must not. visit.py does what a visitor does. Nothing
may be logged or requested. axe-core must find no violation."""
import re
import sys
import time

from web import axe
from web import build
from web import visit
from web.browser import Browser

PAGES = {name: (build.OUT / f"{name}.html").as_uri() for name in ("index", "workshop", "museum")}


def answer_of(call, answer, *wrote):
    kind = build.CALLS[call.split()[0]][1]
    value = "".join(f" {word}" for word in wrote if word != build.UNTOUCHED)
    return build.STATUSES[int(answer)] + value if kind == "STATUS" else answer


def judge(stories, lines):
    faults, reported = [], iter(lines)
    for story in stories:
        red = set()
        steps = build.replay(story)
        for n, (call, (*answer, digest)) in enumerate(zip(story["calls"], steps), 1):
            found = re.fullmatch(rf"{story['name']} {n} (.+) @\d+ (\d+) (\S+)", next(reported, ""))
            if not found:
                return [f"{story['name']}: the page says nothing of call {n}"]
            red |= set(found[3].split(",")) - {"-"}
            here, native = f"{found[1]} {found[2]}", f"{answer_of(call, *answer)} {digest}"
            if here != native:
                faults.append(f"{story['name']}, call {n}, {call}: {here}, natively {native}")
        if next(reported, "") != f"{story['name']} again {steps[-1][-1]}":
            faults.append(f"{story['name']}: back and forth again leads elsewhere")
        if (story["fault"] == "-") != (not red):
            faults.append(f"{story['name']}: what does not hold: {', '.join(sorted(red)) or 'nothing'}")
        print(f"{story['name']:10} {len(steps):3} calls  {'red: ' + ' '.join(sorted(red)) if red else 'all holds'}")
    return faults


def test():
    """Returns an exit code."""
    stories, scenes, seconds = build.stories(), build.stories("scenes"), time.monotonic()
    checker = axe.source()
    with Browser() as page:
        page.look(*visit.DESK)
        page.open(PAGES["workshop"])
        faults = judge(stories, page.js("report()").splitlines())
        page.open(PAGES["index"])
        faults += judge(scenes, page.js("page.report()").splitlines())
        for check, address in visit.CHECKS.items():
            found = list(check(page, PAGES[address]))
            print(f"{check.__name__:12} {len(found) or 'no'} faults")
            faults += found
        violations = [fault for at in PAGES.values() for fault in visit.axe(page, at, checker)] if checker else []
        faults += violations + page.problems
    calls = sum(len(s["calls"]) for s in stories + scenes)
    for fault in faults:
        print(f"FAULT {fault}")
    checked = (f"axe-core {axe.VERSION}: {len(violations)} violations" if checker else
               f"axe-core not tried: install npm, or put {axe.PACKAGE.name} into build/axe")
    print(f"{time.monotonic() - seconds:.0f} s", file=sys.stderr)
    print(f"{len(stories)} stories, {len(scenes)} scenes, {calls} calls, {checked}, {len(faults)} faults")
    return 1 if faults else 0

