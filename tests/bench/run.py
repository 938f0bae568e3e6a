# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs the benchmark of tests/bench/README.md, prints tables, and writes build/reports/bench.json.

A sample is one run of a program of build/bench. In each cell (a workload, a number of timers) the engines take turns, and
again in each repeat. All engines must deliver the same timers."""
import argparse
import os
import re
import statistics
import sys
import time

from tests.bench import engines as bench
from tests.bench.engines import ENGINE, ENGINES, Failure, idlest, progress, say

# What an advance calls, where it is a function of its own: its instructions alone are counted.
CALLED = {"hier": "tw_hier_advance*", "hashed": "tw_hashed_advance*", "libev": "ev_run", "libevent": "event_base_loop",
          "libuv": "uv_run", "glib": "g_main_context_iteration"}
WORKLOADS = {
    "stop_start": "ns a stop and a start", "restart": "ns a restart",
    "hold": "ns a timer: advance tick by tick, start again what expires",
    "drain": "ns a timer: advance tick by tick until all have expired",
    "mixed": "ns an operation: start, stop or restart; every eighth with a tick",
    "short": "ns a timer: hold with delays of at most 4096", "jump": "ns a jump over 1e8 idle ticks, with a start and an expiry",
    "worst": "ns the longest call of advance", "worst_64": "ns the longest call of advance, budget 64",
    "worst_8": "ns the longest call of advance, budget 8",
}
SIZES = [1000, 10000, 100000, 1000000, 4000000]
QUICK_SIZES = [1000, 100000]
EMPTY_TIMERS, EMPTY_TICKS, EMPTY_SECONDS = 1000, 1000, 600
WORST_TIMERS = 1000000  # where these workloads end


def limit_of(timers, quick):
    """Seconds of the processor that a sample may take; an engine that takes more is stopped."""
    return round((1 if quick else 5) + timers * 5e-6)


def sample(args, engine, workload, timers, seed=0):
    """One sample, or why there is none."""
    return bench.sample(args, engine, (workload, timers, seed), limit_of(timers, args.quick))[0]


def cell(workload, timers, engines, args, stopped):
    """All repeats of a workload with so many timers. Returns a row an engine."""
    values = {engine: [] for engine in engines}
    why = {engine: stopped[workload, engine] for engine in engines if (workload, engine) in stopped}
    for repeat in range(args.repeats):
        turn = [engine for engine in engines[repeat % len(engines):] + engines[:repeat % len(engines)] if engine not in why]
        samples = {}
        args.processor, args.idle = idlest(args.idle)
        for engine in turn:
            progress(args, f"{workload}, {timers:,} timers, repeat {repeat + 1} of {args.repeats}: {ENGINE[engine][0]}")
            samples[engine] = sample(args, engine, workload, timers, repeat)
            if "cannot" in samples[engine]:
                why[engine] = samples[engine]["cannot"]
                if "takes" in why[engine]:
                    stopped[workload, engine] = why[engine] + f" at {timers:,}"
            else:
                values[engine].append(samples[engine]["ns"] / samples[engine]["operations"])
        bench.same_timers(samples, f"{workload}, {timers} timers, repeat {repeat}")
    rows = []
    for engine in engines:
        row = {"workload": workload, "timers": timers, "engine": engine}
        if engine in why:
            row["cannot"] = why[engine]
        else:
            row.update(median=round(statistics.median(values[engine]), 3), min=round(min(values[engine]), 3),
                       max=round(max(values[engine]), 3))
        rows.append(row)
    return rows


def counted(args, engine, ticks):
    """Instructions of a program that goes through so many empty ticks, or of its calls of advance alone."""
    called = CALLED.get(engine.removeprefix("base/"))
    toggle = [f"--toggle-collect={called}"] if called else []
    found = bench.counted(args, engine, ("empty", EMPTY_TIMERS, ticks), EMPTY_SECONDS, *toggle)[0]
    if not found:
        sys.exit(f"{engine}: valgrind saw no call of {called}: mend CALLED in tests/bench/run.py")
    return found


def empty_ticks(args, engines):
    """Instructions of one advance over an empty tick, an engine."""
    rows = {}
    for engine in engines:
        if ENGINE[engine][1] != "floor":
            progress(args, f"instructions of an empty tick: {ENGINE[engine][0]}")
            rows[engine] = round((counted(args, engine, 2 * EMPTY_TICKS) - counted(args, engine, EMPTY_TICKS)) / EMPTY_TICKS, 1)
    return rows


def memory(args, engines, timers):
    """Bytes that an engine takes for so many active timers."""
    found = {engine: sample(args, engine, "memory", timers) for engine in engines}
    return {engine: s["bytes"] for engine, s in found.items() if "cannot" not in s}


def medians(rows):
    return {(r["workload"], r["timers"], r["engine"]): r["median"] for r in rows if "median" in r}


def best(found, workload, timers, engines):
    """The fastest of these engines in a cell: its time, its name."""
    return min(((found[workload, timers, e], e) for e in engines if (workload, timers, e) in found), default=None)


def floor_of(found, workload, timers):
    """What the floor takes: an unlink and a relink, whatever the workload."""
    return found.get((workload, timers, "floor")) or found.get(("stop_start", timers, "floor"))


def judged(rows):
    """Of each cell: the best packaged peer over tw_hier, called or inlined, the better; tw_hier over the floor.
    Event loops have no budget: where the wheel has one, theirs is the longest call without."""
    found, cells = medians(rows), []
    for workload, timers in dict.fromkeys((r["workload"], r["timers"]) for r in rows):
        own = best(found, workload, timers, ["hier", "hier_inline"])
        peer = best(found, re.sub("_.*", "", workload) if workload.startswith("worst") else workload, timers,
                    [e for e, (_, kind) in ENGINES.items() if kind == "peer"])
        if own is None:
            continue
        floor = None if workload.startswith("worst") or workload == "jump" else floor_of(found, workload, timers)
        base = best(found, workload, timers, ["base/hier", "base/hier_inline"])
        cells.append({"workload": workload, "timers": timers, "ns": own[0],
                      "peer": peer and peer[1], "ratio": peer and float(f"{peer[0] / own[0]:.3g}"),
                      "floor": floor and round(own[0] / floor, 2), "base": base and round(own[0] / base[0], 2)})
    return cells


def figure(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def show(workload, rows, engines, sizes):
    """A workload's table. Beside a time: half of its range in percent, over the floor, over the best other engine."""
    found = medians(rows)
    say(f"\n{workload}: {WORKLOADS[workload]}")
    say(f"{'':22}" + "".join(f"{f'{n:,} timers':>34}" for n in sizes))
    say(f"{'':22}" + f"{'median':>11}{'+-':>6}{'x floor':>8}{'x best':>9}" * len(sizes))
    notes = []
    for engine in engines:
        cells = ""
        for timers in sizes:
            row = next(r for r in rows if (r["workload"], r["timers"], r["engine"]) == (workload, timers, engine))
            if "cannot" in row:
                cells += f"{'-':>11}{'':>23}"
                notes.append(f"{ENGINE[engine][0]}: {row['cannot']}")
                continue
            value = row["median"]
            spread = 50 * (row["max"] - row["min"]) / value if value else 0
            floor = None if workload.startswith("worst") or workload == "jump" else floor_of(found, workload, timers)
            other = best(found, workload, timers, [e for e in engines if e != engine and ENGINE[e][1] != "floor"])
            cells += (f"{figure(value):>11}{f'{spread:.0f}%':>6}{f'{value / floor:.2f}' if floor else '':>8}"
                      f"{f'{value / other[0]:.2f}' if other and ENGINE[engine][1] != 'floor' else '':>9}")
        say(f"{ENGINE[engine][0]:22}{cells}".rstrip())
    for text in dict.fromkeys(notes):
        say(f"  {text}")


def conclude(data):
    say("\nBest packaged peer over tw_hier, called or inlined, the better (above 1: tw_hier is faster)")
    for c in data["cells"]:
        parts = [f"{c['workload']:10} {c['timers']:>10,}"]
        parts.append(f"{c['ratio']:6.2f} ({ENGINE[c['peer']][0]})" if c["peer"] else "     - (no peer)")
        parts += [f"tw_hier over the floor {c['floor']:.2f}"] if c["floor"] else []
        parts += [f"over the base {c['base']:.2f}"] if c["base"] else []
        say("  ".join(parts))
    for title, longest in (("all but the longest calls", False), ("the longest calls", True)):
        ratios = [c["ratio"] for c in data["cells"] if c["peer"] and c["workload"].startswith("worst") == longest]
        if ratios:
            say(f"{title}: least {min(ratios):.2f}, median {statistics.median(ratios):.2f} of {len(ratios)} cells")
    if data["empty"]:
        say(f"\nInstructions of one advance over an empty tick, {EMPTY_TIMERS:,} timers")
        for engine, value in data["empty"].items():
            say(f"{ENGINE[engine][0]:22}{value:10,.0f}")
    for timers, found in data["memory"].items():
        say(f"\nBytes a timer, {int(timers):,} timers")
        for engine, value in found.items():
            say(f"{ENGINE[engine][0]:22}{value / int(timers):10.1f}")


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workloads", nargs="*", help=f"quick, or some of: {' '.join(WORKLOADS)} (default: all)")
    parser.add_argument("--size", dest="sizes", action="append", default=[], help="a number of timers, such as 1e5")
    parser.add_argument("--repeats", type=int, default=5, help="samples in each cell")
    parser.add_argument("--check", action="store_true", help="do not measure: check that every engine delivers the same timers")
    bench.add_options(parser)
    args = parser.parse_args()
    args.quick = "quick" in args.workloads
    args.workloads = [w for w in args.workloads if w != "quick"] or list(WORKLOADS)
    args.sizes = [int(float(size)) for size in args.sizes] or (QUICK_SIZES if args.quick else SIZES)
    unknown = [name for name in args.workloads if name not in WORKLOADS]
    if unknown or args.repeats < 1:
        parser.error(f"no workload: {' '.join(unknown)}" if unknown else "--repeats: at least 1")
    return args


def measure(args):
    engines = bench.choose(args, ENGINES)
    rows, stopped = [], {}
    for workload in args.workloads:
        if not args.check and "floor" in engines and workload not in ("stop_start", "restart") and \
                "stop_start" not in args.workloads:
            for timers in args.sizes:  # what the ratios to the floor need
                rows += cell("stop_start", timers, ["floor"], args, stopped) if not any(
                    r["workload"] == "stop_start" and r["timers"] == timers for r in rows) else []
        sizes = [n for n in args.sizes if n <= WORST_TIMERS or not workload.startswith("worst")]
        for timers in sizes:
            rows += cell(workload, timers, engines, args, stopped)
        if args.check:
            cannot = [f"{r['engine']} ({r['cannot']})" for r in rows if r["workload"] == workload and "cannot" in r]
            say(f"{workload}: {len(engines) - len(cannot)} engines alike" + (f"; not {', '.join(cannot)}" if cannot else ""))
        else:
            show(workload, rows, engines, sizes)
    return engines, rows


def main():
    os.chdir(bench.ROOT)
    args = options()
    try:
        engines, rows = measure(args)
        if args.check:
            return 0
        data = {**bench.about(args, engines), "repeats": args.repeats, "quick": args.quick,
                "workloads": {w: WORKLOADS[w] for w in args.workloads}, "rows": rows, "cells": judged(rows),
                "empty": empty_ticks(args, engines), "memory": {str(n): memory(args, engines, n) for n in args.sizes},
                "seconds": 0}
    except Failure as fault:
        say(f"FAILED {fault}")
        return 1
    data["seconds"] = round(time.monotonic() - args.start)
    conclude(data)
    bench.write(data, bench.REPORT)
    say(f"\n{data['machine']}, {data['compiler']}, {data['date'][:10]}: {bench.REPORT}, {data['seconds']} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
