# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tables of bench.json, as rows of text: the ratios of times, and the instructions an operation."""
PLAIN = {"stop_start": "stop + start", "worst": "longest call", "worst_64": "longest call, budget 64", "worst_8": "longest call, budget 8"}
# The rows of the README: three workloads, among them the one with the least gain over all sizes, and the worst call.
SHOWN = ("stop_start", "hold", "jump", "worst")
COUNTED = ("stop_start", "hold")  # of the instructions


def ratios(data, shown=None):
    """The best packaged peer over tw_hier: a head, and a row for each workload, or for those shown."""
    cells = {(c["workload"], c["timers"]): c for c in data["cells"] if c["peer"]}
    sizes = list(dict.fromkeys(timers for _, timers in cells))
    rows = [["workload", *(f"{n:,} timers" for n in sizes)]]
    for workload in shown or dict.fromkeys(w for w, _ in cells):
        found = [cells.get((workload, n)) for n in sizes]
        rows.append([PLAIN.get(workload, workload),
                     *(f"{c['ratio']:.2g} ({data['engines'][c['peer']]['name']})" if c else "not run" for c in found)])
    return rows


def measured_beside(data, brief):
    """The other measurements, with the machine and the date."""
    over = {c["timers"]: c["floor"] for c in data["cells"] if c["workload"] == "stop_start" and c["floor"]}
    factors = "longer than two bare list operations, by these factors: " + ", ".join(f"{ratio:.1f} at {n:,} timers" for n, ratio in over.items())
    least_most = f"{min(over.values()):.1f} to {max(over.values()):.1f} times as long as two bare list operations" if over else ""
    empty = min((v for e, v in data["empty"].items() if e in ("hier", "hier_inline")), default=None)
    more = f"A stop and a start together take {least_most if brief else factors}. " if over else ""
    more += f"An `advance` over an empty tick takes {empty:.0f} instructions. " if empty else ""
    return f"{more}{data['machine']}; {data['compiler']}; {data['date'][:10]}."


def counts(data, shown=None, kinds=None):
    """The instructions an operation: a head, and a row for each workload, or for those shown."""
    found = {(row["workload"], row["engine"]): row for row in data["rows"]}
    engines = [e for e, about in data["engines"].items() if not kinds or about["kind"] in kinds]

    def cell(row):
        if "instructions" in row:
            return f"{row['instructions'] / row['operations']:,.0f}"
        return "too long" if row["cannot"].startswith("takes") else "none"
    return [["workload", *(data["engines"][e]["name"].removeprefix("floor: ") for e in engines)],
            *([PLAIN.get(w, w), *(cell(found[w, e]) for e in engines)] for w in shown or dict.fromkeys(w for w, _ in found))]


def counts_text(data):
    return (f"Instructions an operation at {data['timers']:,} timers, counted by valgrind: those of a whole run with preparation and checks, "
            "divided by its operations.")
