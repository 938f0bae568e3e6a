# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The plot of a workload of the benchmark: nanoseconds over the number of timers, both logarithmic."""
import math

import markupsafe

from ci.reporting.parts import TEMPLATES

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 420, 300, 44, 140, 20, 36
COLOURS = ["#d1495b", "#8f2d56", "#e08e45", "#7a7a7a", "#9aa34f", "#5f8f3e", "#2e8b78", "#37a6c4",
           "#3f6fb5", "#6a5acd", "#a06cd5", "#c06c9f", "#a0522d", "#b8860b", "#008b8b"]
DASHES = {"paper": "5 3", "floor": "1 3", "base": "8 3 2 3"}


def decades(low, high):
    return range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)


def short_number(value):
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:g}{unit}"
    return f"{value:g}"


def spread_apart(heights, gap=13.5):
    """Places for labels, in the order given from above, that do not overlap."""
    places = []
    for height in heights:
        places.append(max(height, places[-1] + gap) if places else height)
    over = max(0, places[-1] - (HEIGHT - BOTTOM)) if places else 0
    return [place - over for place in places]


class Scale:
    """Where a number of timers and a time are in the plot."""

    def __init__(self, rows):
        self.sizes = sorted({r["timers"] for r in rows})
        self.powers = decades(max(0.1, min(r["min"] for r in rows)), max(r["max"] for r in rows))
        self.low, self.high = self.powers[0], max(self.powers[-1], self.powers[0] + 1)

    def x(self, timers):
        first, last = math.log10(self.sizes[0]), math.log10(self.sizes[-1])
        return LEFT + (WIDTH - LEFT - RIGHT) * ((math.log10(timers) - first) / (last - first) if last > first else 0.5)

    def y(self, ns):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (math.log10(max(ns, 0.1)) - self.low) / (self.high - self.low)

    def line(self, rows, kind, colour):
        """An engine's line: its points, and its band from the least sample to the largest."""
        points = [(self.x(n), self.y(ns)) for n, ns, _, _ in rows]
        band = [(self.x(n), self.y(least)) for n, _, least, _ in rows] + [(self.x(n), self.y(most)) for n, _, _, most in reversed(rows)]
        return {"points": points, "path": text_of(points), "band": text_of(band), "colour": colour, "dash": DASHES.get(kind),
                "width": 2.6 if kind == "wheel" else 1.4}


def text_of(points):
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in points)


def plot(data, workload):
    """A plot with a line and a band for each engine."""
    rows = [r for r in data["rows"] if r["workload"] == workload and "median" in r]
    scale = Scale(rows)
    lines = []
    for index, (engine, about) in enumerate(data["engines"].items()):
        mine = sorted((r["timers"], r["median"], r["min"], r["max"]) for r in rows if r["engine"] == engine)
        if mine:
            lines.append(scale.line(mine, about["kind"], COLOURS[index % len(COLOURS)]))
            lines[-1]["name"] = about["name"].removeprefix("floor: ")
    lines.sort(key=lambda line: line["points"][-1][1])
    for line, place in zip(lines, spread_apart([line["points"][-1][1] for line in lines])):
        line["place"] = place
    return markupsafe.Markup(TEMPLATES.get_template("plot.svg").render(
        width=WIDTH, height=HEIGHT, left=LEFT, right=WIDTH - RIGHT, top=TOP, bottom=HEIGHT - BOTTOM, lines=lines,
        title=f"{workload}: {data['workloads'][workload]}", sizes=[(short_number(n), scale.x(n)) for n in scale.sizes],
        scale=[(short_number(10 ** power), scale.y(10 ** power)) for power in scale.powers]))
