# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The number of goals of each function, which is committed: a goal that is lost would be seen."""
from proofs.wp import units
from proofs.wp.units import ROOT

EXPECTED = ROOT / "proofs" / "wp" / "expected"
HEAD = """# SPDX-License-Identifier: Apache-2.0 OR MIT
# A line: TW_RADIX or TW_RADIX.TW_HASHED_SLOTS; function; least number of goals.
"""


def expected():
    """What every function must have: (geometry, function) -> goals."""
    lines = EXPECTED.read_text(encoding="utf-8").splitlines() if EXPECTED.exists() else []
    words = [line.split() for line in lines if line and not line.startswith("#")]
    return {(geometry, name): int(goals) for geometry, name, goals in words}


def write_expected(table):
    lines = (f"{geometry} {name} {goals}\n" for (geometry, name), goals in sorted(table.items()))
    EXPECTED.write_text(HEAD + "".join(lines), encoding="utf-8")


def table_faults(table=None):
    """A line for each function at each of its geometries, and no other: one that is lost would let goals be lost."""
    table = expected() if table is None else table
    want = {(geometry, name) for unit, geometries in units.UNITS for geometry in geometries
            for name in units.rows_of(unit)}
    for geometry, name in sorted(want - table.keys()):
        yield f"proofs/wp/expected has no line for {name} at {geometry}"
    for geometry, name in sorted(table.keys() - want):
        yield f"proofs/wp/expected has a line too many: {geometry} {name}"


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
