# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Each program of examples/ compiles without a warning, runs at each TW_RADIX, and checks its own results.

A program whose delays do not fit a TW_RADIX below 256 says so by a _Static_assert. Programs with a recipe of
docs/using.md run at each TW_RADIX, and with the hashed wheel in place of the hierarchical one. Programs with threads
run under helgrind, too, and echo.c beside a heap, tests/user/heap.h. `tools/targets` runs the program for a
Cortex-M3. One program: pytest tests/checks/test_examples.py -k NAME."""
import re

import pytest

from shared import C11, GCC, ROOT, WARNINGS, object_of, passes, run, tail

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("examples/*.c"))}
RUN_HERE = [name for name in TEXTS if name != "cortex_m3"]
RECIPES = [name for name in RUN_HERE if re.search(r"^/\* recipe ", TEXTS[name], re.MULTILINE)]
PROGRAMS = [(name, wheel) for name in RUN_HERE for wheel in ("as it is", *(["hashed"] if name in RECIPES else []))]
WITH_THREADS = [name for name in RUN_HERE if "\n#include <pthread.h>" in TEXTS[name]]
assert RECIPES and WITH_THREADS


@pytest.mark.parametrize("compiler, radix", [("gcc", 256), ("gcc", 16), ("gcc", 4), ("clang", 256)])
@pytest.mark.parametrize("name, wheel", PROGRAMS, ids=lambda text: text.replace(" ", "-"))
def test_runs(tmp_path, name, wheel, compiler, radix):
    text = TEXTS[name]
    if wheel == "hashed":
        text = text.replace("tw_hier", "tw_hashed").replace("TW_HIER", "TW_HASHED")
    source = tmp_path / f"{name}.c"
    source.write_text(text, encoding="utf-8")
    command = [*C11[compiler], "-O2", *WARNINGS, f"-DTW_RADIX={radix}", "-Isrc"]
    wheels = re.findall(r'^#include "(tw_h[a-z]*)\.h"$', text, re.MULTILINE)
    libraries = [object_of(f"src/{found}.c", *command) for found in sorted({*wheels, "tw_hier"} - {"tw_host"})]
    command += ["-Iexamples", source, *libraries, "-o", tmp_path / name]
    done = run(*command)
    if done.code == 0:
        passes(tmp_path / name)
        return
    errors = [line for line in done.output.splitlines() if "error:" in line]
    assert errors and all(re.search("static.* fit this TW_RADIX", line) for line in errors), tail(command, done)
    assert radix != 256 and name not in RECIPES, "its delays must fit"


@pytest.mark.parametrize("name", WITH_THREADS)
def test_no_two_threads_use_the_wheel_without_the_lock(tmp_path, name):
    passes(*GCC, "-std=c11", "-O1", "-g", "-Isrc", "-Iexamples", f"examples/{name}.c", "src/tw_hier.c", "-o",
           tmp_path / name)
    passes("valgrind", "-q", "--tool=helgrind", "--error-exitcode=9", tmp_path / name)


@pytest.mark.parametrize("radix", [256, 16])
def test_echo_beside_a_heap(tmp_path, radix):
    """Each time-out of the server is that of a heap."""
    passes(*C11["gcc"], "-O2", *WARNINGS, f"-DTW_RADIX={radix}", "-Isrc", "-Iexamples", "-include", "tests/user/heap.h",
           "-c", "examples/echo.c", "-o", tmp_path / "heap.o")
    passes(*C11["gcc"], "-O2", f"-DTW_RADIX={radix}", "-Isrc", tmp_path / "heap.o", "src/tw_hier.c", "-o",
           tmp_path / "heap")
    assert re.search(r"^beside a heap: .* \d+ idle$", passes(tmp_path / "heap"), re.MULTILINE)
