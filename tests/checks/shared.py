# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the checks share: the compilers, a command that must pass, a command that must be refused."""
import collections
import functools
import os
import re
import shlex
import subprocess
import tempfile

import pytest

from tools.geometry import GEOMETRIES, defines, parts
from tests.targets.machines import ROOT, WARNINGS

__all__ = ["ALL_C", "C11", "CC", "CLANG", "CPP", "GCC", "GEOMETRIES", "ROOT", "VERSION", "WARNINGS", "defines",
           "object_of", "parts", "passes", "read", "refused", "run", "tail"]
CC, GCC, CLANG = (shlex.split(os.environ.get(name) or name.lower()) for name in ("CC", "GCC", "CLANG"))
C11 = {"gcc": [*GCC, "-std=c11"], "clang": [*CLANG, "-std=c11"]}
CPP = {"g++": ["g++", "-std=c++17", "-x", "c++"], "clang++": ["clang++", "-std=c++17", "-x", "c++"]}
ALL_C = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("src/*.c"))
Done = collections.namedtuple("Done", "code output")


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


VERSION = re.search(r'^#define TW_VERSION "(.*)"$', read("src/tw_geometry.h"), re.MULTILINE)[1]


def run(*command, cwd=ROOT, timeout=600, **variables):
    """Exit code and output of a command. Nothing of a make that runs the checks reaches it."""
    given = {name: text for name, text in os.environ.items()
             if name not in ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "SRC")}
    try:
        done = subprocess.run([*map(str, command)], cwd=cwd, env={**given, **variables}, timeout=timeout, check=False,
                              text=True, errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
    except FileNotFoundError:
        pytest.fail(f"{command[0]} is missing: run tools/deps as root", pytrace=False)
    except subprocess.TimeoutExpired:
        pytest.fail(f"{shlex.join(map(str, command))}: no end after {timeout} s", pytrace=False)
    return Done(done.returncode, done.stdout)


def tail(command, done):
    """A command with what it said last."""
    return "\n".join([f"{shlex.join(map(str, command))}: exit {done.code}", *done.output.splitlines()[-20:]])


def passes(*command, **options):
    """Runs a command that must pass; returns its output."""
    done = run(*command, **options)
    if done.code:
        pytest.fail(tail(command, done), pytrace=False)
    return done.output


def refused(why, *command, **options):
    """Runs a command that must fail and say why: a regular expression."""
    done = run(*command, **options)
    if not done.code or not re.search(why, done.output):
        pytest.fail(f"not refused with `{why}`: {tail(command, done)}", pytrace=False)
    return done.output


OBJECTS = tempfile.TemporaryDirectory()  # for objects that many programs are linked with; it goes at the end


@functools.lru_cache(maxsize=None)
def object_of(source, *command):
    """A source, compiled once in a run of pytest by that command."""
    target = f"{OBJECTS.name}/{object_of.cache_info().misses}.o"
    passes(*command, "-c", source, "-o", target)
    return target
