# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table of the proofs: reads proofs/cbmc/proofs."""
import pathlib
import re
import sys

from tools.geometry import parts

HOME = pathlib.Path(__file__).resolve().parent
ROOT = HOME.parents[1]
LOGS = ROOT / "build" / "bmc"


def value(bound, sizes):
    """A bound of the table: a sum of numbers and sizes."""
    if not re.fullmatch(r"\w+([+*]\w+)*", bound):
        sys.exit(f"proofs/cbmc/proofs: not a bound: {bound}")
    return eval(bound, {"__builtins__": {}}, sizes)  # pylint: disable=eval-used


def table(other=None):
    """The proofs in order, each a dictionary; lines `unwind` and `about` are sets that they name."""
    sets = {"unwind": {}, "about": {}}
    proofs = []
    for line in (HOME / "proofs").read_text(encoding="utf-8").splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0] in sets:
            kind = sets[words[0]]
            kind[words[1]] = [w for word in words[2:] for w in (kind[word[1:]] if word[0] == "@" else [word])]
            continue
        which, name, harness, geometry, sizes, unwind, about, seconds = words
        file, function = harness.split(":")
        if other and file == "clock":
            name, geometry = f"clock-{function}-{other}", other
            if any(proof["name"] == name for proof in proofs):
                continue
        radix, levels, slots = parts(geometry)
        sizes = dict(pair.split("=") for pair in sizes.split(",") if pair != "-")
        numbers = {k: int(v) for k, v in sizes.items() if v.isdigit()}
        each = range(4 ** numbers["CALLS"]) if sizes.pop("KINDS", "") == "each" else None
        heads = radix * levels if sizes.get("WHEEL") == "hier" else slots
        loops = [word.split(":") for word in sets["unwind"].get(unwind, [])]
        plain = "word_" if sizes.get("WORD") == "1" else "tw_bitset_"
        proofs.append({
            "name": name, "set": which, "file": f"proofs/cbmc/{file}.c", "function": function, "geometry": geometry,
            "defines": {"TW_RADIX": radix, "TW_LEVELS": levels, "TW_HASHED_SLOTS": slots, **sizes},
            "each": each, "loops": {loop: value(bound, {"HEADS": heads, **numbers}) for loop, bound in loops},
            "about": [name.replace("tw_bitset_", plain) for name in sets["about"][about]], "limit": int(seconds)})
    return proofs
