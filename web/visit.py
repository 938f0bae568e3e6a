# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a visitor does on the first page and in the workshop, and what must then be seen. Each check yields faults."""
import json
import pathlib
import re
import time

from proofs.wrong import museum
from web import build
from web.tour import tour

ROOT = pathlib.Path(__file__).resolve().parents[1]
DESK, PHONE, SMALL, NARROW, FLAT = (1280, 900), (390, 844), (360, 640), (320, 568), (844, 390)
# Some of what the scenes say, by the run.
PROSE = {"ring": "B, then C", "turns": "does so 2 times", "rollover": "After 65,535", "hang": "tokio #8334"}
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
            for part in ("#title", "#first", "#pause", "#call"):
                yield from expect(f"{part} is on the first screen of {size}", look(page, f"inWindow('{part}')"), True)
            yield from expect(f"width of {size}", page.js("document.documentElement.scrollWidth"), size[0])
            if size == DESK:
                time.sleep(2)
                yield from expect("the hand turns", page.js("page.first.m.now > 0"), not still)
                yield from expect("the button", text(page, "#pause"), "Turn" if still else "Pause")
        if size not in (NARROW, FLAT):
            yield from expect(f"small targets on {size}", look(page, "smallTargets()"), [])
    yield from expect(f"a large ring on {FLAT}", page.js("$('first').getBoundingClientRect().height >= 250"), True)


def dots(page, url):
    page.look(*PHONE, still=True)
    page.open(url)
    page.drag(*spots(page, "page.first.dial", 130, 3, 6, 9))
    yield from expect("A is dragged to slot 9", page.js("page.first.slot(0)"), 9)
    yield from expect("what is said", [text(page, part) for part in ("#live", ".hub-name", ".hub", "#call")],
                      ["A rings in 9 ticks.", "A rings", "in 9 ticks", "restart(A, 9) = OK"])
    page.drag(*spots(page, "page.first.dial", 100, 4))
    yield from expect("a tap moves A to slot 4", page.js("page.first.slot(0)"), 4)
    page.js("page.first.dial.dot(1).focus()")
    for key, slot in (("ArrowRight", 7), ("ArrowLeft", 6), ("ArrowLeft", 5)):
        page.key(key)
        seen = page.js("[page.first.slot(1), +page.first.dial.dot(1).getAttribute('aria-valuenow')]")
        yield from expect(f"B after {key}", seen, [slot, slot])
    # Eighty ticks: the dots ring where they lie; the dot that was moved is spoken of once, and no tick is.
    yield from expect("spoken in 80 ticks", look(page, "spoken()"), ["B rings."])
    yield from expect("the dots lie where they were put", page.js("[0, 1, 2, 3, 4, 5].map(id => page.first.slot(id))"),
                      [4, 5, 6, 9, 12, 15])


def fingers(page, url):
    """By touch, what is dragged moves and does not scroll the page; a swipe over the ring scrolls, and moves no dot."""
    page.look(*PHONE, still=True)
    page.open(url)
    page.swipe(*spots(page, "page.first.dial", 130, *(12 - n / 4 for n in range(9))))
    yield from expect("E is dragged by a finger", page.js("[page.first.slot(4), scrollY]"), [10, 0])
    (x, y), = spots(page, "page.first.dial", 130, 2)
    page.swipe(*[(x, y - 30 * n) for n in range(9)])
    yield from expect("a swipe over slot 2", soon(page, "[scrollY > 0, page.first.slot(4)]", [True, 10]), [True, 10])
    page.open(url)  # which ends the swipe's momentum
    page.swipe(*spots(page, "page.first.dial", 130, 11))
    yield from expect("a tap on slot 11 moves A", soon(page, "page.first.slot(0)", 11), 11)
    look(page, "middle(page.scenes.ring.dial.svg)")
    page.swipe(*spots(page, "page.scenes.ring.dial", 182, *range(8)))
    yield from expect("the hand is dragged by a finger", page.js("page.scenes.ring.hand.tick"), 7)


def hands(page, url):
    page.look(*DESK, still=True)
    page.open(url)
    for scene, said in PROSE.items():
        yield from expect(f"{scene} says {said}", said in text(page, f"#scene-{scene}"), True)
    yield from expect("placeholders", re.findall(r"\{[^}]*\}", page.js("document.body.innerText")), [])
    look(page, "middle(page.scenes.ring.dial.svg)")
    page.drag(*spots(page, "page.scenes.ring.dial", 182, *range(8)))
    yield from expect("the hand at 7", text(page, "#scene-ring .said"), "Rung: A at 3, B at 7, C at 7.")
    page.key("End")
    yield from expect("the hand at the end", text(page, "#scene-ring .said"), "Rung: A at 3, B at 7, C at 7, D at 12.")
    page.js("page.scenes.turns.to(47)")
    yield from expect("three rounds", text(page, "#scene-turns .said"), "Rung: A at 5, B at 21, C at 37.")


def levels(page, url):
    page.open(url)
    where = "[page.scenes.levels.wheel.m.now, page.scenes.levels.slot() ?? -1]"
    path, said, opens = [page.js(where)], [], []
    for level in (1, 1, 0, 0):  # the first guess is wrong
        opens += re.findall(r"tick ([\d,]+)", text(page, "#scene-levels .question"))
        page.js(f"page.scenes.levels.guesses[2 - {level}].click()")
        path.append(page.js(where))
        said.append(text(page, "#scene-levels .said"))
    yield from expect("the cascade", path, [[0, 49], [4096, 34], [4608, 19], [4656, 4], [4660, -1]])
    yield from expect("slots open at", opens, ["4,096", "4,608", "4,656"])
    yield from expect("the guesses", said, ["No: ring 2, slot 2. ", "Right: ring 1, slot 3. ",
                                            "Right: ring 0, slot 4. ", "A rings at 4,660: its deadline."])
    yield from expect("slots", text(page, "#scene-levels .question"),
                      "It took 3 moves. Counted through, 16 slots a ring, A was in slots 49, 34, 19, 4.")
    yield from expect("moves, for many delays", look(page, "moves()"), [0, 1, 2, 3])
    for value in ("5,000", "-1", "2.5", "65536", "", "0"):
        wanted = "A is started: ring 3, slot 1." if value == "5,000" else TICKS
        page.js(f"page.scenes.levels.delay.value = {json.dumps(value)}; page.scenes.levels.another()")
        seen = [page.js("page.scenes.levels.wheel.m.deadline(0)"), text(page, "#scene-levels .said")]
        yield from expect(f"another delay, {value!r}", seen, [5000, wanted])


def ends(page, url):
    page.open(url)
    page.js("page.scenes.rollover.range.focus()")
    rung = "Rung: A at 65,530"
    for times, wanted in ((15, ["FFFF", "48", f"The clock is before its end. {rung}.", 1]),
                          (1, ["0000", "14", f"The clock has rolled over. {rung}.", 4]),
                          (14, ["000E", "", f"The clock has rolled over. {rung}, B at 14.", 1])):
        for _ in range(times):
            page.js("document.querySelectorAll('.flips').forEach(digit => digit.classList.remove('flips'))")
            page.key("ArrowRight")
        yield from expect("rollover", look(page, "rolled()"), wanted)
    for button, times in ((0, 8), (1, 20)):
        page.js(f"for (let n = 0; n < {times}; n++) document.querySelectorAll('#scene-hang button')[{button}].click()")
    seen = page.js("page.scenes.hang.sides.map(side => side.verdict.textContent)")
    yield from expect("the right wheel, and the one with the bug", seen, [
        "A rang at 14, its deadline.", "A is 1,310,722 ticks late, and still waits. next says: no timer is active."])
    log = text(page, "#scene-hang .log").splitlines()
    yield from expect("the calls of both", [log[0], log[-1]], ["left:", "  next(16) = NOT_ACTIVE 16384"])


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


def exhibits(page, url):
    """The links of the museum to the workshop play its histories."""
    page.open(url)
    for item in museum.exhibits().values():
        for address in (address for _, address in build.plays(item) if address.startswith("workshop.html#")):
            link, right = address.partition("#")[2], item.history.calls[item.wrong[0] - 1]
            page.js(f"history.replaceState(null, '', {json.dumps('#' + link)}); ask(follow)")
            seen = page.js("[$('wrong').textContent, state.calls.at(-1).answer]")
            yield from expect(address, seen, ["", f"{right.answer} @{right.clock}"])


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


ON_FIRST, IN_WORKSHOP = (first_screen, dots, fingers, hands, levels, ends), (fields, exhibits, tour)
