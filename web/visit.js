/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What visit.py looks at on a page. */
({
    inWindow(selector) {
        const b = document.querySelector(selector).getBoundingClientRect();
        return b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth;
    },
    smallTargets() {
        return [...document.querySelectorAll('button, input, a, .hit')].filter(e => !e.closest('.gone'))
            .map(e => [e, e.getBoundingClientRect()]).filter(([, b]) => b.width < 44 || b.height < 44)
            .map(([e, b]) => `${e.id || e.className.baseVal || e.textContent}: ${b.width.toFixed()} x ${b.height.toFixed()}`);
    },
    async spoken() {
        const said = [], live = document.getElementById('live');
        new MutationObserver(() => said.push(live.textContent)).observe(live, { childList: true, subtree: true });
        for (let n = 0; n < 80; n++) {
            page.first.tick();
            await null;
        }
        await new Promise(done => setTimeout(done));
        return said;
    },
    moves() {
        const s = page.scenes.levels;
        return [...new Set(Array.from(Array(400).keys(), n => {
            s.begin(1 + n * 163 % 65535);
            for (let guess = 0; guess < 4 && !s.wheel.delivered.length; guess++) s.guess(0);
            return s.wheel.delivered[0].clock === s.begun ? s.moves : 'not at its deadline';
        }))].sort();
    },
    rolled() {
        return [[...document.querySelectorAll('#scene-rollover .odometer b')].map(b => b.textContent).join(''),
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
