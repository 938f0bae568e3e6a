# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The section of the benchmark: plots and tables."""
from ci.reporting.bench import counts, counts_text
from ci.reporting.parts import heading, join, lead, note, number, plots, plural, table
from ci.reporting.plot import plot


def instructions(data):
    head, *rows = counts(data)
    text = f"{counts_text(data)} {data['machine']}; {data['compiler']}; {data['date'][:10]}, commit {data['commit']}."
    return join(heading("Instructions an operation"), lead(text), table(head, rows, ["", *["n"] * len(head)]))


def speed(data):
    counted = instructions(data["instructions"]) if "instructions" in data else ""
    return join(times(data) if "rows" in data else note("Not run: make bench has measured no time."), counted)


def factor(value):
    return f"{value:.2f}" if value else ""


def memory(data, names):
    """Bytes a timer."""
    sizes = list(data["memory"])
    room = [(names[e], *(f"{data['memory'][n][e] / int(n):,.1f}" if e in data["memory"][n] else "" for n in sizes)) for e in names]
    return table(("engine", *(f"{int(n):,} timers" for n in sizes)), room, ["", *["n"] * len(sizes)])


def times(data):
    names = {engine: about["name"] for engine, about in data["engines"].items()}
    text = (f"{data['machine']}; {data['compiler']}; {data['date'][:10]}, commit {data['commit']}. Medians of "
            f"{plural(data['repeats'], 'sample')}; the bands go from the least sample to the largest. All engines delivered the same timers.")
    drawn = [(name.replace("_", " "), data["workloads"][name], plot(data, name))
             for name in data["workloads"] if any(r["workload"] == name and "median" in r for r in data["rows"])]
    cells = [(c["workload"].replace("_", " "), number(c["timers"]), number(c["ns"]), names.get(c["peer"], "none"), factor(c["ratio"]),
              factor(c["floor"]), factor(c["base"])) for c in data["cells"]]
    stopped = [(r["workload"].replace("_", " "), number(r["timers"]), names[r["engine"]], r["cannot"]) for r in data["rows"]
               if "cannot" in r]
    return join(
        lead(text), plots(drawn), heading("The best packaged peer over tw_hier, called or inlined, the better"),
        table(("workload", "timers", "tw_hier, ns", "best peer", "peer over tw_hier", "tw_hier over floor", "over base"), cells,
              ("", "n", "n", "", "n", "n", "n")),
        heading("Instructions of one advance over an empty tick"),
        table(("engine", "instructions"), [(names[e], number(round(v))) for e, v in data["empty"].items()], ("", "n"), "narrow"),
        heading("Bytes a timer"), memory(data, names),
        heading("What an engine cannot do"), table(("workload", "timers", "engine", "why"), stopped, ("", "n")) if stopped else "")
