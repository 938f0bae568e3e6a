# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the harness, of src/ or of another folder, as one of several programs."""
import collections
import fcntl
import os
import pathlib
import subprocess
import sys

from tools.geometry import defines

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "fuzz"
HARNESS = ["fuzz/harness.c", "fuzz/damage.c", "tests/calls.c", "tests/expected.c", "tests/lockstep.c", "tests/trace.c", "spec/oracle.c"]
SOURCES = ["src/tw_hier.c", "src/tw_hashed.c"]
GEOMETRIES = ["256.64", "4.4"]
SANITIZE = "-g -fsanitize=address,undefined -fno-sanitize-recover=all -DAUDIT_EACH=1"
COUNTERS = "-fsanitize-coverage=inline-8bit-counters,pc-table"

COMPILERS = {"gcc": os.environ.get("GCC", "gcc"), "clang": os.environ.get("CLANG", "clang")}

# What the harness is built as: options, then the compiler and more options for src/ alone, then those to link.
Build = collections.namedtuple("Build", "compiler options source_compiler source_options link main")
BUILDS = {
    "plain": Build("clang", "-O3 -flto", "clang", "", "", "fuzz/replay.c"),
    "sanitize": Build("gcc", f"-O1 {SANITIZE}", "gcc", "", "", "fuzz/replay.c"),
    "seed": Build("clang", "-O1", "clang", "", "", "fuzz/seed.c"),
    "coverage": Build("gcc", "-O0 -g", "gcc", "--coverage", "--coverage", "fuzz/replay.c"),
    "afl": Build("clang", "-O2", "afl-clang-fast", "", "-fsanitize=fuzzer", None),
    "afl-sanitize": Build("clang", f"-O1 {SANITIZE}", "afl-clang-fast", "", "-fsanitize=fuzzer", None),
    "libfuzzer": Build("clang", "-O2", "clang", COUNTERS, "-fsanitize=fuzzer", None),
    "libfuzzer-sanitize": Build("clang", f"-O1 {SANITIZE}", "clang", COUNTERS, "-fsanitize=fuzzer", None),
}


def call(command, **options):
    """Runs a command to its end; returns it with its output."""
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT,
               "text": True, "errors": "replace", "check": False, "cwd": ROOT, **options}
    return subprocess.run([str(word) for word in command], **options)


def compile_(command):
    command = [COMPILERS.get(command[0], command[0]), *command[1:]]
    done = call(command, env={**os.environ, "AFL_QUIET": "1"})
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")


def newest():
    return max(path.stat().st_mtime for name in ("src", "spec", "tests", "fuzz") for path in (ROOT / name).glob("*.[ch]"))


def build(name, geometry, source=None):
    """Builds the harness unless it is there; with another src/ if one is given. Returns the program."""
    folder = (BUILD / "bugs" / source.parent.name if source else BUILD) / f"{name}-{geometry}"
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "fuzz"
    with open(folder / "lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not program.exists() or program.stat().st_mtime < newest():
            build_in(folder, name, geometry, source, program)
    return program


def build_in(folder, name, geometry, source, program):
    spec = BUILDS[name]
    common = ["-std=c11", *defines(geometry), "-Ispec", "-Itests", "-Ifuzz", *spec.options.split()]
    objects = []
    whole = build(name, geometry).parent if source else None
    for file in HARNESS + ([spec.main] if spec.main else []):
        objects.append((whole or folder) / (pathlib.Path(file).stem + ".o"))
        if not source:
            compile_([spec.compiler, *common, "-Isrc", "-c", file, "-o", objects[-1]])
    for file in SOURCES:
        objects.append(folder / (pathlib.Path(file).stem + ".o"))
        compile_([spec.source_compiler, *common, *spec.source_options.split(), f"-I{source or 'src'}",
                  "-c", source / pathlib.Path(file).name if source else file, "-o", objects[-1]])
    compile_([spec.source_compiler, *spec.options.split(), *spec.link.split(), *objects, "-o", program])
