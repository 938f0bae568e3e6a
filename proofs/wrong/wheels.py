# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Deliberately wrong wheels: reads the *.txt of this folder, and makes a tree wrong. README.md has the format."""
import dataclasses
import pathlib
import shutil
import sys

HOME = pathlib.Path(__file__).resolve().parent
ROOT = HOME.parents[1]
ENGINES = ("wp", "gate", "trace", "tests", "vectors", "report", "bmc", "fuzz", "fuzz-host", "hunt", "audit", "history")


@dataclasses.dataclass
class Wheel:
    """The fault as a user sees it; engine -> what it finds; the places that differ, each a file and marked lines."""
    name: str
    table: str
    user: str = ""
    found: dict = dataclasses.field(default_factory=dict)
    places: list = dataclasses.field(default_factory=list)

    id = property(lambda self: f"wrong-{self.name}")
    files = property(lambda self: list(dict.fromkeys(file for file, _ in self.places)))
    text = property(lambda self: "\n".join(line for file, lines in self.places for line in [file, *lines]))

    def plant(self, tree):
        """Makes the files of a tree wrong. Each place is found in its file as it was."""
        for file in self.files:
            path, edits = tree / file, []
            text = "\n" + (path.read_text(encoding="utf-8") if path.exists() else "")
            for lines in [lines for name, lines in self.places if name == file]:
                old, new = ("".join(line[1:] + "\n" for line in lines if line[0] != mark) for mark in "+-")
                if (count := text.count("\n" + old)) != 1:
                    raise RuntimeError(f"proofs/wrong/{self.table}: {self.name}: write lines that are once in {file}: "
                                       f"these are there {count} times: {(old or new).splitlines()[0].strip()}")
                edits.append((text.index("\n" + old) + 1, old, new))
            for at, old, new in sorted(edits, reverse=True):
                text = text[:at] + new + text[at + len(old):]
            path.write_text(text[1:], encoding="utf-8")

    def copy(self, folder):
        """Makes a folder with this wheel: src/, headers of examples/ and the programs of spec/. Returns it."""
        shutil.rmtree(folder, ignore_errors=True)
        for name, kinds in (("src", "*.[ch]"), ("examples", "tw_*.h"), ("spec", "*.[chp]*"),
                            ("spec/vectors", "wheel.*")):
            (folder / name).mkdir(parents=True)
            for path in (ROOT / name).glob(kinds):
                shutil.copy(path, folder / name)
        self.plant(folder)
        return folder


def read(path):
    """The wheels of a table."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        word, _, rest = line.partition(" ")
        if word == "wheel":
            found.append(Wheel(rest, path.name))
        elif line and line[0] in " -+" and found and found[-1].places:
            found[-1].places[-1][1].append(line)
        elif word in ENGINES and found:
            found[-1].found[word] = rest.strip()
        elif word == "user" and found:
            found[-1].user = rest.strip()
        elif word == "at" or word == "and" and found[-1].places:
            found[-1].places.append((rest or found[-1].places[-1][0], []))
        elif line and line[0] != "#":
            sys.exit(f"proofs/wrong/{path.name}:{number}: write a line as proofs/wrong/README.md says, not: {line}")
    return found


def wheels():
    """All wheels, by name."""
    found = {}
    for wheel in (wheel for path in sorted(HOME.glob("*.txt")) for wheel in read(path)):
        whole = wheel.user and wheel.found and wheel.places and all(lines for _, lines in wheel.places)
        if wheel.name in found or not whole:
            sys.exit(f"proofs/wrong/{wheel.table}: {wheel.name}: give it its own name, `user`, an engine and lines")
        found[wheel.name] = wheel
    return found


def named(names, program, wanted=lambda wheel: True):
    """The wheels of these names, or all that are wanted."""
    known = {name: wheel for name, wheel in wheels().items() if wanted(wheel)}
    if unknown := sorted(set(names) - known.keys()):
        sys.exit(f"{program}: name wheels of proofs/wrong that are for it: {', '.join(unknown)} is none")
    return [known[name] for name in names or known]
