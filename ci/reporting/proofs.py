# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The sections of the proof with WP and of the bounded proofs with CBMC."""
import collections

from tools.geometry import GEOMETRIES
from ci.reporting.parts import bar, folded, geometry, join, lead, lines, number, pill, plural, table
from ci.reporting.verdict import duration

FAMILIES = {"Hierarchical wheel": "tw_hier", "Hashed wheel": "tw_hashed", "Sorted list": "tw_oracle oracle",
            "Lists, slots, bits": "tw_list tw_slots tw_bitset", "Client of the wheels": "tw_client", "Equal to the list": "tw_equal equal",
            "Clock": "tw_"}


def family_of(function):
    name = function.removeprefix("lemmas:")
    return next((f for f, prefixes in FAMILIES.items() if name.startswith(tuple(prefixes.split()))), "Others")


def cell(row):
    if row is None:
        return ""
    short = row["proved"] < row["goals"]
    goals = f"{row['proved']} of {row['goals']}" if short else number(row["goals"])
    hardest = f"{row['hardest']['steps']:,} steps of {row['hardest']['prover']}" if row["hardest"] else "no prover was needed"
    return bar(row["part"], goals, hardest, short)


def hardest(data):
    """The hardest goal of each function; of these the ten hardest, each goal once."""
    found = {}
    for row in sorted((row for row in data["functions"] if row["hardest"]), key=lambda row: -row["part"]):
        found.setdefault(row["hardest"]["goal"], row)
    rows = [(goal, row["function"], geometry(row["geometry"]), row["hardest"]["prover"],
             f"{row['hardest']['steps']:,} of {data['limits'][row['hardest']['prover']]:,}", bar(row["part"], f"{row['part']:.0%}"))
            for goal, row in list(found.items())[:10]]
    return join(lead(total(data)), lines(data["faults"]) if data.get("faults") else "",
                table(("goal", "function", "geometry", "prover", "steps, of the limit", "part"), rows, ("mono", "mono", "", "", "", "bars")))


def total(data):
    return f"{plural(data['goals'], 'goal')}, {data['proved']:,} proved, {plural(data['smoke'], 'smoke test')} passed."


def family(name, functions):
    columns = list(dict.fromkeys(row["geometry"] for row in functions))
    columns.sort(key=lambda g: [-int(part) if part.isdigit() else 0 for part in g.split(".")])
    cells = {(row["function"], row["geometry"]): row for row in functions}
    names = sorted({row["function"] for row in functions}, key=lambda f: (f.startswith("lemmas"), f))
    sums = [plural(sum(r["goals"] for r in functions if r["geometry"] == g), "goal") for g in columns]
    rows = [(f, *(cell(cells.get((f, g))) for g in columns)) for f in names]
    left = sum(r["goals"] - r["proved"] for r in functions)
    text = f"{name}: {plural(len(names), 'function')}, {plural(sum(r['goals'] for r in functions), 'goal')}, {left or 'none'} unproved"
    return folded(text, table(("function", *map(geometry, columns)), rows + [("all", *sums)], ("mono", *["bars"] * len(columns))))


def proof(data):
    functions = data["functions"]
    families = collections.defaultdict(list)
    for row in functions:
        families[family_of(row["function"])].append(row)
    text = f"{total(data)} Each number counts goals. Its bar shows which part of the limit the hardest goal takes, in steps of its prover."
    return join(lead(text), *(family(name, families[name]) for name in [*FAMILIES, "Others"] if families[name]))


def bounded(data):
    longest = max((p["seconds"] for p in data["proofs"]), default=0) or 1
    rows = []
    for p in data["proofs"]:
        sizes = ", ".join(f"{k} {v}" for k, v in p["sizes"].items() if not k.startswith("TW_"))
        rows.append((p["name"], geometry(p["geometry"]), sizes, number(p["properties"]),
                     f"{p['reached']} of {p['places']}",
                     bar(p["seconds"] / longest, duration(p["seconds"])), pill(p["verdict"], p["verdict"] == "holds")))
    text = f"{plural(len(rows), 'proof')}, {data['properties']:,} properties, {data['failed']} failed."
    heads = ("proof", "geometry", "sizes", "properties", "places reached", "time", "verdict")
    return join(lead(text), table(heads, rows, ("mono", "line", "line", "n", "n", "bars wide time")))


def reach(data):
    """The geometries of this project that the proof was run at, and those that it was not."""
    words = [", ".join(g for g in GEOMETRIES if (g in data["geometries"]) == there) for there in (True, False)]
    return f"at {words[0] or 'no whole geometry'}{f'; not at {words[1]}' if words[1] else ''} (TW_RADIX.TW_HASHED_SLOTS)."


def proved(data):
    """Of a tile: how many, of how many."""
    return data["proved"], data["goals"]


def held(data):
    return sum(p["verdict"] == "holds" for p in data["proofs"]), len(data["proofs"])
