// SPDX-License-Identifier: Apache-2.0 OR MIT
const CALLS = CALL_TABLE.map(row => row[0]);
const [NOW, CAPACITY, PLACE, OCCUPIED, LINKS, DEADLINES, DATED, ORDER, COUNT, HEADS, RADIX] = Array(11).keys();
const UNTOUCHED = 0xDEADBEEF, UNBOUNDED = 0xFFFFFFFF, MOST_CALLS = 20000, MOST_TIMERS = 4096;
const $ = id => document.getElementById(id);

// The modules of the page: deflated together, because they differ little.
const modules = {};
async function unpack() {
  const packed = Uint8Array.from(atob(MODULES.all), c => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const all = await new Response(stream).arrayBuffer();
  const ends = [0, ...Object.values(MODULES.ends)];
  await Promise.all(Object.keys(MODULES.ends).map(async (name, n) => {
    modules[name] = await WebAssembly.compile(all.slice(ends[n], ends[n + 1]));
  }));
}

// A module in memory: the wheel, the sorted list, and where they keep what.
class Machine {
  constructor(name, prepare = () => {}) {
    this.exports = new WebAssembly.Instance(modules[name]).exports;
    prepare(this.exports);
    this.name = name;
    this.kind = name.startsWith("hashed") ? "hashed" : "hier";
    this.at = Array.from(Array(11).keys(), n => this.exports.part(n) >>> 0);
    this.heads = this.at[HEADS];
    this.radix = this.at[RADIX];
    this.period = this.radix ** 4;
    this.view = new DataView(this.exports.memory.buffer);
  }
  get now() { return this.view.getUint32(this.at[NOW], true); }
  get capacity() { return this.view.getUint32(this.at[CAPACITY], true); }
  get place() {
    return this.kind === "hier" ? this.view.getUint16(this.at[PLACE], true) : this.view.getUint32(this.at[PLACE], true);
  }
  next(node) { return this.view.getInt32(this.at[LINKS] + 8 * node, true); }
  prev(node) { return this.view.getInt32(this.at[LINKS] + 8 * node + 4, true); }
  deadline(id) { return this.view.getUint32(this.at[DEADLINES] + 4 * id, true); }
  bit(slot) { return this.view.getUint8(this.at[OCCUPIED] + (slot >> 3)) >> (slot & 7) & 1; }
  // The sorted list: its timers in order, and their deadlines.
  order() {
    const count = this.view.getUint32(this.at[COUNT], true);
    return Array.from(Array(count), (_, n) => this.view.getInt32(this.at[ORDER] + 4 * n, true));
  }
  dated(id) { return this.view.getUint32(this.at[DATED] + 4 * id, true); }
  get levels() { return this.kind === "hier" ? this.heads / this.radix : 1; }
  get per() { return this.heads / this.levels; } // slots of a level
  digit(tick, level = 0) {
    return this.levels > 1 ? Math.floor(tick / this.radix ** level) % this.radix : tick % this.heads;
  }
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
    return this.wrote(answer);
  }
  list(number, a, b) {
    const answer = this.exports.list(number, a, b) >>> 0;
    return this.wrote(answer);
  }
  wrote(answer) { return { answer, wrote: this.exports.written() >>> 0, ticks: this.exports.ticks() >>> 0 }; }
}

function spell(number, { answer, wrote, ticks = UNTOUCHED }) {
  const kind = CALL_TABLE[number][1], value = [wrote, ticks].filter(v => v !== UNTOUCHED).map(v => ` ${v}`).join("");
  return kind === "STATUS" ? STATUS[answer] + value : `${answer}`;
}

// What a visitor wrote and the page cannot take; its message says what to write.
class Refusal extends Error { }

// Does what a visitor asks. Returns what is wrong with it; then nothing has changed.
function attempt(does) {
  try { does(); } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  return "";
}

// A number as the page writes it: 4660, 4,660 or 0x1234.
function whole(text, least, most, what) {
  const number = /^(\d+|\d{1,3}(,\d{3})+|0x[\da-f]+)$/i.test(text.trim()) ? Number(text.replaceAll(",", "")) : NaN;
  if (number >= least && number <= most) return number;
  throw new Refusal(`${what}: write a whole number from ${written(least)} to ${written(most)}, as 300 or 4,660.`);
}

function parse(line) {
  const [name, ...words] = line.split(/[=@#]/)[0].trim().split(/\s+/), number = CALLS.indexOf(name);
  const said = `"${line.slice(0, 40)}"`;
  if (number < 0) throw new Refusal(`${said} is no call: begin it with one of ${CALLS.join(", ")}.`);
  const most = CALL_TABLE[number][2], advance = name === "advance";
  if (words.length > most || words.length < most - advance)
    throw new Refusal(`${said}: write ${most} numbers after ${name}.`);
  const [a = 0, b = advance ? UNBOUNDED : 0] =
    words.map((word, n) => advance && n && word === "unbounded" ? UNBOUNDED : whole(word, 0, UNBOUNDED, said));
  const operands = advance ? [a, b === UNBOUNDED ? "unbounded" : b] : [a, b].slice(0, most);
  return { number, a, b, line: [name, ...operands].join(" ") };
}
