# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`make install`, `make copy`, and the manual.

C and C++ programs compile and run with the flags of the pkg-config file, in the geometry of the library, and do not
compile in another one; a copy has one geometry, too, and its licences. Of the manual each function is there, the
values of the constants are right, and the example prints the output on its page. A build of the library in another
folder gives the same bytes."""
import pathlib
import re
import shlex
import shutil

import pytest

from shared import ALL_C, C11, CC, CPP, ROOT, VERSION, passes, read, refused, run

USER = "tests/user/user.c"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
COMPILERS = {**C11, **CPP}
COMPILE = [*CC, "-std=c11", *STRICT]
# Installations: folder of libraries, geometry, a radix that is another, options of make. The last one lies over
# another geometry.
PLACES = {
    "static": ("lib", "256 4096", 16, []),
    "an & other": ("lib/multi", "16 512", 256, ["TW_RADIX=16", "TW_HASHED_SLOTS=512", "SHARED_LIBRARY=yes",
                                                "LIBDIR=lib/multi", "INCLUDEDIR=head & ers"]),
    "over": ("lib", "4 64", 256, ["TW_RADIX=4"]),
}
PLACE = pytest.mark.parametrize("place", PLACES)
COMPILER = pytest.mark.parametrize("compiler", COMPILERS)


def make(*words, **options):
    return passes("make", "-s", f"CC={shlex.join(CC)}", *words, **options)


@pytest.fixture(scope="module", name="tree")
def a_copy_of_the_project(file_path):
    """What install reads: each run of these tests has a build/install of its own."""
    tree = file_path / "tree"
    for part in ("src", "examples", "packaging", "tools"):
        shutil.copytree(ROOT / part, tree / part)
    for file in ("Makefile", "meson.build", "meson_options.txt"):
        shutil.copy(ROOT / file, tree / file)
    return tree


@pytest.fixture(scope="module", name="folder")
def with_installations(tree, file_path):
    make("install", f"PREFIX={file_path}/over", cwd=tree)
    for place, (*_, options) in PLACES.items():
        make("install", f"PREFIX={file_path}/{place}", *options, cwd=tree)
    return file_path


def compilation(folder, place, compiler, *options):
    """The command that compiles a program with the flags of the pkg-config file."""
    def asked(word):
        path = folder / place / PLACES[place][0] / "pkgconfig"
        return shlex.split(passes("pkg-config", word, "timingwheel", PKG_CONFIG_PATH=str(path)))
    return [*COMPILERS[compiler], *options, *asked("--cflags"), USER, *asked("--libs"), *STRICT, "-o",
            folder / "program"]


@PLACE
@COMPILER
@pytest.mark.parametrize("defined", [False, True], ids=["no macro", "macros"])
def test_programs_have_the_geometry_of_the_library(folder, place, compiler, defined):
    libraries, geometry, *_ = PLACES[place]
    radix, slots = geometry.split()
    macros = [f"-DTW_RADIX={radix}", f"-DTW_HASHED_SLOTS={slots}"]
    passes(*compilation(folder, place, compiler, *(macros if defined else [])))
    assert passes(folder / "program", LD_LIBRARY_PATH=str(folder / place / libraries)) == f"{geometry} {VERSION}\n"


@PLACE
@COMPILER
@pytest.mark.parametrize("macro", ["TW_RADIX", "TW_HASHED_SLOTS"])
def test_programs_of_another_geometry_do_not_compile(folder, place, compiler, macro):
    _, geometry, radix, _ = PLACES[place]
    sentence = "this timing wheel has TW_RADIX {}, TW_LEVELS 4, TW_HASHED_SLOTS {}".format(*geometry.split())
    refused(sentence, *compilation(folder, place, compiler, f"-D{macro}={radix if macro == 'TW_RADIX' else 32}"))


def test_a_program_takes_the_shared_library(folder):
    passes(*compilation(folder, "an & other", "gcc"))
    assert re.search(r"NEEDED.*\[libtimingwheel\.so\.2\.16\.512\]", passes("readelf", "-d", folder / "program"))


WHEELS = ["hier", "hashed"]
CONSTANTS = ["TW_PERIOD", "TW_SLEEP_MAX", "TW_STRIDE_MAX", "TW_SLOTS", "TW_CAPACITY_MAX", "TW_UNBOUNDED"]


def manual(folder, wheel):
    """A page, its lines as a reader sees them, and its words."""
    page = folder / "static" / "share" / "man" / "man3" / f"tw_{wheel}.3"
    lines = re.sub(".\x08", "", passes("mandoc", "-T", "ascii", page)).splitlines()
    return page, lines, " ".join(" ".join(lines).split())


@pytest.mark.parametrize("wheel", [*WHEELS, "ticks"])
def test_manual_is_well_formed(folder, wheel):
    page, lines, _ = manual(folder, wheel)
    said = run("mandoc", "-T", "lint", "-W", "warning", page).output
    assert [line for line in said.splitlines() if "missing date" not in line] == []
    assert [line for line in lines if len(line) > 80] == [], "wider than 80 columns"


@pytest.mark.parametrize("wheel", [*WHEELS, "ticks"])
def test_manual_has_each_function(folder, wheel):
    if wheel == "ticks":
        inline = r"^(?:TW_NODISCARD )?static inline .* (tw_[a-z_]*)\("
        names = re.findall(inline, read("examples/tw_ticks.h"), re.MULTILINE)
    else:
        passes(*CC, "-std=c11", "-DTW_PLAIN_NAMES", "-Isrc", "-c", f"src/tw_{wheel}.c", "-o", folder / "wheel.o")
        names = [line.split()[2] for line in passes("nm", "-g", "--defined-only", folder / "wheel.o").splitlines()]
    page, _, text = manual(folder, wheel)
    assert names
    for name in names:
        assert re.search(rf"SYNOPSIS.* {name}\(.*FUNCTIONS.* {name}\(", text), f"{name} is not on the page"
        assert page.with_name(f"{name}.3").resolve() == page.resolve()


@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize("radix", [256, 16, 4])
def test_manual_has_the_constants(folder, radix, wheel):
    prints = "".join(f'    printf("{name} %llu\\n", (unsigned long long){name});\n' for name in CONSTANTS)
    (folder / "constants.c").write_text('#include <stdio.h>\n#include "tw_status.h"\n#include "tw_clock.h"\n'
                                        f"int main(void)\n{{\n{prints}    return 0;\n}}\n", encoding="ascii")
    passes(*CC, "-std=c11", "-Isrc", f"-DTW_RADIX={radix}", folder / "constants.c", "-o", folder / "constants")
    _, _, text = manual(folder, wheel)
    for name, value in map(str.split, passes(folder / "constants").splitlines()):
        assert re.search(rf"CONSTANTS.* {name} [^.]*[ =]{int(value):,}[ ,].*FUNCTIONS", text), f"{name} is {value}"


@pytest.mark.parametrize("wheel", WHEELS)
def test_manual_has_the_output_of_the_example(folder, wheel):
    example = read("packaging/example.c")
    program = example.replace("tw_hier", f"tw_{wheel}").replace("TW_HIER", f"TW_{wheel.upper()}")
    (folder / "example.c").write_text(program, encoding="ascii")
    passes(*COMPILE, "-Isrc", folder / "example.c", f"src/tw_{wheel}.c", "-o", folder / "example")
    printed = passes(folder / "example")
    assert printed == example.partition("/* It prints:\n")[2].removesuffix("*/\n")
    assert re.search(rf"EXAMPLES.* It prints {re.escape(' '.join(printed.split()))} THEOREMS", manual(folder, wheel)[2])


@pytest.fixture(scope="module", name="copy")
def of_radix_16(folder):
    make("copy", f"TO={folder}/src", "TW_RADIX=16")
    return folder / "src"


def test_copy_has_the_licences_and_one_geometry(folder, copy):
    for name in ("LICENSE", "LICENSE-APACHE", "LICENSE-MIT"):
        assert (copy / name).read_bytes() == (ROOT / name).read_bytes()
    passes(*COMPILE, f"-I{copy}", USER, *sorted(copy.glob("*.c")), "-o", folder / "program")
    assert passes(folder / "program") == f"16 512 {VERSION}\n"


@pytest.mark.parametrize("file", [USER, *ALL_C])
def test_copy_does_not_compile_in_another_geometry(folder, copy, file):
    source = file if file == USER else copy / pathlib.Path(file).name
    refused("this timing wheel has TW_RADIX 16", *CC, "-std=c11", "-DTW_RADIX=4", f"-I{copy}", "-c", source,
            "-o", folder / "object.o")


@pytest.mark.parametrize("file, words, sentence", [
    ("", ["TW_RADIX=8"], "TW_RADIX must be 4, 16 or 256, not 8"), ("", ["TW_HASHED_SLOTS=6"], "power of two"),
    ("", ["TW_RADIX=4", "TW_HASHED_SLOTS=512"], "at most 256"), ("", ["TO="], "name the folder"),
    ("tw_hier.h.gch", [], "tw_hier.h.gch"), ("LICENSE", [], "of another text")])
def test_copy_refuses(tmp_path, file, words, sentence):
    if file:
        (tmp_path / file).touch()
    refused(sentence, "make", "-s", "copy", f"TO={tmp_path}", *words)
    assert [path.name for path in tmp_path.iterdir()] == [file] * bool(file)


def test_library_of_another_folder_has_the_same_bytes(tree, tmp_path):
    libraries = []
    for name, source in (("one", tree), ("two", shutil.copytree(tree, tmp_path / "elsewhere" / "tree"))):
        make("install", f"DESTDIR={tmp_path}/{name}", "PREFIX=/opt/timingwheel", cwd=source)
        libraries.append((tmp_path / name / "opt/timingwheel/lib/libtimingwheel.a").read_bytes())
    assert libraries[0] == libraries[1]


@pytest.mark.parametrize("text", ["256; echo >ran", "$(shell echo >ran)", "`echo >ran`"])
def test_no_text_of_src_is_a_command(tree, tmp_path, text):
    copy = shutil.copytree(tree, tmp_path / "copy")
    macros = ("TW_RADIX", "TW_HASHED_SLOTS_256_4_", "TW_VERSION", "TW_VERSION_MAJOR")
    lines = "".join(f"#define {macro} {text}\n" for macro in macros)
    (copy / "src" / "tw_geometry.h").write_text(lines + read("src/tw_geometry.h"), encoding="utf-8")
    for words in (["help"], ["copy", f"TO={tmp_path}/to"], ["install", f"PREFIX={tmp_path}/there"]):
        run("make", *words, cwd=copy)
    assert not list(tmp_path.rglob("ran")), "make runs it"
