# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The exhibits of docs/museum.md: reads their table, histories and patches, and builds a wheel with the bug of one."""
import dataclasses
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

from tools.sources import requirements
from spec.vectors import play as player
from spec.vectors import twv
from tools.geometry import defines

HOME = pathlib.Path(__file__).resolve().parent
ROOT = HOME.parents[1]
BUILD = ROOT / "build" / "museum"
VECTORS = ROOT / "spec" / "vectors"
SOURCES = {"hier": "src/tw_hier.c", "hashed": "src/tw_hashed.c", "list": "spec/oracle.c"}
# The engines of tools/impostors, and how the page names them.
ENGINES = {"wp": ("WP", "`{by}`"), "cbmc": ("CBMC", "`{first}`, {seconds:.0f} s"), "tests": ("tests", "{by}"),
           "fuzz": ("fuzz", "{by}, {seconds:.0f} s with the builds")}
PLAYED = {"hier": "hierarchical wheel", "hashed": "hashed wheel", "list": "sorted list"}


@dataclasses.dataclass(frozen=True)
class Exhibit:
    """An entry of exhibits.toml, which explains the fields."""
    name: str
    project: str
    links: list
    symptom: str
    cause: str
    theorem: str = ""
    year: int = 0
    note: str = ""
    grade: str = ""
    clause: str = ""
    wheel: str = ""
    geometry: str = ""
    mechanism: str = ""
    wrong: dict = dataclasses.field(default_factory=dict)
    sanitizer: bool = False
    best: int = 0
    kind: str = ""

    file = property(lambda self: HOME / "histories" / f"{self.name}.twv")
    patch = property(lambda self: HOME / "patches" / f"{self.name}.patch")
    radix = property(lambda self: self.geometry.split(".")[0])
    like = property(lambda self: f"as {self.project} did in {self.year}")

    def check(self):
        """Ends with a sentence if the entry is not whole."""
        if any(not isinstance(value := getattr(self, field.name), field.type) for field in dataclasses.fields(self)):
            sys.exit(f"exhibits.toml: {self.name}: a value has the wrong type: {value}")
        if not all(text.endswith(".") for text in (self.symptom, self.cause)) or not self.kind or not self.links:
            sys.exit(f"exhibits.toml: {self.name}: give class and links, and end symptom and cause with a full stop")
        wrong = [(key, type(value)) for key, value in self.wrong.items()] == [("call", int), ("answer", str)]
        if self.wheel and not (self.wheel in PLAYED and self.mechanism in ("same", "analogy") and wrong and self.year and self.clause
                               and self.grade in ("A", "B")):
            sys.exit(f"exhibits.toml: {self.name}: give year, grade, clause, wheel, mechanism and wrong as the head of the file says")
        if not re.fullmatch(r"(T\d+( T\d+)*)?", self.theorem) or (self.clause and not requirements_of(self.clause)):
            sys.exit(f"exhibits.toml: {self.name}: spec/requirements has no {self.clause or self.theorem}")
        if self.clause and not re.search(rf"\b(R-)?{self.theorem.partition(' ')[0]}[_-]", self.clause):
            sys.exit(f"exhibits.toml: {self.name}: name the theorem of the clause first")
        for path in [self.file, self.patch] if self.wheel else []:
            if not path.exists():
                sys.exit(f"exhibits.toml: {self.name}: {path.relative_to(ROOT)} is not there")
        return self


@functools.lru_cache(maxsize=None)
def table():
    return requirements()


def requirements_of(clause):
    """The ids of the requirements that a clause shows, those of the wheels first; a requirement stands for itself."""
    found = [line for line in table() if clause == line["id"] or clause in (word.split(":")[-1] for word in line["shows"])]
    return [line["id"] for line in sorted(found, key=lambda line: clause != line["id"] and clause not in line["shows"])]


def exhibits():
    """All exhibits, by name."""
    path = HOME / "exhibits.toml"
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
        found = {name: Exhibit(name, **{"kind" if key == "class" else key: value for key, value in entry.items()}).check()
                 for name, entry in entries.items()}
    except (tomllib.TOMLDecodeError, TypeError, AttributeError) as error:
        sys.exit(f"exhibits.toml: {str(error).replace('Exhibit.__init__() ', '')}")
    for folder in ("histories", "patches"):
        for file in sorted((HOME / folder).iterdir()):
            if not found.get(file.stem) or not found[file.stem].wheel:
                sys.exit(f"{file.relative_to(ROOT)}: exhibits.toml has no exhibit {file.stem}")
    return found


def exhibit(name):
    """The exhibit of a name, with a history."""
    found = exhibits()
    if name not in found or not found[name].wheel:
        sys.exit(f"There is no exhibit {name} with a history: `tools/museum` lists them.")
    return found[name]


def history_of(item):
    """The history of an exhibit."""
    head, histories = twv.read(item.file)
    geometry = ".".join(filter(None, head.groups()[2:]))
    if [history.name for history in histories] != [item.name] or (head[2], geometry) != (item.wheel, item.geometry):
        sys.exit(f"{item.file.relative_to(ROOT)}: give it one history {item.name} for {item.wheel} {item.geometry}")
    return histories[0]


def head_of(item):
    """The head of a patch: what a user sees, the goal that refuses it, and the engines."""
    head = dict(re.findall(r"^(\w+): +(.+)$", item.patch.read_text(encoding="utf-8").partition("\n---")[0], re.MULTILINE))
    if list(head) != ["user", "wp", "tests", "cbmc", "fuzz"] or len(head["wp"].split()) != 3:
        sys.exit(f"{item.patch.relative_to(ROOT)}: begin it with a head as proofs/impostors/README.md says")
    return head


def results():
    """What the engines have said of each exhibit, as far as tools/exhibits --update has asked them."""
    path = HOME / "results.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def cell(row, name):
    """What an engine has said, for a table."""
    if name not in row or not row[name]["by"]:
        return "unseen" if name in row else "not asked"
    return ENGINES[name][1].format(first=row[name]["by"].split()[0], **row[name])


def hunks_of(item):
    """The hunks of a patch: file, old lines, new lines."""
    file = ""
    for part in re.split(r"^(?=--- a/|@@ )", item.patch.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        if part.startswith("--- a/"):
            file = part.splitlines()[0][6:]
        else:
            lines = part.splitlines(keepends=True)[1:]
            yield file, *("".join(line[1:] for line in lines if line[0] in marks) for marks in (" -", " +"))


def seed(item, tree):
    """Makes a copy of src/ and spec/ with the bug of an exhibit."""
    shutil.rmtree(tree, ignore_errors=True)
    for folder in ("src", "spec"):
        (tree / folder).mkdir(parents=True)
        for path in (ROOT / folder).glob("*.[ch]"):
            shutil.copy(path, tree / folder)
    for name, old, new in hunks_of(item):
        path = tree / name
        text = "\n" + path.read_text(encoding="utf-8")
        if text.count("\n" + old) != 1:
            sys.exit(f"{item.patch.relative_to(ROOT)}: its old lines are not exactly once in {name}")
        path.write_text(text.replace("\n" + old, "\n" + new)[1:], encoding="utf-8")
    return tree


def build(item, source, program):
    """Builds the program of the vectors on the wheel in a folder. Returns the command that plays a history."""
    command = [os.environ.get("CC") or "cc", "-std=c11", "-O0", "-w", *defines(item.geometry),
               f"-DWHEEL={'oracle' if item.wheel == 'list' else item.wheel}", f"-I{source}/src", f"-I{source}/spec",
               *(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"] if item.sanitizer else []),
               str(VECTORS / "wheel.c"), str(source / SOURCES[item.wheel]), "-o", str(program)]
    program.parent.mkdir(parents=True, exist_ok=True)
    try:
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")
    if done.returncode:
        sys.exit(f"{item.name} does not compile: {done.stderr.splitlines()[0]}")
    return [str(program), item.wheel, item.geometry]


def play(item, command, calls, limit):
    """The first wrong answer of a program to so many calls of the history, or nothing."""
    history = history_of(item)
    history.calls = history.calls[:calls]
    return next(player.play(command, [history], limit))[1]


def difference(item, tree):
    """Builds the wheel with the bug. Returns its first wrong answer as the number of the call and the answer, or nothing."""
    command = build(item, seed(item, tree), tree / "wheel")
    failure = play(item, command, item.wrong["call"], 2 if item.wrong["answer"] == "no answer" else 20) or play(item, command, None, 2)
    if not failure:
        return {}
    ended = {"HANG": "no answer", "CRASH": "stopped by a sanitizer" if item.sanitizer else "crash"}
    return {"call": failure.at + 1, "answer": ended.get(failure.kind, failure.got)}
