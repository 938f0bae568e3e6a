# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The one exception from one text for all readers: to a compiler, and not to Frama-C, the name of a public function ends with
the geometry. The map is one to one. It has a line for each public function and no other line, and no name that it
makes is a name of src/ already. With TW_PLAIN_NAMES a compiler reads what Frama-C reads."""
import re

from proofs.wp import units

FILE = "src/tw_names.h"
PLAIN = "-DTW_PLAIN_NAMES"
# The one # in src/ that begins no directive, and the two words TW_ that are neither macros nor enumerators.
PASTE = "#define TW_PASTE(a, b) a##b"
WORDS = {"TW_PLAIN_NAMES", "TW_HASHED_SLOTS_"}
FIRST = ["#if !defined __FRAMAC__ && !defined TW_PLAIN_NAMES",
         "#define TW_HASHED_NAME(name) TW_NAME(TW_NAME(name, TW_RADIX), TW_NAME(_, TW_HASHED_SLOTS))"]
# Types of which tools/single makes names in the same form.
WHEELS = {"tw_hier", "tw_hashed"}
LINE = {"src/tw_hier.c": "#define {0} TW_NAME({0}_, TW_RADIX)", "src/tw_hashed.c": "#define {0} TW_HASHED_NAME({0}_)"}


def expected():
    """The lines of the map: its head, a line for each public function, its end."""
    return [*FIRST, *(line.format(name) for unit, line in LINE.items() for name in sorted(units.public_of(unit))), "#endif"]


def file_faults(code):
    """What is wrong with the map, given without comments: its head and end stand where they are, the other lines in any order."""
    lines, want = [" ".join(line.split()) for line in code.splitlines() if line.strip()], expected()
    if lines[:2] != want[:2] or lines[-1:] != want[-1:]:
        yield f"{FILE}: its head or its end is another"
    for line in sorted(set(lines) | set(want)):
        if lines.count(line) != want.count(line):
            yield f"{FILE}: {lines.count(line)} times, and not {want.count(line)}: {line}"


def form_faults(name, code):
    """A name that the map, or tools/single with TW_STATIC, makes in some geometry, proved or not, is written nowhere. Nor is the
    name of a wheel's public function in the other wheel: in the single header they stand in one file."""
    public = {unit: units.public_of(unit) for unit in LINE}
    words = set(re.findall(r"\w+", code))
    for word in sorted(words):
        base = re.fullmatch(r"(\w+?)(?:_\d+){1,2}", word)
        if base and base[1] in WHEELS.union(*public.values()):
            yield f"{name}: {word} has the form of a name that the map of {FILE} makes"
    if name != FILE and re.search(r"(?<!struct )\btw_(?:hier|hashed)\b(?!\.)", code):
        yield f"{name}: the name of a struct, and not the struct: in C++ it hides that"
    for unit, functions in public.items():
        if name not in (FILE, unit, unit.removesuffix(".c") + ".h"):
            yield from (f"{name}: {word} is a public function of {unit}" for word in sorted(words & functions))


def of(unit, geometry):
    """Each public function of a unit, and its name in a geometry."""
    return {name: f"{name}_{geometry.replace('.', '_')}" for name in units.public_of(unit)}


def mapped(read, names):
    """The tokens of each file, public functions with their names in a geometry."""
    return {file: [names.get(token, token) for token in tokens] for file, tokens in read.items()}


def taken(read, names):
    """Names that the map makes and src/ has already, or that it makes twice."""
    made = list(names.values())
    found = {name for name in made if made.count(name) > 1}.union(*(set(tokens) & set(made) for tokens in read.values()))
    yield from (f"{name}: the map of {FILE} makes this name, and it is another's" for name in sorted(found))
