# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Is what is proved allowed? gate.ml asks the tree of each unit, text.py the text that the tree does not have, and
readers.py other compilers. Here the units are compared: whatever Frama-C has read is proved in some unit. What a
person has to review is committed as sums."""
import collections
import concurrent.futures
import difflib
import hashlib
import pathlib
import subprocess
import tempfile

from proofs.wp import frama_c, judge, readers, text, units
from proofs.wp.units import ROOT
from tests.targets.machines import cores

HEAD = """# SPDX-License-Identifier: Apache-2.0 OR MIT
# What a person has to review, a sum for each unit and geometry: contracts, definitions, lemmas, types, ghost functions,
# and the clients, as Frama-C reads them; and a sum for each file of its directives, and of a header's comments.
# `tools/prove --words COMMIT` shows the difference in words. Then the length of each public function, with all that it
# calls, up to the next multiple of 20.
"""
# What gate.ml tells of a function with a body, and what a unit has to prove: (kind, name, what Frama-C reads).
BODIES = ("public", "static", "ghost")
WHAT = {**dict.fromkeys(BODIES, "function"), "assumed": "contract", "contract": "contract", "lemma": "lemma"}


class Reading:
    """What gate.ml tells of a unit at a geometry."""
    def __init__(self, task):
        self.unit, self.geometry = task
        self.where = " ".join(task)
        items, lines = frama_c.walked(self.geometry, self.unit)
        self.faults = [f"{kind[6:]}: {self.where}: {name}: {' '.join(said.split())}"
                       for kind, name, said in items if kind.startswith("fault ")]
        self.faults += [f"Frama-C: {self.where}: {line}" for line, _ in judge.complaints(lines)]
        self.words = "\n\n".join(said for kind, _, said in items if kind == "text" and said)
        self.lengths = {name: int(said) for kind, name, said in items if kind == "length"}
        self.public = {name for kind, name, _ in items if kind == "public"}
        facts = [(kind, (WHAT[kind], *rest)) for kind, *rest in items if kind in WHAT]
        mine, lemmas = units.functions_of(self.unit), units.lemmas_of(self.unit) in units.rows_of(self.unit)
        self.reads = [fact for kind, fact in facts if kind != "contract"]
        self.proves = {fact for kind, fact in facts
                       if kind != "assumed" and (lemmas if kind == "lemma" else fact[1] in mine)}
        self.unseen = mine - {fact[1] for kind, fact in facts if kind in BODIES}

    def fits(self, other):
        """Do both have one geometry, as far as they have any?"""
        mine, others = self.geometry.split("."), other.geometry.split(".")
        return "any" in (*mine, *others) or all(a == b for a, b in zip(mine, others))


def proved_faults(readings):
    """What Frama-C has read, and no unit proves in the same words, or two do; what it has not read."""
    owners = collections.Counter(name for unit, _ in units.UNITS for name in units.functions_of(unit))
    public = set().union(*(units.public_of(unit) for unit, _ in units.UNITS))
    yield from (f"function: {name} is in two units" for name, count in owners.items() if count > 1)
    for reading in readings:
        proved = set().union(*(other.proves for other in readings if other.fits(reading)))
        found = [(name, f"no unit proves this {what}") for what, name, _ in sorted({*reading.reads} - proved)]
        found += [(name, "Frama-C does not see it") for name in sorted(reading.unseen)]
        if reading.unit.startswith("src/"):
            found += [(name, "neither static nor public") for name in sorted(reading.public - public)]
        yield from (f"function: {reading.where}: {name}: {why}" for name, why in found)


def sums():
    """The file of the sums: later releases print some types and terms otherwise."""
    return ROOT / "proofs" / "wp" / {25: "sums"}.get(frama_c.release(), f"sums_{frama_c.release()}")


def sum_of(words):
    return hashlib.sha256(words.encode()).hexdigest()[:32]


def words_of(readings):
    """What is committed as a sum: name -> words."""
    found = {reading.where: reading.words for reading in readings}
    for path in dict.fromkeys(filter(pathlib.Path.is_file, (*text.product(), *text.proved()))):
        said = path.read_text(encoding="utf-8", errors="replace")
        found[f"beside {path.relative_to(text.ROOT)}"] = text.beside_code(said, path.suffix == ".h")
    return found


def lengths_of(readings):
    """The lengths of the functions that users call, in the longest of their geometries."""
    found = {}
    for reading in readings:
        mine = units.public_of(reading.unit) or units.functions_of(reading.unit) - units.ghosts_of(reading.unit)
        for name in mine & reading.lengths.keys() if reading.unit in dict(units.READ) else ():
            found[name] = max(found.get(name, 0), reading.lengths[name])
    return found


def write_sums(readings):
    table = {name: sum_of(words) for name, words in words_of(readings).items()}
    table |= {name: -(-length // 20) * 20 for name, length in sorted(lengths_of(readings).items())}
    sums().write_text(HEAD + "".join(f"{said} {name}\n" for name, said in table.items()), encoding="utf-8")


def sum_faults(readings):
    """Where what is read now is not what is committed."""
    lines = sums().read_text(encoding="utf-8").splitlines()
    have = {name: said for said, name in (line.split(maxsplit=1) for line in lines if line[:1] not in ("#", ""))}
    for name, words in words_of(readings).items():
        if have.pop(name, "") != sum_of(words):
            yield f"contract: {name}: not what is committed: `tools/prove --words HEAD` shows the difference"
    for name, length in lengths_of(readings).items():
        if length > int(have.pop(name, "0")):
            yield f"call: {name}: {length} expressions and statements with all that it calls, more than sums says"
    yield from (f"contract: {name}: proofs/wp/sums has it, and Frama-C does not" for name in have)


def read_all():
    tasks = [(unit, geometry) for unit, geometries in units.UNITS for geometry in geometries]
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(2, cores())) as pool:
        return list(pool.map(Reading, tasks))


def difference(commit):
    """What a person has to review of the difference from a commit to this tree, in words. This gate.ml reads both."""
    new, told = words_of(read_all()), {()}
    with tempfile.TemporaryDirectory(dir=frama_c.BUILD) as folder:
        command = 'git archive "$0" src spec proofs/wp examples | tar -x -C "$1"'
        subprocess.run(["sh", "-c", command, commit, folder], cwd=ROOT, check=True)
        units.ROOT = frama_c.ROOT = text.ROOT = pathlib.Path(folder)
        old = words_of(read_all())
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
