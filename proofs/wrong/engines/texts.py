# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The texts that a result depends on, results by their sum, and what a C file includes and calls."""
import hashlib
import json
import pathlib
import re
import threading

from tools import sources

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / "build" / "mutants"
LOCK = threading.Lock()
DATA = {"corpus.zip", "checks"}  # folders with files that no engine reads, or that change no result
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)
COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|/\*.*?\*/|//[^\n]*', re.DOTALL)


def code(text):
    """C without comments and annotations: what is compiled."""
    return "\n".join(line.rstrip() for line in COMMENT.sub(lambda m: m[1] or " ", text).splitlines() if line.strip())


def texts(paths, view=str):
    """A hash of files of the tree."""
    found = hashlib.sha256()
    for path in sorted(paths):
        text = path.read_text(encoding="utf-8", errors="replace")
        found.update(f"{path.relative_to(ROOT)}\0{view(text) if path.suffix in ('.c', '.h') else text}\0".encode())
    return found.hexdigest()


class Cache(dict):
    """A line a result, so that two runs may share the file."""

    def __init__(self):
        self.path = BUILD / "cache.json"
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        super().__init__(json.loads(line) for line in lines)

    def __setitem__(self, key, value):
        with LOCK, open(self.path, "a", encoding="utf-8") as file:
            super().__setitem__(key, value)
            file.write(json.dumps([key, value]) + "\n")


def digest(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def files_of(folders):
    """The files of folders that can change a result."""
    files = (p for d in folders for p in (ROOT / d).rglob("*") if p.is_file())
    return [p for p in files if not DATA & set(p.relative_to(ROOT).parts)]


def closure(root, file):
    """A file and all that it includes, as paths from the root."""
    found, todo = set(), [pathlib.Path(file)]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            for name in INCLUDE.findall((root / path).read_text(encoding="utf-8")):
                places = (path.parent, *map(pathlib.Path, ("src", "spec", "tests", "examples")))
                todo += [p / name for p in places if (root / p / name).is_file()][:1]
    return found


def called_from(pattern):
    """The functions of such a name, and all that they call."""
    known = sources.functions()
    names = {name for name in known if re.fullmatch(pattern, name)}
    return names | sources.called_by(known, names)
