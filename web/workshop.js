// SPDX-License-Identifier: Apache-2.0 OR MIT
function show() {
  const m = state.machine, width = { 256: 2, 16: 1, 4: 1 }[m.radix];
  const digits = [3, 2, 1, 0].map(k => (Math.floor(m.now / m.radix ** k) % m.radix).toString(16).toUpperCase().padStart(width, "0"));
  $("clock").innerHTML = `${digits.join(m.radix === 4 ? " " : "·")} <small>tick ${m.now} of ${m.period}</small>`;
  $("said").textContent = state.said ? `${state.said.line} = ${state.said.answer}` : "";
  // While it plays, only what happens is spoken.
  $("said").setAttribute("aria-live", ticking && state.said && !state.said.bad && !state.said.answer.startsWith("EXPIRED") ? "off" : "polite");
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
    row.innerHTML = `<td>${id}</td><td class="${holds === true ? "yes" : holds === false ? "no" : "open"}">${holds === true ? "✓" : holds === false ? "✗" : "·"}</td><td>${text} <a href="${source(file)}">clause</a> <a href="${source("spec/README.md#theorems")}">proof</a></td>`;
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
  else if (!timers(state.machine).size) return pause();
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
  $("text").innerHTML = fill(story.text, story);
  for (const b of $("stories").children) b.setAttribute("aria-pressed", String(b.dataset.story === story.name));
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
  $("stories").replaceChildren(...STORIES.map(s => { const b = document.createElement("button"); b.textContent = fill(s.title, s); b.dataset.story = s.name; b.onclick = () => tell(s); return b; }));
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
