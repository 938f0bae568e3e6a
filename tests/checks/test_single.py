# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The single headers are src/: after the preprocessor the same C, and with contracts the same annotations, at each
geometry. A program in C, C++ or both uses them without a warning, as TW_IMPLEMENTATION and as TW_STATIC say; with the
latter no name leaves a file."""
import itertools
import re

import pytest

from shared import C11, CPP, GCC, GEOMETRIES, WARNINGS, defines, passes


def tokens(*options):
    """What a compiler reads, or Frama-C: words and signs, without comments that are only words."""
    text = re.sub(r"/\*(?!@).*?\*/", " ", passes(*C11["gcc"], "-E", "-P", *options), flags=re.DOTALL)
    return re.findall(r"\w+|[^\w\s]", text)


def same(folder, *options):
    """The single header is what the sources are."""
    expected = tokens(*options, "-Isrc", "-Ispec", folder / "sources.c")
    assert tokens(*options, "-DTW_IMPLEMENTATION", folder / "timingwheel.h") == expected
    assert expected


def single(folder, bare, *wheels):
    """The single header, and a file that includes the sources."""
    passes("tools/single", *bare, "-o", folder / "timingwheel.h", *wheels)
    (folder / "sources.c").write_text("".join(f'#include "{wheel}"\n' for wheel in wheels), encoding="ascii")


BARE = pytest.mark.parametrize("bare", [[], ["--bare"]], ids=["contracts", "bare"])
BOTH = ["tw_hier.c", "tw_hashed.c"]
ANNOTATIONS = ["-C", "-D__FRAMAC__"]
READERS = {"contracts": ([], []), "bare": (["--bare"], []), "annotations": ([], ANNOTATIONS)}


@pytest.mark.parametrize("bare, options", READERS.values(), ids=READERS)
@pytest.mark.parametrize("wheels", [BOTH[:1], BOTH[1:], BOTH], ids=" ".join)
def test_single_header_is_the_same_text(tmp_path, wheels, bare, options):
    single(tmp_path, bare, *wheels)
    for geometry in GEOMETRIES:
        same(tmp_path, *defines(geometry), *options)


USERS = {**C11, "g++": ["g++", "-std=c++11", "-x", "c++"], "clang++": CPP["clang++"]}


@BARE
@pytest.mark.parametrize("compiler", USERS)
def test_programs_with_the_single_header(tmp_path, compiler, bare):
    single(tmp_path, bare, *BOTH)
    for wheel in ("hier", "hashed"):
        (tmp_path / f"tw_{wheel}.h").write_text('#include "timingwheel.h"\n', encoding="ascii")
    include = '#include "timingwheel.h"\n'
    implementation = tmp_path / "implementation.c"
    implementation.write_text(f"{include}#define TW_IMPLEMENTATION\n{include}{include}", encoding="ascii")
    objects = itertools.count()

    def build(with_, *options):
        made = tmp_path / f"{next(objects)}.o"
        passes(*with_, "-O2", *WARNINGS, f"-I{tmp_path}", "-Iexamples", *options, "-o", made)
        return made

    user = USERS[compiler]
    static = build(user, "-DTW_STATIC", "-c", "tests/user/user.c")
    defined = {line.split()[-1] for line in passes("nm", "-g", "--defined-only", static).splitlines() if line.strip()}
    assert defined == {"main"}, f"{compiler} -DTW_STATIC defines names"
    calls = build(user, "-c", implementation)
    for program in (build(user, "-DTW_STATIC", "tests/user/user.c"),
                    build(user, "tests/user/user.c", "-x", "none", calls),
                    build(GCC, build(C11["gcc"], "-c", "tests/user/user.c"), calls)):
        assert passes(program).startswith("256 4096 ")
