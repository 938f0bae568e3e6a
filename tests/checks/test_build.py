# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A user's project, in C and C++, builds with CMake and Meson: with the library inside, and with it installed.

Static and shared; in the geometry that it asks for. One of another geometry does not compile. What is installed has the prefix that it was last
given. A CMake project that has the library inside keeps its own options, and installs the library with one of its own. CMake and Meson
refuse, when they configure, a geometry that is not allowed, and CMake one that the installed library does not have; each says why in one
sentence. The compiler allows what they allow."""
import functools
import pathlib
import re
import shutil
import tempfile

import pytest

from shared import CC, ROOT, VERSION, passes, refused, run

USER = ROOT / "tests" / "user"
PARENT = USER / "parent"
OTHER = "error.*this timing wheel has TW_RADIX 16 and TW_HASHED_SLOTS 512"


@pytest.fixture(scope="module", name="folder")
def a_folder():
    with tempfile.TemporaryDirectory() as name:
        yield pathlib.Path(name)


def cmake(source, build, *options):
    """Configures and builds; returns what it says when it configures."""
    said = passes("cmake", "-G", "Ninja", "-S", source, "-B", build, *options)
    passes("cmake", "--build", build)
    return said


def meson(source, build, *options):
    passes("meson", "setup", source, build, *options)
    passes("meson", "compile", "-C", build)


def says(build, geometry, **variables):
    """Both programs run and have this geometry."""
    for name in ("user_c", "user_cxx"):
        assert passes(build / name, **variables) == f"{geometry} {VERSION}\n"


def asks_pkg_config(folder, prefix, libraries):
    """What pkg-config says leads to the library."""
    def ask(*words):
        return passes("pkg-config", *words, "timingwheel", PKG_CONFIG_PATH=str(libraries / "pkgconfig")).split()
    assert ask("--variable=prefix") == [str(prefix)]
    assert ask("--modversion") == [VERSION]
    passes("cc", "-std=c11", USER / "user.c", *ask("--cflags", "--libs"), "-o", folder / "by_pkg_config")
    assert passes(folder / "by_pkg_config", LD_LIBRARY_PATH=str(libraries)) == f"16 512 {VERSION}\n"


@pytest.mark.parametrize("options, geometry", [([], "256 4096"), (["-DTW_RADIX=4", "-DBUILD_SHARED_LIBS=ON", "-DCMAKE_C_VISIBILITY_PRESET=hidden"], "4 64")], ids=["static", "shared"])
def test_cmake_with_the_library_inside(folder, options, geometry):
    cmake(USER, folder / "inside", f"-DTIMINGWHEEL={ROOT}", *options)
    says(folder / "inside", geometry)


def test_cmake_does_not_install_it_unasked(folder):
    cmake(USER, folder / "inside", f"-DTIMINGWHEEL={ROOT}", "-DTW_INSTALL=OFF", f"-DCMAKE_INSTALL_PREFIX={folder}/nothing")
    passes("cmake", "--install", folder / "inside")
    assert not (folder / "nothing").exists()


@pytest.fixture(scope="module", name="installed")
def by_cmake(folder):
    """The library in 16.512, shared, at two prefixes."""
    cmake(ROOT, folder / "library", f"-DCMAKE_INSTALL_PREFIX={folder}/first", "-DCMAKE_INSTALL_LIBDIR=lib", "-DTW_RADIX=16",
          "-DTW_HASHED_SLOTS=512", "-DBUILD_SHARED_LIBS=ON")
    passes("cmake", "--install", folder / "library")
    passes("cmake", "--install", folder / "library", "--prefix", folder / "second")
    return folder


@pytest.mark.parametrize("prefix", ["first", "second"])
def test_cmake_installs(installed, prefix):
    asks_pkg_config(installed, installed / prefix, installed / prefix / "lib")


def test_cmake_finds_the_library_and_no_other_geometry(installed):
    cmake(USER, installed / "found", f"-DCMAKE_PREFIX_PATH={installed}/second")
    says(installed / "found", "16 512")
    passes("cmake", "-S", USER, "-B", installed / "found", "-DCMAKE_C_FLAGS=-DTW_RADIX=256")
    refused(OTHER, "cmake", "--build", installed / "found", "--target", "user_c")


def test_cmake_installs_in_absolute_folders(installed):
    where = installed / "elsewhere"
    cmake(ROOT, installed / "library", f"-DCMAKE_INSTALL_PREFIX={installed}/fourth", f"-DCMAKE_INSTALL_LIBDIR={where}/lib64",
          f"-DCMAKE_INSTALL_INCLUDEDIR={where}/headers")
    passes("cmake", "--install", installed / "library")
    asks_pkg_config(installed, installed / "fourth", where / "lib64")
    cmake(USER, installed / "found_elsewhere", f"-Dtimingwheel_DIR={where}/lib64/cmake/timingwheel")
    says(installed / "found_elsewhere", "16 512")


@pytest.fixture(scope="module", name="copy")
def with_subproject(folder):
    """A copy of the user's project, with the library for its subproject."""
    copy = shutil.copytree(USER, folder / "user")
    library = copy / "subprojects" / "timingwheel"
    library.mkdir(parents=True)
    for part in ("meson.build", "meson_options.txt", "src", "examples", "packaging"):
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, library / part)
    return copy


def test_meson_with_the_library_as_subproject(folder, copy):
    meson(copy, folder / "as_subproject", "--wrap-mode=forcefallback")
    says(folder / "as_subproject", "256 4096")


@pytest.fixture(scope="module", name="third")
def by_meson(folder, copy):
    """The library in 16.512, static and shared."""
    meson(copy / "subprojects" / "timingwheel", folder / "library_meson", f"--prefix={folder}/third", "--libdir=lib", "-Dradix=16",
          "-Dhashed_slots=512", "-Ddefault_library=both")
    passes("meson", "install", "-C", folder / "library_meson")
    return folder / "third"


def test_meson_installs(folder, third):
    asks_pkg_config(folder, third, third / "lib")


def test_meson_finds_the_library_and_no_other_geometry(folder, third):
    meson(USER, folder / "dependency", f"--pkg-config-path={third}/lib/pkgconfig")
    says(folder / "dependency", "16 512", LD_LIBRARY_PATH=str(third / "lib"))
    passes("meson", "configure", folder / "dependency", "-Dcpp_args=-DTW_HASHED_SLOTS=64")
    refused(OTHER, "meson", "compile", "-C", folder / "dependency")


def configured(folder, case):
    """The parent's project in one case; the library's geometry is that of each configure."""
    return cmake(PARENT, folder / case, f"-DTIMINGWHEEL={ROOT}", f"-DCMAKE_INSTALL_PREFIX={folder / case}-installed",
                 "-DCMAKE_INSTALL_LIBDIR=lib", f"-DCASE={case}")


@pytest.fixture(scope="module", name="parent")
def of_a_parent(folder):
    """A function: the parent's project in a case, built once."""
    return functools.lru_cache(maxsize=None)(lambda case: configured(folder, case))


@pytest.mark.parametrize("case, geometry", [("fetched", "16 512"), ("added", "16 64")])
def test_parent_sets_the_geometry_at_each_configure(folder, parent, case, geometry):
    parent(case)
    for _ in range(2):
        assert passes(folder / case / "user").startswith(geometry + " ")
        configured(folder, case)


@pytest.mark.parametrize("case", ["shared", "late"])
def test_parent_has_its_own_shared_libraries(parent, case):
    """Whether the option comes before the library or after it."""
    assert "library is a SHARED_LIBRARY" in parent(case)


def test_parent_finds_no_option_of_the_library_in_its_cache(folder, parent):
    parent("added")
    assert "BUILD_SHARED_LIBS" not in (folder / "added" / "CMakeCache.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("case, says_", [("added", "16"), ("shared", "256")])
def test_parent_installs_both_libraries_and_a_child_finds_them(folder, parent, case, says_):
    parent(case)
    passes("cmake", "--install", folder / case)
    prefix = folder / f"{case}-installed"
    cmake(PARENT / "child", folder / f"child-{case}", f"-DCMAKE_PREFIX_PATH={prefix}")
    assert passes(folder / f"child-{case}" / "child", LD_LIBRARY_PATH=str(prefix / "lib")) == says_ + "\n"
    assert (prefix / "lib" / "libtimingwheel.so").exists() == (case == "shared")


SLOTS = "must be a power of two from 4 to 16384, not"
# TW_RADIX, TW_HASHED_SLOTS, and the sentence that refuses them, or nothing.
TRIED = [(radix, "", f"TW_RADIX must be 4, 16 or 256, not {radix}") for radix in ("8", "64")] + [
    ("", slots, f"TW_HASHED_SLOTS {SLOTS} {slots}") for slots in ("2", "6", "32768")] + [
    ("4", "512", "TW_HASHED_SLOTS must be at most 256 if TW_RADIX is 4, not 512"), ("4", "256", ""), ("16", "16384", ""), ("256", "4", "")]
OF_CMAKE = [("016", "", "TW_RADIX must be 4, 16 or 256, not 016"), ("", "1e3", f"TW_HASHED_SLOTS {SLOTS} 1e3")]


def judged(sentence, *command):
    """The command passes, or ends in the sentence, and in no trace."""
    done = run(*command)
    said = " ".join(done.output.split())
    assert (done.code != 0) == bool(sentence) and sentence in said, said
    assert not re.search("Call Stack|Traceback", said), said


def given(names, *values):
    return [f"{name}={value}" for name, value in zip(names, values) if value]


@pytest.mark.parametrize("radix, slots, sentence", TRIED)
def test_geometries_of_the_compiler(radix, slots, sentence):
    options = given(("-DTW_RADIX", "-DTW_HASHED_SLOTS"), radix, slots)
    assert (run(*CC, "-std=c11", "-fsyntax-only", *options, "src/tw_hashed.c").code != 0) == bool(sentence)


@pytest.mark.parametrize("radix, slots, sentence", TRIED + OF_CMAKE)
def test_geometries_of_cmake(folder, radix, slots, sentence):
    judged(sentence, "cmake", "-G", "Ninja", "-S", ROOT, "-B", folder / "tried", f"-DTW_RADIX={radix}", f"-DTW_HASHED_SLOTS={slots}")


@pytest.mark.parametrize("radix, slots, sentence", TRIED)
def test_geometries_of_meson(tmp_path, radix, slots, sentence):
    sentence = sentence.replace("TW_RADIX", "radix").replace("TW_HASHED_SLOTS", "hashed_slots")
    judged(sentence, "meson", "setup", ROOT, tmp_path / "build", *given(("-Dradix", "-Dhashed_slots"), radix, slots))


@pytest.mark.parametrize("radix, slots, asked", [("256", "", "TW_RADIX 256"), ("16", "64", "TW_HASHED_SLOTS 64"),
                                                 ("4", "64", "TW_RADIX 4 and TW_HASHED_SLOTS 64"), ("", "", ""), ("16", "", ""), ("16", "512", "")])
def test_geometry_of_an_installed_library(installed, radix, slots, asked):
    judged(asked and f"this project asks for {asked}, and the installed timing wheel has TW_RADIX 16 and TW_HASHED_SLOTS 512: ask for these values "
           "or none, or install the library in your geometry.", "cmake", "-G", "Ninja", "-S", USER, "-B", installed / "asks",
           f"-DCMAKE_PREFIX_PATH={installed}/second", f"-DTW_RADIX={radix}", f"-DTW_HASHED_SLOTS={slots}")


def test_meson_runs_the_test_programs(folder):
    """With -Dtests=true: all of them, in the geometry of the build. Two run here, with sanitizers and under valgrind."""
    passes("meson", "setup", ROOT, folder / "tested", "-Dtests=true", "-Dradix=16", "-Db_sanitize=undefined")
    listed = set(passes("meson", "test", "-C", folder / "tested", "--list").split())
    assert {path.stem for path in ROOT.glob("tests/test_*.c")} <= listed
    for options in ((), ("--setup=valgrind",)):
        assert re.search(r"^Ok: +2 ", passes("meson", "test", "-C", folder / "tested", *options, "test_geometry", "test_hier"), re.MULTILINE)
    assert "test_hier" in (folder / "tested" / "meson-logs" / "testlog.junit.xml").read_text(encoding="utf-8")
