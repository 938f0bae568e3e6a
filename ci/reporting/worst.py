# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The section of the worst cases on the binary: bounds beside what was observed, and in cycles."""
from ci.reporting.parts import heading, join, lead, number, plural, table

SHORT = {"hier": "hierarchical", "hashed": "hashed"}


def bound_of(calls, wheel, head, unit):
    """The bound of a column of docs/figures.md, or nothing."""
    name, _, budget = head.partition(" ")
    found = calls[f"tw_{wheel}_{name}"].get(unit)
    return found and found["at"][budget or "0"]


def rows_of(data, cell):
    """A row for each wheel of each object that was observed and bounded."""
    bounds = {(row["machine"], row["level"], row["geometry"]): row["calls"] for row in data["bounds"]}
    for row in data["observed"]:
        calls = bounds.get((row["machine"], row["level"], row["geometry"]))
        if calls:
            yield (row["machine"], row["geometry"], SHORT[row["wheel"]], *(cell(calls, row["wheel"], head, seen) for head, seen in row["calls"].items()))


def beside(calls, wheel, head, seen):
    most = bound_of(calls, wheel, head, "instructions")
    return f"{most:,} ({most / seen:.2f})"


def cycles(calls, wheel, head, _seen):
    most = bound_of(calls, wheel, head, "cycles")
    return number(most) if most else ""


def worst(data):
    heads = ("machine", "geometry", "wheel", *data["observed"][0]["calls"])
    numeric = ["", "", "", *["n"] * (len(heads) - 3)]
    text = (f"{plural(sum(len(row['calls']) for row in data['bounds']), 'call')} of {plural(len(data['bounds']), 'build')} have a bound. The tables are with "
            f"-O2 and a capacity of {data['capacity']}; the number behind advance is the budget.")
    in_cycles = [row for row in rows_of(data, cycles) if any(row[3:])]
    return join(lead(text), heading("Bound in instructions, and its ratio to the worst case observed"), table(heads, list(rows_of(data, beside)), numeric),
                heading("Bound in cycles, without wait states"), table(heads, in_cycles, numeric))
