# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is committed of the proof, so that a change of it is seen in review: the goals of each function, and the
contracts, definitions, lemmas, types and directives as Frama-C and the compilers read them."""
import difflib
import hashlib

from proofs.wp import flags, printed, units
from proofs.wp.refuse import texts
from proofs.wp.units import ROOT

HOME = ROOT / "proofs" / "wp"
EXPECTED = HOME / "expected"
CONTRACTS = HOME / "contracts"
LICENCE = "SPDX-License-Identifier: Apache-2.0 OR MIT\n"
# Units that are committed as text, at their first geometry; at the others a sum.
NAMED = 5  # functions of a unit whose steps are told
SHOWN = ["src/tw_hier.c", "src/tw_hashed.c", "spec/oracle.c", units.TICKS]


def expected():
    """What every function must have: (geometry, function) -> goals."""
    return {key: figures[0] for key, figures in recorded().items()}


def recorded():
    """(geometry, function) -> goals, and for each prover the steps of all goals and of the hardest one."""
    table = {}
    for line in EXPECTED.read_text(encoding="utf-8").splitlines() if EXPECTED.exists() else []:
        if line and not line.startswith("#"):
            geometry, name, *figures = line.split()
            table[geometry, name] = [int(figure) for figure in figures]
    return table


def write_expected(table):
    steps = ", ".join(f"of {name} for all goals, of {name} for the hardest goal" for name in flags.STEPS)
    text = (f"# {LICENCE}# A line: TW_RADIX or TW_RADIX.TW_HASHED_SLOTS; function; least number of goals; steps {steps}.\n"
            "# A prover takes the same steps on each machine, busy or not.\n")
    text += "".join(f"{g} {n} {' '.join(map(str, figures))}\n" for (g, n), figures in sorted(table.items()))
    EXPECTED.write_text(text, encoding="utf-8")


def table_faults(table=None):
    """A line for each function at each of its geometries, and no other line: one that is lost would let goals be lost."""
    table = recorded() if table is None else table
    want = {(geometry, name) for unit, geometries in units.UNITS for geometry in geometries for name in units.rows_of(unit)}
    yield from (f"proofs/wp/expected has no line for {name} at {geometry}" for geometry, name in sorted(want - table.keys()))
    yield from (f"proofs/wp/expected has a line too many: {geometry} {name}" for geometry, name in sorted(table.keys() - want))


def missing(geometry, rows, names):
    """The functions that have no goal, or fewer than they had."""
    want = expected()
    for name in sorted(names):
        least = want.get((geometry, name), min((n for key, n in want.items() if key[1] == name), default=None))
        if name not in rows:
            yield f"{geometry}: {name} has no goal"
        elif least is None:
            yield f"{name} is not in proofs/wp/expected"
        elif rows[name]["goals"] < least:
            yield f"{geometry}: {name} has {rows[name]['goals']} goals, expected {least} or more"


def figures_of(row):
    return [row["goals"], *(steps for name in flags.STEPS for steps in row["steps"][name])]


def harder(geometry, rows, want):
    """The functions whose goals take other steps than `want` says: those that differ most by name, the others by their number."""
    found = []
    for name, row in rows.items():
        figures, before = figures_of(row), want.get((geometry, name), [])
        if len(before) == 1:
            found.append((float("inf"), f"{name} has no steps in proofs/wp/expected"))
        elif before and before[1:] != figures[1:]:
            ratio = max(max(a, b) / max(1, min(a, b)) for a, b in zip(figures[1:], before[1:]))
            texts_of = [", ".join(f"{p} {total:,} (hardest goal {most:,})" for p, total, most in zip(flags.STEPS, f[1::2], f[2::2]))
                        for f in (figures, before)]
            found.append((ratio, f"{name} takes other steps: {texts_of[0]}; expected {texts_of[1]}"))
    found.sort(reverse=True)
    yield from (f"{geometry}: {text}" for _, text in found[:NAMED])
    if len(found) > NAMED:
        yield f"{geometry}: so do {len(found) - NAMED} others; if that is right, tools/prove --update writes the steps anew"


def contract_files(texts_of):
    """File name -> text. texts_of: (unit, geometry) -> what Frama-C prints. An item stands once, in the first file."""
    files, seen, sums = {}, set(), []
    for (unit, geometry), text in texts_of.items():
        items = list(printed.interface(text))
        name = unit.rsplit("/", 1)[1].rpartition(".")[0]
        if (unit, geometry) == (unit, dict(units.UNITS)[unit][0]):
            fresh = [item for item in dict.fromkeys(items) if item not in seen]
            seen |= set(items)
            files[f"{name}.txt"] = f"{LICENCE}{unit} at {geometry}, as Frama-C reads it: all but bodies, and static functions that users do not call.\n\n" + \
                "\n\n".join(fresh) + "\n"
        sums.append(f"{hashlib.sha256(chr(10).join(items).encode()).hexdigest()[:32]} {unit} {geometry}\n")
    files["sums"] = f"# {LICENCE}# A sum of the same text at each geometry\n" + "".join(sums)
    files["directives"] = f"# {LICENCE}# The directives of src/ and of tw_ticks.h, and what stands in conditional parts\n" + texts.all_directives()
    return files


def contract_faults(texts_of):
    """Where what is read now is not what is committed."""
    for name, text in contract_files(texts_of).items():
        path = CONTRACTS / name
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if old != text:
            lines = difflib.unified_diff(old.splitlines(), text.splitlines(), n=0, lineterm="")
            changed = [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]
            yield f"proofs/wp/contracts/{name} is not what is read now: {' | '.join(' '.join(c.split()) for c in changed[:4])}"


def write_contracts(texts_of):
    CONTRACTS.mkdir(exist_ok=True)
    files = contract_files(texts_of)
    for path in CONTRACTS.iterdir():
        if path.name not in files:
            path.unlink()
    for name, text in files.items():
        (CONTRACTS / name).write_text(text, encoding="utf-8")
