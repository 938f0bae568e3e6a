# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A user's project, in C and C++, takes the library with CMake and with Meson: inside, and installed.

It has the geometry that it asks for. An installed library of another geometry does not compile with it. CMake and
Meson refuse, when they configure, a geometry that is not allowed, in one sentence. The compiler allows what they
allow."""
import re
import shutil

import pytest

from shared import CC, ROOT, VERSION, passes, refused, run

USER = ROOT / "tests" / "user"
OTHER = "error.*this timing wheel has TW_RADIX 16, TW_LEVELS 4, TW_HASHED_SLOTS 512"


def cmake(source, build, *options):
    passes("cmake", "-G", "Ninja", "-S", source, "-B", build, *options)
    passes("cmake", "--build", build)


def meson(source, build, *options):
    passes("meson", "setup", source, build, *options)
    passes("meson", "compile", "-C", build)


def says(build, geometry, **variables):
    """Both programs run and have this geometry."""
    for name in ("user_c", "user_cxx"):
        assert passes(build / name, **variables) == f"{geometry} {VERSION}\n"


SHARED = ["-DTW_RADIX=4", "-DBUILD_SHARED_LIBS=ON", "-DCMAKE_C_VISIBILITY_PRESET=hidden"]


@pytest.mark.parametrize("options, geometry", [([], "256 4096"), (SHARED, "4 64")], ids=["static", "shared"])
def test_cmake_with_the_library_inside(tmp_path, options, geometry):
    cmake(USER, tmp_path, f"-DTIMINGWHEEL={ROOT}", *options)
    says(tmp_path, geometry)


@pytest.mark.parametrize("shared", ["ON", "OFF"])
def test_cmake_finds_the_installed_library_and_no_other_geometry(tmp_path, shared):
    cmake(ROOT, tmp_path / "library", f"-DCMAKE_INSTALL_PREFIX={tmp_path}/there", "-DTW_RADIX=16",
          f"-DBUILD_SHARED_LIBS={shared}")
    passes("cmake", "--install", tmp_path / "library")
    cmake(USER, tmp_path / "user", f"-DCMAKE_PREFIX_PATH={tmp_path}/there")
    says(tmp_path / "user", "16 512")
    passes("cmake", "-S", USER, "-B", tmp_path / "user", "-DCMAKE_C_FLAGS=-DTW_RADIX=256")
    refused(OTHER, "cmake", "--build", tmp_path / "user", "--target", "user_c")


def test_meson_with_the_library_as_subproject(tmp_path):
    copy = shutil.copytree(USER, tmp_path / "user")
    library = copy / "subprojects" / "timingwheel"
    library.mkdir(parents=True)
    for part in ("meson.build", "meson_options.txt", "src", "examples", "packaging"):
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, library / part)
    meson(copy, tmp_path / "build", "--wrap-mode=forcefallback")
    says(tmp_path / "build", "256 4096")


def test_meson_finds_the_installed_library_and_no_other_geometry(tmp_path):
    meson(ROOT, tmp_path / "library", f"--prefix={tmp_path}/there", "--libdir=lib", "-Dradix=16",
          "-Ddefault_library=both")
    passes("meson", "install", "-C", tmp_path / "library")
    meson(USER, tmp_path / "user", f"--pkg-config-path={tmp_path}/there/lib/pkgconfig")
    says(tmp_path / "user", "16 512", LD_LIBRARY_PATH=str(tmp_path / "there" / "lib"))
    passes("meson", "configure", tmp_path / "user", "-Dcpp_args=-DTW_HASHED_SLOTS=64")
    refused(OTHER, "meson", "compile", "-C", tmp_path / "user")


RADIX, SLOTS = "TW_RADIX must be 4, 16 or 256, not", "TW_HASHED_SLOTS must be a power of two from 4 to 16384, not"
LEVELS = "TW_LEVELS must be 4, or 8 if TW_RADIX is 16, not"
# TW_RADIX with TW_LEVELS, TW_HASHED_SLOTS, and the sentence that refuses them, or nothing.
TRIED = [("16x8", "", ""), ("16x8", "16384", ""), ("16x5", "", f"{LEVELS} 5"), ("4x8", "", f"{LEVELS} 8"),
         ("8", "", f"{RADIX} 8"), ("64", "", f"{RADIX} 64"), ("4", "256", ""), ("16", "16384", ""), ("256", "4", ""),
         *(("", slots, f"{SLOTS} {slots}") for slots in ("2", "6", "32768")),
         ("4", "512", "TW_HASHED_SLOTS must be at most 256 if TW_RADIX is 4, not 512")]


def judged(sentence, *command):
    """The command passes, or ends in the sentence, and in no trace."""
    done = run(*command)
    said = " ".join(done.output.split())
    assert (done.code != 0) == bool(sentence) and sentence in said, said
    assert not re.search("Call Stack|Traceback", said), said


@pytest.mark.parametrize("radix, slots, sentence", TRIED)
def test_compiler_cmake_and_meson_allow_the_same(tmp_path, radix, slots, sentence):
    radix, _, levels = radix.partition("x")
    given = {"TW_RADIX": radix, "TW_LEVELS": levels, "TW_HASHED_SLOTS": slots}
    macros = [f"-D{name}={value}" for name, value in given.items() if value]
    assert (run(*CC, "-std=c11", "-fsyntax-only", *macros, "src/tw_hashed.c").code != 0) == bool(sentence)
    judged(sentence, "cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path / "cmake", *macros)
    options = [macro.replace("TW_", "").lower().replace("-d", "-D") for macro in macros]
    names = re.sub("TW_[A-Z_]*", lambda name: name[0][3:].lower(), sentence)
    judged(names, "meson", "setup", ROOT, tmp_path / "meson", *options)


@pytest.mark.parametrize("option, sentence",
                         [("-DTW_RADIX=016", f"{RADIX} 016"), ("-DTW_HASHED_SLOTS=1e3", f"{SLOTS} 1e3")])
def test_numbers_of_cmake(tmp_path, option, sentence):
    judged(sentence, "cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path, option)
