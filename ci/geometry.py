# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The geometries of ci/geometries, and the options of a compiler for one."""
import pathlib

GEOMETRIES = [line for line in (pathlib.Path(__file__).resolve().parent / "geometries").read_text(encoding="utf-8").splitlines()
              if not line.startswith("#")]


def defines(geometry):
    """256.4096, or 256 alone."""
    return [f"-D{name}={value}" for name, value in zip(("TW_RADIX", "TW_HASHED_SLOTS"), geometry.split("."))]
