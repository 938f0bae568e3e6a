# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a call takes at most on this machine: bytes of stack, and steps.

No function of src/ takes more than 128 bytes of stack, nor an amount that depends on data. The most is 88, without
optimisation. docs/measured.json has the stack of whole chains of calls, on small machines. What a call executes is
bounded (T7), by two counts. The ghost counts of steps and jumps are compiled in, for this alone: they stay below the
bounds of the contracts, and histories reach at least nine tenths of each, and all jumps. The compiler counts basic
blocks, whatever src/ counts itself: so many a step and so many a timer that is visited, at most."""
import re

import pytest

from shared import ALL_C, C11, GCC, GEOMETRIES, ROOT, defines, passes

MOST_STACK = 128


@pytest.mark.parametrize("level", ["-O0", "-O2"])
@pytest.mark.parametrize("compiler", C11)
@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_stack(tmp_path, geometry, compiler, level):
    passes(*C11[compiler], level, "-fstack-usage", *defines(geometry), "-c", *(ROOT / file for file in ALL_C),
           cwd=tmp_path)
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(tmp_path.glob("*.su")))
    frames = [line.split("\t") for line in text.splitlines()]
    assert frames, f"{compiler} tells no stack"
    large = [frame for frame in frames if int(frame[1]) > MOST_STACK or frame[2] != "static"]
    assert large == [], f"{MOST_STACK} bytes are allowed, static"


@pytest.fixture(scope="module", name="counted")
def with_counts(file_path):
    """A copy of src/ that counts steps and jumps."""
    for path in (ROOT / "src").glob("*.[ch]"):
        text = re.sub(r"/\*@ ghost (tw_(?:steps|jumps)[^;\n]*;) \*/", r"\1", path.read_text(encoding="utf-8"))
        (file_path / path.name).write_text(text, encoding="utf-8")
    return file_path


@pytest.mark.parametrize("wheel", sorted(path.stem for path in ROOT.glob("tests/steps/*.c")))
@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_steps(tmp_path, counted, geometry, wheel):
    """A call takes more than it may, or histories reach no nine tenths of a bound or not all jumps, where this
    fails."""
    passes(*GCC, "-std=c11", "-O0", "-fsanitize-coverage=trace-pc", "-D__FRAMAC__", f"-I{counted}", "-Ispec",
           *defines(geometry), f"tests/steps/{wheel}.c", "-o", tmp_path / "steps")
    passes(tmp_path / "steps", geometry)
