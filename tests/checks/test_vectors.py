# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The vectors: both wheels, the sorted list and spec/wheels.py pass all vectors of their geometry."""
import pytest

from shared import ALL_C, CC, GEOMETRIES, defines, passes

# Without the second geometry of radix 4, which is for the hashed wheel alone.
PLAYED = [(wheel, geometry) for geometry in GEOMETRIES for wheel in ("hier", "hashed", "oracle")
          if geometry != "4.4" or wheel == "hashed"]


def play(program, wheel, geometry):
    """The geometry of a wheel without slots of its own is its radix."""
    kind, size = {"hier": ("hier", geometry.partition(".")[0]), "hashed": ("hashed", geometry),
                  "oracle": ("list", geometry.partition(".")[0])}[wheel]
    passes("spec/vectors/run", "--brief", "--show", "1", "--limit", "60", "--", program, kind, size)


@pytest.mark.parametrize("wheel, geometry", PLAYED)
def test_wheel_in_c(tmp_path, wheel, geometry):
    passes(*CC, "-std=c11", "-O1", "-Isrc", "-Ispec", *defines(geometry), f"-DWHEEL={wheel}", "spec/vectors/wheel.c",
           *ALL_C, "spec/oracle.c", "-o", tmp_path / "port")
    play(tmp_path / "port", wheel, geometry)


@pytest.mark.parametrize("wheel, geometry", [(wheel, geometry) for wheel, geometry in PLAYED if wheel != "oracle"])
def test_pseudo_code(wheel, geometry):
    play("spec/vectors/wheel.py", wheel, geometry)
