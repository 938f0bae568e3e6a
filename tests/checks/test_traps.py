# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The programs of tests/traps: each shows a mistake that callers make, and that the interface reports or makes
harmless. Where no interface can do that, the program goes the wrong way too, sees that it is wrong, and has the right
way beside it (WRONG_WAY). They run with both wheels at TW_RADIX 256, 16 and 4. A check shows the traps d (test_names),
e (test_examples), f and k (test_use) and g (test_build)."""
import pytest

from shared import CC, ROOT, WARNINGS, object_of, passes

PROGRAMS = sorted(path.stem for path in ROOT.glob("tests/traps/?.c"))
RADIXES = [256, 16, 4]
WHEELS = {"hierarchical": [], "hashed": ["-DHASHED"]}


@pytest.mark.parametrize("radix", RADIXES)
@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize("letter", PROGRAMS)
def test_trap(tmp_path, letter, wheel, radix):
    command = [*CC, "-std=c11", "-O1", *WARNINGS, f"-DTW_RADIX={radix}", "-Isrc"]
    objects = [object_of(f"src/{name}.c", *command) for name in ("tw_hier", "tw_hashed")]
    passes(*command, "-Wno-unused-function", *WHEELS[wheel], "-Iexamples", f"tests/traps/{letter}.c", *objects,
           "-o", tmp_path / "trap")
    passes(tmp_path / "trap", timeout=60)
