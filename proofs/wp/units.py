# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The files that are proved, at which geometries, and the functions that stand in them."""
import pathlib
import re

from tools.geometry import GEOMETRIES as SLOTS, OF_RADIX

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Divisions and powers of two, about some of which CVC4 computes in vain.
BITS = "src/tw_bitset.h"
# A file and its geometries: TW_RADIX, or TW_RADIX.TW_HASHED_SLOTS. The longest come first: two run at a time.
RADICES = list(OF_RADIX)
# Of T9, for either wheel. Those of the default geometry come first: other tools ask for no more.
EITHER = [RADICES[0], SLOTS[0], *RADICES[1:], *SLOTS[1:]]
# It knows the wheels by their contracts alone, and has no lemma of its own.
CLIENT = "proofs/wp/client.c"
CLIENTS = (CLIENT, "proofs/wp/loops.c", "proofs/wp/equal.c")  # its loops, and T9: the same
# A header for callers: no wheel includes it.
TICKS = "examples/tw_ticks.h"
UNITS = [("src/tw_hier.c", RADICES), ("src/tw_hashed.c", SLOTS),
         ("spec/oracle.c", RADICES), ("src/tw_list.h", ["any"]), ("src/tw_slots.h", RADICES),
         (BITS, ["any"]), ("src/tw_clock.h", RADICES), (CLIENT, EITHER),
         ("proofs/wp/loops.c", EITHER), ("proofs/wp/equal.c", EITHER), (TICKS, RADICES)]
# A unit proves the ghost functions of this file too.
GHOSTS = {"src/tw_hier.c": "spec/hier.acsl", "src/tw_hashed.c": "spec/hashed.acsl",
          "spec/oracle.c": "spec/oracle.acsl", "src/tw_list.h": "spec/list.acsl", BITS: "spec/bitset.acsl",
          TICKS: "spec/ticks.acsl", CLIENT: CLIENT, "proofs/wp/loops.c": "proofs/wp/loops.c"}
# The units of src/ that are compiled.
COMPILED = [(unit, geometries) for unit, geometries in UNITS if re.fullmatch(r"src/\w+\.c", unit)]
# What every compiler must read as Frama-C does.
READ = [*COMPILED, (TICKS, RADICES)]


def read(unit):
    return (ROOT / unit).read_text(encoding="utf-8")


def functions_of(unit):
    """The functions that a file defines, found in its text, independently of Frama-C."""
    code = re.sub(r"/\*.*?\*/", "", read(unit), flags=re.S)
    names = re.findall(r"^\w[\w \*]*\b(tw_\w+)\([^;{}()]*\)\s*\{", code, re.M)
    for prefix in re.findall(r"^#define NAME\(name\) (tw_\w+_)##name", code, re.M):  # of a text that is included
        text = (ROOT / unit).with_suffix(".h").read_text(encoding="utf-8")
        names += [prefix + name for name in re.findall(r"^static .*\bNAME\((\w+)\)\(", text, re.M)]
    return set(names) | ghosts_of(unit)


def ghosts_of(unit):
    """The ghost functions that a unit proves."""
    text = read(GHOSTS[unit]) if unit in GHOSTS else ""
    return set(re.findall(r"^ +static inline [\w \*]*\b(tw_\w+)\(", text, re.M))


def public_of(unit):
    """The functions of a file of src/ that users may call."""
    names = re.findall(r"^(?!static)\w.*\b(tw_\w+)\(", read(unit), re.M)
    return functions_of(unit).intersection(names) if unit.startswith("src/") else set()


def elsewhere(unit):
    """The functions of which a unit knows the contracts alone; others prove them."""
    others = (public_of(other) for other, _ in UNITS)
    return functions_of("spec/oracle.c").union(*others) if unit in CLIENTS else set()


def included(unit):
    """A file of src/ and the files of src/ that it includes."""
    left, found = [unit], []
    while left:
        name = left.pop(0)
        if name not in found:
            found.append(name)
            left += [f"src/{header}" for header in re.findall(r'^#include "(\w+\.h)"$', read(name), re.M)]
    return found


def rows_of(unit):
    """What a proof of a unit tells of: its functions, and its lemmas where it is compiled and has any of its own."""
    return functions_of(unit) | ({lemmas_of(unit)} if unit.endswith(".c") and unit != CLIENT else set())


def lemmas_of(unit):
    """The name that the lemmas a unit includes go by."""
    return f"lemmas:{pathlib.Path(unit).stem}"
