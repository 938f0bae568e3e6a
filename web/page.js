// SPDX-License-Identifier: Apache-2.0 OR MIT
// Puts the first page together; for the test, tells every call of the scenes.
const page = {};
const alone = new URLSearchParams(location.search).get("scene");
if (alone && $(`scene-${alone}`)) {
  document.documentElement.dataset.alone = alone;
  $(`scene-${alone}`).classList.add("alone");
}

unpack().then(() => {
  page.race = new Racing();
  page.scenes = {
    ring: new Turning("ring", 15, "A ring of 16 slots with four timers"),
    links: new Links(),
    turns: new Turns("turns", 47, "A ring of 16 slots, three timers in one slot"),
    levels: new Levels(),
    rollover: new Rollover(),
    hang: new Bug(),
    proof: new Proof(),
  };
  if (location.hash) $(location.hash.slice(1))?.scrollIntoView();
  const back = html("a", { href: `${location.pathname}#scene-${alone}`, target: "_top" }, "The whole page");
  document.querySelector(".alone .share")?.replaceChildren(back);
  document.documentElement.dataset.ready = "";
});

page.report = () => SCENES.flatMap(story => {
  const wheel = new Machine(story.fault === "-" ? story.kind : `${story.kind} ${story.fault}`);
  const lines = story.calls.map((line, n) => {
    const { number, a, b } = parse(line), got = wheel.call(number, a, b), said = spell(number, got);
    const compared = CALLS[number] !== "next" && spell(number, wheel.list(number, a, b)) !== said;
    return `${story.name} ${n + 1} ${said} @${wheel.now} ${wheel.digest()} ${compared ? "T9" : "-"}`;
  });
  return [...lines, `${story.name} again ${wheel.digest()}`];
}).join("\n");
