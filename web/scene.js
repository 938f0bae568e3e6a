// SPDX-License-Identifier: Apache-2.0 OR MIT
// What the scenes share: a wheel that makes the calls of its story, up to any tick and back; its log, code and figure.
class Wheel {
  constructor(story) {
    this.story = story;
    this.name = story.fault === "-" ? story.kind : `${story.kind} ${story.fault}`;
    this.reset();
  }
  // The calls before the clock moves.
  get setup() {
    const end = this.story.calls.findIndex(line => /^(advance|next)/.test(line));
    return this.story.calls.slice(0, end);
  }
  reset() {
    this.m = new Machine(this.name);
    this.log = [];
    this.delivered = [];
    for (const line of this.setup) this.make(line);
    this.start = this.m.now;
    this.gone = 0; // ticks since
  }
  make(line) {
    const call = parse(line), got = this.m.call(call.number, call.a, call.b);
    this.log.push(readable(call.line, got));
    if (line.startsWith("advance") && STATUS[got.answer] === "EXPIRED")
      this.delivered.push({ id: got.wrote, clock: this.m.now, deadline: this.m.deadline(got.wrote) });
    return got;
  }
  // Advances to so many ticks in all, as a program does: until nothing is due or the budget is used up, and no more
  // than P/4 at a time. To go back it begins again.
  to(ticks, budget = "unbounded") {
    if (ticks < this.gone) { this.reset(); budget = "unbounded"; }
    while (this.gone < ticks) {
      const by = Math.min(ticks - this.gone, this.m.period / 4), until = (this.start + this.gone + by) % this.m.period;
      let status = "";
      do status = STATUS[this.make(`advance ${until} ${budget}`).answer]; while (status === "EXPIRED");
      if (status !== "OK") return status;
      this.gone += by;
    }
    return "OK";
  }
  next() { return this.make(`next ${this.m.now}`); }
}

function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
// A part that scrolls, and so must take the focus.
function scrolls(name, kind, label, ...children) {
  return html(name, { class: kind, tabindex: 0, role: "group", "aria-label": label }, ...children);
}
function button(text, does) {
  const node = html("button", { type: "button" }, text);
  node.onclick = does;
  return node;
}

// Lines of the pseudo-code or of a contract; those that the last call ran are lit.
class Code {
  constructor(sources) {
    this.lines = sources.join("\n\n").split("\n").map(text => html("span", {}, `${text}\n`));
    this.node = scrolls("pre", "code", "The code that runs", ...this.lines);
  }
  // The lines that begin with these words.
  light(...beginnings) {
    for (const line of this.lines)
      line.classList.toggle("lit", beginnings.some(words => line.textContent.trim().startsWith(words)));
    const first = this.lines.find(line => line.className), { node } = this;
    if (first) node.scrollTop = Math.min(first.offsetTop - node.offsetTop - 8, node.scrollHeight);
  }
}

// A legend, by the words for its signs.
const SIGNS = {
  timer: "timer",
  due: "timer that is due",
  hand: "the hand, at the clock's tick",
  present: "hand of a level, at the clock's digit; full, it moves on",
  opening: "slot that is being opened",
  name: "number of a level",
  badge: "revolutions left",
  way: "way of A",
  next: "next", prev: "the one before", changed: "link that the last call wrote",
};

function legend(...signs) {
  return html("ul", { class: "legend" }, ...signs.map(sign =>
    html("li", { class: sign }, html("i", { "aria-hidden": "true" }, sign === "name" ? "3" : ""), SIGNS[sign])));
}

// A section: heading, text, what to try, a figure with its parts, code and calls.
class Scene {
  constructor(name) {
    this.story = SCENES.find(story => story.name === name);
    this.wheel = new Wheel(this.story);
    this.node = $(`scene-${name}`);
    const text = fill(this.story.text, this.story).split("\n\n").map(paragraph => {
      const p = html("p");
      p.innerHTML = paragraph;
      return p;
    });
    const heading = html("h2", { id: `title-${name}` }, fill(this.story.title, this.story));
    this.node.setAttribute("aria-labelledby", heading.id);
    this.figure = html("div", { class: "figure" });
    this.said = html("p", { class: "said", role: "status" });
    this.calls = scrolls("pre", "log", "The last calls");
    this.code = new Code(this.story.code);
    const caption = html("p", { class: "caption" }, this.story.caption);
    const attempt = html("p", { class: "try" }, html("b", {}, "Try it. "), this.story.attempt);
    this.node.replaceChildren(heading, ...text, attempt, html("div", { class: "work" },
      html("div", {}, this.figure, this.said), html("div", {}, this.code.node, caption, this.calls)),
      html("p", { class: "share" }, html("a", { href: `#scene-${name}` }, "Link to this"), " ",
        html("a", { href: `?scene=${name}` }, "This scene alone, to embed")));
  }
  svg(label) {
    const svg = el("svg", { role: "group", "aria-label": label });
    this.figure.append(svg);
    return svg;
  }
  row(...parts) {
    const row = html("div", { class: "row" }, ...parts);
    this.figure.append(row);
    return row;
  }
  // A slider with its name, and what it is at.
  slider(name, attributes, asks) {
    const range = html("input", { type: "range", ...attributes }), is = html("output");
    range.oninput = () => asks(+range.value);
    this.row(html("label", {}, `${name} `, range), is);
    range.is = text => { is.textContent = text; range.setAttribute("aria-valuetext", text); };
    return range;
  }
  legend(...signs) { this.figure.append(legend(...signs)); }
  // The live region: once for each thing that happens.
  say(text, quiet = false) {
    this.said.setAttribute("aria-live", quiet ? "off" : "polite");
    if (this.said.textContent !== text) this.said.textContent = text;
  }
  told(log = this.wheel.log) { this.calls.textContent = log.slice(-4).join("\n"); }
}

// A clock as a row of digits, each in the colour of its level.
function odometer(label) {
  const node = html("p", { class: "odometer" }), name = html("span", { class: "label" }, label), plain = html("small");
  const digits = [3, 2, 1, 0].map(level => html("b", { class: `r${level}` }));
  node.append(name, ...digits, plain);
  const show = n => {
    digits.forEach((digit, i) => {
      const text = `${Math.floor(n / 16 ** (3 - i)) % 16}`;
      if (digit.textContent === text) return;
      digit.classList.remove("flips");
      digit.getBoundingClientRect(); // so that the animation begins again
      digit.classList.toggle("flips", digit.textContent !== "");
      digit.textContent = text;
    });
    plain.textContent = ` = ${written(n)}`;
  };
  return { node, show };
}
