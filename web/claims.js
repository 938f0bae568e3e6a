// SPDX-License-Identifier: Apache-2.0 OR MIT
// What the state on screen says of each invariant and theorem: true, false, or nothing.
function claims(m, call, name, before, got, right, trapped) {
  const all = timers(m), now = m.now, nodes = m.heads + m.capacity, ids = [...all.keys()];
  const digits = t => [t % m.radix, Math.floor(t / m.radix) % m.radix, Math.floor(t / m.radix ** 2) % m.radix,
    Math.floor(t / m.radix ** 3)];
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
    consistent &&=
      next >= 0 && next < nodes && prev >= 0 && prev < nodes && m.prev(next) === node && m.next(prev) === node;
    linked += node >= m.heads && next !== node;
  }
  const found = m.slots(), rank = id => state.ranks[id];
  const behind = () =>
    ids.every(y => level(all.get(y).slot) >= level(opening) || found.get(opening).every(z => rank(y) < rank(z)));
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
  const counted = () => {
    if (!some) return status === "NOT_ACTIVE" && got.wrote === rest(m.period / 4);
    if (lag >= m.period / 2) return status === "BAD_CLOCK";
    return status === "OK" && (lag !== 0 || (got.wrote === 0) === work) &&
      ids.every(id => got.wrote <= rest(m.distance(now, all.get(id).deadline)));
  };
  return {
    I1: consistent && linked === all.size,
    I2: ids.every(id => {
      const s = slotOf(all.get(id).deadline), at = all.get(id).slot;
      return s === at || (hier && at === opening && level(s) < level(opening));
    }),
    I3: !hier ? passed() : opening === 0 || (found.has(opening) && now % m.radix ** level(opening) === 0 &&
        digits(now)[level(opening)] === opening % m.radix && behind()),
    I4: Array.from(Array(m.heads).keys()).every(s => !!m.bit(s) === found.has(s)),
    I5: [...found.values()].every(list => list.every((id, i) => i === 0 || rank(list[i - 1]) < rank(id))),
    T1: !advance || refused
      ? null
      : (status !== "EXPIRED" || (before.timers.has(got.wrote) && before.timers.get(got.wrote).deadline === now)) &&
        ![...before.timers.keys()].some(late) && (status !== "OK" || !ids.some(due)),
    T2: status === "EXPIRED" && right ? got.wrote === right.wrote : null,
    T3: acts ? [...others].every(id => id === named || !changed(id)) : null,
    T4: started ? m.deadline(call.a) === (started.endsWith("_at") ? call.b : before.now + call.b) % m.period : null,
    T5: refused ? m.digest() === before.digest && !!right && right.answer === got.answer : null,
    T6: !trapped,
    T7: advance && hier ? moved <= call.b
      : advance && status === "BUSY" && call.b > 0 ? now !== before.now || m.place !== before.place : null,
    T8: name === "next" ? counted() : advance && status === "OK" ? !work : advance && status === "BUSY" ? work : null,
    T9: right ? spell(call.number, right) === spell(call.number, got) : null,
  };
}

// What each says, and where: a predicate, or a clause of a contract.
const CLAIMS = {
  I1: ["links are circles, consistent both ways; each timer is in one", "spec/list.acsl", "Lists"],
  I2: ["each timer is in the slot that its deadline says", "spec/hier.acsl", "Placed"],
  I3: ["what a half-open slot holds belongs lower, and was started later; the cursor has passed nothing that is due",
    "spec/hier.acsl", "Opening"],
  I4: ["a bit is set exactly where a slot is in use", "spec/slots.acsl", "Occupied"],
  I5: ["in a slot: in the order of start", "spec/list.acsl", "Ordered"],
  T1: ["delivered at its deadline: never early, never late", "src/tw_hier.h", "advance/forward/T1_exact"],
  T2: ["at one tick: in the order of start", "src/tw_hier.h", "advance/forward/T2_first"],
  T3: ["no other timer is changed", "src/tw_hier.h", "start/started/T3_others"],
  T4: ["every delay, from every clock", "src/tw_hier.h", "start/started/T4_deadline"],
  T5: ["a refused call changes nothing", "src/tw_hier.h", "start/T5_unchanged"],
  T6: ["no undefined behaviour: no trap", "src/tw_hier.h", "terminates"],
  T7: ["no more timers moved than the budget says; busy means progress", "src/tw_hier.h", "advance/forward/T7_bounded"],
  T8: ["next counts from the caller's counter: 0 with work to do, and never beyond a deadline", "src/tw_hier.h",
    "next/some/T8_bound"],
  T9: ["the sorted list gives the same answer", "proofs/wp/equal.c", "equal"],
};
