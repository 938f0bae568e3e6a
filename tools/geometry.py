# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The geometries of tools/geometries, and the options of a compiler for one."""
import argparse
import pathlib
import re
import sys

try:
    LINES = (pathlib.Path(__file__).resolve().parent / "geometries").read_text(encoding="utf-8").splitlines()
except OSError:
    sys.exit("tools/geometries is not there: restore the list of geometries")
GEOMETRIES = [line for line in LINES if not line.startswith("#")]
# TW_RADIX -> the geometry of the hierarchical wheel, the first of that radix.
OF_RADIX = {}
for geometry in GEOMETRIES:
    OF_RADIX.setdefault(geometry.partition(".")[0], geometry)


def parts(geometry):
    """TW_RADIX, TW_LEVELS and TW_HASHED_SLOTS, or the first two alone: of 256.4096, 256, 16x8.512 or 16x8."""
    face, *slots = geometry.split(".")
    return [*map(int, (face if "x" in face else f"{face}x4").split("x")), *map(int, slots)]


# Every geometry that compiles: the slots of the hashed wheel are a power of two, 4 .. 16384, and at most TW_PERIOD.
PAIRS = [f"{face}.{2 ** n}" for face in OF_RADIX for n in range(2, 15) if 2 ** n <= parts(face)[0] ** parts(face)[1]]


def defines(geometry):
    """Options of a compiler."""
    names = ("TW_RADIX", "TW_LEVELS", "TW_HASHED_SLOTS")
    return [f"-D{name}={value}" for name, value in zip(names, parts(geometry)) if (name, value) != ("TW_LEVELS", 4)]


def given(text):
    """A geometry that a user has given."""
    if re.fullmatch(r"\d+(x8)?(\.\d+)?", text):
        return text
    raise argparse.ArgumentTypeError(f"write TW_RADIX.TW_HASHED_SLOTS, such as {GEOMETRIES[0]}, or TW_RADIX alone")
