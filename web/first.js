// SPDX-License-Identifier: Apache-2.0 OR MIT
// The first screen: a hashed wheel of 16 slots whose hand turns. Each dot is a timer. When it rings, it starts again.
const DELAYS = [3, 6, 6, 9, 12, 15], TICK = 900;
const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function say(text) { $("live").textContent = text; }

class First {
  constructor() {
    this.m = new Machine("hashed 16.16");
    this.dial = new Dial($("first"), { rings: [{ level: 0, inner: 82, outer: 174 }], size: 20, labels: 187 });
    this.needle = el("path", { class: "needle", d: "M0 -66V-174" });
    this.dial.over.before(this.needle);
    this.lines =
      ["hub-name", "hub"].map((name, n) => this.dial.under.appendChild(el("text", { class: name, y: [-14, 16][n] })));
    this.chosen = null;   // the dot that the visitor moved last
    this.waited = false;  // has it not rung since?
    this.call("init", DELAYS.length, 0);
    DELAYS.forEach((delay, id) => { this.call("start", id, delay); this.arm(id); this.describe(id); });
    this.show();
    $("first").onclick = event => this.drop(event);
    $("pause").onclick = () => this.turn(!this.turning);
    this.turn(!still());
  }
  call(name, a, b = 0) {
    const got = this.m.call(CALLS.indexOf(name), a, b);
    this.last = readable(name === "advance" ? `advance ${a} unbounded` : `${name} ${a} ${b}`, got);
    return got;
  }
  slot(id) { return this.m.deadline(id) % this.m.heads; }
  left(id) { return this.m.distance(this.m.now, this.m.deadline(id)); }
  ticks(n) { return `${n} tick${n === 1 ? "" : "s"}`; }
  // A dot is a slider: pointer and arrow keys choose its slot.
  arm(id) {
    const node = this.dial.dot(id);
    const says = { "aria-label": `Timer ${letter(id)}, slot`, "aria-valuemin": 0, "aria-valuemax": 15 };
    for (const [name, text] of Object.entries({ role: "slider", tabindex: 0, ...says })) node.setAttribute(name, text);
    node.prepend(el("circle", { class: "hit", r: 28 }));
    holds(node);
    node.onclick = event => event.stopPropagation(); // the end of a drag
    node.onpointerdown = event => {
      node.setPointerCapture(event.pointerId);
      node.focus({ preventScroll: true });
      event.preventDefault();
      event.stopPropagation();
      this.dragged = { id, slot: null };
      this.raise(id, true);
      this.choose(id);
    };
    node.onpointermove = event => {
      if (!this.dragged || this.dragged.id !== id) return;
      const { x, y, turn } = this.dial.where(event), far = Math.min(1, 190 / Math.hypot(x, y));
      this.dragged.slot = this.dial.digit(turn);
      node.classList.add("held");
      this.dial.place(id, x * far, y * far);
      this.dial.opening(0, this.dragged.slot);
      this.hub();
    };
    node.onpointerup = node.onpointercancel = event => {
      const { slot } = this.dragged || {};
      this.dragged = null;
      node.classList.remove("held");
      this.raise(id, false);
      this.dial.opening(-1, 0);
      if (event.type === "pointerup" && slot !== null && slot !== undefined) this.move(id, slot);
      else this.show();
    };
    node.onkeydown = event => {
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: 15, ArrowDown: 15 }[event.key];
      if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.move(id, (this.slot(id) + by) % 16);
    };
    node.onfocus = () => this.choose(id);
  }
  // A dot that is dragged is drawn over the others. They move in the document, because it would lose the pointer.
  raise(id, up) {
    const node = this.dial.dot(id);
    const later = [...this.dial.dots].filter(([other]) => other > id).map(([, other]) => other);
    if (up) node.before(...later); else this.dial.over.append(...later);
  }
  // A tap on a slot moves the dot that the hub names: the one chosen last, or before that the one that rings next.
  drop(event) {
    const { radius, turn } = this.dial.where(event);
    if (radius > 76 && radius < 200) this.move(this.named, this.dial.digit(turn));
  }
  choose(id) {
    this.chosen = id;
    for (const [other, node] of this.dial.dots) node.classList.toggle("chosen", other === id);
    this.describe(id);
    this.hub();
  }
  delay(slot) { return (slot - this.m.now % 16 + 15) % 16 + 1; } // 1 .. 16 ticks to where the hand meets a slot
  move(id, slot) {
    this.call("restart", id, this.delay(slot));
    this.waited = true;
    this.choose(id);
    this.show();
    say(`${letter(id)} rings in ${this.ticks(this.left(id))}.`);
  }
  describe(id) { // on events, not at ticks
    const node = this.dial.dot(id);
    node.setAttribute("aria-valuenow", this.slot(id));
    node.setAttribute("aria-valuetext", `slot ${this.slot(id)}, rings in ${this.ticks(this.left(id))}`);
  }
  hub() {
    const held = this.dragged && this.dragged.slot !== null ? this.dragged : null;
    const { wrote, ticks } = this.chosen === null ? this.m.call(CALLS.indexOf("earliest"), this.m.now, 0)
      : { wrote: this.chosen, ticks: this.left(this.chosen) };
    this.named = wrote;
    const now = held ? this.delay(held.slot) : ticks;
    this.lines[0].textContent = `${letter(wrote)} rings`;
    this.lines[1].textContent = now === 0 ? "now" : `in ${this.ticks(now)}`;
  }
  show() {
    for (const [slot, ids] of this.m.slots())
      ids.forEach((id, n) => {
        if (!this.dragged || this.dragged.slot === null || this.dragged.id !== id)
          this.dial.place(id, ...this.dial.spot(0, slot, n, ids.length));
      });
    this.dial.present(0, this.m.now % 16);
    this.needle.style.transform = `rotate(${this.dial.turns.get(0) * 360 / 16}deg)`;
    this.hub();
    $("call").textContent = this.last;
  }
  tick() {
    const until = (this.m.now + 1) % this.m.period;
    for (;;) {
      const got = this.call("advance", until, UNBOUNDED);
      if (STATUS[got.answer] !== "EXPIRED") break;
      const id = got.wrote;
      this.dial.pulse(id);
      if (id === this.chosen && this.waited) { say(`${letter(id)} rings.`); this.waited = false; }
      this.call("start", id, 16);
      this.describe(id);
    }
    this.show();
  }
  turn(on) {
    this.turning = on;
    clearInterval(this.timer);
    if (on) this.timer = setInterval(() => this.tick(), TICK);
    $("pause").textContent = on ? "Pause" : "Turn";
  }
}
