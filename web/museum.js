// SPDX-License-Identifier: Apache-2.0 OR MIT
// The museum: a list of all exhibits by the theorem that excludes them, and the one that the address names.
const first = theorem => theorem.split(" ")[0];
const title = item => `${item.project}, ${item.year}`;
// Text with names of code in backticks.
const marked = text => text.split("`").map((part, n) => n % 2 ? html("code", {}, part) : part);
const page = {};

function link(text, address) { return html("a", { href: address }, text); }

// The address of an exhibit's project without what is the same in all.
const short = address => address.replace(/^https?:\/\/(www\.)?(github\.com\/)?|[?#].*/g, "").slice(0, 60);

function show(item) {
  const { name, clause, goal, same } = item, id = first(item.theorem), n = EXHIBITS.indexOf(item);
  page.player = new Player(item);
  const near = step => `#${EXHIBITS[(n + step + EXHIBITS.length) % EXHIBITS.length].name}`;
  const calls = `${item.kind.replace(" ", "_")}/${item.calls.join(";").replaceAll(" ", "+")}`;
  $("exhibit").replaceChildren(
    html("h2", { id: "title", tabindex: -1 }, `${title(item)}: ${item.what}`),
    html("p", {}, ...marked(item.symptom)),
    html("p", {}, html("b", {}, "Cause. "), ...marked(`${item.cause} ${item.note}`)),
    html("div", { class: "work" }, page.player.figure, html("div", {}, page.player.table)),
    html("h3", {}, "What excludes it"),
    html("p", {}, "Theorem ", link(`${id} ${THEOREMS[id]}`, source(`spec/README.md#${id}`)), `, by ${
      clause.startsWith("R-") ? "requirement" : "clause"} `, html("code", {}, clause), ":"),
    scrolls("pre", "code", "The clause", item.text.replaceAll("; ensures", ";\nensures")),
    html("p", {}, "Frama-C does not prove the wheel with the bug: it fails at the goal ", html("code", {}, goal),
      `. The wheel ${same ? "makes the mistake" : "shows the fault"} of the original${same ? "" : " by other means"}.`),
    html("p", { class: "read" }, ...item.links.map(address => link(short(address), address)),
      link("its entry in the museum", source(`docs/museum.md#${name}`)),
      link("the calls in the workshop", `workshop.html#${calls}`)),
    html("p", { class: "read" }, link("◀ the bug before", near(-1)), link("the next bug ▶", near(1))));
  page.player.to(page.player.wrong);
}

function list() {
  const theorems = [...new Set(EXHIBITS.map(item => first(item.theorem)))];
  $("all").replaceChildren(html("h2", {}, "All bugs, by the theorem that excludes them"), ...theorems.map(id => {
    const items = EXHIBITS.filter(item => first(item.theorem) === id);
    const entry = item =>
      html("li", { id: item.name }, link(title(item), `#${item.name}`), ": ", ...marked(item.symptom));
    const summary = html("summary", {}, `${id} ${THEOREMS[id]}: ${items.length}`);
    return html("details", innerWidth > 860 ? { open: "" } : {}, summary, html("ul", {}, ...items.map(entry)));
  }));
}

function follow() {
  const item = EXHIBITS.find(item => item.name === location.hash.slice(1));
  show(item ?? EXHIBITS.find(item => item.name === "tokio-top-wrap"));
  if (!item) return;
  $("title").scrollIntoView();
  $("title").focus({ preventScroll: true });
}

unpack().then(() => {
  list();
  follow();
  window.addEventListener("hashchange", follow);
  document.documentElement.dataset.ready = "";
});
