# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which text a report is about, and whether this tree still is that text.

A report's "tree" has the sha256 of each file that was proved, and one sum for each part of the project that judged them."""
import functools
import hashlib
import json
import os
import pathlib
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
REPORTS = ROOT / "build" / "reports"
# What a proof reads, file by file, and what it is judged with.
READ = ("src/*.[ch]", "spec/*.acsl", "spec/*.[ch]", "examples/tw_ticks.h", "proofs/wp/*.[ch]", "tools/geometries")
PROVER = "proofs/wp"
# A verdict is of all files but these: results, and the pages into which `make update WHAT=evidence` writes the verdict.
LEFT_OUT = (".git", "build")
WRITTEN = ("README.md", "docs/evidence.md", "tests/bench/README.md")
# The reports that say of which tree they are.
SAYING = ("verdict.json", "wp.json")
SHOWN = 3


def parts_of(root=ROOT):
    """What stands in the root, without results."""
    return sorted(path.name for path in root.iterdir() if path.name not in LEFT_OUT)


def files_of(folder, root):
    """The files and links of a part, without what runs leave there."""
    found = (root / folder).rglob("*") if (root / folder).is_dir() else [root / folder]
    return [path for path in sorted(found) if (path.is_symlink() or path.is_file()) and "__pycache__" not in path.parts
            and path.relative_to(root).as_posix() not in WRITTEN]


def sum_of(paths, root=ROOT):
    """One sum of these files and links: names, whether they can be run, contents or targets."""
    told = [[path.relative_to(root).as_posix(), os.readlink(path)] if path.is_symlink() else
            [path.relative_to(root).as_posix(), path.stat().st_mode & 0o111, hashlib.sha256(path.read_bytes()).hexdigest()] for path in paths]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def proved(root=ROOT):
    """Of each file that a proof reads, its sum; and one of the scripts that prove. They write `expected` themselves."""
    paths = sorted(path for pattern in READ for path in root.glob(pattern))
    scripts = [path for path in files_of(PROVER, root) if path not in paths and path.name != "expected"]
    return {**{path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths},
            PROVER: sum_of(scripts, root)}


def judged(root=ROOT):
    """The same, and a sum for each part of the project."""
    parts = {part + "/" * (root / part).is_dir(): sum_of(files_of(part, root), root) for part in parts_of(root) if part not in WRITTEN}
    return {**proved(root), **parts}


def sum_of_tree(tree):
    return hashlib.sha256(json.dumps(tree, sort_keys=True).encode()).hexdigest()


def short(tree):
    """A tree in twelve digits: the texts of src/ and spec/ alone."""
    lines = (f"{name} {tree[name]}\n" for name in sorted(tree) if name.startswith(("src/", "spec/")) and name[-1] != "/")
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:12]


def differences(tree, root=ROOT):
    """What differs between that tree and this one, in a few words; nothing if nothing does."""
    now = judged(root) if "src/" in tree else proved(root)
    names = sorted(name for name in {**tree, **now} if tree.get(name) != now.get(name))
    names = [name for name in names if not any(other != name and other.startswith(name.rstrip("/") + "/") for other in names)]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"{', '.join(names[:SHOWN])}{more} {'differs' if len(names) == 1 else 'differ'}" if names else ""


def report(name, folder=REPORTS):
    """A report of build/reports, or nothing."""
    try:
        data = json.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) else None


def digests(folder=REPORTS):
    """The sum of each report."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.*") if path.is_file() and path.name != "verdict.json"}


@functools.lru_cache(maxsize=None)
def tree_of(name):
    """The tree of a report, or nothing: the report says it, or a verdict has the sum of the report, and is of a tree."""
    data, path = report(name) or {}, REPORTS / name
    tree = data.get("tree")
    if path.suffix == ".xml" and path.is_file():
        try:
            tree = json.loads(xml.etree.ElementTree.parse(path).getroot().get("tree") or "null")
        except (xml.etree.ElementTree.ParseError, ValueError):
            tree = None
    verdict = report("verdict.json") or {}
    if not tree and name not in SAYING and path.is_file() and name in (listed := verdict.get("reports") or {}):
        tree = verdict.get("tree") if listed[name] == digests().get(name) else None
    return tree if isinstance(tree, dict) and tree else None


@functools.lru_cache(maxsize=None)
def other_tree(name):
    """Why a report is not of this tree; nothing if it is, is not there, or, but for a verdict and a proof, does not say."""
    tree = tree_of(name)
    if not (REPORTS / name).is_file() or tree is None and name not in SAYING:
        return ""
    found = differences(tree) if tree else "it does not say of which"
    return found and f"not of this tree: {found}"


def sentence(name):
    """The same as a sentence."""
    why = other_tree(name)
    return why and f"N{why[1:]}."
