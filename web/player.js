// SPDX-License-Identifier: Apache-2.0 OR MIT
// A history of calls on two wheels, call by call: the wheel as it is, and the wheel with a bug.
class Player {
  // story: kind, fault, calls; `list` if the sorted list has the bug; `trap`, what a trap means. `told` hears after
  // each step how many calls have been made, and whether the wrong answer has been given.
  constructor({ kind, fault, calls, list = false, trap = "no answer" }, told = () => {}) {
    Object.assign(this, { calls: calls.map(parse), list, trap, told, at: 0 });
    const titles = ["The code of this project", "The same with the bug"];
    this.sides = [kind, `${kind} ${fault}`].map((name, n) => {
      const title = titles[n], svg = el("svg", { role: "img", "aria-label": title });
      const verdict = html("p", { class: "verdict" }), waits = html("p", { class: "waits" });
      return { name, svg, verdict, waits, node: html("div", {}, html("h3", {}, title), svg, verdict, waits) };
    });
    for (const side of this.sides) {
      const m = this.play(side, this.calls.length);
      Object.assign(side, { answers: m.answers, raw: m.raw });
      side.dial = list ? null : Dial.of(side.svg, m, { size: 17, labels: m.per > 16 ? 0 : 196 });
    }
    const [right, wrong] = this.sides.map(side => side.answers);
    this.wrong = right.findIndex((answer, n) => answer !== wrong[n]) + 1;
    this.range = html("input", { type: "range", min: 1, max: this.calls.length, "aria-label": "Calls made" });
    this.range.oninput = () => this.to(+this.range.value);
    this.buttons = [["◀ back", () => this.to(this.at - 1)], ["next call ▶", () => this.to(this.at + 1)],
      ["to the wrong answer", () => this.to(this.wrong)]].map(([text, does]) => button(text, does));
    const row = (name, attributes, texts) => html("tr", {}, ...texts.map(text => html(name, attributes, text)));
    this.rows = this.calls.map(({ line }, n) => row("td", {}, [spoken(line), right[n], wrong[n] ?? "no more answers"]));
    const head = row("th", { scope: "col" }, ["call", "this project", "with the bug"]);
    this.said = html("p", { class: "said", role: "status" });
    this.figure = html("div", { class: "figure" }, html("div", { class: "pair" }, ...this.sides.map(side => side.node)),
      ...(list ? [] : [legend("timer", "due", ...(kind.startsWith("hier") ? ["present"] : []))]),
      ...(this.sides[0].dial?.slots > 64 ? [html("p", { class: "caption" }, "256 slots a ring, 16 a line.")] : []),
      html("div", { class: "row" }, this.buttons[0], this.range, ...this.buttons.slice(1)), this.said);
    this.table = scrolls("div", "calls", "Calls and answers",
      html("table", {}, html("thead", {}, head), html("tbody", {}, ...this.rows)));
  }
  // The wheel of a side after so many calls, with its answers. After a trap it makes no more calls.
  play(side, n) {
    const m = new Machine(side.name);
    Object.assign(m, { answers: [], raw: [] });
    for (const { number, a, b, line } of this.calls.slice(0, n)) {
      try {
        const got = this.list ? m.list(number, a, b) : m.call(number, a, b);
        const now = this.list ? m.list(CALLS.indexOf("now"), 0, 0).answer : m.now;
        m.answers.push(`${answered(line, got)}, clock ${written(now)}`);
        m.raw.push(`${spell(number, got)} @${now}`);
      } catch {
        m.answers.push(this.trap);
        break;
      }
    }
    return m;
  }
  // A timer that waits on the wheel with the bug alone: how late it is, which its dot shows too.
  late({ m, dial }, id) {
    const late = m.distance(m.deadline(id), m.now);
    if (late === 0 || late >= m.period / 2) return "";
    dial.dot(id).classList.add("due");
    return `, late by ${written(late)}`;
  }
  to(n) {
    this.at = Math.min(this.calls.length, Math.max(1, n));
    const call = spoken(this.calls[this.at - 1].line), over = this.wrong && this.at >= this.wrong;
    const answers = this.sides.map(side => side.answers[this.at - 1] ?? "no more answers");
    const differ = answers[0] !== answers[1];
    const active = this.sides.map((side, n) => {
      const m = side.m = this.play(side, this.at);
      if (this.list) listed(side.svg, m); else side.dial.show(m);
      side.verdict.textContent = answers[n];
      side.verdict.className = `verdict ${!differ ? "" : n ? "bad" : "good"}`;
      if (this.list) return m.order();
      const held = [...m.slots()].flatMap(([slot, ids]) => ids.map(id => [id, slot]));
      const waits = held.slice(0, 4).map(([id, slot]) =>
        `${letter(id)} due ${written(m.deadline(id))}: ${place(m, slot)}`);
      side.waits.textContent = [...waits, ...(held.length > 4 ? [`and ${held.length - 4} more`] : [])].join("; ");
      return held.map(([id]) => id);
    });
    const alone = n => active[n].filter(id => !active[1 - n].includes(id));
    const only = (ids, text) => ids.length ? ` ${text}: ${ids.join(", ")}.` : "";
    const bug = this.sides[1], waits = alone(1).map(id => letter(id) + (this.list ? "" : this.late(bug, id)));
    this.rows.forEach((row, n) => {
      row.className = n + 1 === this.at ? "now" : n >= this.at ? "ahead" : "";
      row.classList.toggle("wrong", n + 1 === this.wrong);
    });
    this.table.scrollTop = this.rows[this.at - 1].offsetTop - 80;
    this.range.value = this.at;
    this.range.setAttribute("aria-valuetext", `call ${this.at} of ${this.calls.length}: ${call}`);
    this.buttons[0].ariaDisabled = this.at === 1;
    this.buttons[1].ariaDisabled = this.at === this.calls.length;
    const what = `The answers to this call ${differ ? "differ" : "are equal"}.`;
    this.said.textContent = `Call ${this.at} of ${this.calls.length}: ${call}. ${what}${
      only(waits, "With the bug there still waits")}${only(alone(0).map(letter), "With the bug there is gone")}`;
    this.told(this.at, over);
  }
}

// The sorted list as dots in the order in which it keeps them, with their deadlines.
function listed(svg, m) {
  svg.setAttribute("viewBox", "-200 -60 400 120");
  const ids = m.order(), gap = Math.min(90, 360 / (ids.length || 1));
  svg.replaceChildren(...ids.map((id, n) => {
    const transform = `translate(${(n - (ids.length - 1) / 2) * gap} 0)`;
    return el("g", { class: "dot", transform }, el("circle", { class: "face", r: 16 }), el("text", {}, letter(id)),
      el("text", { y: n % 2 ? -30 : 34, class: "number" }, `due ${written(m.dated(id))}`));
  }));
}
