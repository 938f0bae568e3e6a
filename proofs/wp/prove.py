# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Proves src/, the oracle and a client with Frama-C/WP, Z3 and CVC4: every contract, loop, lemma
and run-time guard.

  proofs/wp/prove [--geometry RADIX.SLOTS]... [--function NAME] [--machdep NAME] [--single] [--no-smoke]
                  [--fresh] [--gate] [--update] [--obligations]

First the gate (proofs/wp/gate.py): src/ is in the subset of C, all compilers read the text that Frama-C reads,
and the contracts are the committed ones. What the gate refuses is not proved. Names each goal that a prover leaves, with file and line,
when it leaves it. Prints a line a function when its file is done: goals, proved, the provers' steps, how much of its
limit the hardest goal takes, prover seconds. With --function, provers and checks are not tested. Writes
build/reports/wp.json and .csv. Exits 0 only if the gate is green, every goal is proved and takes at most a third
of its limit, no annotation was dropped, nothing is assumed and no property lacks a goal (by Frama-C's own report),
no smoke test raised an alarm, no function of src/ is left out, and no function has fewer goals, or takes other
steps, than proofs/wp/expected says."""
import argparse
import concurrent.futures
import csv
import json
import re
import sys
import time

from tools.tree_id import PROVED, tree_id
from proofs.wp import baseline, control, frama_c, gate, obligations, operations, places, tampered, units
from proofs.wp.flags import GUARDS, SOON, STEPS, asked, proof, proof_of_lemmas, report_to, smoke
from proofs.wp.judge import GOAL, judge, judge_smoke, owner, row_faults
from proofs.wp.refuse import annotations, arithmetic, effects, subset


def teller(geometry, unit, names):
    """What tells of each goal that a prover leaves, when it leaves it, and once."""
    told = set()

    def tell(line):
        found = GOAL.match(line)
        if found and found[3] != "Valid" and found[2] not in told:
            told.add(found[2])
            place = places.place_of(geometry, unit, owner(found[2], names, unit), found[2])
            print(f"not proved yet: {found[2]} ({place}) at {geometry}", flush=True)
    return tell


def ask(geometry, unit, options, log, names, faults, keeper, tell, known=None):
    """One run of Frama-C: a row a function, and the lines of the goals that are proved. Those that were known before stay as they were."""
    code, lines = (keeper or frama_c).run(geometry, unit, options + report_to(log), log, seen=tell)
    found = [GOAL.match(line) for line in lines]
    lines = [known.get(m[2], line) if m and known else line for m, line in zip(found, lines)]
    rows = judge(f"{unit} {geometry}", (code, lines), names, unit, log, faults, options.count("-then") + 1)
    return rows, {m[2]: line for m, line in zip(found, lines) if m and m[3] == "Valid"}


def prove(geometry, unit, names, select, faults, keeper=None):
    """Proves what `select` selects; returns a row a function. A keeper keeps what the provers are given. CVC4 is asked with few steps first, and
    with all of them about the functions that it leaves. What it has proved takes the same steps then."""
    where, tell = f"{unit} {geometry}", teller(geometry, unit, names)
    log = frama_c.log_of(geometry, unit, "lemmas" if "@lemma" in select else "goals")
    if "@lemma" in select:  # what cannot be reached is counted in every run
        rows, _ = ask(geometry, unit, proof_of_lemmas(unit != units.LIST), log, names, faults, keeper, tell)
        rows = {name: row for name, row in rows.items() if name == units.lemmas_of(unit)}
    elif unit == units.BITS:  # Z3 comes first, and does not tell whether few steps were too few
        rows, _ = ask(geometry, unit, proof(select, True), log, names, faults, keeper, tell)
    else:
        rows, known = ask(geometry, unit, [*GUARDS, *asked("CVC4", select, SOON)], log, names, faults, keeper, tell)
        left = sorted(name for name, row in rows.items() if name in names and (row["unproved"] or row["late"]))
        if left:
            print(f"{where}: asks the provers about {', '.join(left)} with all their steps, which can take minutes a goal", flush=True)
            log = frama_c.log_of(geometry, unit, "left")
            rows.update(ask(geometry, unit, proof(["-wp-fct", ",".join(left)]), log, names, faults, keeper, tell, known)[0])
    for name, row in rows.items():
        faults += row_faults(where, row)
        if keeper:
            row["kept"] = list(keeper.rows_of(unit, geometry, name, row["names"]))
    return rows


def smoke_test(geometry, unit, select, faults):
    """A contradiction in what is assumed would prove anything: looks for one."""
    log = frama_c.log_of(geometry, unit, "smoke")
    return judge_smoke(f"{unit} {geometry}", frama_c.run(geometry, unit, smoke(select), log), log, faults)


def prove_unit(task):
    """Proves a unit for a geometry: rows a function, smoke tests passed, faults."""
    unit, geometry, mine, known, args, first = task
    faults, where = [], f"{unit} {geometry}"
    log = frama_c.log_of(geometry, unit, "goals")
    rows = prove(geometry, unit, known, ["-wp-fct", ",".join(sorted(mine))], faults, args.keeper)
    text = log.with_suffix(".c").read_text(encoding="utf-8") if log.with_suffix(".c").exists() else "/*@ nothing */ int;"
    faults += [f"{where}: refused: {name}: {clause}" for name, clause in annotations.faults(text)]
    tree = frama_c.syntax_tree(geometry, unit)
    faults += [f"{where}: arithmetic: {name}: {fault}" for name, fault in dict.fromkeys(arithmetic.faults(text, tree, log))]
    if unit != units.CLIENT:
        faults += [f"{where}: order of evaluation matters: {name}" for name, _ in effects.faults(tree)]
        faults += [f"{where}: local without a value: {name}" for name, body in subset.definitions(tree).items()
                   if any(node["kind"] == "VarDecl" and subset.variable_fault(node, 1) for node in subset.inside(body) if "kind" in node)]
    names = set(mine)
    if units.lemmas_of(unit) in units.rows_of(unit) and not args.function:
        rows.update(prove(geometry, unit, known, ["-wp-prop", "@lemma"], faults, args.keeper))
        names.add(units.lemmas_of(unit))
    if not args.update:
        faults += baseline.missing(geometry, rows, names)
        if frama_c.SETTINGS.is_usual():
            faults += baseline.harder(geometry, rows, baseline.recorded())
    # In short: what the others require is proved where they are called, and so is that calls return.
    short = args.geometry and not args.function
    smoked = ",".join(sorted(mine & units.public_of(unit) if short else mine))
    select = ["-wp-fct", smoked, *(["-wp-no-smoke-dead-call"] if short else [])]
    passed = smoke_test(geometry, unit, select, faults) if first and smoked and not args.no_smoke else 0
    if not passed and first and (unit in dict(units.COMPILED)) and not args.no_smoke and not args.function:
        faults.append(f"{unit} {geometry}: no smoke test was run")
    return geometry, rows, passed, faults


def tasks_of(known, args):
    """A task for each unit and geometry that the arguments ask for."""
    for unit, geometries in units.UNITS:
        if args.single and not unit.startswith("src/"):
            continue
        mine = units.functions_of(unit) if not args.function else units.functions_of(unit) & {args.function}
        if args.geometry and geometries != ["any"] and unit not in units.CLIENTS:
            wanted = [g if "." in geometries[0] else g.split(".")[0] for g in args.geometry]
            geometries = list(dict.fromkeys(wanted))
        if args.geometry and unit in units.CLIENTS:
            geometries = geometries[:1]
        for geometry in geometries if mine else ():
            yield unit, geometry, mine, known, args, geometry == geometries[0]


def write_reports(report):
    out = frama_c.BUILD / "reports"
    out.mkdir(parents=True, exist_ok=True)
    name = frama_c.SETTINGS.home().name + ("-single" if frama_c.SETTINGS.single else "")
    (out / f"{name}.json").write_text(json.dumps(report, indent=1) + "\n")
    with open(out / f"{name}.csv", "w", newline="") as file:
        writer = csv.writer(file)
        columns = ["geometry", "function", "goals", "proved", "part", "seconds"]
        writer.writerows([[*columns, *(f"{name} {what}" for name in STEPS for what in ("steps", "hardest"))],
                          *([*(row[k] for k in columns), *baseline.figures_of(row)[1:]] for row in report["functions"])])


def geometry_of(text):
    if not re.fullmatch(r"\d+\.\d+", text):
        raise argparse.ArgumentTypeError("not TW_RADIX.TW_HASHED_SLOTS")
    return text


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--geometry", type=geometry_of, action="append", help="instead of those of the table; smoke tests\nthen of public functions alone, T9 and the clients of the first wheel")
    parser.add_argument("--function", help="only this function")
    parser.add_argument("--machdep", default=frama_c.DEFAULT, help="of this machine, as Frama-C names it: x86_16, ppc_32 ...")
    parser.add_argument("--single", action="store_true", help="of src/ alone, as `make single` writes it")
    parser.add_argument("--no-smoke", action="store_true")
    parser.add_argument("--fresh", action="store_true", help="use results of this very tree alone")
    parser.add_argument("--gate", action="store_true", help="the gate alone: proves nothing")
    parser.add_argument("--obligations", action="store_true", help="ask the provers for each goal, without a cache, and keep what they are given, in build/obligations.tar.xz")
    parser.add_argument("--update", action="store_true", help="rewrite proofs/wp/contracts and, after a proof, proofs/wp/expected")
    return parser.parse_args()


def end(faults, words):
    print()
    for fault in dict.fromkeys(faults):
        print(f"FAULT {fault}")
    print(words, flush=True)
    sys.exit(1 if faults else 0)


def pass_gate(args):
    """Ends the run if src/ is not what a proof of it would be about."""
    frama_c.prepare()
    faults = gate.faults(args.update)
    if faults or args.gate:
        end(faults, f"0 goals, 0 proved: the gate refuses {len(set(faults))}" if faults else "the gate is green: nothing was proved")


def single_faults():
    """Frama-C reads both wheels in one file."""
    if frama_c.run("any", frama_c.SINGLE_HEADER, [], frama_c.log_of("any", frama_c.SINGLE_HEADER, "parse"))[0]:
        yield f"{frama_c.SINGLE_HEADER}: Frama-C cannot read both wheels in one file, or `make single` has not written it"


def checks_of(args):
    """Do provers and checks do what they are there for? A run of one function does not ask: the run of all does."""
    return [] if args.function else [control.faults, tampered.faults, *([operations.faults] if frama_c.SETTINGS.is_usual() else []), single_faults]


def show(result):
    """A line a function, and what is wrong with it."""
    geometry, rows, _, found = result
    for name, row in sorted(rows.items()):
        steps = "".join(f"{total:14,}" for total, _ in row["steps"].values())
        print(f"{geometry:>8}  {name:32}{row['goals']:7}{row['proved']:8}{steps}{row['part']:10.1%}{row['seconds']:8.1f}s", flush=True)
    for fault in dict.fromkeys(found):
        print(f"FAULT {fault}", flush=True)


def run_all(args, known, faults):
    """Proves what the arguments ask for, and shows each part when it is done: rows, and smoke tests passed."""
    heads = "".join(f"{name + ' steps':>14}" for name in STEPS)
    print(f"{'geometry':>8}  {'function':32}{'goals':>7}{'proved':>8}{heads}{'of limit':>10}{'seconds':>9}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        parts = [pool.submit(lambda look=look: ("", {}, 0, list(look()))) for look in checks_of(args)]
        parts += [pool.submit(prove_unit, task) for task in tasks_of(known, args)]
        try:
            for part in concurrent.futures.as_completed(parts):
                show(part.result())
        finally:
            pool.shutdown(cancel_futures=True)  # after an error, or Ctrl-C
    results = [part.result() for part in parts]
    faults += [fault for _, _, _, found in results for fault in found]
    functions = [{"geometry": geometry, "function": name, **row} for geometry, rows, _, _ in results for name, row in sorted(rows.items())]
    return functions, sum(passed for _, _, passed, _ in results)


def report_of(functions, smokes, faults, began, tree):
    sums = {key: sum(f[key] for f in functions) for key in ("goals", "proved", "cached")}
    return {**sums, "smoke": smokes, "seconds": round(time.time() - began, 1), "limits": STEPS,
            "hardest": max((f["hardest"] for f in functions if f["hardest"]), key=lambda h: h["part"], default={}),
            "tree": tree, "geometries": sorted({f["geometry"] for f in functions} - {"any"}),
            "faults": faults, "functions": functions, "versions": frama_c.versions()}


def words_of(hardest):
    if not hardest:
        return "no prover was needed"
    return f"the hardest goal takes {hardest['steps']:,} steps of {hardest['prover']}, {100 * hardest['part']:.0f} % of the limit"


def main():
    args = arguments()
    known = {name for unit, _ in units.UNITS for name in units.functions_of(unit) if unit.startswith("src/") or not args.single}
    if args.function and args.function not in known:
        sys.exit(f"prove: no function {args.function} in src/")
    frama_c.SETTINGS.fresh = args.fresh
    tree = tree_id(*PROVED)
    pass_gate(args)
    tree = tree_id(*PROVED) if args.update else tree
    frama_c.SETTINGS.machdep, frama_c.SETTINGS.single = args.machdep, args.single
    frama_c.prepare()
    began, faults = time.time(), [] if args.update else list(baseline.table_faults())
    args.keeper = obligations.Keeper() if args.obligations else None
    if args.obligations:
        obligations.ARCHIVE.unlink(missing_ok=True)
    functions, smokes = run_all(args, known, faults)
    if args.update and not faults and frama_c.SETTINGS.is_usual():
        table = {(row["geometry"], row["function"]): baseline.figures_of(row) for row in functions}
        baseline.write_expected({**baseline.recorded(), **table} if args.geometry or args.function else table)
    faults += ["src/, spec/ or proofs/wp changed during the run: run it again"] if tree_id(*PROVED) != tree else []
    goals = [goal for row in functions for goal in row.pop("kept", ())]
    report = report_of(functions, smokes, faults, began, tree)
    if args.obligations:
        faults += obligations.faults(goals, report["goals"])
        print("\n" + ("no archive is written" if faults else obligations.pack(goals)))
    if not args.function and not (args.obligations and args.no_smoke):
        write_reports(report)
    where = " ".join(sorted({f["geometry"] for f in functions} - {"any"})) or "any geometry"
    where += ("" if args.machdep == frama_c.DEFAULT else f", {args.machdep}") + (f", {frama_c.SINGLE_HEADER}" if args.single else "")
    if not report["goals"]:
        faults.append("no goal was seen")
    end(faults, f"{report['goals']} goals, {report['proved']} proved, {report['goals'] - report['proved']} unproved at {where}; "
                f"{report['cached']} from the cache; {smokes} smoke tests passed; {words_of(report['hardest'])}, {report['seconds']:.0f} s")


if __name__ == "__main__":
    main()
