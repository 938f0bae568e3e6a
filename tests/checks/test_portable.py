# SPDX-License-Identifier: Apache-2.0 OR MIT
"""src/ on other machines, and with other macros.

src/ and examples/tw_ticks.h call no library, not even memcpy, memset or a 64-bit shift: no object file has an
undefined symbol. Where int has 16 bits, src/ compiles without a warning, and every constant has its value. A user may
define neither TW_RADIX nor TW_HASHED_SLOTS, or one of them: the tests of the wheels then pass in the default
geometry, as GNU C, with NDEBUG, by gcc and clang, with optimisation and without. The nightly job targets gives --all:
then no library is called at any level of optimisation."""
import itertools
import os

import pytest

from shared import ALL_C, CLANG, GCC, GEOMETRIES, ROOT, WARNINGS, defines, parts, passes

LEVELS = ["-O0", "-O2", "-Os"]
# What compiles, and at which levels. The functions of tw_ticks.h, which no wheel calls, are there but on Cortex-M0,
# whose compilers multiply and divide by routines of their own.
FREE = {
    "gcc": ([*GCC, "-fkeep-inline-functions"], LEVELS),
    "clang": (CLANG, LEVELS),
    "Cortex-M0": (["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-ffreestanding"], LEVELS),
    "Cortex-M3": (["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-ffreestanding", "-fkeep-inline-functions"],
                  LEVELS[1:]),
    "rv32": (["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32", "-ffreestanding", "-fkeep-inline-functions"],
             LEVELS),
    "clang Cortex-M0": ([*CLANG, "--target=thumbv6m-none-eabi", "-ffreestanding"], LEVELS),
}
# The compiler's own runtime, which it links: on Cortex-M0 clang 19 makes a 64-bit shift of a multiplication.
RUNTIME = {"clang Cortex-M0": {"__aeabi_llsl"}} if int(passes(*CLANG, "-dumpversion").partition(".")[0]) >= 19 else {}
INT16 = {"avr-gcc": ["avr-gcc"],
         "clang AVR": [*CLANG, "--target=avr", "-mmcu=atmega2560", "-Wno-avr-rtlib-linking-quirks"],
         "clang MSP430": [*CLANG, "--target=msp430"]}


def pytest_generate_tests(metafunc):
    if "free" in metafunc.fixturenames:
        every = metafunc.config.getoption("--all")
        geometries, more = (GEOMETRIES, ["-O1", "-O3"]) if every else (["256.4096", "4.64"], [])
        metafunc.parametrize("free, level, geometry", [
            (name, *chosen) for name, (_, levels) in FREE.items()
            for chosen in itertools.product([*levels, *more], geometries)])


def test_calls_no_library(tmp_path, free, level, geometry):
    (tmp_path / "ticks.c").write_text('#include "tw_ticks.h"\n', encoding="ascii")
    passes(*FREE[free][0], "-std=c11", level, *defines(geometry), f"-I{ROOT}/src", f"-I{ROOT}/examples", "-c",
           *(ROOT / file for file in ALL_C), "ticks.c", cwd=tmp_path)
    objects = sorted(tmp_path.glob("*.o"))
    assert len(objects) == len(ALL_C) + 1
    undefined = {line.split()[-1] for line in passes("nm", "-u", "-A", *objects).splitlines()}
    assert undefined <= RUNTIME.get(free, set()), "it needs a library"


@pytest.mark.parametrize("machine", INT16)
@pytest.mark.parametrize("geometry", [*GEOMETRIES, "256.16384"])
def test_int_of_16_bits(tmp_path, geometry, machine):
    radix, levels, slots = parts(geometry)
    options = [*WARNINGS, "-Isrc", *defines(geometry), f"-DRADIX={radix}", f"-DLEVELS={levels}", f"-DSLOTS={slots}"]
    for file in [*ALL_C, "tests/user/constants.c"]:
        passes(*INT16[machine], "-std=c11", "-ffreestanding", "-Os", *options, "-c", file, "-o", tmp_path / "object.o")


def test_stand_in_for_cmocka():
    """tools/targets and tools/mcdc compile the test programs so; a macro that it lacks would be red there alone."""
    passes(*GCC, "-std=c11", "-fsyntax-only", "-Werror=implicit-function-declaration", "-Itests/targets", "-Isrc",
           "-Ispec", "-Itests", "-Iexamples", *sorted(ROOT.glob("tests/test_*.c")))


SUPPORT = [*sorted(ROOT.glob("spec/*.c")), *sorted(ROOT.glob("tests/[!t]*.c")), ROOT / "tests" / "trace.c"]
PROGRAMS = ["test_hier", "test_hashed", "test_theorems"]


@pytest.mark.parametrize("options", [[*GCC, "-O2"], [*GCC, "-O2", "-DTW_RADIX=256"], [*CLANG, "-O0"],
                                     [*CLANG, "-O2", "-DTW_HASHED_SLOTS=4096"]], ids=" ".join)
def test_default_geometry(tmp_path, options):
    command = [*options, "-std=gnu11", "-DNDEBUG", *(f"-I{ROOT / folder}" for folder in ("src", "spec", "tests"))]
    passes(*command, "-c", *(ROOT / file for file in ALL_C), *SUPPORT, cwd=tmp_path)
    objects = sorted(tmp_path.glob("*.o"))
    for program in PROGRAMS:
        passes(*command, ROOT / "tests" / f"{program}.c", *objects, "-lcmocka", "-o", tmp_path / program)
        passes(tmp_path / program, TW_TEST_SCALE=os.environ.get("TW_TEST_SCALE") or "3")
