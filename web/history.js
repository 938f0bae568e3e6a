// SPDX-License-Identifier: Apache-2.0 OR MIT
// A history: the calls, and how far they have been made.
const state = {
  machine: null, calls: [], at: 0, ranks: [], rank: 0, said: null, claims: {}, before: null, wrong: null
};

function timers(m) {
  const all = new Map();
  for (const [slot, ids] of m.slots())
    ids.forEach((id, place) => all.set(id, { slot, place, of: ids.length, deadline: m.deadline(id) }));
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
  if (right && spell(number, right) !== spell(number, got))
    call.answer += `   the sorted list: ${spell(number, right)}`;
  state.said = call;
}

function load(name, calls) {
  const first = calls[0], status = () => STATUS[new Machine(name).call(first.number, first.a, first.b).answer];
  if (!first || CALLS[first.number] !== "init")
    throw new Refusal("A history begins with init: write init, timers and clock first, as init 4 0.");
  if (calls.length > MOST_CALLS)
    throw new Refusal(`A history has at most ${written(MOST_CALLS)} calls: leave some out.`);
  if (status() !== "OK")
    throw new Refusal(`The wheel refuses "${first.line}", ${status()}: write 1 to ${written(MOST_TIMERS)} timers.`);
  state.machine = new Machine(name);
  state.calls = calls;
  state.at = 0;
  state.said = state.wrong = null;
  state.claims = {};
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
  if (state.at >= MOST_CALLS)
    throw new Refusal(`A history has at most ${written(MOST_CALLS)} calls: begin a new wheel.`);
  state.calls.length = state.at;
  state.calls.push(call);
  forth();
}
