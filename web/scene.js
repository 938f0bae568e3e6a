// SPDX-License-Identifier: Apache-2.0 OR MIT
// What the scenes share: a wheel that makes the calls of its story, up to any tick and back; its log, clock and figure.
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
  // Advances so many ticks in all, as a program does: until nothing is due, and no more than P/4 at a time.
  to(ticks) {
    if (ticks < this.gone) this.reset();
    while (this.gone < ticks) {
      const by = Math.min(ticks - this.gone, this.m.period / 4), until = (this.m.now + by) % this.m.period;
      while (STATUS[this.make(`advance ${until} unbounded`).answer] !== "OK");
      this.gone += by;
    }
  }
  next() { return this.make(`next ${this.m.now}`); }
  get tail() { return this.log.slice(-4); }
}

function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// A section: heading, text, what to try, a figure with its parts.
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
    this.calls = html("pre", { class: "log", "aria-label": "The last calls", tabindex: 0, role: "group" });
    this.node.append(heading, ...text, html("p", { class: "try" }, html("b", {}, "Try it. "), this.story.attempt),
      this.figure, this.said, this.calls);
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
  button(text, does) {
    const button = html("button", { type: "button" }, text);
    button.onclick = does;
    return button;
  }
  legend(...signs) {
    this.figure.append(html("ul", { class: "legend" }, ...signs.map(sign => {
      const item = html("li", { class: sign });
      item.append(html("i", { "aria-hidden": "true" }, sign === "name" ? "3" : ""), {
        timer: "timer",
        hand: "the hand, at the clock's tick",
        present: "hand of a ring, at the clock's digit",
        name: "number of a ring",
        badge: "revolutions left"
      }[sign]);
      return item;
    })));
  }
  // The live region: once for each thing that happens.
  say(text) { if (this.said.textContent !== text) this.said.textContent = text; }
  told() { this.calls.textContent = this.wheel.tail.join("\n"); }
  digits(n, radix = 16) {
    return [3, 2, 1, 0].map(level => ({ level, digit: Math.floor(n / radix ** level) % radix }));
  }
}

const FOUR = [0, 1, 2, 3].map(level => ({ level, inner: 32 + 38 * level, outer: 70 + 38 * level }));

// A clock as a row of digits, each in the colour of its ring.
function odometer(label) {
  const node = html("p", { class: "odometer" }), name = html("span", { class: "label" }, label), plain = html("small");
  const digits = [3, 2, 1, 0].map(level => html("b", { class: `r${level}` }));
  node.append(name, ...digits, plain);
  const show = n => {
    digits.forEach((digit, i) => {
      const text = (Math.floor(n / 16 ** (3 - i)) % 16).toString(16).toUpperCase();
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
