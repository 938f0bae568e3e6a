# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Is what is proved allowed? gate.ml asks the tree of each unit, text.py the text that the tree does not have, and
readers.py other compilers. Here the units are compared: whatever Frama-C has read is proved in some unit. What a
person has to review is committed as sums."""
import concurrent.futures
import difflib
import hashlib
import pathlib
import subprocess
import tempfile

from proofs.wp import frama_c, judge, readers, text, units
from proofs.wp.units import ROOT
from tests.targets.machines import cores

SUMS = ROOT / "proofs" / "wp" / "sums"
HEAD = """# SPDX-License-Identifier: Apache-2.0 OR MIT
# What a person has to review, a sum for each unit and geometry: contracts, definitions, lemmas, types, ghost functions,
# and the clients, as Frama-C reads them; and a sum for each file of its directives, and of a header's comments.
# `tools/prove --words COMMIT` shows the difference in words. Then the length of each public function, with all that it
# calls, up to the next multiple of 20.
"""
BODIES = ("public", "static", "ghost")


class Reading:
    """What gate.ml says of a unit at a geometry."""
    def __init__(self, task):
        self.unit, self.geometry = task
        self.where = " ".join(task)
        items, lines = frama_c.walked(self.geometry, self.unit)
        self.faults = [f"{kind[6:]}: {self.where}: {name}: {' '.join(said.split())}"
                       for kind, name, said in items if kind.startswith("fault ")]
        self.faults += [f"Frama-C: {self.where}: {line}" for line in lines if judge.is_complaint(line)]
        self.words = "\n\n".join(said for kind, _, said in items if kind == "text" and said)
        self.bodies = {name: said for kind, name, said in items if kind in BODIES}
        self.public = {name for kind, name, _ in items if kind == "public"}
        self.contracts, self.assumed, self.lemmas, self.lengths = (
            {name: said for kind, name, said in items if kind == wanted}
            for wanted in ("contract", "assumed", "lemma", "length"))

    def fits(self, other):
        """Do both have one geometry, as far as they have any?"""
        mine, others = self.geometry.split("."), other.geometry.split(".")
        return "any" in (*mine, *others) or all(a == b for a, b in zip(mine, others))


def owners():
    """The unit that proves a function: name -> unit; and faults: names that two units prove."""
    found, twice = {}, []
    for unit, _ in units.UNITS:
        for name in sorted(units.functions_of(unit)):
            twice += [f"function: {name} is in {found[name]} and in {unit}"] if name in found else []
            found.setdefault(name, unit)
    return found, twice


def unproved(reading, readings, owner, lemma_units):
    """(name, why) of each function with a body, assumed contract, or lemma that no unit proves in the same words."""
    fitting = [other for other in readings if other.fits(reading)]
    pairs = (("function", reading.bodies, "bodies"), ("contract", reading.assumed, "contracts"))
    for kind, name, said, at in ((kind, name, said, at) for kind, mine, at in pairs for name, said in mine.items()):
        if name not in owner:
            yield name, "no unit proves it"
        elif said not in [getattr(other, at).get(name) for other in fitting if other.unit == owner[name]]:
            yield name, f"not the {kind} that {owner[name]} proves"
    provers = [other for other in fitting if other.unit in lemma_units]
    yield from ((name, "a lemma that no unit proves") for name, said in reading.lemmas.items()
                if not any(other.lemmas.get(name) == said for other in provers))
    mine = {name for name, unit in owner.items() if unit == reading.unit}
    yield from ((name, "Frama-C does not see it") for name in sorted(mine - set(reading.bodies)))


def proved_faults(readings):
    """What Frama-C has read, and no unit proves."""
    owner, twice = owners()
    yield from twice
    lemma_units = {unit for unit, _ in units.UNITS if units.lemmas_of(unit) in units.rows_of(unit)}
    public = set().union(*(units.public_of(unit) for unit, _ in units.UNITS))
    for reading in readings:
        found = list(unproved(reading, readings, owner, lemma_units))
        if reading.unit.startswith("src/"):
            found += [(name, "neither static nor public") for name in sorted(reading.public - public)]
        yield from (f"function: {reading.where}: {name}: {why}" for name, why in found)


def sum_of(words):
    return hashlib.sha256(words.encode()).hexdigest()[:32]


def words_of(readings):
    """What is committed as a sum: name -> words."""
    found = {reading.where: reading.words for reading in readings}
    for path in filter(pathlib.Path.is_file, text.product()):
        said = path.read_text(encoding="utf-8", errors="replace")
        found[f"beside {path.relative_to(text.ROOT)}"] = text.beside_code(said, path.suffix == ".h")
    return found


def lengths_of(readings):
    """The lengths of the functions that users call, in the longest of their geometries."""
    found = {}
    for reading in readings:
        mine = units.public_of(reading.unit) or units.functions_of(reading.unit) - units.ghosts_of(reading.unit)
        for name in mine & reading.bodies.keys() if reading.unit in dict(units.READ) else ():
            found[name] = max(found.get(name, 0), int(reading.lengths[name]))
    return found


def committed():
    """name -> sum or length."""
    lines = SUMS.read_text(encoding="utf-8").splitlines() if SUMS.exists() else []
    return {name: said for said, name in (line.split(maxsplit=1) for line in lines if line[:1] not in ("#", ""))}


def write_sums(readings):
    table = {name: sum_of(words) for name, words in words_of(readings).items()}
    table |= {name: -(-length // 20) * 20 for name, length in sorted(lengths_of(readings).items())}
    SUMS.write_text(HEAD + "".join(f"{said} {name}\n" for name, said in table.items()), encoding="utf-8")


def sum_faults(readings):
    """Where what is read now is not what is committed."""
    have = committed()
    for name, words in words_of(readings).items():
        if have.pop(name, "") != sum_of(words):
            yield f"contract: {name}: not what is committed: `tools/prove --words HEAD` shows the difference"
    for name, length in lengths_of(readings).items():
        if length > int(have.pop(name, "0")):
            yield f"call: {name}: {length} expressions and statements with all that it calls, more than sums says"
    yield from (f"contract: {name}: proofs/wp/sums has it, and Frama-C does not" for name in have)


def read_all():
    frama_c.compile_gate()
    tasks = [(unit, geometry) for unit, geometries in units.UNITS for geometry in geometries]
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(2, cores())) as pool:
        return list(pool.map(Reading, tasks))


def difference(commit):
    """What a person has to review of the difference from a commit to this tree, in words. This gate.ml reads both."""
    new, told = words_of(read_all()), {()}
    with tempfile.TemporaryDirectory(dir=frama_c.BUILD) as folder:
        command = ["git", "archive", commit, "src", "spec", "proofs/wp", "examples"]
        archive = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        units.ROOT = frama_c.ROOT = text.ROOT = pathlib.Path(folder)
        old = words_of(read_all())
    units.ROOT = frama_c.ROOT = text.ROOT = ROOT
    for name in dict.fromkeys((*old, *new)):
        before, after = old.get(name, "").splitlines(), new.get(name, "").splitlines()
        lines = tuple(difflib.unified_diff(before, after, f"{name} at {commit}", name, lineterm=""))
        yield from lines if lines[2:] not in told else ()  # once, and not for each geometry
        told.add(lines[2:])


def faults(update=False):
    """All faults; `update` commits to what is read now instead of comparing with what is committed."""
    try:
        found = [f"text: {fault}" for fault in text.faults()]
        readings = read_all()
        found += [fault for reading in readings for fault in reading.faults]
        found += [*proved_faults(readings), *(f"reader: {name}: {fault}" for name, fault in readers.faults())]
        if update:
            write_sums(readings)
        return list(dict.fromkeys([*found, *sum_faults(readings)]))
    except (RuntimeError, OSError, UnicodeDecodeError, ValueError) as error:
        return [f"read: {error}"]
