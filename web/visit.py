# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a visitor does on the first page and in the workshop, and what must then be seen. Each check yields faults."""
import json
import re
import time

from proofs.wrong import museum
from web.build import ROOT
from web.tour import tour

DESK, PHONE, SMALL, NARROW, FLAT = (1280, 900), (390, 844), (360, 640), (320, 568), (844, 390)
# Some of what the scenes say, by the run.
PROSE = {"ring": "B, then C", "links": "it writes four links", "turns": "does so 2 times", "levels": "calls it slot 49",
         "rollover": "After 65,535", "hang": "tokio #8334", "proof": "4,294,901,760 pairs"}
TICKS = "Another delay: write a whole number from 1 to 65,535, as 300 or 4,660."
# What is typed into a field of the workshop, the button that is pressed then, and a part of what is said.
NEW, START, BY, RUN = "#new", "[data-call=start]", "[data-advance=by]", "#run"
BAD_FIELDS = [
    (NEW, "now", "-1", "clock: write"),
    *((NEW, "capacity", value, "1 to 4,096") for value in ("5000", "0", "-1", "2.5", "", "many")),
    *((START, "delay", value, "delay: write") for value in ("-1", "2.5", "4,66", "")),
    (START, "id", "-1", "timer: write"),
    *((BY, "by", value, "from 1 to 65,535") for value in ("-1", "2.5", "0", "65536")),
    (RUN, "paste", "", "begins with init"), (RUN, "paste", "start 0 5", "begins with init"),
    (RUN, "paste", "init 0 0", "1 to 4,096 timers"), (RUN, "paste", "init 4 0\nstrat 0 5", '"strat 0 5" is no call'),
    (RUN, "paste", "init 4 0; start 0", "write 2 numbers after start"),
    (RUN, "paste", "init 4 0; start 0 4,66", "write a whole number")]
BAD_LINKS = [("%", "copy the link again"), ("constructor/x", "no story and no wheel"),
             ("__proto__/init+4+0", "no story and no wheel"), ("nothing", "no story and no wheel"),
             ("life/3", "no story and no wheel"), ("hier_16/", "begins with init"),
             ("hier_16/start+0+5", "begins with init"), ("hier_16/init+5000+0", "1 to 4,096 timers"),
             ("hier_16/init+4+0;start+0+-1", "write a whole number")]
SCRIPT = (ROOT / "web" / "visit.js").read_text(encoding="utf-8").strip()  # an object, whose functions look at a page
WORKSHOP = "JSON.stringify([state.machine.name, state.machine.digest(), state.calls.map(c => c.line), state.claims])"


def expect(what, seen, wanted):
    return [] if seen == wanted else [f"{what}: {seen}, wanted {wanted}"]


def look(page, call):
    """What a function of visit.js returns."""
    return page.js(f"{SCRIPT}.{call}")


def soon(page, code, wanted):
    """The value of an expression: as soon as it is what is wanted, at the latest after five seconds."""
    until = time.monotonic() + 5
    while (seen := page.js(code)) != wanted and time.monotonic() < until:
        time.sleep(0.05)
    return seen


def spots(page, dial, radius, *slots):
    """Places on a dial of 16 slots, in the window."""
    return look(page, f"spots({dial}, {radius}, {json.dumps(slots)})")


def text(page, selector):
    return page.js(f"document.querySelector({json.dumps(selector)}).textContent")


def first_screen(page, url):
    for size in (DESK, PHONE, SMALL, NARROW, FLAT):
        for still in (False, True):
            page.look(*size, still=still)
            page.open(url)
            yield from expect(f"width of {size}", page.js("document.documentElement.scrollWidth"), size[0])
            for part in ("#title", "#lanes", "#crowd", "#pause") if size == DESK else ("#title",):
                yield from expect(f"{part} is on the first screen of {size}", look(page, f"inWindow('{part}')"), True)
            if size == DESK:
                over = page.js("page.race.race.over")
                time.sleep(2)
                yield from expect("it runs", page.js("page.race.race.over") > over, not still)
                yield from expect("the button", text(page, "#pause"), "Run" if still else "Pause")
        if size not in (NARROW, FLAT):
            yield from expect(f"small targets on {size}", look(page, "smallTargets()"), [])


def race(page, url):
    page.look(*DESK, still=True)
    page.open(url)
    yield from expect("what the engines deliver", look(page, "raced()"), [True, True])
    longest = []
    for key in ("Home", "End"):
        page.js("page.race.timers.focus()")
        page.key(key)
        longest.append(page.js("page.race.race.counts.map(count => count.longest)"))
    yield from expect("timers", text(page, "#timers-are"), "100,000")
    yield from expect("the list's longest grows, the wheel's does not", [
        longest[0][0] < 200, longest[1][0] > 50000, longest[0][2] == longest[1][2] < 30], [True] * 3)
    rows = page.js("[...document.querySelectorAll('#growth tr')].map(row => row.textContent.split('longest ')[3])")
    yield from expect("the wheel's longest in the table", rows, [str(longest[1][2])] * 4)  # 16 or 17, as clang counts


def fingers(page, url):
    """By touch, what is dragged moves and does not scroll the page; a swipe over a ring scrolls."""
    page.look(*PHONE, still=True)
    page.open(url)
    look(page, "middle(page.scenes.ring.dial.svg)")
    page.swipe(*spots(page, "page.scenes.ring.dial", 182, *range(8)))
    yield from expect("the hand is dragged by a finger", page.js("page.scenes.ring.hand.tick"), 7)
    x, y = look(page, "middle(page.scenes.levels.time)")
    page.swipe((x - 60, y), (x, y), (x + 40, y))
    yield from expect("the time is dragged by a finger", page.js("page.scenes.levels.tick > 1000"), True)
    page.open(url)
    x, y = look(page, "middle(page.scenes.rollover.dial.svg)")
    before = page.js("scrollY")
    page.swipe(*[(x, y - 20 * n) for n in range(9)])
    yield from expect("a swipe over a ring", soon(page, f"scrollY > {before}", True), True)


def hands(page, url):
    page.look(*DESK, still=True)
    page.open(url)
    for scene, said in PROSE.items():
        yield from expect(f"{scene} says {said}", said in text(page, f"#scene-{scene}"), True)
    yield from expect("placeholders", re.findall(r"\{[^}]*\}", page.js("document.body.innerText")), [])
    look(page, "middle(page.scenes.ring.dial.svg)")
    page.drag(*spots(page, "page.scenes.ring.dial", 182, *range(8)))
    yield from expect("the hand at 7", text(page, "#scene-ring .said"), "Expired: A at 3, B at 7, C at 7.")
    yield from expect("lit", look(page, "lit('ring')")[-1], "else: w.run(until)")
    page.key("End")
    yield from expect("the end", text(page, "#scene-ring .said"), "Expired: A at 3, B at 7, C at 7, D at 12.")
    page.js("page.scenes.turns.to(47)")
    yield from expect("three rounds", text(page, "#scene-turns .said"), "Expired: A at 5, B at 21, C at 37.")
    yield from expect("links written, and the list", look(page, "links('ABCDEEDA')"), [*[4] * 8, [3, 0]])


def levels(page, url):
    page.open(url)
    where = "[page.scenes.levels.wheel.m.now, page.scenes.levels.slot() ?? -1]"
    yield from expect("way", look(page, "path()"), [[0, 49], [4096, 34], [4128, 34], [4608, 19], [4656, 4], [4660, -1]])
    yield from expect("at the end", text(page, "#scene-levels .said"),
                      "Expired: A at 4,660. A has expired at 4,660, its deadline. It took 3 moves.")
    page.js("page.scenes.levels.time.focus()")
    for key, wanted in (("Home", [0, 49]), ("End", [4660, -1]), ("ArrowLeft", [4659, 4])):
        page.key(key)
        yield from expect(f"the time, {key}", page.js(where), wanted)
    yield from expect("half open: the slot, and what is left", look(page, "parts()"), [[49, 2], [49, 1], [0, 0]])
    yield from expect("guesses", look(page, "guesses()"), "2031321")
    yield from expect("moves, for many delays", look(page, "moves()"), [0, 1, 2, 3])
    yield from expect("bad delays", look(page, "delays(['-1', '2.5', '65536', '', '0'])"), [[5000, TICKS]] * 5)


def presses(page, url):
    """By the Enter key and by a finger, each button does something, but two that have nothing to do."""
    for size, press in ((DESK, lambda spot: page.key("Enter")), (PHONE, page.swipe)):
        page.look(*size, still=True)
        page.open(url)
        for n in reversed(range(page.js(f"{SCRIPT}.buttons().length"))):
            before, spot = look(page, f"pressed({n})"), look(page, f"middle({SCRIPT}.buttons()[{n}])")
            press(spot)
            same = look(page, f"pressed({n})") == before
            yield from expect(f"idle: {before[0]}, {size}", same, before[0] in ("call again", "to the wrong answer"))


def ends(page, url):
    page.open(url)
    page.js("page.scenes.rollover.range.focus()")
    rung = "Expired: A at 65,530"
    for times, wanted in ((15, ["15 15 15 15", "48", f"The clock is before its end. {rung}.", 1]),
                          (1, ["0 0 0 0", "14", f"The clock has rolled over. {rung}.", 4]),
                          (14, ["0 0 0 14", "", f"The clock has rolled over. {rung}, B at 14.", 1])):
        for _ in range(times):
            page.js("document.querySelectorAll('.flips').forEach(digit => digit.classList.remove('flips'))")
            page.key("ArrowRight")
        yield from expect("rollover", look(page, "rolled()"), wanted)
    player = "page.scenes.hang.player"
    equal = "The answers to this call are equal. With the bug there still waits: A, late by 6."
    for action, wanted in ((f"{player}.buttons[2].click()", "next(65520). The answers to this call differ."),
                           (f"{player}.to(10)", f"advance(20, unbounded). {equal}")):
        page.js(action)
        yield from expect("the real bug", text(page, "#scene-hang .said").partition(": ")[2], wanted)
    for clock, delay, wanted in (("65,535", "1", "T4_deadline: the deadline is 0. T1_exact: A expires at 0."),
                                 ("0", "65535", "T4_deadline: the deadline is 65,535."),
                                 ("7", "0", "bad_delay"), ("7", "65536", "bad_delay"), ("7", "", "delay: write")):
        page.js(f"[{clock!r}, {delay!r}].forEach((value, n) => {{ page.scenes.proof.fields[n].value = value; }});"
                "page.scenes.proof.fields[1].oninput()")
        yield from expect(f"clock {clock}, delay {delay}", wanted in text(page, "#scene-proof .said"), True)
    page.open(f"{url}?scene=levels")
    shown = page.js("[...document.querySelectorAll('header, section')].filter(e => e.offsetHeight).map(e => e.id)")
    yield from expect("a scene alone", shown, ["scene-levels"])


def without_scripts(page, url):
    page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    page.get(url)
    for scene, said in PROSE.items():
        yield from expect(f"without scripts {scene} says {said}", said in text(page, f"#scene-{scene}"), True)
    seen = page.js("['svg', '.dot', '#growth tr', '.lit'].map(name => document.querySelectorAll(name).length > 3)")
    yield from expect("without scripts: figures, timers, numbers, code", seen, [True] * 4)
    page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def fields(page, url):
    """What is bad in a field or a link of the workshop is said, and changes nothing."""
    def refused(what, action, said):
        before = page.js(WORKSHOP)
        page.js(action)
        return expect(what, [said in text(page, "#wrong"), page.js(WORKSHOP) == before], [True, True])
    page.open(url)
    for button, field, value, said in BAD_FIELDS:
        press = f"$('{field}').value = {json.dumps(value)}; document.querySelector('{button}').click()"
        yield from refused(f"{field} {value!r}", press, said)
    for link, said in BAD_LINKS:
        go = f"new Promise(done => {{ onhashchange = () => setTimeout(done); location.hash = {json.dumps(link)}; }})"
        yield from refused(f"#{link}", go, said)
    for link, said in BAD_LINKS[:2]:
        page.open(f"{url}#{link}")
        yield from refused(f"#{link} at first", "0", said)
    page.js("$('play').click()")
    yield from expect("it plays on", page.js("[ticking > 0, state.at > 1, $('wrong').textContent]"), [True, True, ""])
    page.js("$('paste').value = 'init 4 0; start 0 4,660\\nstart 1 0x1234; init 5000 0'; $('run').click()")
    seen = page.js("[...state.calls.slice(1).map(c => `${c.line} = ${c.answer}`), state.claims.I1]")
    yield from expect("calls as they are written", seen, [
        "start 0 4660 = OK @0", "start 1 4660 = OK @0", "init 5000 0 = BAD_CAPACITY @0", True])
    page.js("$('id').value = '2'; $('delay').value = '4,660'; document.querySelector('[data-call=start]').click()")
    yield from expect("a delay as it is written", page.js("state.said.line"), "start 2 4660")


def addresses(page, url):
    """A story has an address, and opens on a wheel with timers."""
    page.open(url)
    page.js("$('stories').children[2].click()")
    seen = "[location.hash, $('stories').children[2].getAttribute('aria-pressed'), timers(state.machine).size > 0]"
    yield from expect("a story", soon(page, seen, ["#order", "true", True]), ["#order", "true", True])
    page.back()
    yield from expect("back", soon(page, "$('stories').children[0].getAttribute('aria-pressed')", "true"), "true")


def exhibits(page, url):
    """The museum plays each history on both wheels: the answer of the table is the first that differs."""
    page.open(url)
    for item in museum.exhibits().values():
        if not item.wheel:
            continue
        page.js(f"history.replaceState(null, '', '#{item.name}'); follow()")
        at, right = item.wrong[0], item.history.calls[item.wrong[0] - 1]
        seen = page.js(f"[page.player.wrong, ...page.player.sides.map(side => side.raw[{at - 1}] ?? 'no answer')]")
        if item.sanitizer:  # no page has a sanitizer of addresses: there, a later answer may be the first that differs
            yield from expect(item.name, seen[0] >= at, True)
        else:
            yield from expect(item.name, seen, [at, f"{right.answer} @{right.clock}", item.wrong[1]])
    page.js("page.player.buttons[0].click()")
    yield from expect("back", page.js("page.player.at"), page.js("page.player.wrong") - 1)


def axe(page, url, checker):
    """The violations that axe-core finds, in both schemes and sizes."""
    run = """axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations.map(v =>
        `${v.id}: ${v.nodes.map(n => n.target.join(' ')).slice(0, 4).join(', ')}`))"""
    for size in (DESK, PHONE):
        for dark in (False, True):
            page.look(*size, dark=dark, still=True)
            page.open(url)
            page.js(checker)
            for violation in page.js(run):
                yield f"axe: {url.rpartition('/')[2]} {size}{' dark' if dark else ''}: {violation}"


CHECKS = dict.fromkeys((first_screen, race, fingers, hands, levels, presses, ends, without_scripts), "index") | (
    dict.fromkeys((fields, addresses, tour), "workshop") | {exhibits: "museum"})
