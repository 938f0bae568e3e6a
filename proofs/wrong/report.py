# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the engines have said of the mutants: the lines that are printed, and the report."""
from proofs.wrong.choice import equivalents, spared


def show(number, total, mutant, row, engines):
    found = [(e.label, row[e.name]) for e in engines if e.name in row]
    cells = "; ".join(f"{label} {one['by'] or 'SURVIVED'} ({one['seconds']:.0f} s)" for label, one in found)
    place = f"{mutant.file}:{mutant.line} {mutant.function} {mutant.operator}"
    print(f"{number}/{total} {mutant.id} {place}: {cells}", flush=True)


def killers(mutants, rows, engine):
    """How many mutants an engine had, and how many of them it killed."""
    mine = [rows[m.id][engine.name]["by"] for m in mutants if engine.name in rows[m.id]]
    return len(mine), sum(map(bool, mine))


def faults_of(mutants, rows, everything, table):
    """What is wrong with the table of equivalent mutants."""
    known = {m.key for m in everything}
    yield from (f"not a mutant: {name}: {old}" for name, old, _ in sorted(table.keys() - known))
    for m in mutants:
        for name in spared(m, table) & rows[m.id].keys():
            if rows[m.id][name]["by"]:
                yield f"marked {table[m.key][0]}, but {rows[m.id][name]['by']} kills it:\n{m.diff}"


def report_of(mutants, rows, engines, everything):
    """Prints survivors and faults. Returns the report, and whether all is well."""
    table = equivalents()
    marks = {m.id: table.get(m.key, ("", "")) for m in mutants}
    real = [m for m in mutants if marks[m.id][0] != "="]
    survives = {m.id: [e for e in engines if e.name in rows[m.id] and not rows[m.id][e.name]["by"]] for m in real}
    red = sum(any(e.needed and e.name not in spared(m, table) for e in survives[m.id]) for m in real)
    for m in real:
        if survives[m.id]:
            print(f"\nsurvives {', '.join(e.label for e in survives[m.id])}: {m.operator}\n{m.diff}")
    faults = list(faults_of(mutants, rows, everything, table))
    print("".join(f"\nFAULT {fault}" for fault in faults))
    killed = ", ".join(f"{e.label} {k} of {had}" for e in engines for had, k in [killers(real, rows, e)])
    total = f"{len(real)} mutants: {killed} killed; {len(mutants) - len(real)} equivalent; {red} survivors"
    each = [{"id": m.id, "file": m.file, "line": m.line, "function": m.function, "operator": m.operator, "old": m.old,
             "new": m.new, "engines": rows[m.id], "survives": [e.name for e in survives.get(m.id, [])],
             "reason": marks[m.id][1], "equivalent": marks[m.id][0] == "="} for m in mutants]
    versions = {e.label: e.words for e in engines}
    report = {"faults": faults, "versions": versions, "total": total, "mutants": each}
    return report, bool(mutants) and not (red or faults)
