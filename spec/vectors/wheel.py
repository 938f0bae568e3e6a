#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs spec/wheels.py on calls in the text format of spec/vectors: wheel.py hier|hashed R[xL][.S]"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from spec import wheels  # noqa: E402

STATUS = ("OK", "EXPIRED", "BUSY", "BAD_ID", "BAD_DELAY", "BAD_CLOCK", "NOT_IDLE", "NOT_ACTIVE", "BAD_CAPACITY",
          "DUE")


def answer(wheel, name, *numbers):
    """What a wheel answers to a call, in words."""
    if name == "now":
        return str(wheel.now)
    got = getattr(wheel, name)(*numbers)
    if isinstance(got, bool):
        return str(int(got))
    status, *values = got if isinstance(got, tuple) else (got,)
    return " ".join([STATUS[status], *(str(value) for value in values if value is not None)])


def wheel_of(kind, geometry):
    """A wheel: hier 256 or 16x8, hashed 256.4096 or 16x8.512."""
    face, *slots = geometry.split(".")
    radix, levels = (int(number) for number in (face if "x" in face else f"{face}x4").split("x"))
    return wheels.Hier(radix, levels) if kind == "hier" else wheels.Hashed(radix**levels, *map(int, slots))


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("hier", "hashed"):
        sys.exit("spec/vectors/wheel.py: write hier R or hashed R.S")
    wheel = wheel_of(*sys.argv[1:])
    for line in sys.stdin:
        name, *numbers = line.split()
        print(line.strip(), "=", answer(wheel, name, *map(int, numbers)), f"@{wheel.now}", flush=True)


if __name__ == "__main__":
    main()
