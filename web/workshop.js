// SPDX-License-Identifier: Apache-2.0 OR MIT
function show() {
  const m = state.machine;
  const labels = m.per > 16 ? 0 : m.levels > 1 ? 194 : 170;
  if (state.drawn !== m.name) {
    state.dial = Dial.of($("wheel"), m, { labels, name: id => id });
    rules(+(m.kind === "hashed"));
  }
  state.drawn = m.name;
  const active = state.dial.show(m).size;
  $("clock").innerHTML = `${[3, 2, 1, 0].map(k => Math.floor(m.now / m.radix ** k) % m.radix).join(" · ")}
    <small>tick ${written(m.now)} of ${written(m.period)}; ${active} active</small>`;
  $("said").textContent = state.said ? `${state.said.line} = ${state.said.answer}` : "";
  // While it plays, only what happens is spoken.
  $("said").setAttribute("aria-live",
    ticking && state.said && !state.said.bad && !state.said.answer.startsWith("EXPIRED") ? "off" : "polite");
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
  for (const cell of $("claims").querySelectorAll("[data-claim]")) {
    const holds = state.claims[cell.dataset.claim];
    [cell.textContent, cell.className] = { true: ["✓", "yes"], false: ["✗", "no"] }[holds] ?? ["·", "open"];
  }
  $("kind").value = m.name.split(" ").slice(0, 2).join(" ");
  faults();
  $("fault").value = m.name.slice($("kind").value.length + 1) || "none";
}

// What is proved: a row each, and its clause in the contracts of this wheel.
function rules(hashed) {
  $("claims").replaceChildren(...Object.entries(CLAIMS).map(([id, [text, where, name]]) => {
    const row = document.createElement("tr"), clause = CLAUSES[name]?.[hashed], label = name.split("/").at(-1);
    const file = source(hashed ? where.replace("hier", "hashed") : where);
    const link = `<a href="${file}">${hashed ? label.replace("Opening", "Passed") : label}</a>`;
    const inside =
      `<details><summary>clause ${label}</summary><code></code> <a href="${file}">its contract</a></details>`;
    row.innerHTML = `<td><a href="${source(`spec/README.md#${id}`)}">${id}</a></td><td data-claim="${id}"></td>
      <td>${text} ${clause ? inside : link}</td>`;
    if (clause) row.querySelector("code").textContent = `${name.split("/")[0]}: ${clause}`;
    return row;
  }));
}

// Controls.
const budget = () => [0, 1, 2, 4, 16, 64, UNBOUNDED][+$("budget").value];
// What a button or a link asks; what is wrong with it is said.
function ask(does) { $("wrong").textContent = attempt(does); }
const field = (id, least, most) => whole($(id).value, least, most, $(id).labels[0].textContent.trim());
let ticking = 0;
function pause() {
  clearTimeout(ticking);
  ticking = 0;
  $("play").textContent = "play";
  $("play").setAttribute("aria-pressed", "false");
}
function beat() {
  const speed = +$("speed").value, m = state.machine;
  let wrong = "";
  if (state.at < state.calls.length) forth();
  else if (!timers(m).size) return pause();
  else wrong = attempt(() => make(`advance ${(m.now + 4 ** Math.max(0, speed - 2)) % m.period} ${budget()}`));
  $("wrong").textContent = wrong;
  if (wrong) return pause();
  ticking = setTimeout(beat, Math.max(16, 900 / 2 ** speed));
}
function play() {
  if (ticking) return pause();
  $("play").textContent = "pause";
  $("play").setAttribute("aria-pressed", "true");
  beat();
}
function ahead(word) {
  const m = state.machine;
  if (word === "next") {
    const { answer, wrote } = m.call(CALLS.indexOf("next"), m.now, 0);
    return STATUS[answer] === "OK" ? wrote : 1;
  }
  return word === "by" ? field("by", 1, m.period - 1) : 1;
}
function advance(word) {
  const m = state.machine, until = (m.now + ahead(word)) % m.period;
  pause();
  make(`advance ${until} ${budget()}`);
}
function call(name) {
  const id = field("id", 0, UNBOUNDED), delay = name === "stop" ? "" : field("delay", 0, UNBOUNDED);
  pause();
  make(`${name} ${id} ${delay}`);
}
function random() {
  pause();
  const m = state.machine;
  for (let id = 0, n = 0; id < m.capacity && n < 64; id++) {
    if (m.next(m.heads + id) !== m.heads + id) continue;
    const most = m.radix ** (1 + n++ % 4);
    make(`start ${id} ${1 + Math.floor(Math.random() * (most - 2))}`);
  }
}
const faultsOf = kind => Object.keys(modules).filter(n => n.startsWith(`${kind} `)).map(n => n.slice(kind.length + 1));
function faults() {
  $("fault").replaceChildren(...["none", ...faultsOf($("kind").value)].map(n => new Option(n, n)));
}
const chosen = () => $("fault").value === "none" ? $("kind").value : `${$("kind").value} ${$("fault").value}`;
function begin(name, calls, story) {
  load(name, calls);
  pause();
  [$("capacity").value, $("now").value] = [calls[0].a, calls[0].b];
  $("text").innerHTML = story ? fill(story.text, story) : "";
  for (const b of $("stories").children) b.setAttribute("aria-pressed", String(b.dataset.story === (story || {}).name));
}
// A story opens with its timers started, before the clock moves.
function tell(story) {
  begin(story.fault === "-" ? story.kind : `${story.kind} ${story.fault}`, story.calls.map(parse), story);
  goto(story.calls.findIndex(line => /^(advance|next|remaining|earliest)/.test(line)));
}
function replay(name, lines) {
  const calls = lines.map(line => line.trim()).filter(line => line && !line.startsWith("#")).map(parse);
  begin(name, calls);
  goto(calls.length);
}
// #STORY, #STORY/last, or #WHEEL/CALL;CALL..., with _ and + in place of blanks.
function follow() {
  let text;
  const broken = "The address ends in a % that stands for nothing: copy the link again.";
  try { text = decodeURIComponent(location.hash.slice(1)); } catch { throw new Refusal(broken); }
  const [name, ...rest] = text.split("/"), where = rest.join("/"), story = STORIES.find(s => s.name === name);
  const wheel = name.replaceAll("_", " ");
  if (story && /^(last)?$/.test(where)) {
    tell(story);
    if (where) goto(story.calls.length);
  } else if (!text) tell(STORIES[0]);
  else if (Object.hasOwn(modules, wheel)) replay(wheel, where.replaceAll("+", " ").split(";"));
  else throw new Refusal(`The address names no story and no wheel, "${text.slice(0, 40)}": choose a story.`);
}
function link() {
  const calls = state.calls.slice(0, state.at).map(call => call.line.replaceAll(" ", "+"));
  const text = `${state.machine.name.replaceAll(" ", "_")}/${calls.join(";")}`;
  if (text.length > 60000) throw new Refusal("These are too many calls for an address: copy them from the list.");
  history.replaceState(null, "", `#${text}`);
  $("linked").textContent = "the page's address is the link";
}

function wire() {
  const on = (button, does) => { button.onclick = () => ask(does); };
  $("stories").replaceChildren(...STORIES.map(s => {
    const b = document.createElement("button");
    b.textContent = fill(s.title, s);
    b.dataset.story = s.name;
    on(b, () => { location.hash = s.name; });
    return b;
  }));
  const kinds = new Set(Object.keys(modules).map(n => n.split(" ").slice(0, 2).join(" ")));
  $("kind").replaceChildren(...[...kinds].map(n => new Option(n, n)));
  $("kind").onchange = faults;
  on($("back"), () => { pause(); goto(state.at - 1 || 1); });
  on($("forth"), () => { pause(); forth(); });
  $("play").onclick = play;
  $("budget").oninput = () => { $("budget-is").textContent = budget() === UNBOUNDED ? "unbounded" : budget(); };
  $("budget").oninput();
  for (const b of document.querySelectorAll("[data-advance]")) on(b, () => advance(b.dataset.advance));
  for (const b of document.querySelectorAll("[data-call]")) on(b, () => call(b.dataset.call));
  on($("random"), random);
  const init = () => `init ${field("capacity", 1, MOST_TIMERS)} ${field("now", 0, UNBOUNDED)}`;
  on($("new"), () => begin(chosen(), [parse(init())]));
  on($("run"), () => replay(chosen(), $("paste").value.split(/[\n;]/)));
  on($("link"), link);
  document.addEventListener("keydown", e => {
    if (/INPUT|TEXTAREA|SELECT|BUTTON/.test(e.target.tagName) || e.ctrlKey || e.metaKey || e.altKey) return;
    const buttons = { ArrowLeft: "#back", ArrowRight: "#forth", " ": "#play", r: "#random" };
    const does = { ...buttons, a: "[data-advance='1']", n: "[data-advance=next]" }[e.key];
    if (does) { e.preventDefault(); document.querySelector(does).click(); }
  });
  window.addEventListener("hashchange", () => ask(follow));
}

// For the test: every story step by step, as text.
function report() {
  const lines = [];
  for (const story of STORIES) {
    tell(story);
    goto(1);
    for (let n = 1; n <= story.calls.length; n++) {
      if (n > 1) forth();
      const red = Object.entries(state.claims).filter(([, holds]) => holds === false).map(([id]) => id).join(",");
      const answer = state.said.answer.split("   ")[0];
      lines.push(`${story.name} ${n} ${answer} ${state.machine.digest()} ${red || "-"}`);
    }
    goto(1);
    goto(story.calls.length);
    lines.push(`${story.name} again ${state.machine.digest()}`);
  }
  return lines.join("\n");
}

unpack().then(() => {
  wire();
  tell(STORIES[0]);
  ask(follow);
  document.documentElement.dataset.ready = "";
});
