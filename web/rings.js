// SPDX-License-Identifier: Apache-2.0 OR MIT
// Pictures: a ring a level, the lowest innermost, so that a timer that moves down moves inwards. Dots move to where
// memory says they are.
const dots = new Map();
let pending = 0;
function places(m, r) {
  const where = new Map(), levels = m.kind === "hier" ? 4 : 1, per = m.kind === "hier" ? m.radix : m.heads;
  const thick = m.kind === "hier" ? r * 0.19 : r * 0.55;
  for (const [slot, ids] of m.slots()) {
    const ring = Math.floor(slot / per), angle = ((slot % per) + 0.5) / per * 2 * Math.PI - Math.PI / 2;
    const inner = r * (m.kind === "hier" ? 0.98 - 0.21 * (levels - ring) + 0.02 : 0.42),
          gap = Math.min(r * 0.03, thick / (ids.length + 1));
    ids.forEach((id, i) => where.set(id, { angle, radius: inner + gap * (i + 0.8), slot }));
  }
  return { where, levels, per };
}
function draw(time) {
  pending = 0;
  const m = state.machine, canvas = $("wheel"), ratio = window.devicePixelRatio || 1;
  const side = Math.max(200, Math.round(canvas.clientWidth * ratio));
  if (canvas.width !== side) canvas.width = canvas.height = side;
  const c = canvas.getContext("2d"), r = side / 2, style = getComputedStyle(document.documentElement);
  const color = name => style.getPropertyValue(`--${name}`).trim();
  const [ink, line, dim, dot, dueColor, open] = ["ink", "line", "dim", "dot", "due", "open"].map(color);
  const { where, levels, per } = places(m, r), now = m.now, hier = m.kind === "hier";
  c.clearRect(0, 0, side, side);
  c.save();
  c.translate(r, r);
  const turn = n => n / per * 2 * Math.PI - Math.PI / 2;
  for (let k = 0; k < levels; k++) {
    const outer = r * (hier ? 0.98 - 0.21 * (levels - 1 - k) : 0.98),
          inner = r * (hier ? 0.98 - 0.21 * (levels - k) + 0.02 : 0.4);
    const digit = hier ? Math.floor(now / m.radix ** k) % m.radix : now % m.heads;
    const ring = (from, to, fill) => {
      c.beginPath();
      c.arc(0, 0, outer, turn(from), turn(to));
      c.arc(0, 0, inner, turn(to), turn(from), true);
      c.closePath();
      c.fillStyle = fill;
      c.fill();
    };
    c.globalAlpha = 0.25;
    ring(digit, digit + 1, dim);
    if (hier && m.place && Math.floor(m.place / m.radix) === k) {
      c.globalAlpha = 0.55;
      ring(m.place % m.radix, m.place % m.radix + 1, open);
    }
    if (!hier && m.place >= m.heads) { c.globalAlpha = 0.45; ring(digit, digit + 1, open); }
    c.globalAlpha = 1;
    c.strokeStyle = line;
    c.lineWidth = ratio;
    for (const radius of [outer, inner]) { c.beginPath(); c.arc(0, 0, radius, 0, 7); c.stroke(); }
    if (per <= 512) {
      c.beginPath();
      for (let s = 0; s < per; s++) {
        const a = turn(s), x = Math.cos(a), y = Math.sin(a);
        c.moveTo(x * inner, y * inner);
        c.lineTo(x * outer, y * outer);
      }
      c.globalAlpha = per > 64 ? 0.35 : 1;
      c.stroke();
      c.globalAlpha = 1;
    }
    const hand = turn(digit + 0.5);
    c.strokeStyle = ink;
    c.lineWidth = 2 * ratio;
    c.beginPath();
    c.moveTo(Math.cos(hand) * (inner - 5 * ratio), Math.sin(hand) * (inner - 5 * ratio));
    c.lineTo(Math.cos(hand) * inner, Math.sin(hand) * inner);
    c.stroke();
  }
  let moving = false;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches || !time;
  const size = Math.max(2, Math.min(r * 0.011, r * 0.5 / Math.sqrt(where.size + 1)));
  for (const [id, to] of where) {
    let at = dots.get(id);
    if (!at || still) { at = { angle: to.angle, radius: to.radius }; dots.set(id, at); }
    let da = to.angle - at.angle;
    da -= 2 * Math.PI * Math.round(da / (2 * Math.PI));
    const dr = to.radius - at.radius;
    if (Math.abs(da) > 0.002 || Math.abs(dr) > 0.5) {
      at.angle += da * 0.22;
      at.radius += dr * 0.22;
      moving = true;
    } else {
      at.angle = to.angle;
      at.radius = to.radius;
    }
    c.fillStyle = m.deadline(id) === now ? dueColor : !hier && m.place === id + m.heads ? open : dot;
    const x = Math.cos(at.angle) * at.radius, y = Math.sin(at.angle) * at.radius;
    if (where.size > 300) c.fillRect(x - size, y - size, 2 * size, 2 * size);
    else {
      c.beginPath();
      c.arc(x, y, size * 1.2, 0, 7);
      c.fill();
      if (where.size <= 16) {
        c.fillStyle = ink;
        c.font = `${12 * ratio}px ui-monospace, monospace`;
        c.fillText(id, x + size * 1.8, y + 4 * ratio);
      }
    }
  }
  for (const id of dots.keys()) if (!where.has(id)) dots.delete(id);
  c.fillStyle = dim;
  c.font = `${12 * ratio}px system-ui, sans-serif`;
  c.textAlign = "center";
  c.fillText(`${where.size} active`, 0, 4 * ratio);
  c.restore();
  if (moving) redraw();
}
function redraw() { if (!pending) pending = requestAnimationFrame(draw); }
