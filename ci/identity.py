# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which text a report is about, and whether this tree still is that text.

A report's "tree" has the sha256 of each file that was proved, and one sum for each part of the project that judged them."""
import functools
import hashlib
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
REPORTS = ROOT / "build" / "reports"
# What a proof reads, file by file, and what it is judged with.
READ = ("src/*.[ch]", "spec/*.acsl", "spec/*.[ch]", "examples/tw_ticks.h", "proofs/wp/*.[ch]", "tools/geometries")
PROVER = "proofs/wp"
# What a verdict is judged with. Commands write figures into pages: they are no part of it.
JUDGES = ("Makefile", "ci", "examples", "fuzz", "packaging", "proofs", "spec", "src", "tests", "tools", "web")
# The reports that say of which tree they are.
SAYING = ("verdict.json", "wp.json")
SHOWN = 3


def files_of(folder, root):
    """The files of a part, without what runs leave there."""
    found = [root / folder] if (root / folder).is_file() else (root / folder).rglob("*")
    return [path for path in sorted(found) if path.is_file() and path.suffix not in (".md", ".pyc")]


def sum_of(paths, root=ROOT):
    """One sum of these files and their names."""
    lines = (f"{path.relative_to(root)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n" for path in paths)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def proved(root=ROOT):
    """Of each file that a proof reads, its sum; and one of the scripts that prove. They write `expected` themselves."""
    paths = sorted(path for pattern in READ for path in root.glob(pattern))
    scripts = [path for path in files_of(PROVER, root) if path not in paths and path.name != "expected"]
    return {**{path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths},
            PROVER: sum_of(scripts, root)}


def judged(root=ROOT):
    """The same, and a sum for each part of the project."""
    parts = {part + "/" * (root / part).is_dir(): sum_of(files_of(part, root), root) for part in JUDGES}
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


@functools.lru_cache(maxsize=None)
def other_tree(name):
    """Why a report is not of this tree; nothing if it is, or is not there. One that does not say is as old as the verdict that it
    was made with."""
    data, verdict, path = report(name), report("verdict.json"), REPORTS / name
    if data is None or ("tree" not in data and name not in SAYING):
        if not path.is_file() or not verdict or path.stat().st_mtime > (REPORTS / "verdict.json").stat().st_mtime:
            return ""
        data = verdict
    tree = data.get("tree")
    found = differences(tree) if isinstance(tree, dict) and tree else "it does not say of which"
    return found and f"not of this tree: {found}"


def sentence(name):
    """The same as a sentence."""
    why = other_tree(name)
    return why and f"N{why[1:]}."
