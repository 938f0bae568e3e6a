// SPDX-License-Identifier: Apache-2.0 OR MIT
const CALLS = CALL_TABLE.map(row => row[0]);
const [NOW, CAPACITY, PLACE, OCCUPIED, LINKS, DEADLINES, , ORDER, COUNT, HEADS, RADIX] = Array(11).keys();
const UNTOUCHED = 0xDEADBEEF, UNBOUNDED = 0xFFFFFFFF, MOST_CALLS = 20000;
const $ = id => document.getElementById(id);

// A module in memory: the wheel, the sorted list, and where they keep what.
class Machine {
  constructor(name) {
    const bytes = Uint8Array.from(atob(MODULES[name]), c => c.charCodeAt(0));
    this.exports = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    this.name = name;
    this.kind = name.split(" ")[0];
    this.at = Array.from(Array(11).keys(), n => this.exports.part(n) >>> 0);
    this.heads = this.at[HEADS];
    this.radix = this.at[RADIX];
    this.period = this.radix ** 4;
    this.view = new DataView(this.exports.memory.buffer);
  }
  get now() { return this.view.getUint32(this.at[NOW], true); }
  get capacity() { return this.view.getUint32(this.at[CAPACITY], true); }
  get place() { return this.kind === "hier" ? this.view.getUint16(this.at[PLACE], true) : this.view.getUint32(this.at[PLACE], true); }
  next(node) { return this.view.getInt32(this.at[LINKS] + 8 * node, true); }
  prev(node) { return this.view.getInt32(this.at[LINKS] + 8 * node + 4, true); }
  deadline(id) { return this.view.getUint32(this.at[DEADLINES] + 4 * id, true); }
  bit(slot) { return this.view.getUint8(this.at[OCCUPIED] + (slot >> 3)) >> (slot & 7) & 1; }
  distance(a, b) { return (b - a + this.period) % this.period; }

  // Every slot that holds timers, in list order: what the links say, and no more steps than timers.
  slots() {
    const found = new Map();
    let left = this.capacity;
    for (let slot = 0; slot < this.heads; slot++) {
      const ids = [];
      for (let node = this.next(slot); node !== slot && left-- > 0; node = this.next(node)) ids.push(node - this.heads);
      if (ids.length) found.set(slot, ids);
    }
    return found;
  }
  digest() {
    let d = 2166136261;
    const add = v => { d = Math.imul(d ^ v, 16777619); };
    add(this.now); add(this.place);
    let left = this.capacity;
    for (let slot = 0; slot < this.heads; slot++) {
      add(this.bit(slot));
      for (let node = this.next(slot); node !== slot && left-- > 0; node = this.next(node)) {
        add(node); add(this.prev(node)); add(this.deadline(node - this.heads));
      }
    }
    return d >>> 0;
  }
  call(number, a, b) {
    const answer = this.exports.call(number, a, b) >>> 0;
    return { answer, wrote: this.exports.written() >>> 0 };
  }
  list(number, a, b) {
    const answer = this.exports.list(number, a, b) >>> 0;
    return { answer, wrote: this.exports.written() >>> 0 };
  }
}

function spell(number, { answer, wrote }) {
  const kind = CALL_TABLE[number][1], value = wrote === UNTOUCHED ? "" : ` ${wrote}`;
  return kind === "STATUS" ? STATUS[answer] + value : `${answer}`;
}

function parse(line) {
  const [name, ...words] = line.split(/[=@#]/)[0].trim().split(/\s+/);
  const number = CALLS.indexOf(name);
  if (number < 0 || words.some(w => !/^\d+$/.test(w) || +w > UNBOUNDED)) return null;
  const [a = 0, b = name === "advance" ? UNBOUNDED : 0] = words.map(Number);
  return { number, a, b, line: [name, ...words].join(" ") };
}

// A history: the calls, and how far they have been made.
const state = { machine: null, calls: [], at: 0, ranks: [], rank: 0, said: null, claims: {}, before: null, wrong: null };

function timers(m) {
  const all = new Map();
  for (const [slot, ids] of m.slots()) ids.forEach((id, place) => all.set(id, { slot, place, of: ids.length, deadline: m.deadline(id) }));
  return all;
}

function step(call) {
  const m = state.machine, { number, a, b } = call, name = CALLS[number];
  const before = { now: m.now, place: m.place, timers: timers(m), digest: m.digest() };
  let got, trapped = false;
  try { got = m.call(number, a, b); } catch { trapped = true; got = { answer: 2, wrote: UNTOUCHED }; }
  const busy = name === "advance" && got.answer === 2;
  let right = busy ? got : m.list(number, a, b);
  if (busy) m.exports.follow();
  if (name === "next" || name === "audit") right = null;
  if (name === "init" && got.answer === 0) { state.ranks = Array(m.capacity).fill(0); state.rank = 0; }
  if (/start/.test(name) && got.answer === 0) state.ranks[a] = ++state.rank;
  call.answer = `${spell(number, got)} @${m.now}`;
  state.claims = claims(m, call, name, before, got, right, trapped);
  call.bad = Object.values(state.claims).includes(false);
  if (call.bad && !state.wrong) state.wrong = call;
  if (right && spell(number, right) !== spell(number, got)) call.answer += `   the sorted list: ${spell(number, right)}`;
  state.said = call;
}

// What the state on screen says of each invariant and theorem: true, false, or nothing.
function claims(m, call, name, before, got, right, trapped) {
  const all = timers(m), now = m.now, nodes = m.heads + m.capacity, ids = [...all.keys()];
  const digits = t => [t % m.radix, Math.floor(t / m.radix) % m.radix, Math.floor(t / m.radix ** 2) % m.radix, Math.floor(t / m.radix ** 3)];
  const slotOf = e => {
    if (m.kind === "hashed") return e % m.heads;
    const d = digits(e), n = digits(now);
    let level = 0;
    for (let k = 0; k < 4; k++) if (d[k] !== n[k]) level = k;
    if (e < now) level = 3;
    return m.radix * level + d[level];
  };
  const level = slot => Math.floor(slot / m.radix), due = id => all.get(id).deadline === now;
  const hier = m.kind === "hier", opening = hier ? m.place : 0, cursor = hier ? 0 : m.place;
  let linked = 0, consistent = true;
  for (let node = 0; node < nodes; node++) {
    const next = m.next(node), prev = m.prev(node);
    consistent &&= next >= 0 && next < nodes && prev >= 0 && prev < nodes && m.prev(next) === node && m.next(prev) === node;
    linked += node >= m.heads && next !== node;
  }
  const found = m.slots(), rank = id => state.ranks[id];
  const behind = () => ids.every(y => level(all.get(y).slot) >= level(opening) || found.get(opening).every(z => rank(y) < rank(z)));
  const passed = () => {
    const here = found.get(now % m.heads) || [];
    const met = cursor < m.heads ? here : here.slice(0, here.indexOf(cursor - m.heads));
    return (cursor < m.heads ? cursor === now % m.heads : here.includes(cursor - m.heads)) && !met.some(due);
  };
  const acts = name !== "init" && name !== "audit", status = STATUS[got.answer];
  const changed = id => (before.timers.get(id) || {}).deadline !== (all.get(id) || {}).deadline;
  const named = /start|stop/.test(name) ? call.a : status === "EXPIRED" ? got.wrote : -1;
  const others = new Set([...ids, ...before.timers.keys()]);
  const refused = got.answer >= 3 && /^(init|start|start_at|restart|restart_at|stop|advance|remaining)$/.test(name);
  const advance = name === "advance", some = all.size > 0;
  const lag = m.distance(now, call.a), rest = ticks => Math.max(ticks - lag, 0);
  const late = id => m.distance(before.now, now) > m.distance(before.now, before.timers.get(id).deadline);
  const moved = ids.filter(id => before.timers.has(id) && before.timers.get(id).slot !== all.get(id).slot).length;
  const work = hier ? opening !== 0 || ids.some(due) : cursor >= m.heads;
  const started = /start/.test(name) && got.answer === 0 && name;
  return {
    I1: consistent && linked === all.size,
    I2: ids.every(id => { const s = slotOf(all.get(id).deadline), at = all.get(id).slot; return s === at || (hier && at === opening && level(s) < level(opening)); }),
    I3: hier ? opening === 0 || (found.has(opening) && now % m.radix ** level(opening) === 0 && digits(now)[level(opening)] === opening % m.radix && behind()) : passed(),
    I4: Array.from(Array(m.heads).keys()).every(s => !!m.bit(s) === found.has(s)),
    I5: [...found.values()].every(list => list.every((id, i) => i === 0 || rank(list[i - 1]) < rank(id))),
    T1: !advance || refused ? null : (status !== "EXPIRED" || (before.timers.has(got.wrote) && before.timers.get(got.wrote).deadline === now)) &&
        ![...before.timers.keys()].some(late) && (status !== "OK" || !ids.some(due)),
    T2: status === "EXPIRED" && right ? got.wrote === right.wrote : null,
    T3: acts ? [...others].every(id => id === named || !changed(id)) : null,
    T4: started ? m.deadline(call.a) === (started.endsWith("_at") ? call.b : before.now + call.b) % m.period : null,
    T5: refused ? m.digest() === before.digest && !!right && right.answer === got.answer : null,
    T6: !trapped,
    T7: advance && hier ? moved <= call.b : advance && status === "BUSY" && call.b > 0 ? now !== before.now || m.place !== before.place : null,
    T8: name === "next" ? (!some ? status === "NOT_ACTIVE" && got.wrote === rest(m.period / 4) : lag >= m.period / 2 ? status === "BAD_CLOCK" :
        status === "OK" && (lag !== 0 || (got.wrote === 0) === work) && ids.every(id => got.wrote <= rest(m.distance(now, all.get(id).deadline)))) :
        status === "OK" && advance ? !work : status === "BUSY" && advance ? work : null,
    T9: right ? spell(call.number, right) === spell(call.number, got) : null,
  };
}

const CLAIMS = {
  I1: ["links are circles, consistent both ways; each timer is in one", "spec/list.acsl"],
  I2: ["each timer is in the slot that its deadline says", "spec/hier.acsl"],
  I3: ["what a half-open slot holds belongs lower, and was started later; the cursor has passed nothing that is due", "spec/hier.acsl"],
  I4: ["a bit is set exactly where a slot is in use", "spec/slots.acsl"],
  I5: ["in a slot: in the order of start", "spec/list.acsl"],
  T1: ["delivered at its deadline: never early, never late", "src/tw_hier.h"],
  T2: ["at one tick: in the order of start", "src/tw_hier.h"],
  T3: ["no other timer is changed", "src/tw_hier.h"],
  T4: ["every delay, from every clock", "src/tw_hier.h"],
  T5: ["a refused call changes nothing", "src/tw_hier.h"],
  T6: ["no undefined behaviour: no trap", "proofs/wp/README.md"],
  T7: ["no more than `budget` timers moved; busy means progress", "src/tw_hier.h"],
  T8: ["next counts from the caller's counter: 0 with work to do, and never beyond a deadline", "src/tw_hier.h"],
  T9: ["the sorted list gives the same answer", "spec/oracle.h"],
};

function load(name, calls) {
  state.machine = new Machine(name);
  state.calls = calls;
  state.at = 0;
  state.said = state.wrong = null;
  state.claims = {};
  dots.clear();
  forth();
}
function forth() {
  if (state.at < state.calls.length) step(state.calls[state.at++]);
  show();
}
function goto(n) {
  if (n < state.at) { state.machine = new Machine(state.machine.name); state.at = 0; state.wrong = null; }
  while (state.at < n && state.at < state.calls.length) step(state.calls[state.at++]);
  show();
}
function make(line) { // a call of the visitor's own, in place of what lay ahead
  const call = parse(line);
  if (!call || state.calls.length >= MOST_CALLS) return;
  state.calls.length = state.at;
  state.calls.push(call);
  forth();
}

// Pictures: a ring a level, the lowest outermost; dots move to where memory says they are.
const dots = new Map();
let pending = 0;
function places(m, r) {
  const where = new Map(), levels = m.kind === "hier" ? 4 : 1, per = m.kind === "hier" ? m.radix : m.heads;
  const thick = m.kind === "hier" ? r * 0.19 : r * 0.55;
  for (const [slot, ids] of m.slots()) {
    const ring = Math.floor(slot / per), angle = ((slot % per) + 0.5) / per * 2 * Math.PI - Math.PI / 2;
    const inner = r * (m.kind === "hier" ? 0.98 - 0.21 * (ring + 1) + 0.02 : 0.42), gap = Math.min(r * 0.03, thick / (ids.length + 1));
    ids.forEach((id, i) => where.set(id, { angle, radius: inner + gap * (i + 0.8), slot }));
  }
  return { where, levels, per };
}
function draw(time) {
  pending = 0;
  const m = state.machine, canvas = $("wheel"), ratio = window.devicePixelRatio || 1;
  const side = Math.max(200, Math.round(canvas.clientWidth * ratio));
  if (canvas.width !== side) canvas.width = canvas.height = side;
  const c = canvas.getContext("2d"), r = side / 2, style = getComputedStyle(document.documentElement);
  const color = name => style.getPropertyValue(`--${name}`).trim();
  const [ink, line, dim, dot, dueColor, open] = ["ink", "line", "dim", "dot", "due", "open"].map(color);
  const { where, levels, per } = places(m, r), now = m.now, hier = m.kind === "hier";
  c.clearRect(0, 0, side, side);
  c.save();
  c.translate(r, r);
  const turn = n => n / per * 2 * Math.PI - Math.PI / 2;
  for (let k = 0; k < levels; k++) {
    const outer = r * (hier ? 0.98 - 0.21 * k : 0.98), inner = r * (hier ? 0.98 - 0.21 * (k + 1) + 0.02 : 0.4);
    const digit = hier ? Math.floor(now / m.radix ** k) % m.radix : now % m.heads;
    const ring = (from, to, fill) => { c.beginPath(); c.arc(0, 0, outer, turn(from), turn(to)); c.arc(0, 0, inner, turn(to), turn(from), true); c.closePath(); c.fillStyle = fill; c.fill(); };
    c.globalAlpha = 0.25;
    ring(digit, digit + 1, dim);
    if (hier && m.place && Math.floor(m.place / m.radix) === k) { c.globalAlpha = 0.55; ring(m.place % m.radix, m.place % m.radix + 1, open); }
    if (!hier && m.place >= m.heads) { c.globalAlpha = 0.45; ring(digit, digit + 1, open); }
    c.globalAlpha = 1;
    c.strokeStyle = line;
    c.lineWidth = ratio;
    for (const radius of [outer, inner]) { c.beginPath(); c.arc(0, 0, radius, 0, 7); c.stroke(); }
    if (per <= 512) { c.beginPath(); for (let s = 0; s < per; s++) { const a = turn(s), x = Math.cos(a), y = Math.sin(a); c.moveTo(x * inner, y * inner); c.lineTo(x * outer, y * outer); } c.globalAlpha = per > 64 ? 0.35 : 1; c.stroke(); c.globalAlpha = 1; }
    const hand = turn(digit + 0.5);
    c.strokeStyle = ink;
    c.lineWidth = 2 * ratio;
    c.beginPath(); c.moveTo(Math.cos(hand) * (inner - 5 * ratio), Math.sin(hand) * (inner - 5 * ratio)); c.lineTo(Math.cos(hand) * inner, Math.sin(hand) * inner); c.stroke();
  }
  let moving = false;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches || !time;
  const size = Math.max(2, Math.min(r * 0.011, r * 0.5 / Math.sqrt(where.size + 1)));
  for (const [id, to] of where) {
    let at = dots.get(id);
    if (!at || still) { at = { angle: to.angle, radius: to.radius }; dots.set(id, at); }
    let da = to.angle - at.angle;
    da -= 2 * Math.PI * Math.round(da / (2 * Math.PI));
    const dr = to.radius - at.radius;
    if (Math.abs(da) > 0.002 || Math.abs(dr) > 0.5) { at.angle += da * 0.22; at.radius += dr * 0.22; moving = true; } else { at.angle = to.angle; at.radius = to.radius; }
    c.fillStyle = m.deadline(id) === now ? dueColor : !hier && m.place === id + m.heads ? open : dot;
    const x = Math.cos(at.angle) * at.radius, y = Math.sin(at.angle) * at.radius;
    if (where.size > 300) c.fillRect(x - size, y - size, 2 * size, 2 * size);
    else { c.beginPath(); c.arc(x, y, size * 1.2, 0, 7); c.fill(); if (where.size <= 16) { c.fillStyle = ink; c.font = `${12 * ratio}px ui-monospace, monospace`; c.fillText(id, x + size * 1.8, y + 4 * ratio); } }
  }
  for (const id of dots.keys()) if (!where.has(id)) dots.delete(id);
  c.fillStyle = dim;
  c.font = `${12 * ratio}px system-ui, sans-serif`;
  c.textAlign = "center";
  c.fillText(`${where.size} active`, 0, 4 * ratio);
  c.restore();
  if (moving) redraw();
}
function redraw() { if (!pending) pending = requestAnimationFrame(draw); }

function show() {
  const m = state.machine, width = { 256: 2, 16: 1, 4: 1 }[m.radix];
  const digits = [3, 2, 1, 0].map(k => (Math.floor(m.now / m.radix ** k) % m.radix).toString(16).toUpperCase().padStart(width, "0"));
  $("clock").innerHTML = `${digits.join(m.radix === 4 ? " " : "·")} <small>tick ${m.now} of ${m.period}</small>`;
  $("said").textContent = state.said ? `${state.said.line} = ${state.said.answer}` : "";
  $("said").className = state.said && state.said.bad ? "bad" : "";
  const from = Math.max(0, Math.min(state.at - 100, state.calls.length - 200));
  $("calls").start = from + 1;
  $("calls").replaceChildren(...state.calls.slice(from, from + 200).map((call, i) => {
    const li = document.createElement("li"), n = from + i + 1;
    li.textContent = n <= state.at ? `${call.line} = ${call.answer}` : call.line;
    li.className = `${n === state.at ? "now" : n > state.at ? "ahead" : ""}${n <= state.at && call.bad ? " bad" : ""}`;
    li.onclick = () => { pause(); goto(n); };
    return li;
  }));
  const current = $("calls").querySelector(".now");
  if (current) $("calls").scrollTop = current.offsetTop - $("calls").offsetTop - 80;
  $("claims").replaceChildren(...Object.entries(CLAIMS).map(([id, [text, where]]) => {
    const row = document.createElement("tr"), holds = state.claims[id];
    const file = m.kind === "hashed" ? where.replace("hier", "hashed") : where;
    row.innerHTML = `<td>${id}</td><td class="${holds === true ? "yes" : holds === false ? "no" : "open"}">${holds === true ? "✓" : holds === false ? "✗" : "·"}</td><td>${text} <a href="${SOURCE}${file}">clause</a> <a href="${SOURCE}spec/README.md#theorems">proof</a></td>`;
    return row;
  }));
  $("kind").value = m.name.split(" ").slice(0, 2).join(" ");
  faults();
  redraw();
}

// Controls.
const budget = () => [0, 1, 2, 4, 16, 64, UNBOUNDED][+$("budget").value];
let ticking = 0;
function pause() { clearTimeout(ticking); ticking = 0; $("play").textContent = "play"; $("play").setAttribute("aria-pressed", "false"); }
function beat() {
  const speed = +$("speed").value;
  if (state.at < state.calls.length) forth();
  else { const m = state.machine; make(`advance ${(m.now + 4 ** Math.max(0, speed - 2)) % m.period} ${budget()}`); }
  ticking = setTimeout(beat, Math.max(16, 900 / 2 ** speed));
}
function play() { if (ticking) return pause(); $("play").textContent = "pause"; $("play").setAttribute("aria-pressed", "true"); beat(); }
function ahead(word) {
  const m = state.machine;
  if (word === "next") { const { answer, wrote } = m.call(CALLS.indexOf("next"), m.now, 0); return STATUS[answer] === "OK" ? wrote : 1; }
  return word === "by" ? +$("by").value || 1 : 1;
}
function faults() {
  const kind = $("kind").value;
  const names = Object.keys(MODULES).filter(n => n.startsWith(`${kind} `)).map(n => n.slice(kind.length + 1));
  $("fault").replaceChildren(...["none", ...names].map(n => new Option(n, n)));
  $("fault").value = state.machine.name.slice(kind.length + 1) || "none";
}
function begin(kind, fault, calls) { pause(); load(fault && fault !== "none" && fault !== "-" ? `${kind} ${fault}` : kind, calls); }
function tell(story) {
  $("text").textContent = story.text;
  for (const b of $("stories").children) b.setAttribute("aria-pressed", String(b.textContent === story.title));
  begin(story.kind, story.fault, story.calls.map(parse));
}
function fromLink() {
  const text = decodeURIComponent(location.hash.slice(1)), slash = text.indexOf("/");
  const [name, where] = text.split("/"), story = STORIES.find(s => s.name === name);
  if (story) { tell(story); if (where === "last") goto(story.calls.length); return true; }
  if (slash < 0 || !MODULES[text.slice(0, slash).replaceAll("_", " ")]) return false;
  const calls = text.slice(slash + 1).split(";").map(l => parse(l.replaceAll("+", " "))).filter(Boolean);
  $("text").textContent = "";
  load(text.slice(0, slash).replaceAll("_", " "), calls);
  goto(calls.length);
  return true;
}

function wire() {
  $("stories").replaceChildren(...STORIES.map(s => { const b = document.createElement("button"); b.textContent = s.title; b.onclick = () => tell(s); return b; }));
  $("kind").replaceChildren(...[...new Set(Object.keys(MODULES).map(n => n.split(" ").slice(0, 2).join(" ")))].map(n => new Option(n, n)));
  $("kind").onchange = () => { $("fault").replaceChildren(new Option("none", "none"), ...Object.keys(MODULES).filter(n => n.startsWith(`${$("kind").value} `)).map(n => new Option(n.slice($("kind").value.length + 1)))); };
  $("back").onclick = () => { pause(); goto(state.at - 1 || 1); };
  $("forth").onclick = () => { pause(); forth(); };
  $("play").onclick = play;
  $("budget").oninput = () => { $("budget-is").textContent = budget() === UNBOUNDED ? "unbounded" : budget(); };
  $("budget").oninput();
  for (const b of document.querySelectorAll("[data-advance]")) b.onclick = () => { pause(); const m = state.machine; make(`advance ${(m.now + ahead(b.dataset.advance)) % m.period} ${budget()}`); };
  for (const b of document.querySelectorAll("[data-call]")) b.onclick = () => { pause(); make(b.dataset.call === "stop" ? `stop ${+$("id").value}` : `${b.dataset.call} ${+$("id").value} ${+$("delay").value}`); };
  $("random").onclick = () => {
    pause();
    const m = state.machine;
    for (let id = 0, n = 0; id < m.capacity && n < 64; id++) {
      if (m.next(m.heads + id) !== m.heads + id) continue;
      const most = m.radix ** (1 + n++ % 4);
      make(`start ${id} ${1 + Math.floor(Math.random() * (most - 2))}`);
    }
  };
  $("new").onclick = () => { $("text").textContent = ""; begin($("kind").value, $("fault").value, [parse(`init ${+$("capacity").value} ${+$("now").value}`)]); };
  $("run").onclick = () => {
    const calls = $("paste").value.split(/[\n;]/).map(l => l.trim()).filter(l => l && !l.startsWith("#")).map(l => parse(l));
    const wrong = calls.findIndex(c => !c);
    if (wrong >= 0 || !calls.length || calls[0].line.split(" ")[0] !== "init") { $("linked").textContent = wrong >= 0 ? `line ${wrong + 1} is no call` : "a history begins with init"; return; }
    $("linked").textContent = "";
    begin($("kind").value, $("fault").value, calls);
    goto(calls.length);
  };
  $("link").onclick = () => {
    const text = `${state.machine.name.replaceAll(" ", "_")}/${state.calls.slice(0, state.at).map(c => c.line.replaceAll(" ", "+")).join(";")}`;
    if (text.length > 60000) { $("linked").textContent = "too many calls for an address"; return; }
    history.replaceState(null, "", `#${text}`);
    $("linked").textContent = "the page's address is the link";
  };
  document.addEventListener("keydown", e => {
    if (/INPUT|TEXTAREA|SELECT|BUTTON/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey) return;
    const does = { ArrowLeft: $("back").onclick, ArrowRight: $("forth").onclick, " ": play, a: () => document.querySelector('[data-advance="1"]').click(), n: () => document.querySelector('[data-advance="next"]').click(), r: $("random").onclick }[e.key];
    if (does) { e.preventDefault(); does(); }
  });
  window.addEventListener("resize", redraw);
  window.addEventListener("hashchange", fromLink);
}

// For the test: every story step by step, as text; and how fast 4,096 timers are drawn.
function report() {
  const lines = [];
  for (const story of STORIES) {
    tell(story);
    for (let n = 1; n <= story.calls.length; n++) {
      if (n > 1) forth();
      lines.push(`${story.name} ${n} ${state.said.answer.split("   ")[0]} ${state.machine.digest()} ${Object.entries(state.claims).filter(([, v]) => v === false).map(([k]) => k).join(",") || "-"}`);
    }
    goto(1);
    goto(story.calls.length);
    lines.push(`${story.name} again ${state.machine.digest()}`);
  }
  begin("hier 256", "none", [parse("init 4096 4294960000")]);
  for (let id = 0; id < 4096; id++) state.machine.call(CALLS.indexOf("start"), id, 1 + (id * 2654435761 >>> (id % 4) * 8));
  dots.clear();
  const began = performance.now(), frames = 40;
  for (let n = 0; n < frames; n++) { state.machine.call(CALLS.indexOf("advance"), (state.machine.now + 1) >>> 0, UNBOUNDED); draw(n + 1); }
  $("wheel").getContext("2d").getImageData(0, 0, 1, 1); // waits until all is drawn
  lines.push(`frames ${(1000 * frames / (performance.now() - began)).toFixed(1)} a second with ${timers(state.machine).size} timers`);
  $("report").textContent = lines.join("\n");
}

wire();
if (location.hash === "#report") report();
else if (!fromLink()) tell(STORIES[0]);
