// SPDX-License-Identifier: Apache-2.0 OR MIT
// The five scenes.
const names = delivered => delivered.map(({ id, clock }) => `${letter(id)} at ${written(clock)}`).join(", ");

// One ring, whose hand is dragged: scenes 1 and 2.
class Turning extends Scene {
  constructor(name, most, label) {
    super(name);
    this.dial = new Dial(this.svg(label), { rings: [{ level: 0, inner: 74, outer: 160 }], size: 13, labels: 58 });
    this.hand = new Hand(this.dial, { most, inner: 74, outer: 182, label: "The hand", ask: tick => this.to(tick) });
    this.legend(...["timer", "hand"], ...(most > 15 ? ["badge"] : []));
    this.row(this.button("◀ one tick", () => this.to(Math.max(0, this.hand.tick - 1))),
      this.button("one tick ▶", () => this.to(Math.min(most, this.hand.tick + 1))));
    this.to(0);
  }
  to(tick) {
    const before = this.wheel.delivered.length;
    this.wheel.to(tick);
    this.dial.show(this.wheel.m);
    this.badges();
    this.hand.told(tick, `tick ${tick}`);
    const { delivered } = this.wheel;
    this.said.setAttribute("aria-live", delivered.length === before ? "off" : "polite");
    this.say(delivered.length ? `Rung: ${names(delivered)}.` : "Nothing has rung yet.");
    this.told();
  }
  badges() { }
}

class Turns extends Turning {
  left(id) {
    return Math.floor((this.wheel.m.distance(this.wheel.m.now, this.wheel.m.deadline(id)) - 1) / this.wheel.m.heads);
  }
  badges() {
    if (!this.list) {
      this.list = html("ul", { class: "badges" });
      this.figure.querySelector(".legend").before(this.list);
    }
    const rows = [0, 1, 2].map(id => {
      const dot = this.dial.dot(id), gone = dot.classList.contains("gone"), n = gone ? 0 : this.left(id);
      if (!dot.querySelector(".badge"))
        dot.append(
          el("circle", { class: "badge", cx: 7, cy: -17, r: 9 }), el("text", { class: "badge-text", x: 7, y: -17 }));
      dot.classList.toggle("bare", n === 0);
      dot.querySelector(".badge-text").textContent = n;
      const rings = n === 0 ? "rings when the hand comes" : `${n} revolution${n === 1 ? "" : "s"} left`;
      return html("li", {}, html("b", {}, letter(id)), ` ${gone ? "has rung" : rings}`);
    });
    this.list.replaceChildren(...rows);
  }
}

class Levels extends Scene {
  constructor() {
    super("levels");
    this.dial = new Dial(this.svg("Four rings; the timer is on one of them"), { rings: FOUR, size: 12, labels: 196 });
    this.clock = odometer("clock");
    this.deadline = odometer("A rings at");
    this.figure.prepend(html("div", { class: "clocks" }, this.clock.node, this.deadline.node));
    this.question = html("p", { class: "question" });
    this.figure.append(this.question);
    this.guesses = [2, 1, 0].map(level => {
      const b = this.button(`ring ${level}`, () => this.guess(level));
      b.classList.add(`r${level}`);
      return b;
    });
    this.row(...this.guesses, this.button("start again", () => this.begin()));
    this.delay = html("input", { type: "text", inputmode: "numeric", value: this.delay0(), id: "levels-delay" });
    const start = this.button("start A", () => this.another());
    this.row(html("label", { for: "levels-delay" }, "another delay "), this.delay, start);
    this.legend("timer", "present", "name");
    this.begin();
  }
  delay0() { return parse(this.story.calls[1]).b; }
  another() {
    const wrong = attempt(() => this.begin(whole(this.delay.value, 1, this.wheel.m.period - 1, "Another delay")));
    if (wrong) this.say(wrong);
  }
  begin(delay = this.begun ?? this.delay0()) {
    this.begun = delay;
    this.delay.value = written(delay);
    this.wheel.story = { ...this.story, calls: ["init 1 0", `start 0 ${delay}`, "next 0"] };
    this.wheel.reset();
    this.path = [this.slot()];
    this.ask(`A is started: ring ${this.level()}, slot ${this.slot() % 16}.`);
  }
  slot() { return this.wheel.m.slots().keys().next().value; }
  level() { return Math.floor(this.slot() / 16); }
  get moves() { return this.path.length - 1; }
  ask(news) {
    const { m } = this.wheel, rung = this.wheel.delivered.length > 0, low = !rung && this.level() === 0;
    this.dial.show(m);
    this.clock.show(m.now);
    this.deadline.show(m.deadline(0));
    const span = 16 ** this.level(), turn = Math.floor(m.now / span / 16),
          opens = (turn * 16 + this.slot() % 16) * span;
    const s = this.moves === 1 ? "" : "s", slots = `slot${this.moves ? "s" : ""} ${this.path.join(", ")}`;
    this.question.textContent = rung
      ? `It took ${this.moves} move${s}. Counted through, 16 slots a ring, A was in ${slots}.`
      : low ? `A is on ring 0: it rings in ${written(m.distance(m.now, m.deadline(0)))} ticks, without another move.`
      : `The slot opens at tick ${written(opens)}. Where does A go then?`;
    for (const [n, button] of this.guesses.entries())
      button.disabled = rung || (!low && 2 - n >= this.level()) || (low && n !== 2);
    this.guesses[2].textContent = low ? "let A ring" : "ring 0";
    this.say(news);
    this.told();
  }
  // Sleeps as long as next says, until the timer has moved or rung.
  guess(level) {
    const { wheel } = this, was = this.level(), slot = this.slot();
    while (!wheel.delivered.length && this.slot() === slot) wheel.to(wheel.gone + wheel.next().wrote);
    const rung = wheel.delivered[0], where = rung ? 0 : this.level();
    if (was > 0) this.path.push(rung ? wheel.m.deadline(0) % 16 : this.slot());
    const right = where === level ? "Right" : "No";
    const news = was === 0 ? "" : rung ? `${right}: ring 0, and it is due there at once. `
      : `${right}: ring ${where}, slot ${this.slot() % 16}. `;
    this.ask(news + (rung ? `A rings at ${written(rung.clock)}: its deadline.` : ""));
  }
}

class Rollover extends Scene {
  constructor() {
    super("rollover");
    this.dial = new Dial(this.svg("Four rings; A and B wait"), { rings: FOUR, size: 12, labels: 196 });
    this.clock = odometer("clock");
    this.figure.prepend(html("div", { class: "clocks" }, this.clock.node));
    this.range = html("input", { type: "range", min: 0, max: 32, value: 0, id: "rollover-ticks" });
    this.range.oninput = () => this.to(+this.range.value);
    this.row(html("label", { for: "rollover-ticks" }, "push the clock "), this.range);
    this.legend("timer", "present", "name");
    this.to(0);
  }
  to(ticks) {
    const { wheel } = this, before = wheel.delivered.length;
    wheel.to(ticks);
    this.dial.show(wheel.m);
    const { now } = wheel.m, over = now < wheel.start;
    this.clock.show(now);
    this.clock.node.classList.toggle("over", over);
    this.range.setAttribute("aria-valuetext", `clock ${now}`);
    this.said.setAttribute("aria-live", wheel.delivered.length === before && over === this.over ? "off" : "polite");
    this.over = over;
    this.say(`${over ? "The clock has rolled over." : "The clock is before its end."} ${
      wheel.delivered.length ? `Rung: ${names(wheel.delivered)}.` : "Nothing has rung yet."}`);
    this.told();
  }
}

class Hang extends Scene {
  constructor() {
    super("hang");
    this.rings = [{ level: 0, inner: 34, outer: 104 }, { level: 3, inner: 116, outer: 190 }];
    const pair = html("div", { class: "pair" });
    this.sides = [
      ["the code of this project", this.story],
      ["the search does not wrap around", SCENES.find(s => s.name === "hang-wrong")]
    ].map(([title, story], n) => {
      const svg = el("svg", { role: "img", "aria-label": `Rings 0 and 3: ${title}` }),
            verdict = html("p", { class: "verdict" });
      pair.append(html("div", {}, html("h3", {}, title), svg, verdict));
      return {
        wheel: n ? new Wheel(story) : this.wheel,
        dial: new Dial(svg, { rings: this.rings, size: 24 }),
        verdict
      };
    });
    this.clock = odometer("clock of both");
    this.figure.append(html("div", { class: "clocks" }, this.clock.node), pair);
    this.row(this.button("advance 4 ticks", () => this.by(4)),
      this.button("advance 65,536 ticks", () => this.by(65536)), this.button("start again", () => this.by(0)));
    this.legend("timer", "present", "name");
    this.by(0);
  }
  by(ticks) {
    const before = this.wheel.delivered.length;
    for (const side of this.sides) {
      if (ticks) side.wheel.to(side.wheel.gone + ticks); else side.wheel.reset();
      const { m, delivered, gone } = side.wheel, sleep = side.wheel.next();
      const due = m.distance(side.wheel.start, m.deadline(0));
      side.dial.show(m);
      const wait = STATUS[sleep.answer] === "OK" ? `next says: sleep ${written(sleep.wrote)} ticks.`
                                                 : "next says: no timer is active.";
      side.verdict.textContent = delivered.length ? `A rang at ${delivered[0].clock}, its deadline.`
        : gone > due ? `A is ${written(gone - due)} ticks late, and still waits. ${wait}` : `A waits. ${wait}`;
      side.verdict.className = `verdict ${delivered.length ? "good" : gone > due ? "bad" : ""}`;
    }
    this.clock.show(this.wheel.m.now);
    this.say(this.wheel.delivered.length > before || ticks > 4
        ? this.sides.map((side, n) => `${["Left", "Right"][n]}: ${side.verdict.textContent}`).join(" ")
        : "");
    this.calls.textContent =
      this.sides.map((side, n) => [`${["left", "right"][n]}:`, ...side.wheel.log.slice(-3)].join("\n  ")).join("\n");
  }
}
