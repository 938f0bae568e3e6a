// SPDX-License-Identifier: Apache-2.0 OR MIT
// A dial: rings of slots, hands and dots, as SVG. Its centre is 0, 0 and its radius 200. Digit 0 is at twelve o'clock.
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

class Dial {
  // rings: { level, inner, outer }; size: the radius of a dot; labels: the radius of the slots' numbers
  constructor(svg, { slots = 16, rings, size, labels, base = 10 }) {
    Object.assign(this, { svg, slots, rings, size, dots: new Map(), turns: new Map() });
    svg.setAttribute("viewBox", "-200 -200 400 400");
    this.under = svg.appendChild(el("g", { "aria-hidden": "true" }));
    for (const ring of rings) this.draw(ring);
    for (let s = 0; labels && s < slots; s++) {
      const [x, y] = at(labels, s / slots);
      this.under.append(el("text", { x, y, class: "number" }, s.toString(base).toUpperCase()));
    }
    this.over = svg.appendChild(el("g"));
  }
  draw({ level, inner, outer }) {
    const group = this.under.appendChild(el("g", { class: `ring r${level}` }));
    group.append(el("path", { class: "opening", d: "" }),
      el("path", { class: "present", d: wedge(inner, outer, -0.5 / this.slots, 0.5 / this.slots) }));
    for (const r of [inner, outer]) group.append(el("circle", { r, class: "rim" }));
    let lines = "";
    for (let s = 0; s < this.slots; s++)
      lines += `M${point(inner, (s + 0.5) / this.slots)}L${point(outer, (s + 0.5) / this.slots)}`;
    group.append(el("path", { class: "rim", d: lines }));
    if (this.rings.length > 1) group.append(el("text", { x: -(inner + outer) / 2, y: 0, class: "name" }, level));
  }
  ring(level) { return this.rings.find(ring => ring.level === level); }
  part(level, what) { return this.under.querySelector(`.r${level} .${what}`); }
  // The digit of the present, from so many ticks in all: it never turns back at 0.
  present(level, digit) {
    const before = this.turns.get(level) ?? digit;
    const turned = before + ((digit - before) % this.slots + this.slots) % this.slots;
    this.turns.set(level, turned);
    this.part(level, "present").style.transform = `rotate(${turned * 360 / this.slots}deg)`;
  }
  opening(level, digit) {
    for (const ring of this.rings) {
      const here = ring.level === level, half = 0.5 / this.slots;
      const d = here ? wedge(ring.inner, ring.outer, digit / this.slots - half, digit / this.slots + half) : "";
      this.part(ring.level, "opening").setAttribute("d", d);
    }
  }
  dot(id) {
    if (!this.dots.has(id)) {
      const node = el("g", { class: "dot", "data-id": id }, el("circle", { class: "wave", r: this.size }),
        el("circle", { class: "face", r: this.size }), el("text", {}, letter(id)));
      this.dots.set(id, this.over.appendChild(node));
    }
    return this.dots.get(id);
  }
  // Where the n-th of so many dots of a slot stands: from the outer rim inwards.
  spot(level, digit, n = 0, of = 1) {
    const { inner, outer } = this.ring(level), room = outer - inner - 2 * this.size - 6;
    const gap = of > 1 ? Math.min(2 * this.size + 8, room / (of - 1)) : 0;
    return at((inner + outer) / 2 + gap * ((of - 1) / 2 - n), digit / this.slots);
  }
  place(id, x, y) {
    const node = this.dot(id);
    node.style.transform = `translate(${x}px, ${y}px)`;
    node.classList.remove("gone");
    return node;
  }
  gone(id, rings) {
    const node = this.dot(id);
    if (!node.classList.contains("gone") && rings) this.pulse(id);
    node.classList.add("gone");
  }
  pulse(id) {
    const node = this.dot(id);
    node.classList.remove("rings");
    node.getBoundingClientRect(); // so that the animation begins again
    node.classList.add("rings");
  }
  // All timers of a wheel to where its memory says they are.
  show(m) {
    const found = m.slots(), active = new Set(), hier = m.kind === "hier";
    for (const [slot, ids] of found) {
      const level = hier ? Math.floor(slot / m.radix) : this.rings[0].level;
      ids.forEach((id, n) => {
        active.add(id);
        if (this.ring(level)) this.place(id, ...this.spot(level, hier ? slot % m.radix : slot, n, ids.length));
      });
    }
    for (const id of this.dots.keys()) if (!active.has(id)) this.gone(id, true);
    for (const { level } of this.rings)
      this.present(level, hier ? Math.floor(m.now / m.radix ** level) % m.radix : m.now % m.heads);
    this.opening(hier && m.place ? Math.floor(m.place / m.radix) : -1, m.place % m.radix);
    return active;
  }
  // A pointer's place: its turn, 0 .. 1 from twelve o'clock, and its radius.
  where(event) {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x: p.x, y: p.y, radius: Math.hypot(p.x, p.y), turn: (Math.atan2(p.x, -p.y) / (2 * Math.PI) + 1) % 1 };
  }
  digit(turn) { return Math.round(turn * this.slots) % this.slots; }
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
      this.from = { turn: dial.where(event).turn, tick: this.tick };
      event.preventDefault();
    };
    this.node.onpointermove = event => {
      if (!this.from) return;
      const { turn } = dial.where(event), moved = turn - this.from.turn;
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
