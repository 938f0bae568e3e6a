/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What visit.py looks at on a page. */
({
    inWindow(selector) {
        const b = document.querySelector(selector).getBoundingClientRect();
        return b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth;
    },
    smallTargets() {
        return [...document.querySelectorAll('button, input, a, summary, .hit')]
            // what is shown, and does not stand within a sentence
            .filter(e => e.offsetParent !== null && !e.closest('p:not([class]) > a, li > a'))
            .map(e => [e, e.getBoundingClientRect()]).filter(([, b]) => b.width < 44 || b.height < 44)
            .map(([e, b]) => `${e.id || e.textContent}: ${b.width.toFixed()} x ${b.height.toFixed()}`);
    },
    // Whether the three engines deliver as many timers, and some.
    raced() {
        const race = new Race(1000, 50), sums = [0, 0, 0];
        race.engines = race.engines.map((engine, n) => ({ ...engine, advance: ticks => {
            const gone = engine.advance(ticks);
            sums[n] += gone;
            return gone;
        } }));
        for (let n = 0; n < 3000; n++) race.step();
        return [new Set(sums).size === 1, sums[0] > 1000];
    },
    lit(scene) {
        return page.scenes[scene].code.lines.filter(line => line.className).map(line => line.textContent.trim());
    },
    // All buttons but "play", which goes on by itself.
    buttons() {
        return [...document.querySelectorAll('main button')].filter(b => b.textContent !== 'play');
    },
    // A button, which gets the focus, and what its scene shows.
    pressed(n) {
        const b = this.buttons()[n], scene = b.closest('section');
        b.focus();
        return [b.textContent, scene.innerText, scene.querySelector('svg')?.innerHTML];
    },
    links(names) {
        const s = page.scenes.links, count = () => document.querySelectorAll('.link.changed').length;
        const press = name => s.figure.querySelectorAll('button')['ABCDE'.indexOf(name)].click();
        return [...[...names].map(name => { press(name); return count(); }), s.wheel.m.slots().get(5)];
    },
    path() {
        const s = page.scenes.levels, where = () => [s.wheel.m.now, s.slot() ?? -1], found = [where()];
        while (found.at(-1)[1] >= 0 && found.length < 9) {
            s.figure.querySelectorAll('button')[1].click();
            found.push(where());
        }
        return found;
    },
    delays(values) {
        const s = page.scenes.levels;
        s.begin(5000);
        return values.map(value => {
            s.delay.value = value;
            s.another();
            return [s.wheel.m.deadline(0), s.said.textContent];
        });
    },
    parts() {
        const s = page.scenes.levels;
        s.to(0);
        s.budget.value = 0;
        s.to(4096);
        return [0, 1, 2].map(() => {
            const seen = [s.wheel.m.place, s.wheel.m.slots().get(49)?.length ?? 0];
            s.again.click();
            return seen;
        });
    },
    // The level that is right, of each question.
    guesses() {
        const answers = () => [...document.querySelectorAll('#scene-levels button')].slice(-4);
        return GUESSES.map((_, n) => answers().findIndex(b => {
            page.scenes.levels.ask(n);
            b.click();
            return page.scenes.levels.said.textContent.startsWith('Right.');
        })).join('');
    },
    moves() {
        const s = page.scenes.levels;
        s.budget.value = 3;
        return [...new Set(Array.from(Array(400).keys(), n => {
            const delay = 1 + n * 163 % 65535;
            s.begin(delay);
            s.to(delay);
            const last = s.wheel.delivered.find(({ id }) => id === 0);
            return last?.clock === delay ? s.way.length - 1 : 'not at its deadline';
        }))].sort();
    },
    rolled() {
        return [[...document.querySelectorAll('#scene-rollover .odometer b')].map(b => b.textContent).join(' '),
            [...page.scenes.rollover.wheel.m.slots().keys()].join(), page.scenes.rollover.said.textContent,
            document.querySelectorAll('#scene-rollover .flips').length];
    },
    middle(element) {
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const b = element.getBoundingClientRect();
        return [b.x + b.width / 2, b.y + b.height / 2];
    },
    spots(dial, radius, slots) {
        return slots.map(slot => {
            const [x, y] = at(radius, slot / 16);
            const p = new DOMPoint(x, y).matrixTransform(dial.svg.getScreenCTM());
            return [p.x, p.y];
        });
    },
})
