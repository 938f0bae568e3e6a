# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A copy of the project with a mutant in it; and which mutants count."""
import functools
import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile

from proofs.wrong.engines.texts import BUILD, ROOT, closure
from proofs.wp import units


def copy_of(name):
    """A copy of what the engines need."""
    tree = BUILD / name
    shutil.rmtree(tree, ignore_errors=True)
    (tree / "build").mkdir(parents=True)
    for name in ("src", "spec", "tests", "proofs", "fuzz", "tools", "examples", "packaging", "docs"):
        shutil.copytree(ROOT / name, tree / name)
    shutil.copy(ROOT / "Makefile", tree)
    if (ROOT / "build" / "cbmc").exists():
        os.symlink(ROOT / "build" / "cbmc", tree / "build" / "cbmc")
    return tree


def tree_of(mutant):
    """A copy with the mutant in it."""
    tree = copy_of(mutant.id)
    mutant.plant(tree)
    return tree


# Which mutants count: C that compiles, to other code than the original.
DEFINES = (["-DTW_RADIX=256", "-DTW_HASHED_SLOTS=4096"], ["-DTW_RADIX=4", "-DTW_HASHED_SLOTS=64"], ["-DTW_RADIX=4"],
           [])


@functools.lru_cache(maxsize=100)
def code_of(file, text, macro=False):
    """A hash of the object code of the two wheels and the functions for callers, or nothing if they do not compile."""
    found = hashlib.sha256()
    with tempfile.TemporaryDirectory() as name:
        tree = pathlib.Path(name)
        shutil.copytree(ROOT / "src", tree / "src")
        (tree / units.TICKS).parent.mkdir()
        shutil.copy(ROOT / units.TICKS, tree / units.TICKS)
        (tree / file).write_text(text, encoding="utf-8")
        for unit in ("src/tw_hier.c", "src/tw_hashed.c", units.TICKS):
            if pathlib.Path(file) not in closure(tree, unit):
                continue
            for defines in DEFINES if macro else DEFINES[:2]:
                command = ["gcc", "-std=c11", "-pedantic-errors", "-Isrc", "-O2", "-fkeep-inline-functions", *defines,
                           "-c", "-o", "object", "-x", "c", unit]
                if subprocess.run(command, cwd=tree, stderr=subprocess.DEVNULL, check=False).returncode:
                    return ""
                found.update((tree / "object").read_bytes())
    return found.hexdigest()
