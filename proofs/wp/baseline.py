# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is committed of the proof, so that a change of it is seen in review: the goals of each function, and the
contracts, definitions, lemmas, types and directives as Frama-C and the compilers read them."""
import difflib
import hashlib

from proofs.wp import printed, units
from proofs.wp.refuse import texts
from proofs.wp.units import ROOT

HOME = ROOT / "proofs" / "wp"
EXPECTED = HOME / "expected"
CONTRACTS = HOME / "contracts"
LICENCE = "SPDX-License-Identifier: Apache-2.0 OR MIT\n"
# Units that are committed as text, at their first geometry; at the others a sum.
SHOWN = ["src/tw_hier.c", "src/tw_hashed.c", "spec/oracle.c"]


def expected():
    """What every function must have: (geometry, function) -> goals."""
    table = {}
    for line in EXPECTED.read_text(encoding="utf-8").splitlines() if EXPECTED.exists() else []:
        if line and not line.startswith("#"):
            geometry, name, goals = line.split()
            table[geometry, name] = int(goals)
    return table


def write_expected(table):
    text = f"# {LICENCE}# TW_RADIX or TW_RADIX.TW_HASHED_SLOTS, function, least number of goals\n"
    text += "".join(f"{g} {n} {goals}\n" for (g, n), goals in sorted(table.items()))
    EXPECTED.write_text(text, encoding="utf-8")


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


def contract_files(texts_of):
    """File name -> text. texts_of: (unit, geometry) -> what Frama-C prints. An item stands once, in the first file."""
    files, seen, sums = {}, set(), []
    for (unit, geometry), text in texts_of.items():
        items = list(printed.interface(text))
        name = unit.rsplit("/", 1)[1].removesuffix(".c")
        if (unit, geometry) == (unit, dict(units.UNITS)[unit][0]):
            fresh = [item for item in dict.fromkeys(items) if item not in seen]
            seen |= set(items)
            files[f"{name}.txt"] = f"{LICENCE}{unit} at {geometry}, as Frama-C reads it: all but bodies, and static functions that users do not call.\n\n" + \
                "\n\n".join(fresh) + "\n"
        sums.append(f"{hashlib.sha256(chr(10).join(items).encode()).hexdigest()[:32]} {unit} {geometry}\n")
    files["sums"] = f"# {LICENCE}# A sum of the same text at each geometry\n" + "".join(sums)
    files["directives"] = f"# {LICENCE}# The directives of src/, and what stands in conditional parts\n" + texts.all_directives()
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
