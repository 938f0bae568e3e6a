// SPDX-License-Identifier: Apache-2.0 OR MIT
// Prose whose numbers are read from a run of its own calls: {clock 5} is the clock after call 5.
function run(story) {
  const m = new Machine(story.fault === "-" ? story.kind : `${story.kind} ${story.fault}`);
  const steps = story.calls.map(parse).map(call => {
    const got = m.call(call.number, call.a, call.b);
    const where = new Map();
    for (const [slot, ids] of m.slots()) ids.forEach(id => where.set(id, slot));
    const links = Array.from({ length: m.heads + m.capacity }, (_, node) => [m.next(node), m.prev(node)]).flat();
    return { ...call, ...got, now: m.now, opens: m.place, slots: m.slots(), where, links };
  });
  return { m, steps };
}

const written = n => n.toLocaleString("en-US");
const place = (m, slot) =>
  m.levels > 1 ? `level ${Math.floor(slot / m.radix)}, digit ${slot % m.radix}` : `slot ${slot}`;
const letter = id => "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[id] || `${id}`;
const WORDS = "no one two three four five six seven eight nine ten".split(" ");
const hex = (n, digits = 0) => `0x${n.toString(16).toUpperCase().padStart(digits, "0")}`;

function value(words, { m, steps }) {
  const [what, n, id] = words, step = steps[n - 1], slot = () => step.where.get(+id);
  const hand = now => Math.floor(now / m.radix ** n) % m.radix;
  const level = s => Math.floor(s / m.radix), levels = m.heads / m.radix;
  const before = steps.slice(0, n), starts = before.filter(call => /start/.test(call.line));
  return {
    a: () => step.a,
    b: () => step.b,
    answer: () => step.wrote,
    clock: () => step.now,
    slot: () => slot(),
    level: () => level(slot()),
    digit: () => slot() % m.radix,
    deadline: () => m.deadline(+n),
    span: () => m.radix ** n,
    passed: () => Math.floor((steps[n - 1].b - 1) / m.heads),
    ahead: () => m.distance(step.now, steps[id - 1].b),
    heads: () => m.heads,
    node: () => m.heads + +n,
    radix: () => m.radix,
    levels: () => levels,
    above: () => levels - 1,
    bits: () => Math.log2(m.period),
    top: () => m.radix - 1,
    capacity: () => m.capacity,
    started: () => step.a,
    full: () => step.slots.size,
    used: () => step.slots.size + step.where.size,
    changed: () => step.links.filter((to, i) => to !== steps[n - 2].links[i]).length,
    moves: () => new Set(before.map(call => call.where.get(+id)).filter(s => s !== undefined)).size - 1,
    rank: () => starts.findLastIndex(call => call.a === +id) + 1,
    hand: () => hand(m.now),
    mark: () => n * m.radix + hand(m.now),
    opening: () => m.place,
    link: () => m.next(+n),
    back: () => m.prev(+n),
    last: () => m.period - 1,
    period: () => m.period,
    pairs: () => m.period * (m.period - 1),
  }[what]();
}

// A figure of the tour as tour.py reads it: the slot of the clock's digit on each level, and the slots with timers.
function picture({ m }, { now, opens, slots }) {
  const marks = [...Array(m.heads / m.radix).keys()].map(k => k * m.radix + Math.floor(now / m.radix ** k) % m.radix);
  const held = [...slots].map(([slot, ids]) => `; slot ${slot}: ${ids.join(", ")}`).join("");
  return `[${marks.map(slot => `${opens && slot === opens ? "open" : "now"} ${slot}`).join(", ")}${held}]`;
}

// {hex ...}, {word ...} and {timer ...} say how. A status is a name, picture and timers are lists, and all else is a
// number.
function fill(text, story) {
  const ran = run(story);
  return text.replace(/\{([^}]+)\}/g, (_, inside) => {
    const words = inside.split(" "), how = /^(hex|word|timer)$/.test(words[0]) ? words.shift() : "";
    const [what, n, id] = words, step = ran.steps[n - 1], { m } = ran;
    if (what === "parts") return [3, 2, 1, 0].map(k => `${m.digit(step.b, k)} × ${written(m.radix ** k)}`).join(" + ");
    if (what === "status") return STATUS[step.answer];
    if (what === "picture") return picture(ran, step);
    if (what === "timers") return step.slots.get(step.where.get(+id)).join(", ").replace(/, (\d+)$/, " and $1");
    const number = value(words, ran);
    if (!Number.isInteger(number)) throw new Error(`${story.name}: {${inside}} is no number`);
    return { "": written, hex, word: n => WORDS[n], timer: letter }[how](number);
  });
}

// A call and its answer as a reader writes them.
function spoken(line) {
  const [name, ...words] = line.split(" "), timer = /start|stop|is_active|remaining/.test(name);
  return `${name}(${words.map((word, n) => timer && n === 0 ? letter(+word) : word).join(", ")})`;
}
function answered(line, got) {
  const name = line.split(" ")[0];
  const status = CALL_TABLE[CALLS.indexOf(name)][1] === "STATUS" ? STATUS[got.answer] : `${got.answer}`;
  return `${status}${got.wrote === UNTOUCHED ? "" : ` ${name === "advance" ? letter(got.wrote) : written(got.wrote)}`}`;
}
const readable = (line, got) => `${spoken(line)} = ${answered(line, got)}`;
