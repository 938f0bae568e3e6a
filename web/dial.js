// SPDX-License-Identifier: Apache-2.0 OR MIT
// A dial: a ring of slots for each level, hands and dots, as SVG. Its centre is 0, 0, its radius 200. The middle of
// slot 0 of each ring is at twelve o'clock.
function el(name, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const at = (radius, turn) => [radius * Math.sin(turn * 2 * Math.PI), -radius * Math.cos(turn * 2 * Math.PI)];
const point = (radius, turn) => at(radius, turn).map(x => x.toFixed(2)).join(" ");

function wedge(inner, outer, from, to) {
  const large = to - from > 0.5 ? 1 : 0;
  return `M${point(inner, from)}L${point(outer, from)}A${outer} ${outer} 0 ${large} 1 ${point(outer, to)}` +
         `L${point(inner, to)}A${inner} ${inner} 0 ${large} 0 ${point(inner, from)}Z`;
}

const ring = (level, inner, outer) => ({ level, inner, outer });
const FOUR = [0, 1, 2, 3].map(level => ring(level, 32 + 38 * level, 70 + 38 * level)), ONE = [ring(0, 74, 160)];
const MANY = 40; // from here on dots have no letters

class Dial {
  // rings: a ring a level, innermost first; size: the radius of a dot; labels: the radius of the digits
  constructor(svg, { slots = 16, rings = FOUR, size = 11, labels = 0, name = letter }) {
    Object.assign(this, { svg, slots, rings, size, name, dots: new Map(), where: new Map(), turns: new Map() });
    svg.setAttribute("viewBox", "-200 -200 400 400");
    this.under = el("g", { "aria-hidden": "true" });
    for (const one of rings) this.draw(one);
    for (let s = 0; labels && s < slots; s++) {
      const [x, y] = at(labels, s / slots);
      this.under.append(el("text", { x, y, class: "number" }, s));
    }
    this.way = el("g", { class: "way", "aria-hidden": "true" });
    this.crowds = ["crowd", "crowd due"].map(name => el("path", { class: name }));
    this.over = el("g");
    svg.replaceChildren(this.under, this.way, ...this.crowds, this.over);
  }
  static of(svg, m, options) { return new Dial(svg, { slots: m.per, rings: m.levels > 1 ? FOUR : ONE, ...options }); }
  draw({ level, inner, outer }) {
    const half = 0.5 / this.slots;
    const hand = el("g", { class: "turns" }, el("path", { class: "present", d: wedge(inner, outer, -half, half) }),
      el("path", { class: "elapsed" }));
    const group = el("g", { class: `ring r${level}` }, el("path", { class: "opening", d: "" }), hand);
    for (const r of [inner, outer]) group.append(el("circle", { r, class: "rim" }));
    const lines = this.slots > 64 ? 16 : this.slots;
    const sides = Array.from(Array(lines).keys(), s => (s * this.slots / lines + 0.5) / this.slots);
    group.append(el("path", { class: "rim", d: sides.map(s => `M${point(inner, s)}L${point(outer, s)}`).join("") }));
    const [x, y] = at((inner + outer) / 2, (Math.floor(0.72 * this.slots) + 0.5) / this.slots); // between two slots
    if (this.rings.length > 1) group.append(el("text", { x, y, class: "name" }, level));
    this.under.append(group);
  }
  ring(level) { return this.rings.find(one => one.level === level); }
  part(level, what) { return this.under.querySelector(`.r${level} .${what}`); }
  // The digit of the present, which never turns back at 0; and how much of its slot is over.
  present(level, digit, over = 0) {
    const before = this.turns.get(level) ?? digit;
    const turned = before + ((digit - before) % this.slots + this.slots) % this.slots;
    this.turns.set(level, turned);
    this.part(level, "turns").style.transform = `rotate(${turned * 360 / this.slots}deg)`;
    const { inner, outer } = this.ring(level), from = -0.5 / this.slots;
    this.part(level, "elapsed").setAttribute("d", over ? wedge(inner, outer, from, from + over / this.slots) : "");
  }
  opening(level, digit) {
    for (const one of this.rings) {
      const { inner, outer } = one, half = 0.5 / this.slots, turn = digit / this.slots;
      const d = one.level === level ? wedge(inner, outer, turn - half, turn + half) : "";
      this.part(one.level, "opening").setAttribute("d", d);
    }
  }
  dot(id) {
    if (!this.dots.has(id)) {
      const node = el("g", { class: "dot", "data-id": id }, el("circle", { class: "wave", r: this.size }),
        el("circle", { class: "face", r: this.size }), el("text", {}, this.name(id)));
      this.dots.set(id, this.over.appendChild(node));
    }
    return this.dots.get(id);
  }
  // Where the n-th of so many dots stands that are at one digit: clockwise, or from the centre outwards.
  spot(level, digit, n = 0, of = 1) {
    const { inner, outer } = this.ring(level), middle = (inner + outer) / 2, arc = 2 * Math.PI * middle / this.slots;
    const room = Math.max(arc, outer - inner) - 2 * this.size - 6;
    const gap = of > 1 ? Math.min(2 * this.size + 4, room / (of - 1)) : 0;
    const off = gap * (n - (of - 1) / 2);
    return arc > outer - inner ? at(middle, (digit + off / arc) / this.slots) : at(middle + off, digit / this.slots);
  }
  // Where each timer of a level stands. Dots of narrow slots that would cover each other stand one behind the other.
  *spots(level, held) {
    const { inner, outer } = this.ring(level), near = 2.2 * this.size * this.slots / (Math.PI * (inner + outer));
    for (let n = 0; n < held.length;) {
      const pile = held.slice(n).findIndex(([, digit]) => digit - held[n][1] >= Math.max(near, 1));
      const of = pile < 0 ? held.length - n : pile;
      for (let i = 0; i < of; i++) yield [held[n + i][0], this.spot(level, held[n + i][1], i, of)];
      n += of;
    }
  }
  place(id, x, y) {
    const node = this.dot(id);
    node.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
    this.where.set(id, [x, y]);
    node.classList.remove("gone");
    return node;
  }
  gone(id) {
    const node = this.dot(id);
    if (node.classList.contains("gone")) return;
    node.classList.add("gone");
    node.classList.remove("rings");
    node.getBoundingClientRect(); // so that the animation begins again
    node.classList.add("rings");
  }
  // The timers below `most` of a wheel to where its memory says they are, and its hands.
  show(m, most = Infinity) {
    const levels = this.rings.map(() => []), active = new Set(), due = new Set();
    for (const [slot, ids] of m.slots())
      for (const id of ids)
        if (id < most) {
          active.add(id);
          if (m.deadline(id) === m.now) due.add(id);
          levels[this.rings.findIndex(one => one.level === Math.floor(slot / m.per))]?.push([id, slot % m.per]);
        }
    const crowd = active.size > MANY;
    this.crowds.forEach((path, n) => path.setAttribute("d", crowd ? this.crowd(levels, due, n === 1) : ""));
    if (!crowd)
      levels.forEach((held, n) => {
        for (const [id, spot] of this.spots(this.rings[n].level, held))
          this.place(id, ...spot).classList.toggle("due", due.has(id));
      });
    for (const id of this.dots.keys()) if (crowd || !active.has(id)) this.gone(id);
    for (const { level } of this.rings) {
      const span = m.radix ** level;
      this.present(level, m.digit(m.now, level), m.levels > 1 ? m.now % span / span : 0);
    }
    const met = m.levels === 1 && m.place >= m.heads, opens = m.levels > 1 && m.place;
    this.opening(opens ? Math.floor(opens / m.per) : met ? 0 : -1, opens ? opens % m.per : m.digit(m.now));
    return active;
  }
  // Many dots as one path: each has its own place in its slot.
  crowd(levels, due, wanted) {
    let d = "";
    levels.forEach((held, n) => {
      const { inner, outer } = this.rings[n];
      for (const [id, digit] of held)
        if (due.has(id) === wanted) {
          const depth = id * 0.7548777 % 1, side = (id * 0.5698403 % 1 - 0.5) * 0.86; // evenly spread
          const [x, y] = at(inner + 4 + (outer - inner - 8) * depth, (digit + side) / this.slots);
          d += `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
        }
    });
    return d;
  }
  // The way of a timer over these places, as far as it has come.
  ways(spots, come) {
    const past = is => ({ class: is ? "past" : "" });
    const line = (to, n) => el("path", { d: `M${spots[n].join(" ")}L${to.join(" ")}`, ...past(n < come) });
    this.way.replaceChildren(...spots.slice(1).map(line),
      ...spots.map(([cx, cy], n) => el("circle", { cx, cy, r: 4, ...past(n <= come) })));
  }
  // The turn of a pointer's place: 0 .. 1 from twelve o'clock.
  turn(event) {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return (Math.atan2(p.x, -p.y) / (2 * Math.PI) + 1) % 1;
  }
}

// What is dragged by a finger does not scroll the page. Not each browser heeds touch-action within a picture.
function holds(node) { node.addEventListener("touchstart", event => event.preventDefault(), { passive: false }); }

// A hand that is dragged, or moved by keys; it asks for a tick, and is told where it is.
class Hand {
  constructor(dial, { least = 0, most, inner, outer, label, ask }) {
    Object.assign(this, { dial, least, most, ask, tick: 0 });
    const says = { "aria-label": label, "aria-valuemin": least, "aria-valuemax": most };
    this.node = el("g", { class: "hand", role: "slider", tabindex: 0, ...says },
      el("path", { class: "needle", d: `M0 ${-inner}V${-outer}` }), el("circle", { class: "hit", cy: -outer, r: 28 }),
      el("circle", { class: "grip", cy: -outer, r: 15 }),
      el("path", { class: "arrows", d: `M-4 ${-outer - 5}l-6 5l6 5M4 ${-outer - 5}l6 5l-6 5` }));
    dial.over.before(this.node);
    holds(this.node);
    this.node.onpointerdown = event => {
      this.node.setPointerCapture(event.pointerId);
      this.node.focus({ preventScroll: true });
      this.from = { turn: dial.turn(event), tick: this.tick };
      event.preventDefault();
    };
    this.node.onpointermove = event => {
      if (!this.from) return;
      const turn = dial.turn(event), moved = turn - this.from.turn;
      const tick = this.from.tick + (moved - Math.round(moved)) * dial.slots;
      this.from = { turn, tick: Math.min(most + 0.4, Math.max(least - 0.4, tick)) };
      this.to(Math.round(this.from.tick));
    };
    this.node.onpointerup = this.node.onpointercancel = () => { this.from = null; };
    this.node.onkeydown = event => {
      const { slots } = dial, arrows = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
      const step = { ...arrows, PageUp: slots, PageDown: -slots }[event.key];
      const tick = event.key === "Home" ? least : event.key === "End" ? most : step ? this.tick + step : null;
      if (tick === null || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.to(tick);
    };
    this.told(0, "tick 0");
  }
  to(tick) {
    const asked = Math.min(this.most, Math.max(this.least, tick));
    if (asked !== this.tick) this.ask(asked);
  }
  told(tick, text) {
    this.tick = tick;
    this.node.style.transform = `rotate(${tick * 360 / this.dial.slots}deg)`;
    this.node.setAttribute("aria-valuenow", tick);
    this.node.setAttribute("aria-valuetext", text);
  }
}
