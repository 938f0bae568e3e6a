# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The exhibits of docs/museum.md: reads exhibits.toml and the histories, and builds a wheel with the bug of one."""
import copy
import dataclasses
import functools
import os
import re
import subprocess
import sys
import tomllib

from proofs.wrong.wheels import HOME, ROOT, Wheel, read
from spec.vectors import play as player
from spec.vectors import twv
from tools.geometry import defines
from tools.sources import HEADERS, contracts, requirements

BUILD = ROOT / "build" / "museum"
SOURCES = {"hier": "src/tw_hier.c", "hashed": "src/tw_hashed.c", "list": "spec/oracle.c"}
PLAYED = {"hier": "hierarchical wheel", "hashed": "hashed wheel", "list": "sorted list"}


@dataclasses.dataclass(frozen=True)
class Exhibit:
    """An entry of exhibits.toml, which explains the fields, with its wrong wheel and its history."""
    name: str
    project: str
    links: list
    symptom: str
    cause: str
    kind: str
    theorem: str = ""
    year: int = 0
    note: str = ""
    grade: str = ""
    clause: str = ""
    wheel: str = ""
    geometry: str = ""
    mechanism: str = ""
    sanitizer: bool = False
    bug: Wheel = None
    history: twv.History = None

    radix = property(lambda self: self.geometry.split(".")[0])
    like = property(lambda self: f"as {self.project} did in {self.year}")

    @property
    def wrong(self):
        """The first answer that differs: the number of the call, and the answer."""
        call, answer = self.bug.found["history"].split(" ", 1)
        return int(call), answer

    def faults(self):
        """What is missing in the entry."""
        whole = self.year and self.clause and self.mechanism in ("same", "analogy") and self.grade in ("A", "B")
        if self.wheel and not (whole and self.history and self.bug and "history" in self.bug.found):
            yield "give year, grade, clause, mechanism, a wheel in museum.txt with `history`, and a history"
        if self.clause and not requirements_of(self.clause):
            yield f"spec/requirements has no {self.clause}"


@functools.lru_cache(maxsize=None)
def requirements_of(clause):
    """The ids of the requirements that a clause shows, those of the wheels first; a requirement stands for itself."""
    found = [row for row in requirements() if clause in (row["id"], *(word.split(":")[-1] for word in row["shows"]))]
    found.sort(key=lambda line: clause != line["id"] and clause not in line["shows"])
    return [line["id"] for line in found]


@functools.lru_cache(maxsize=None)
def exhibits():
    """All exhibits, by name."""
    bugs = {wheel.name: wheel for wheel in read(HOME / "museum.txt")}
    histories = {}
    for path in HOME.glob("*.twv"):
        histories |= {(path.stem, history.name): history for history in twv.read(path)[1]}
    found = {}
    try:
        for name, entry in tomllib.loads((HOME / "exhibits.toml").read_text(encoding="utf-8")).items():
            entry["kind"] = entry.pop("class")
            history = histories.pop((f"{entry.get('wheel')}-{entry.get('geometry')}", name), None)
            found[name] = Exhibit(name, bug=bugs.pop(name, None), history=history, **entry)
    except (tomllib.TOMLDecodeError, TypeError, KeyError) as error:
        sys.exit(f"proofs/wrong/exhibits.toml: {str(error).replace('Exhibit.__init__() ', '')}")
    faults = [f"{item.name}: {fault}" for item in found.values() for fault in item.faults()]
    if faults or histories or bugs:
        sys.exit(f"proofs/wrong/exhibits.toml: {[*faults, *(f'it has no {name}' for name in [*bugs, *histories])][0]}")
    return found


def clause_of(wheel, clause):
    """The text of a clause, from the contract; a requirement in its words."""
    if clause.startswith("R-"):
        return next(line["text"] for line in requirements() if line["id"] == clause)
    call, *behavior, label = clause.split("/")
    kind = wheel if wheel in HEADERS else "oracle"
    contract = contracts(HEADERS[kind])[f"tw_{kind}_{call}"]
    case = ["", "", contract]
    if behavior:
        begin = rf"\bbehavior {behavior[0]}:\s*(assumes.*?;)(?=\s*(?:assigns|ensures))(.*)"
        case = re.search(begin, contract, re.DOTALL)
    ensures = rf"\bensures\s+{label}:.*?;(?=\s*(?:ensures|assigns|behavior|complete|$))"
    return " ".join(f"{case[1]} {re.search(ensures, case[2], re.DOTALL)[0]}".split())


def exhibit(name):
    """The exhibit of a name."""
    if name not in exhibits():
        sys.exit(f"There is no exhibit {name}: `tools/museum` lists them.")
    return exhibits()[name]


def play(item, source, folder):
    """Builds the wheel of a folder, and plays the history. Returns the number and answer of the first wrong call."""
    command = [os.environ.get("CC") or "cc", "-std=c11", "-O0", "-w", *defines(item.geometry),
               f"-DWHEEL={'oracle' if item.wheel == 'list' else item.wheel}", f"-I{source}/src", f"-I{source}/spec",
               *(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"] if item.sanitizer else []),
               str(ROOT / "spec/vectors/wheel.c"), str(source / SOURCES[item.wheel]), "-o", str(folder / "wheel")]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{item.name} does not compile: {done.stderr.splitlines()[0]}")
    failure, hangs = None, item.wrong[1] == "no answer"
    for calls, limit in ((item.wrong[0], 2 if hangs else 20), (None, 2)):
        history = copy.copy(item.history)
        history.calls = history.calls[:calls]
        failure = failure or next(player.play([str(folder / "wheel"), item.wheel, item.geometry], [history], limit))[1]
    if not failure:
        return ()
    ended = {"HANG": "no answer", "CRASH": "stopped by a sanitizer" if item.sanitizer else "crash"}
    return failure.at + 1, ended.get(failure.kind, failure.got)


def difference(item, folder):
    """The first wrong call of the wheel with the bug."""
    return play(item, item.bug.copy(folder), folder)
