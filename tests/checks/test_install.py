# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`make install`, `make copy`, `make uninstall`, and the manual.

Static and shared: C and C++ programs compile and run with the flags of the pkg-config file, in the geometry of the library, and do not compile
in any other geometry. Manual pages: each function is there, the values of the constants are right, no line is wider than 80 columns, and the
example prints the output on its page. The copy has one geometry. No file stays. A build of the library in another folder gives the same
bytes. make reads macros of src/tw_geometry.h as soon as it starts: none of their texts may be a command of its shell, for a change of src/ would
then run before any check."""
import pathlib
import re
import shlex
import shutil
import tempfile

import pytest

from shared import ALL_C, C11, CC, CPP, ROOT, VERSION, passes, read, refused, run

USER = "tests/user/user.c"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
COMPILERS = {**C11, **CPP}
COMPILE = [*CC, "-std=c11", *STRICT]
# Installations: prefix, folder of libraries, geometry, a radix that is another, options of make. The last one lies over another geometry.
PLACES = {
    "static": ("one", "one/lib", "256 4096", 16, []),
    "shared": ("an & other", "an & other/lib", "16 512", 256, ["TW_RADIX=16", "TW_HASHED_SLOTS=512", "SHARED_LIBRARY=yes"]),
    "folders": ("two", "two/lib/multi", "256 4096", 16, ["LIBDIR=lib/multi", "INCLUDEDIR={}/head & ers"]),
    "absolute": ("two", "l & b", "16 512", 256, ["LIBDIR={}/l & b", "INCLUDEDIR=headers", "TW_RADIX=16", "SHARED_LIBRARY=yes"]),
    "over": ("three", "three/lib", "4 64", 256, ["TW_RADIX=4"]),
}
PLACE = pytest.mark.parametrize("place", PLACES)
COMPILER = pytest.mark.parametrize("compiler", COMPILERS)


def make(*words, **options):
    return passes("make", "-s", f"CC={shlex.join(CC)}", *words, **options)


def options_of(place, folder):
    prefix, *_, options = PLACES[place]
    return [f"PREFIX={folder}/{prefix}", *(option.format(folder) for option in options)]


def all_installed(folder):
    make("install", f"PREFIX={folder}/three")
    for place in PLACES:
        make("install", *options_of(place, folder))


@pytest.fixture(scope="module", name="folder")
def with_installations():
    with tempfile.TemporaryDirectory() as name:
        all_installed(name)
        yield pathlib.Path(name)


def variables(libraries):
    """The lines of the pkg-config file: what stands left, and right of it with the values of variables."""
    values = {}
    for name, text in re.findall(r"^(\w+)[=:] *(.*)$", (libraries / "pkgconfig" / "timingwheel.pc").read_text(encoding="utf-8"), re.MULTILINE):
        values[name] = re.sub(r"\$\{(\w+)\}", lambda found: values[found[1]], text)
    return values


@PLACE
def test_pkg_config_file(folder, place):
    prefix, libraries, geometry, *_ = PLACES[place]
    said = variables(folder / libraries)
    assert said["prefix"] == f"{folder}/{prefix}"
    assert f"{said['radix']} {said['hashed_slots']}" == geometry
    words = passes("pkg-config", "--cflags", "--libs", "timingwheel", PKG_CONFIG_PATH=f"{folder / libraries}/pkgconfig")
    assert shlex.split(words) == shlex.split(f"{said['Cflags']} {said['Libs']}")


def compilation(folder, place, compiler, *options):
    """The command that compiles a program with the flags of the file."""
    said = variables(folder / PLACES[place][1])
    return [*COMPILERS[compiler], *options, *shlex.split(said["Cflags"]), USER, *shlex.split(said["Libs"]), *STRICT,
            "-o", folder / "program"]


@PLACE
@COMPILER
@pytest.mark.parametrize("told", [False, True], ids=["no macro", "macros"])
def test_programs_have_the_geometry_of_the_library(folder, place, compiler, told):
    _, libraries, geometry, *_ = PLACES[place]
    radix, slots = geometry.split()
    passes(*compilation(folder, place, compiler, *([f"-DTW_RADIX={radix}", f"-DTW_HASHED_SLOTS={slots}"] if told else [])))
    assert passes(folder / "program", LD_LIBRARY_PATH=str(folder / libraries)) == f"{geometry} {VERSION}\n"


@PLACE
@COMPILER
@pytest.mark.parametrize("macro", ["TW_RADIX", "TW_HASHED_SLOTS"])
def test_programs_of_another_geometry_do_not_compile(folder, place, compiler, macro):
    _, _, geometry, other, _ = PLACES[place]
    radix, slots = geometry.split()
    refused(f"this timing wheel has TW_RADIX {radix} and TW_HASHED_SLOTS {slots}",
            *compilation(folder, place, compiler, f"-D{macro}={other if macro == 'TW_RADIX' else 32}"))


def test_a_program_takes_the_shared_library(folder):
    passes(*compilation(folder, "shared", "gcc"))
    assert re.search(r"NEEDED.*\[libtimingwheel\.so\.2\.16\.512\]", passes("readelf", "-d", folder / "program"))


def test_uninstall_leaves_no_file(tmp_path):
    all_installed(tmp_path)
    for place in PLACES:
        make("uninstall", *options_of(place, tmp_path))
    assert [path for path in tmp_path.rglob("*") if not path.is_dir()] == []


WHEELS = ["hier", "hashed"]
CONSTANTS = """#include <stdio.h>
#include "tw_status.h"
#include "tw_clock.h"
int main(void)
{
    printf("TW_PERIOD %llu\\nTW_SLEEP_MAX %lu\\n", TW_PERIOD, (unsigned long)TW_SLEEP_MAX);
    printf("TW_STRIDE_MAX %lu\\n", (unsigned long)TW_STRIDE_MAX);
    printf("TW_SLOTS %d\\n", TW_SLOTS);
    printf("TW_CAPACITY_MAX %lu\\nTW_UNBOUNDED %lu\\n", (unsigned long)TW_CAPACITY_MAX, (unsigned long)TW_UNBOUNDED);
    return 0;
}
"""


def page_of(folder, wheel):
    return folder / "one" / "share" / "man" / "man3" / f"tw_{wheel}.3"


def lines_of(folder, wheel):
    """What a reader sees."""
    return re.sub(".\x08", "", passes("mandoc", "-T", "ascii", page_of(folder, wheel))).splitlines()


def text_of(folder, wheel):
    return " ".join(" ".join(lines_of(folder, wheel)).split())


@pytest.mark.parametrize("wheel", [*WHEELS, "ticks"])
def test_manual_is_well_formed(folder, wheel):
    said = run("mandoc", "-T", "lint", "-W", "warning", page_of(folder, wheel)).output
    assert [line for line in said.splitlines() if "missing date" not in line] == []
    assert [line for line in lines_of(folder, wheel) if len(line) > 80] == [], "wider than 80 columns"


@pytest.mark.parametrize("wheel", [*WHEELS, "ticks"])
def test_manual_has_each_function(folder, wheel):
    if wheel == "ticks":
        names = re.findall(r"^(?:TW_NODISCARD )?static inline .* (tw_[a-z_]*)\(", read("examples/tw_ticks.h"), re.MULTILINE)
    else:
        passes(*CC, "-std=c11", "-DTW_PLAIN_NAMES", "-Isrc", "-c", f"src/tw_{wheel}.c", "-o", folder / "wheel.o")
        names = [line.split()[2] for line in passes("nm", "-g", "--defined-only", folder / "wheel.o").splitlines()]
    assert names
    for name in names:
        assert re.search(rf"SYNOPSIS.* {name}\(.*FUNCTIONS.* {name}\(", text_of(folder, wheel)), f"{name} is not on the page"
        assert f".so man3/tw_{wheel}.3" in page_of(folder, wheel).with_name(f"{name}.3").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize("radix", [256, 16, 4])
def test_manual_tells_the_constants(folder, radix, wheel):
    (folder / "constants.c").write_text(CONSTANTS, encoding="ascii")
    passes(*CC, "-std=c11", "-Isrc", f"-DTW_RADIX={radix}", folder / "constants.c", "-o", folder / "constants")
    for name, value in map(str.split, passes(folder / "constants").splitlines()):
        assert re.search(rf"CONSTANTS.* {name} [^.]*[ =]{int(value):,}[ ,].*FUNCTIONS", text_of(folder, wheel)), f"{name} is {value}"


@pytest.mark.parametrize("wheel", WHEELS)
def test_manual_has_the_output_of_the_example(folder, wheel):
    example = read("packaging/example.c")
    (folder / "example.c").write_text(example.replace("tw_hier", f"tw_{wheel}").replace("TW_HIER", f"TW_{wheel.upper()}"), encoding="ascii")
    passes(*COMPILE, "-Isrc", folder / "example.c", f"src/tw_{wheel}.c", "-o", folder / "example")
    printed = passes(folder / "example")
    assert printed == example.partition("/* It prints:\n")[2].removesuffix("*/\n")
    assert re.search(rf"EXAMPLES.* It prints {re.escape(' '.join(printed.split()))} THEOREMS", text_of(folder, wheel))


@pytest.fixture(scope="module", name="copy")
def of_radix_16(folder):
    make("copy", f"TO={folder}/src", "TW_RADIX=16")
    return folder / "src"


def test_copy_has_one_geometry(folder, copy):
    passes(*COMPILE, f"-I{copy}", USER, *sorted(copy.glob("*.c")), "-o", folder / "program")
    assert passes(folder / "program") == f"16 512 {VERSION}\n"


@pytest.mark.parametrize("file", [USER, *ALL_C])
def test_copy_does_not_compile_in_another_geometry(folder, copy, file):
    source = file if file == USER else copy / pathlib.Path(file).name
    refused("this timing wheel has TW_RADIX 16", *CC, "-std=c11", "-DTW_RADIX=4", f"-I{copy}", "-c", source, "-o", folder / "object.o")


def staged(folder, **options):
    make("install", f"DESTDIR={folder}", "PREFIX=/opt/timingwheel", **options)
    return folder / "opt" / "timingwheel" / "lib"


def test_destdir_is_in_no_file(tmp_path):
    assert variables(staged(tmp_path))["prefix"] == "/opt/timingwheel"
    assert [path for path in tmp_path.rglob("*") if path.is_file() and str(tmp_path).encode() in path.read_bytes()] == []


def test_library_of_another_folder_has_the_same_bytes(tmp_path):
    for part in ("src", "examples", "packaging"):
        shutil.copytree(ROOT / part, tmp_path / "tree" / part)
    for file in ("Makefile", "tools/geometries", "tests/rules.mk"):
        (tmp_path / "tree" / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / "tree" / file)
    one, other = staged(tmp_path / "one"), staged(tmp_path / "other", cwd=tmp_path / "tree")
    assert (one / "libtimingwheel.a").read_bytes() == (other / "libtimingwheel.a").read_bytes()


@pytest.mark.parametrize("macro", ["TW_RADIX", "TW_HASHED_SLOTS_256", "TW_VERSION", "TW_VERSION_MAJOR"])
@pytest.mark.parametrize("text", ["0)) >/dev/null; echo >ran; echo $((4096", "256; echo >ran", "$(shell echo >ran)", '"2.0.0$(shell echo >ran)"', "`echo >ran`",
                                  '"2.0.0`echo >ran`"', "256 PATH=. . COMMANDS", "PATH=. COMMAND", "256 | PATH=. COMMAND", "0)) PATH=. COMMAND ((0"])
def test_no_text_of_src_is_a_command(tmp_path, text, macro):
    for part in ("ci", "tools", "packaging"):
        shutil.copytree(ROOT / part, tmp_path / part)
    for file in ("Makefile", "src/tw_geometry.h", "tests/rules.mk"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    for name in ("COMMANDS", "COMMAND"):
        (tmp_path / name).write_text("echo >ran\n", encoding="ascii")
    (tmp_path / "COMMAND").chmod(0o755)
    header = tmp_path / "src" / "tw_geometry.h"
    passes("make", "-n", "help", cwd=tmp_path)
    header.write_text(f"#define {macro} {text}\n" + read("src/tw_geometry.h"), encoding="utf-8")
    run("make", "-n", "help", cwd=tmp_path)
    run("make", "-n", "install", "PREFIX=/tmp", cwd=tmp_path)
    assert not (tmp_path / "ran").exists(), "make runs it"
