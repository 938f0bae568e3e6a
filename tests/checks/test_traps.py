# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The programs of tests/traps: each shows a mistake that callers make, and that the interface reports or makes harmless.

Where no interface can do that, the program goes the wrong way too, sees that it is wrong, and has the right way beside it (WRONG_WAY). They run
with both wheels at TW_RADIX 256, 16 and 4. `pytest --old FOLDER tests/checks/test_traps.py`, with FOLDER the src/ of version 1.1.0,
prints which programs fail there; a program that holds there must have a wrong way."""
import pathlib

import pytest

from shared import CC, ROOT, WARNINGS, object_of, run

# Traps without a program here, and the check that shows them.
OTHERS = {"d": "test_names.py", "e": "test_examples.py", "f": "test_use.py", "g": "test_build.py", "k": "test_use.py"}
TRAPS = "abcdefghijklmnopq"
PROGRAMS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("tests/traps/?.c"))}
RADIXES = [256, 16, 4]
WHEELS = {"hierarchical": [], "hashed": ["-DHASHED"]}


@pytest.mark.parametrize("letter", TRAPS)
def test_has_a_program_or_a_check(letter):
    assert letter in PROGRAMS or (ROOT / "tests" / "checks" / OTHERS[letter]).exists()


def wrong(folder, letter, wheel, radix, sources="src", *options):
    """What a program says, if it fails. One that crashed has said nothing."""
    command = [*CC, "-std=c11", "-O1", *WARNINGS, f"-DTW_RADIX={radix}", f"-I{sources}"]
    wheels = [object_of(f"{sources}/{name}.c", *command) for name in ("tw_hier", "tw_hashed")]
    command += ["-Wno-unused-function", *options, *WHEELS[wheel], "-Iexamples", f"tests/traps/{letter}.c", *wheels, "-o", folder / "trap"]
    done = run(*command)
    done = done if done.code else run(folder / "trap", timeout=60)
    return f"{done.output}exit {done.code}" if done.code else ""


@pytest.mark.parametrize("radix", RADIXES)
@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize("letter", PROGRAMS)
def test_trap(tmp_path, letter, wheel, radix):
    assert not (said := wrong(tmp_path, letter, wheel, radix)), said


@pytest.mark.job("old")
@pytest.mark.parametrize("letter", PROGRAMS)
def test_trap_in_an_old_version(tmp_path, pytestconfig, capsys, letter):
    old = pytestconfig.getoption("--old")
    if not pathlib.Path(old, "tw_hier.h").exists():
        pytest.exit(f"name a folder with tw_hier.h, such as src: {old} has none", 2)
    if '\n#include "tw_ticks.h"' in PROGRAMS[letter]:
        how = "fails, version 1.1.0 has no tw_ticks.h"
    elif said := next(filter(None, (wrong(tmp_path, letter, wheel, radix, old, "-DOLD") for radix in RADIXES for wheel in WHEELS)), ""):
        how = f"fails, {said.splitlines()[0]}"
    else:
        assert "WRONG_WAY(" in PROGRAMS[letter], "it holds, and nothing shows the trap"
        how = "holds, and the program sees the wrong way beside the right one"
    with capsys.disabled():
        print(f"trap {letter}: {how}")
