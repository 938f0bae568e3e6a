// SPDX-License-Identifier: Apache-2.0 OR MIT
// The scenes.
const names = delivered => delivered.map(({ id, clock }) => `${letter(id)} at ${written(clock)}`).join(", ");

// The lines of `advance` that a call has run, by what it did; in the hashed wheel a move is a pass.
function ran(status, { moved, went }) {
  return [...(went ? ["else: w.run(until)"] : []),
    ...(moved ? ["elif w.opening != w.NONE", "budget = budget - 1", "w.cascade()", "w.cursor = w.next_of"] : []),
    ...{
      EXPIRED: ["w.remove(due)", "return EXPIRED"],
      BUSY: ["if budget == 0: return BUSY"],
      OK: ["elif w.now == until: return OK"],
    }[status]];
}

// One ring, whose hand is dragged: the first two scenes.
class Turning extends Scene {
  constructor(name, most, label) {
    super(name);
    this.dial = new Dial(this.svg(label), { rings: ONE, size: 13, labels: 58 });
    this.hub = el("text", { class: "name" });
    this.dial.under.append(this.hub);
    this.hand = new Hand(this.dial, { most, inner: 74, outer: 182, label: "The hand", ask: tick => this.to(tick) });
    this.legend(...["timer", "hand"], ...(most > 15 ? ["badge"] : []));
    this.row(button("◀ one tick", () => this.to(Math.max(0, this.hand.tick - 1))),
      button("one tick ▶", () => this.to(Math.min(most, this.hand.tick + 1))));
    this.figure.append(this.said);
    this.to(0);
  }
  to(tick) {
    const { wheel } = this, before = wheel.delivered.length, went = tick !== wheel.gone;
    wheel.to(tick);
    this.dial.show(wheel.m);
    this.badges();
    this.hand.told(tick, `tick ${tick}`);
    this.hub.textContent = `clock ${wheel.m.now}`;
    const { delivered, m } = wheel, now = delivered.at(-1)?.clock === m.now;
    const passed = !now && m.slots().has(m.digit(m.now));
    this.code.light(...(tick ? ran("OK", { went, moved: passed }) : ["return deadline % w.heads"]),
      ...(now ? ran("EXPIRED", {}) : []));
    const news = delivered.length ? `Expired: ${names(delivered)}.` : "Nothing has expired yet.";
    this.say(news, delivered.length === before);
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
      const { m } = this.wheel, away = m.distance(m.now, m.deadline(id));
      const ticks = `${away} tick${away === 1 ? "" : "s"}`;
      const left = n === 0 ? `expires in ${ticks}` : `${n} revolution${n === 1 ? "" : "s"} left, ${ticks}`;
      return html("li", {}, html("b", {}, letter(id)), ` ${gone ? "has expired" : left}`);
    });
    this.list.replaceChildren(...rows);
  }
}

// A slot as the circle of its links; a click on a timer stops or starts it.
class Links extends Scene {
  constructor() {
    super("links");
    this.timers = this.wheel.m.capacity;
    this.slot = this.wheel.m.slots().keys().next().value;
    this.picture = this.svg("The links of one slot");
    this.picture.setAttribute("viewBox", "-200 -170 400 340");
    this.arrows = el("g", { "aria-hidden": "true" });
    this.nodes = Array.from(Array(this.timers + 1), (_, n) => {
      const texts = [el("text", {}, n ? letter(n - 1) : "slot"), el("text", { y: 15, class: "index" }, this.index(n))];
      return el("g", { class: n ? "dot" : "dot head" }, el("circle", { class: "face", r: 22 }), ...texts);
    });
    this.picture.append(this.arrows, ...this.nodes);
    this.nodes.slice(1).forEach((node, id) => { node.onclick = () => this.turn(id); });
    this.legend("next", "prev", "changed");
    this.row(...Array.from(Array(this.timers).keys(), id => {
      const b = button("", () => this.turn(id));
      b.dataset.id = id;
      return b;
    }));
    this.figure.append(this.said);
    this.show();
    this.say("A click stops a timer, or starts it again.", true);
  }
  // The slot is number 0 of the picture, and timer id is number id + 1; in memory they are nodes.
  index(n) { return n ? this.wheel.m.heads + n - 1 : this.slot; }
  number(node) { return node < this.wheel.m.heads ? 0 : node - this.wheel.m.heads + 1; }
  get links() {
    const { m } = this.wheel;
    return this.nodes.map((_, n) => [m.next(this.index(n)), m.prev(this.index(n))]);
  }
  active(id) { return this.wheel.m.next(this.wheel.m.heads + id) !== this.wheel.m.heads + id; }
  turn(id) {
    const before = this.links, stops = this.active(id);
    this.wheel.make(stops ? `stop ${id}` : `start ${id} ${this.slot}`);
    const changed = this.links.map((pair, n) => pair.map((to, way) => to !== before[n][way]));
    this.show(changed);
    const held = this.wheel.m.slots().get(this.slot)?.length ?? 0, count = changed.flat().filter(Boolean).length;
    this.say(`${stops ? "stop" : "start"}(${letter(id)}) wrote ${WORDS[count]} links. The slot holds ${held}.`);
    this.code.light(...(stops ? ["before, after", "w.next_of[before]", "w.next_of[node] =", "if before != after"]
      : ["tail =", "w.next_of[tail]", "w.next_of[node], w.prev_of[s]", "w.occupied[s] = 1"]),
      ...(stops && !held ? ["w.occupied[before] = 0", "return before"] : []));
  }
  show(changed = null) {
    const held = [0, ...(this.wheel.m.slots().get(this.slot) ?? []).map(id => id + 1)];
    const idle = this.nodes.map((_, n) => n).filter(n => !held.includes(n)), spots = [];
    held.forEach((n, i) => { spots[n] = at(112, i / held.length); });
    idle.forEach((n, i) => { spots[n] = [168, 140 - 64 * i]; });
    this.nodes.forEach((node, n) => { node.style.transform = `translate(${spots[n][0]}px, ${spots[n][1]}px)`; });
    this.arrows.replaceChildren(...this.links.flatMap((pair, n) =>
      pair.map((to, way) => this.arrow(spots[n], spots[this.number(to)], way, changed?.[n][way]))));
    for (const b of this.figure.querySelectorAll("[data-id]"))
      b.textContent = `${this.active(+b.dataset.id) ? "stop" : "start"} ${letter(+b.dataset.id)}`;
    this.told();
  }
  // An arc from a node to another, next on one side and prev on the other; a loop from a node to itself.
  arrow([x, y], [u, v], way, changed) {
    const far = Math.hypot(u - x, v - y), name = `link ${way ? "prev" : "next"}${changed ? " changed" : ""}`;
    const side = way ? 1 : -1, loop = `M${x - 8} ${y + 22 * side}q8 ${18 * side} 16 0`;
    if (far === 0) return el("g", { class: name }, el("path", { d: loop }));
    const [c, s] = [(u - x) / far, (v - y) / far], end = far - 26;
    const spot = (along, across) => `${x + c * along - s * across} ${y + s * along + c * across}`;
    return el("g", { class: name }, el("path", { d: `M${spot(23, -9)}Q${spot(far / 2, -20)} ${spot(end, -9)}` }),
      el("path", { class: "head", d: `M${spot(end - 9, -15)}L${spot(end, -9)}L${spot(end - 9, -5)}` }));
  }
}

const BUDGETS = [1, 2, 4, "unbounded"], GUESSES = [300, 12, 5000, 200, 40000, 4095, 16];

// Four levels; the visitor moves the clock to and fro.
class Levels extends Scene {
  constructor() {
    super("levels");
    this.dial = new Dial(this.svg("Four levels of slots, and the timers on them"), { labels: 194 });
    this.clock = odometer("clock");
    this.due = odometer("A expires at");
    this.figure.prepend(html("div", { class: "clocks" }, this.clock.node, this.due.node));
    this.time = this.slider("time", { min: 0, id: "levels-time" }, tick => this.to(tick));
    this.again = button("call again", () => this.to(this.tick));
    this.row(button("◀ event", () => this.to(this.events.findLast(tick => tick < this.tick) ?? 0)),
      button("event ▶", () => this.to(this.events.find(tick => tick > this.tick) ?? this.tick)),
      this.again, this.play = button("play", () => this.run(!this.running)));
    this.figure.append(this.said);
    const budgets = { min: 0, max: BUDGETS.length - 1, value: BUDGETS.length - 1, id: "levels-budget" };
    this.budget = this.slider("budget of a call", budgets, n => this.budget.is(`${BUDGETS[n]}`));
    this.budget.is("unbounded");
    this.delay = html("input", { type: "text", inputmode: "numeric", id: "levels-delay" });
    const start = button("start A", () => this.another());
    this.delay.onkeydown = event => { if (event.key === "Enter") this.another(); };
    this.row(html("label", { for: "levels-delay" }, "another delay of A "), this.delay, start);
    this.question = html("span");
    this.row(this.question, ...[0, 1, 2, 3].map(level => button(`level ${level}`, () => this.guess(level))));
    this.legend("timer", "way", "present", "opening", "name");
    this.ask(0);
    this.begin(parse(this.story.calls[1]).b);
  }
  another() {
    const wrong = attempt(() => this.begin(whole(this.delay.value, 1, this.wheel.m.period - 1, "Another delay")));
    if (wrong) this.say(wrong);
  }
  ask(n) {
    this.asked = n;
    this.question.textContent = `Guess: A waits ${written(GUESSES[n])} ticks from clock 0. On which level?`;
  }
  guess(level) {
    this.begin(GUESSES[this.asked]);
    const right = Math.floor(this.slot() / this.wheel.m.radix) === level;
    this.say(`${right ? "Right." : `Not on level ${level}.`} ${this.said.textContent}`);
    this.ask((this.asked + 1) % GUESSES.length);
  }
  begin(delay) {
    this.run(false);
    this.delay.value = written(delay);
    const [init, , ...others] = this.wheel.setup;
    this.wheel.story = { ...this.story, calls: [init, `start 0 ${delay}`, ...others, "next 0"] };
    this.wheel.reset();
    // A run ahead: the ticks at which something happens, and where A waits from when on.
    const ahead = new Wheel(this.wheel.story);
    this.events = [0];
    this.way = [[0, this.slot(ahead.m)]];
    while (ahead.gone < delay) {
      ahead.to(Math.min(delay, ahead.gone + ahead.next().wrote));
      this.events.push(ahead.gone);
      const slot = this.slot(ahead.m);
      if (slot !== undefined && slot !== this.way.at(-1)[1]) this.way.push([ahead.gone, slot]);
    }
    // A timer may expire as soon as it comes to level 0.
    if (this.way.at(-1)[1] >= this.wheel.m.radix) this.way.push([delay, delay % this.wheel.m.radix]);
    this.time.max = delay;
    this.tick = 0;
    this.show([], "");
  }
  slot(m = this.wheel.m) { return [...m.slots()].find(([, ids]) => ids.includes(0))?.[0]; }
  to(tick) {
    const { wheel } = this, before = { now: wheel.m.now, slots: wheel.m.slots() }, gone = wheel.delivered.length;
    const back = tick < this.tick;
    const status = wheel.to(tick, BUDGETS[+this.budget.value]);
    this.tick = tick;
    const fresh = back ? [] : wheel.delivered.slice(gone);
    const went = wheel.m.now !== before.now, places = slots => [...slots].flatMap(([s, ids]) => ids.map(id => [id, s]));
    const was = new Map(places(before.slots)), moved = places(wheel.m.slots()).filter(([id, s]) => was.get(id) !== s);
    const happened = [];
    const moves = moved.map(([id, s]) => `${letter(id)} to ${place(wheel.m, s)}`).join("; ");
    if (moves) happened.push(`Moved: ${moves}.`);
    if (fresh.length) happened.push(`Expired: ${names(fresh)}.`);
    if (status === "BUSY") happened.push(`The budget is used up, and slot ${wheel.m.place} is half open. Call again.`);
    const news = back ? "" : happened.join(" ");
    this.show([...ran(status, { went, moved: moved.length }), ...(fresh.length ? ran("EXPIRED", {}) : [])], news);
  }
  show(lines, news) {
    const { m } = this.wheel, slot = this.slot();
    const come = slot === undefined ? this.way.length - 1 : this.way.findIndex(([, there]) => there === slot);
    this.dial.show(m);
    const spots = this.way.map(([, s]) => this.dial.spot(Math.floor(s / m.radix), s % m.radix));
    if (slot !== undefined) spots[come] = this.dial.where.get(0); // beside others of its slot
    this.dial.ways(spots, come);
    this.clock.show(m.now);
    this.due.show(m.deadline(0));
    this.time.value = this.tick;
    this.time.is(written(this.tick));
    this.again.ariaDisabled = !m.place;
    const moves = `It took ${this.way.length - 1} move${this.way.length === 2 ? "" : "s"}.`;
    const here = slot === undefined ? `A has expired at ${written(m.deadline(0))}, its deadline. ${moves}`
      : `A is in slot ${slot}: ${place(m, slot)}.`;
    const opens = slot >= m.radix && slot !== m.place ? `It opens at tick ${written(this.way[come + 1][0])}.` : "";
    this.say(`${news} ${here} ${opens}`.trim(), !news);
    const start = ["level = 3", "if deadline >= w.now", "while level", "return w.R * level"];
    this.code.light(...(lines.length ? lines : start));
    this.told();
  }
  run(on) {
    this.running = on;
    this.play.textContent = on ? "pause" : "play";
    clearInterval(this.timer);
    if (on && this.tick >= +this.time.max) this.to(0);
    if (on) this.timer = setInterval(() => {
      this.to(Math.min(+this.time.max, this.tick + Math.ceil(this.time.max / 240)));
      if (this.tick >= +this.time.max) this.run(false);
    }, 60);
  }
}

class Rollover extends Scene {
  constructor() {
    super("rollover");
    this.dial = new Dial(this.svg("Four levels; A and B wait"), { labels: 194 });
    this.clock = odometer("clock");
    this.figure.prepend(html("div", { class: "clocks" }, this.clock.node));
    const ticks = { min: 0, max: 32, value: 0, id: "rollover-ticks" };
    this.range = this.slider("push the clock", ticks, n => this.to(n));
    this.figure.append(this.said);
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
    this.range.is(`clock ${written(now)}`);
    this.say(`${over ? "The clock has rolled over." : "The clock is before its end."} ${
      wheel.delivered.length ? `Expired: ${names(wheel.delivered)}.` : "Nothing has expired yet."}`,
      wheel.delivered.length === before && over === this.over);
    this.over = over;
    this.code.light("level = 3", ...(over ? ["if deadline >= w.now", "while level"] : []), "return w.R * level");
    this.told();
  }
}

class Bug extends Scene {
  constructor() {
    super("hang");
    // From the wrong answer on, the line that the bug lacks.
    const lines = ["s = w.first", "return w.first_occupied(3"];
    this.player = new Player(this.story, (_, over) => this.code.light(lines[+over]));
    this.figure.replaceWith(this.player.figure);
    this.said.remove();
    this.calls.replaceWith(this.player.table);
    this.player.to(this.player.wrong);
  }
}

// Any clock and any delay: what the wheel does, and the one clause that says so for all of them.
class Proof extends Scene {
  constructor() {
    super("proof");
    const [init, start] = this.story.calls.map(parse);
    this.fields = [["clock", init.b], ["delay", start.b]].map(([name, value]) =>
      html("input", { type: "text", inputmode: "numeric", id: `proof-${name}`, value: written(value) }));
    for (const field of this.fields) field.oninput = () => this.ask();
    const labels = this.fields.map(field => html("label", {}, field.id.slice(6), field));
    this.row(...labels, button("at random", () => this.any()));
    this.answers = html("ol", { class: "answers" });
    this.figure.append(this.answers, this.said);
    this.calls.remove();
    this.ask();
  }
  any() {
    for (const field of this.fields) field.value = written(Math.floor(Math.random() * this.wheel.m.period));
    this.ask();
  }
  ask() {
    const number = field => whole(field.value, 0, UNBOUNDED, field.id.slice(6));
    const wrong = attempt(() => this.show(...this.fields.map(number)));
    if (!wrong) return;
    this.answers.replaceChildren();
    this.code.light();
    this.say(wrong);
  }
  show(clock, delay) {
    const { wheel } = this, calls = [`init 1 ${clock}`, `start 0 ${delay}`, "next"];
    wheel.story = { ...this.story, calls };
    wheel.reset();
    const [init, started] = wheel.log, { m } = wheel, begun = m.now, active = m.slots().size > 0;
    const deadline = m.deadline(0), taken = `; the wheel takes it modulo ${written(m.period)}: ${written(begun)}`;
    const lines = [init + (begun === clock ? "" : taken), started];
    if (active) {
      const sum = `(${written(begun)} + ${written(delay)}) mod ${written(m.period)}`;
      lines.push(`deadline of A: after(now, delay) = ${sum} = ${written(deadline)}`);
      wheel.to(delay);
      const end = wheel.log.findIndex(line => line.includes("EXPIRED")); // after advances of a quarter of the period
      lines.push(...wheel.log.slice(2, end), `${wheel.log[end]}, at clock ${written(wheel.delivered[0].clock)}`);
    }
    this.answers.replaceChildren(...lines.map(line => html("li", {}, line)));
    const late = active ? written(wheel.delivered[0].clock) : "";
    this.say(active ? `Case started. T4_deadline: the deadline is ${written(deadline)}. T1_exact: A expires at ${late}.`
      : "Case bad_delay. T5_status: the delay is refused.");
    this.code.light(...(active ? ["tw_hier_start, behavior started", "assumes id < w->capacity && 1 <=",
      "ensures T4_deadline", "tw_hier_advance", "assumes distance", "ensures T1_exact"]
      : ["tw_hier_start, behavior bad_delay", "assumes id < w->capacity && !(", "ensures T5_status"]));
  }
}
