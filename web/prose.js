// SPDX-License-Identifier: Apache-2.0 OR MIT
// Prose whose numbers are read from a run of its own calls: {clock 5} is the clock after call 5.
function run(story) {
  const m = new Machine(story.fault === "-" ? story.kind : `${story.kind} ${story.fault}`);
  const steps = story.calls.map(parse).map(call => {
    const got = m.call(call.number, call.a, call.b);
    const where = new Map();
    for (const [slot, ids] of m.slots()) ids.forEach(id => where.set(id, slot));
    return { ...call, ...got, now: m.now, where };
  });
  return { m, steps };
}

const written = n => n.toLocaleString("en-US");
const letter = id => "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[id] || `${id}`;
const hex = (n, digits = 0) => `0x${n.toString(16).toUpperCase().padStart(digits, "0")}`;

function value(words, { m, steps }) {
  const [what, n, id] = words, step = steps[n - 1], slot = () => step.where.get(+id);
  const level = s => Math.floor(s / m.radix);
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
    radix: () => m.radix,
    hand: () => Math.floor(m.now / m.radix ** n) % m.radix,
    opening: () => m.place,
    link: () => m.next(+n),
    last: () => m.period - 1,
  }[what]();
}

// {hex ...} and {timer ...} say how; a status is a name, and all else a number.
function fill(text, story) {
  const ran = run(story);
  return text.replace(/\{([^}]+)\}/g, (_, inside) => {
    const words = inside.split(" "), how = /^(hex|timer)$/.test(words[0]) ? words.shift() : "";
    if (words[0] === "status") return STATUS[ran.steps[words[1] - 1].answer];
    const number = value(words, ran);
    if (!Number.isInteger(number)) throw new Error(`${story.name}: {${inside}} is no number`);
    return how === "hex" ? hex(number) : how === "timer" ? letter(number) : written(number);
  });
}

// A call as a reader writes it.
function readable(line, got) {
  const [name, ...words] = line.split(" "), timer = /start|stop|is_active|remaining/.test(name);
  const status = CALL_TABLE[CALLS.indexOf(name)][1] === "STATUS" ? STATUS[got.answer] : `${got.answer}`;
  const wrote = got.wrote === UNTOUCHED ? "" : ` ${name === "advance" ? letter(got.wrote) : got.wrote}`;
  return `${name}(${words.map((w, i) => (timer && i === 0 ? letter(+w) : w)).join(", ")}) = ${status}${wrote}`;
}
