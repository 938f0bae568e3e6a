# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the engines have said: the lines that are printed, the report, and the file `results`."""
import datetime
import subprocess

from proofs.mutants.choice import sources
from proofs.mutants.engines.texts import ROOT, texts
from proofs.mutants.equivalence import HOME, equivalents, spared
from proofs.mutants.judge import engines_of


def show(number, total, mutant, row, chosen):
    cells = [f"{e.label} {row[e.name]['by'] or 'SURVIVED'} ({row[e.name]['seconds']:.0f} s)"
             for e in chosen if e.name in row]
    print(f"{number}/{total} {mutant.id} {mutant.file}:{mutant.line} {mutant.function} {mutant.operator}: "
          + "; ".join(cells), flush=True)


def text_of(command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def write_results(report):
    """The matrix, for a reader who does not run it."""
    lines = ["# SPDX-License-Identifier: Apache-2.0 OR MIT",
             "# Written by tools/mutants --update: a line a mutant, what kills it first in each engine.",
             f"# {report['date']}, commit {report['commit']}, src {report['src']}",
             *(f"# {name}: {text}" for name, text in report["versions"].items()), f"# {report['total']}", ""]
    for m in report["mutants"]:
        by = "  ".join(f"{name}: {' '.join(r['by'].split()) or 'survived'}" for name, r in m["engines"].items())
        lines.append(f"{m['id']} {m['file']}:{m['line']} {m['function']} {m['operator']}  {by}"
                     + ("  equivalent" if m["equivalent"] else ""))
    (HOME / "results").write_text("\n".join(lines) + "\n", encoding="utf-8")


def whole():
    """The matrix that `results` holds, if it is of this src/."""
    path, now = HOME / "results", texts(sources())[:12]
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    head = [line[2:] for line in lines if line[:1] == "#"]
    if not any(line.endswith(f"src {now}") for line in head):
        print("proofs/mutants/results belongs to another src/: run tools/mutants --update")
        return None
    rows = []
    for first, *cells in (line.split("  ") for line in lines if line and line[0] != "#"):
        killed = dict(cell.split(": ", 1) for cell in cells if ": " in cell)
        id_, place, function, operator = first.split(" ", 3)
        rows.append({"id": id_, "place": place, "function": function, "operator": operator,
                     "equivalent": "equivalent" in cells,
                     "engines": {name: {"by": "" if by == "survived" else by, "seconds": 0} for name, by in killed.items()}})
    return {"of": head[2], "versions": dict(line.split(": ", 1) for line in head[3:-1]), "total": head[-1], "mutants": rows}


def killers(real, rows, engine):
    """How many mutants an engine had, and how many of them it killed."""
    mine = [rows[m.id][engine.name]["by"] for m in real if engine.name in rows[m.id]]
    return len(mine), sum(map(bool, mine))


def show_matrix(real, rows, chosen):
    print(f"\n{'operator':16}{'mutants':>8}" + "".join(f"{e.label:>8}" for e in chosen))
    for operator in sorted({m.operator for m in real}):
        mine = [m for m in real if m.operator == operator]
        cells = [killers(mine, rows, e) for e in chosen]
        print(f"{operator:16}{len(mine):8}" + "".join(f"{killed if had else '-':>8}" for had, killed in cells))


def report_of(mutants, rows, chosen, everything):
    """Judges the rows: the report, and the mutants that should have been killed and were not."""
    table, faults = equivalents(), []
    known = {m.key for m in everything}
    faults += [f"not a mutant: {name}: {old}" for name, old, _ in sorted(table.keys() - known)]
    marks = {m.id: table[m.key] for m in mutants if m.key in table}
    same = {id_: reason for id_, (mark, reason) in marks.items() if mark == "="}
    real = [m for m in mutants if m.id not in same]
    faults += [f"marked {marks[m.id][0]}, but {r['by']} kills it:\n{m.diff}" for m in mutants
               for name, r in rows[m.id].items() if name in spared(m, table) and r["by"]]
    survives = {m.id: [e for e in engines_of(m, chosen) if e.name in rows[m.id] and not rows[m.id][e.name]["by"]]
                for m in real}
    left = sum(e.name not in rows[m.id] for m in mutants for e in engines_of(m, chosen))
    red = [m for m in real if any(e.needed and e.name not in spared(m, table) for e in survives[m.id])]
    show_matrix(real, rows, chosen)
    for m in real:
        if survives[m.id]:
            print(f"\nsurvives {', '.join(e.label for e in survives[m.id])}: {m.operator}\n{m.diff}")
    print("".join(f"\nFAULT {fault}" for fault in faults))
    killed = ", ".join(f"{e.label} {k} of {had}" for e in chosen for had, k in [killers(real, rows, e)])
    now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    commit = text_of(["git", "-c", "safe.directory=*", "describe", "--always", "--dirty", "--abbrev=12"])
    return {
        "date": now, "commit": commit,
        "src": texts(sources())[:12], "faults": faults, "versions": {e.label: f"{e.words}; {now[:10]}, commit {commit}" for e in chosen},
        "total": f"{len(real)} mutants: {killed} killed; {len(same)} equivalent; {len(red)} survivors"
                 + (f"; {left} answers not asked for yet" if left else ""), "left": left,
        "mutants": [{"id": m.id, "file": m.file, "line": m.line, "function": m.function, "operator": m.operator,
                     "old": m.old, "new": m.new, "engines": rows[m.id],
                     "survives": [e.name for e in survives.get(m.id, [])],
                     "reason": marks.get(m.id, ("", ""))[1], "equivalent": m.id in same} for m in mutants]}, red
