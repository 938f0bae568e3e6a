# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`make install`, `make copy`, `make uninstall`, and the manual.

Static and shared: C and C++ programs compile and run with the flags of the pkg-config file, in the geometry of the library, and do not compile
in any other geometry. Manual pages: each function is there, the values of the constants are right, no line is wider than 80 columns, and the
example prints the output on its page. The copy has one geometry, the licences, and no compiled header. No file stays. A build of the library
in another folder gives the same bytes."""
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
    "folders": ("two", "two/lib/multi", "256 4096", 16, ["LIBDIR=lib/multi", "INCLUDEDIR=head & ers"]),
    "over": ("three", "three/lib", "4 64", 256, ["TW_RADIX=4"]),
}
PLACE = pytest.mark.parametrize("place", PLACES)
COMPILER = pytest.mark.parametrize("compiler", COMPILERS)


def make(*words, **options):
    return passes("make", "-s", f"CC={shlex.join(CC)}", *words, **options)


@pytest.fixture(scope="module", name="tree")
def a_copy_of_the_project():
    """What install reads: each run of these tests has a build/install of its own."""
    with tempfile.TemporaryDirectory() as name:
        tree = pathlib.Path(name) / "tree"
        for part in ("src", "examples", "packaging", "tools"):
            shutil.copytree(ROOT / part, tree / part)
        for file in ("Makefile", "meson.build", "meson_options.txt"):
            shutil.copy(ROOT / file, tree / file)
        yield tree


@pytest.fixture(scope="module", name="folder")
def with_installations(tree):
    with tempfile.TemporaryDirectory() as name:
        make("install", f"PREFIX={name}/three", cwd=tree)
        for prefix, _, _, _, options in PLACES.values():
            make("install", f"PREFIX={name}/{prefix}", *options, cwd=tree)
        yield pathlib.Path(name)


def asked(libraries, *words):
    return passes("pkg-config", *words, "timingwheel", PKG_CONFIG_PATH=f"{libraries}/pkgconfig").strip()


@PLACE
def test_pkg_config_file(folder, place):
    prefix, libraries, geometry, *_ = PLACES[place]
    assert shlex.split(asked(folder / libraries, "--variable=prefix")) == [f"{folder}/{prefix}"]
    assert " ".join(asked(folder / libraries, f"--variable={name}") for name in ("radix", "hashed_slots")) == geometry


def compilation(folder, place, compiler, *options):
    """The command that compiles a program with the flags of the file."""
    libraries = folder / PLACES[place][1]
    return [*COMPILERS[compiler], *options, *shlex.split(asked(libraries, "--cflags")), USER, *shlex.split(asked(libraries, "--libs")),
            *STRICT, "-o", folder / "program"]


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


def test_uninstall_leaves_no_file(tree, tmp_path):
    make("install", f"PREFIX={tmp_path}/it", "SHARED_LIBRARY=yes", cwd=tree)
    make("uninstall", cwd=tree)
    assert [path for path in tmp_path.rglob("*") if not path.is_dir() or path.is_symlink()] == []


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
        assert page_of(folder, wheel).with_name(f"{name}.3").resolve() == page_of(folder, wheel).resolve()


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


def test_copy_has_the_licences(copy):
    for name in ("LICENSE", "LICENSE-APACHE", "LICENSE-MIT"):
        assert (copy / name).read_bytes() == (ROOT / name).read_bytes()


def test_copy_has_one_geometry(folder, copy):
    passes(*COMPILE, f"-I{copy}", USER, *sorted(copy.glob("*.c")), "-o", folder / "program")
    assert passes(folder / "program") == f"16 512 {VERSION}\n"
    assert {path.name for path in ROOT.glob("LICENSE*")} <= {path.name for path in copy.iterdir()}


@pytest.mark.parametrize("file", [USER, *ALL_C])
def test_copy_does_not_compile_in_another_geometry(folder, copy, file):
    source = file if file == USER else copy / pathlib.Path(file).name
    refused("this timing wheel has TW_RADIX 16", *CC, "-std=c11", "-DTW_RADIX=4", f"-I{copy}", "-c", source, "-o", folder / "object.o")


@pytest.mark.parametrize("words, sentence", [(["TW_RADIX=8"], "TW_RADIX must be 4, 16 or 256, not 8"), (["TW_HASHED_SLOTS=6"], "power of two"),
                                             (["TW_RADIX=4", "TW_HASHED_SLOTS=512"], "at most 256"), (["TO="], "name the folder"), ([], "tw_hier.h.gch"), ([], "of another text")])
def test_copy_refuses(tmp_path, words, sentence):
    (tmp_path / ("LICENSE" if sentence == "of another text" else "tw_hier.h.gch")).touch()
    refused(sentence, "make", "-s", "copy", f"TO={tmp_path}", *words)
    assert len(list(tmp_path.iterdir())) == 1


def staged(folder, tree):
    make("install", f"DESTDIR={folder}", "PREFIX=/opt/timingwheel", cwd=tree)
    return folder / "opt" / "timingwheel" / "lib"


def test_library_of_another_folder_has_the_same_bytes(tree, tmp_path):
    other = shutil.copytree(tree, tmp_path / "elsewhere" / "tree")
    one, two = staged(tmp_path / "one", tree), staged(tmp_path / "two", other)
    assert (one / "libtimingwheel.a").read_bytes() == (two / "libtimingwheel.a").read_bytes()
    assert [path for path in (tmp_path / "one").rglob("*") if path.is_file() and str(tmp_path).encode() in path.read_bytes()] == []


@pytest.mark.parametrize("macro", ["TW_RADIX", "TW_HASHED_SLOTS_256", "TW_VERSION", "TW_VERSION_MAJOR"])
@pytest.mark.parametrize("text", ["0)) >/dev/null; echo >ran; echo $((4096", "256; echo >ran", "$(shell echo >ran)", "`echo >ran`", "256 | PATH=. COMMAND"])
def test_no_text_of_src_is_a_command(tree, tmp_path, text, macro):
    copy = shutil.copytree(tree, tmp_path / "copy")
    (copy / "COMMAND").write_text("echo >ran\n", encoding="ascii")
    (copy / "COMMAND").chmod(0o755)
    header = copy / "src" / "tw_geometry.h"
    header.write_text(f"#define {macro} {text}\n" + header.read_text(encoding="utf-8"), encoding="utf-8")
    for words in (["help"], ["copy", f"TO={tmp_path}/to"], ["install", f"PREFIX={tmp_path}/there"]):
        run("make", *words, cwd=copy)
    assert not list(tmp_path.rglob("ran")), "make runs it"
