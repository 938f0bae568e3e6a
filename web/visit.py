# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a visitor does on the first page, by pointer and by keys, and what must then be seen. Each check yields faults."""
import json
import re
import time

DESK, PHONE, SMALL, NARROW, FLAT = (1280, 900), (390, 844), (360, 640), (320, 568), (844, 390)
# Colours that are text on both grounds, and those that are lines or dots.
TEXT, SHAPES, GROUNDS = ("ink", "dim", "dot", "good", "bad", "r0", "r1", "r2", "r3"), ("line", "due", "open"), ("paper", "panel")
# What each scene's text says, by the run.
PROSE = {"ring": ["has 16 slots", "waits 3 ticks", "slot 7", "B, then C"], "turns": ["waits 5 ticks, B 21 and C 37", "remainder is 5", "does so 2 times"],
         "levels": ["1 tick", "16 ticks", "256 ticks", "ring 3 4,096", "4,660 ticks, 0x1234", "ring 3, slot 1", "slot 49"],
         "rollover": ["After 65,535", "it is 65,520", "B at 14", "30 ticks away", "clock gets to 0", "ring 0, slot 14"], "hang": ["12 days", "at 65,520", "due at 14", "tokio #8334"]}


def expect(what, seen, wanted):
    return [] if seen == wanted else [f"{what}: {seen}, wanted {wanted}"]


def middle(page, code):
    """The middle of an element, in the window."""
    return page.js(f"(e => {{ e.scrollIntoView({{block: 'center', behavior: 'instant'}}); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] }})({code})")


def settled(page, code):
    """The value of an expression once it has stayed the same for half a second."""
    seen, since = page.js(code), time.monotonic()
    while time.monotonic() - since < 0.5:
        time.sleep(0.05)
        now = page.js(code)
        if now != seen:
            seen, since = now, time.monotonic()
    return seen


def spot(page, dial, radius, turn):
    """A place on a dial, in the window."""
    return page.js(f"(d => {{ const [x, y] = at({radius}, {turn}), p = new DOMPoint(x, y).matrixTransform(d.svg.getScreenCTM()); return [p.x, p.y] }})({dial})")


def text(page, selector):
    return page.js(f"document.querySelector({json.dumps(selector)}).textContent")


def first_screen(page, url):
    for size in (DESK, PHONE, SMALL, NARROW, FLAT):
        for still in (False, True):
            page.look(*size, still=still)
            page.open(url)
            yield from (f"{part} is not on the first screen of {size}" for part in ("#title", "#first", "#pause", "#call") if not page.js(
                f"(b => b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth)(document.querySelector('{part}').getBoundingClientRect())"))
            yield from expect(f"width of {size}", page.js("document.documentElement.scrollWidth"), size[0])
            if size == DESK:
                time.sleep(2)
                yield from expect("the hand turns" if not still else "the hand is still", page.js("page.first.m.now > 0"), not still)
                yield from expect("the button", text(page, "#pause"), "Turn" if still else "Pause")
        if size not in (NARROW, FLAT):
            small = page.js("""[...document.querySelectorAll('button, input, a, .hit')].filter(e => !e.closest('.gone')).map(e => [e, e.getBoundingClientRect()])
                .filter(([, b]) => b.width < 44 || b.height < 44).map(([e, b]) => `${e.id || e.className.baseVal || e.textContent}: ${b.width.toFixed()} x ${b.height.toFixed()}`)""")
            yield from (f"a target is small on {size}: {target}" for target in small)
    yield from expect(f"the ring of {FLAT} is large", page.js("document.getElementById('first').getBoundingClientRect().height >= 250"), True)


def dots(page, url):
    page.look(*PHONE, still=True)
    page.open(url)
    start, end = middle(page, "page.first.dial.dot(0).querySelector('.face')"), spot(page, "page.first.dial", 130, 9 / 16)
    page.drag(start, [(a + b) / 2 for a, b in zip(start, end)], end)
    yield from expect("A is dragged to slot 9", page.js("page.first.slot(0)"), 9)
    yield from expect("the order of the dots by keys", page.js("[...document.querySelectorAll('#first .dot')].map(dot => +dot.dataset.id)"), [0, 1, 2, 3, 4, 5])
    yield from expect("what is said", text(page, "#live"), "A rings in 9 ticks.")
    yield from expect("the hub", text(page, ".hub-name") + " " + text(page, ".hub"), "A rings in 9 ticks")
    yield from expect("the call", text(page, "#call"), "restart(A, 9) = OK")
    end = spot(page, "page.first.dial", 100, 4 / 16)
    page.drag(end)
    yield from expect("a tap moves A to slot 4", page.js("page.first.slot(0)"), 4)
    page.js("page.first.dial.dot(1).focus()")
    for key, slot in (("ArrowRight", 7), ("ArrowLeft", 6), ("ArrowLeft", 5)):
        page.key(key)
        yield from expect(f"B after {key}", [page.js("page.first.slot(1)"), page.js("+page.first.dial.dot(1).getAttribute('aria-valuenow')")], [slot, slot])
    # Eighty ticks: the dots ring where they lie; the dot that was moved is spoken of once, and no tick is.
    spoken = page.js("""(async () => { const said = []; new MutationObserver(() => said.push(document.getElementById('live').textContent))
        .observe(document.getElementById('live'), { childList: true, characterData: true, subtree: true });
        for (let n = 0; n < 80; n++) { page.first.tick(); await null; } await new Promise(r => setTimeout(r)); return said; })()""")
    yield from expect("spoken in 80 ticks", spoken, ["B rings."])
    yield from expect("the dots lie where they were put", page.js("[0, 1, 2, 3, 4, 5].map(id => page.first.slot(id))"), [4, 5, 6, 9, 12, 15])


def fingers(page, url):
    """By touch, what is dragged moves, and does not scroll the page; a swipe over the ring scrolls, and moves no dot."""
    page.look(*PHONE, still=True)
    page.open(url)
    start, end = middle(page, "page.first.dial.dot(4).querySelector('.face')"), spot(page, "page.first.dial", 130, 10 / 16)
    page.swipe(*[[a + (b - a) * n / 8 for a, b in zip(start, end)] for n in range(9)])
    yield from expect("E is dragged by a finger", [page.js("page.first.slot(4)"), page.js("scrollY")], [10, 0])
    x, y = spot(page, "page.first.dial", 130, 2 / 16)
    page.swipe(*[(x, y - 30 * n) for n in range(9)])
    yield from expect("a swipe over slot 2", [settled(page, "scrollY") > 0, page.js("page.first.slot(4)")], [True, 10])
    middle(page, "page.first.dial.svg")
    page.swipe(spot(page, "page.first.dial", 130, 11 / 16))
    yield from expect("a tap on slot 11", settled(page, "page.first.slot(4)"), 11)
    middle(page, "page.scenes.ring.dial.svg")
    page.swipe(*[spot(page, "page.scenes.ring.dial", 182, n / 16) for n in range(8)])
    yield from expect("the hand is dragged by a finger", page.js("page.scenes.ring.hand.tick"), 7)


def hands(page, url):
    page.look(*DESK, still=True)
    page.open(url)
    yield from (f"{scene} does not say {words}" for scene, said in PROSE.items() for words in said if words not in text(page, f"#scene-{scene}"))
    yield from expect("placeholders", re.findall(r"\{[^}]*\}", page.js("document.body.innerText")), [])
    middle(page, "page.scenes.ring.dial.svg")
    page.drag(*[spot(page, "page.scenes.ring.dial", 182, n / 16) for n in range(8)])
    yield from expect("the hand at 7", text(page, "#scene-ring .said"), "Rung: A at 3, B at 7, C at 7.")
    page.drag(*[spot(page, "page.scenes.ring.dial", 182, n / 16) for n in range(7, 1, -1)])
    yield from expect("the hand back at 2", text(page, "#scene-ring .said"), "Nothing has rung yet.")
    page.key("End")
    yield from expect("the hand at the end", text(page, "#scene-ring .said"), "Rung: A at 3, B at 7, C at 7, D at 12.")
    seen = page.js("""(() => { const s = page.scenes.turns, seen = []; for (let t = 0; t < 48; t++) { s.to(t);
        seen.push([t, s.wheel.delivered.map(d => d.id), [0, 1, 2].map(id => +s.dial.dot(id).querySelector('.badge-text').textContent)]); } return seen; })()""")
    yield from expect("badges at first", seen[0], [0, [], [0, 1, 2]])
    yield from expect("badges when the hand has passed", [seen[n][2] for n in (4, 5, 20, 21, 36, 37)], [[0, 1, 2], [0, 0, 1], [0, 0, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]])
    yield from expect("C is passed over", sum(t % 16 == 5 and 2 not in rung for t, rung, _ in seen[:38]), 2)
    yield from expect("three rounds", text(page, "#scene-turns .said"), "Rung: A at 5, B at 21, C at 37.")


def levels(page, url):
    page.open(url)
    yield from expect("rings, innermost first", page.js("page.scenes.levels.dial.rings.map(r => r.level)"), [0, 1, 2, 3])
    where = "[page.scenes.levels.wheel.m.now, page.scenes.levels.slot() ?? -1]"
    question = lambda: re.findall(r"tick ([\d,]+)", text(page, "#scene-levels .question"))
    path, said, opens = [page.js(where)], [], question()
    for level in (1, 1, 0, 0):  # the first guess is wrong
        page.js(f"page.scenes.levels.guesses[2 - {level}].click()")
        path.append(page.js(where))
        opens += question()
        said.append(text(page, "#scene-levels .said"))
    yield from expect("the cascade", path, [[0, 49], [4096, 34], [4608, 19], [4656, 4], [4660, -1]])
    yield from expect("slots open at", opens, ["4,096", "4,608", "4,656"])
    yield from expect("the guesses", said, ["No: ring 2, slot 2. ", "Right: ring 1, slot 3. ", "Right: ring 0, slot 4. ", "A rings at 4,660: its deadline."])
    yield from expect("slots", text(page, "#scene-levels .question"), "It took 3 moves. Counted through, 16 slots a ring, A was in slots 49, 34, 19, 4.")
    moves = page.js("""(() => { const s = page.scenes.levels, seen = new Set(); for (let n = 0; n < 400; n++) { const delay = 1 + n * 163 % 65535;
        s.delay.value = delay; s.begin(); for (let guess = 0; guess < 4 && !s.wheel.delivered.length; guess++) s.guess(0);
        seen.add(s.wheel.delivered[0].clock === delay ? s.moves : 'not at its deadline'); } return [...seen].sort(); })()""")
    yield from expect("moves, for many delays", moves, [0, 1, 2, 3])


def ends(page, url):
    page.open(url)
    page.js("page.scenes.rollover.range.focus()")
    told = []
    for key, times, flips in (("ArrowRight", 15, 1), ("ArrowRight", 1, 4), ("ArrowRight", 14, 1)):
        for _ in range(times):
            page.js("document.querySelectorAll('.flips').forEach(digit => digit.classList.remove('flips'))")
            page.key(key)
        yield from expect("digits that flip", page.js("document.querySelectorAll('#scene-rollover .flips').length"), flips)
        told.append([page.js("[...document.querySelectorAll('#scene-rollover .odometer b')].map(b => b.textContent).join('')"),
                     page.js("[...page.scenes.rollover.wheel.m.slots().keys()].join()"), text(page, "#scene-rollover .said")])
    yield from expect("rollover", told, [["FFFF", "48", "The clock is before its end. Rung: A at 65,530."], ["0000", "14", "The clock has rolled over. Rung: A at 65,530."],
                                         ["000E", "", "The clock has rolled over. Rung: A at 65,530, B at 14."]])
    buttons = "document.querySelectorAll('#scene-hang button')"
    page.js(f"for (let n = 0; n < 8; n++) {buttons}[0].click()")
    yield from expect("the right wheel", text(page, "#scene-hang .pair div:first-child .verdict"), "A rang at 14, its deadline.")
    page.js(f"for (let n = 0; n < 20; n++) {buttons}[1].click()")
    yield from expect("the wheel with the bug", text(page, "#scene-hang .pair div:last-child .verdict"), "A is 1,310,722 ticks late, and still waits. next says: no timer is active.")
    yield from expect("the calls of both", text(page, "#scene-hang .log").splitlines()[:1] + text(page, "#scene-hang .log").splitlines()[-1:], ["left:", "  next(16) = NOT_ACTIVE 16,384"])
    yield from expect("its timers", page.js("[page.scenes.hang.sides[1].wheel.delivered.length, ...page.scenes.hang.sides[1].wheel.m.slots().keys()]"), [0, 48])


def contrast(page):
    """Of the colours that the style sheet names, on both grounds."""
    def light(color):
        parts = [int(color[n:n + 2], 16) / 255 for n in (1, 3, 5)]
        return sum(w * (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4) for w, p in zip((0.2126, 0.7152, 0.0722), parts))
    for dark in (False, True):
        page.look(*DESK, dark=dark)
        named = {name: page.js(f"getComputedStyle(document.documentElement).getPropertyValue('--{name}').trim()") for name in (*TEXT, *SHAPES, *GROUNDS, "on-dot")}
        for least, names, grounds in ((4.5, TEXT, GROUNDS), (3, SHAPES, GROUNDS), (4.5, ["on-dot"], ["dot"])):
            for name, ground in ((name, ground) for name in names for ground in grounds):
                a, b = sorted((light(named[name]), light(named[ground])))
                if (b + 0.05) / (a + 0.05) < least:
                    yield f"--{name} on --{ground}{' (dark)' if dark else ''}: {(b + 0.05) / (a + 0.05):.2f} : 1, {least} wanted"


def axe(page, url, checker):
    """The violations that axe-core finds, in both schemes and sizes."""
    for size in (DESK, PHONE):
        for dark in (False, True):
            page.look(*size, dark=dark, still=True)
            page.open(url)
            page.js(checker)
            found = page.js("axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations.map(v => `${v.id}: ${v.nodes.map(n => n.target.join(' ')).slice(0, 4).join(', ')}`))")
            yield from (f"axe: {url.rpartition('/')[2]} {size}{' dark' if dark else ''}: {violation}" for violation in found)


def pictures(page, url, folder):
    for size, name in ((DESK, ""), (PHONE, "-phone")):
        for dark in (False, True):
            page.look(*size, dark=dark, still=True)
            page.open(url)
            page.picture(folder / f"web-first{name}{'-dark' if dark else ''}.png")
            for scene in PROSE:
                page.picture(folder / f"web-scene-{scene}{name}{'-dark' if dark else ''}.png", f"#scene-{scene}")
