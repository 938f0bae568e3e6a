// SPDX-License-Identifier: Apache-2.0 OR MIT
// The race: a sorted list, a heap and the wheel get the same starts, stops and ticks. clang counts what they do:
// race.c.
const LONGEST = 16000, STRIDE = 16, DRAWN = 1000;
const ENGINES = { sorted: "Sorted list", heap: "Heap", hier: "Timing wheel" };
const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// Each connection has a timer. A share of the timers is stopped, because the answer comes; the others expire. Then the
// connection starts its timer anew.
class Race {
  constructor(timers, share) {
    Object.assign(this, { timers, share, today: 0, over: 0, stopped: 0, seed: 1 });
    this.stops = new Map(); // of each step: which timers
    this.longest = [0, 0, 0];
    this.m = new Machine("race hier", exports => exports.init(timers));
    this.engines = ["sorted", "heap"].map(name => new WebAssembly.Instance(modules[`race ${name}`]).exports);
    for (const engine of this.engines) engine.init(timers);
    this.engines.push(this.m.exports);
    // In the order of their deadlines, or the list would take minutes; but any timer has any of the delays.
    const delays = Array.from(Array(timers), () => this.delay()).sort((a, b) => a - b), ids = [...delays.keys()];
    for (const delay of delays) {
      const at = this.random(ids.length), id = ids[at];
      ids[at] = ids.at(-1);
      ids.pop();
      this.start(id, delay);
    }
    this.begun = this.engines.map(engine => [engine.comparisons(), engine.writes()]);
    this.longest = [0, 0, 0];
  }
  random(below) {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(this.seed / 2 ** 32 * below);
  }
  delay() { return 2 * STRIDE + this.random(LONGEST - 2 * STRIDE); }
  // A start or stop on each engine; the longest counts.
  each(does) {
    this.engines.forEach((engine, n) => {
      const before = engine.comparisons() + engine.writes();
      does(engine);
      this.longest[n] = Math.max(this.longest[n], engine.comparisons() + engine.writes() - before);
    });
  }
  start(id, delay = this.delay()) {
    this.each(engine => engine.start(id, delay));
    if (this.random(100) >= this.share) return;
    const when = Math.floor(this.today / STRIDE) + 1 + this.random(Math.floor(delay / STRIDE) - 1);
    if (!this.stops.has(when)) this.stops.set(when, []);
    this.stops.get(when).push(id);
  }
  step() {
    this.today += STRIDE;
    const expired = this.engines.map(engine => engine.advance(STRIDE));
    const ids = [...new Uint32Array(this.m.exports.memory.buffer, this.m.exports.gone(), expired[2])];
    const when = this.today / STRIDE, stops = this.stops.get(when) ?? [];
    this.stops.delete(when);
    for (const id of stops) this.each(engine => engine.stop(id));
    for (const id of [...ids, ...stops]) this.start(id);
    this.over += ids.length + stops.length;
    this.stopped += stops.length;
  }
  // Of each engine: comparisons and writes to memory so far, and for one timer.
  get counts() {
    return this.engines.map((engine, n) => {
      const done = [engine.comparisons() - this.begun[n][0], engine.writes() - this.begun[n][1]];
      return { done, each: Math.round((done[0] + done[1]) / this.over), longest: this.longest[n] };
    });
  }
}

const SIZES = [100, 300, 1000, 3000, 10000, 30000, 100000];

class Racing {
  constructor() {
    this.lanes = Object.values(ENGINES).map(name => {
      const bar = html("i"), times = html("span"), done = html("p"), each = html("p", { class: "dim" });
      const track = html("div", { class: "bar", "aria-hidden": "true" }, bar);
      const node = html("div", { class: "lane" }, html("h2", {}, name, times), track, done, each);
      return { node, bar, times, done, each };
    });
    $("lanes").replaceChildren(...this.lanes.map(lane => lane.node));
    this.dial = new Dial($("crowd"), { labels: 194 });
    this.timers = this.slider("timers", SIZES.length - 1, 4, n => written(SIZES[n]));
    this.share = this.slider("share", 100, 95, n => `${n} %`);
    $("pause").onclick = () => this.run(!this.running);
    new IntersectionObserver(([seen]) => { this.seen = seen.isIntersecting; }).observe($("scene-race"));
    this.begin();
    this.run(!still());
  }
  slider(id, max, value, says) {
    const range = $(id);
    Object.assign(range, { max, value });
    range.oninput = () => { this.told(range, says); this.begin(); };
    this.told(range, says);
    return range;
  }
  told(range, says) {
    $(`${range.id}-are`).textContent = says(+range.value);
    range.setAttribute("aria-valuetext", says(+range.value));
  }
  begin() {
    this.race = new Race(SIZES[+this.timers.value], +this.share.value);
    for (const until = performance.now() + 30; this.race.over < 300 && performance.now() < until;) this.race.step();
    this.show();
  }
  // For the table of the page, which is made once.
  static table() {
    while (page.race.race.over < 300) page.race.race.step();
    page.race.show();
    const rows = [100, 1000, 10000, 100000].map(timers => {
      const race = new Race(timers, 95);
      while (race.over < 300) race.step();
      return html("tr", {}, html("th", { scope: "row" }, written(timers)), ...race.counts.map(({ each, longest }) =>
        html("td", {}, `${written(each)}, longest ${written(longest)}`)));
    });
    $("growth").replaceChildren(...rows);
  }
  show() {
    const { race, lanes } = this, { counts, over, stopped } = race;
    const all = counts.map(({ done: [a, b] }) => a + b), most = Math.max(...all);
    lanes.forEach((lane, n) => {
      const { done: [comparisons, writes], each, longest } = counts[n];
      lane.bar.style.width = `${100 * all[n] / most}%`;
      lane.done.textContent = `${written(comparisons)} comparisons, ${written(writes)} writes`;
      const times = written(+(all[n] / all[2]).toPrecision(2));
      lane.times.textContent = n < 2 ? `: ${times} times the wheel's work` : "";
      lane.each.textContent = `for one timer ${written(each)}; longest start or stop ${written(longest)}`;
    });
    this.dial.show(race.m, DRAWN);
    $("over").textContent = `So far ${written(stopped)} were stopped, and ${written(over - stopped)} expired.`;
  }
  frame() {
    if (!this.running) return;
    if (this.seen !== false) {
      this.race.step();
      this.show();
    }
    setTimeout(() => requestAnimationFrame(() => this.frame()), 60);
  }
  run(on) {
    this.running = on;
    $("pause").textContent = on ? "Pause" : "Run";
    if (on) this.frame();
  }
}
