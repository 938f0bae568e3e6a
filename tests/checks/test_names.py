# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Files of two geometries do not link, and the linker names each call of the wheel.

That holds in src/, in the single header, from C and C++, with -flto. In C++ it includes functions with a wheel as
parameter in a program with TW_STATIC. Files of one geometry link. With TW_PLAIN_NAMES all link, so it is the names
that the linker refuses. The code is the same with either. A geometry in another form than plain digits is an error of
src/tw_geometry.h."""
import functools
import itertools
import re

import pytest

from shared import ALL_C, C11, GCC, ROOT, defines, passes, read, refused, run, tail

WARNINGS = "-O2 -Wall -Wextra -Wpedantic -Wshadow -Wno-cast-function-type -Werror".split()
COMPILERS = {**C11, "g++": "g++ -std=c++11 -x c++".split(), "clang++": "clang++ -std=c++17 -x c++".split()}
# Compilers of the user and of the wheel, options, geometries of the user and of the wheel, and whether they link. Two
# geometries of one radix are one for the hierarchical wheel.
PAIRS = [("gcc", "clang", "", "16.512", "256.4096", "no"), ("gcc", "clang", "", "", "256.4096", "yes"),
         ("gcc", "clang", "-DTW_PLAIN_NAMES", "16.512", "256.4096", "yes"),
         ("gcc", "clang", "", "16x8.512", "16.512", "no"), ("gcc", "clang", "", "16x8.64", "16x8.512", "hier"),
         ("gcc", "clang", "", "4.64", "", "no"), ("gcc", "clang", "", "4.64", "4.4", "hier")]
for compilers in (("gcc", "gcc"), ("clang", "clang"), ("g++", "gcc"), ("clang++", "clang")):
    for flto in ("", "-flto"):
        PAIRS += [(*compilers, flto, "16.512", "256.4096", "no"), (*compilers, flto, "16.512", "16.512", "yes")]


def calls_of(wheel):
    """The functions of its header."""
    found = re.findall(rf"^(?:TW_NODISCARD )?[a-z].*\b(tw_{wheel}_[a-z_]*)\(", read(f"src/tw_{wheel}.h"), re.MULTILINE)
    assert len(found) >= 13
    return found


USER = """#include "tw_{wheel}.h"
typedef void (*call)(void);
extern volatile call calls[];
volatile call calls[] = {{ {calls} }};
int main(void) {{ return calls[0] == 0; }}
"""


@pytest.fixture(scope="module", name="folder")
def with_sources(file_path):
    """A program for each wheel that refers to each call of it, and to nothing else; and the single header."""
    (file_path / "single").mkdir()
    passes("tools/single", "-o", file_path / "single" / "timingwheel.h", "tw_hier.c", "tw_hashed.c")
    both = '#define TW_IMPLEMENTATION\n#include "timingwheel.h"\n'
    (file_path / "single" / "wheel.c").write_text(both, encoding="ascii")
    for wheel in ("hier", "hashed"):
        (file_path / "single" / f"tw_{wheel}.h").write_text('#include "timingwheel.h"\n', encoding="ascii")
        calls = ", ".join(f"(call){call}" for call in calls_of(wheel))
        (file_path / f"user_{wheel}.c").write_text(USER.format(wheel=wheel, calls=calls), encoding="ascii")
    return file_path


@pytest.fixture(scope="module", name="compiled")
def once(folder):
    """A function that compiles: the same file once."""
    numbers = itertools.count()

    @functools.lru_cache(maxsize=None)
    def compiled(compiler, options, text, headers, source):
        made = folder / f"{next(numbers)}.o"
        geometry = defines(text) if text else []
        passes(*COMPILERS[compiler], *WARNINGS, *options.split(), *geometry, f"-I{headers}", "-c", source, "-o", made)
        return made
    return compiled


def links(folder, compiler, options, objects):
    """Links; without -x, as these are objects."""
    return run(COMPILERS[compiler][0], "-O1", *options.split(), *objects, "-o", folder / "program")


@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
@pytest.mark.parametrize("where", ["src", "single"])
@pytest.mark.parametrize("wheel", ["hier", "hashed"])
def test_geometries_of_two_files(folder, compiled, wheel, where, pair):
    users, wheels, options, mine, other, same = pair
    headers, source = {"src": ("src", f"src/tw_{wheel}.c"),
                       "single": (folder / "single", folder / "single/wheel.c")}[where]
    objects = [compiled(users, options, mine, headers, folder / f"user_{wheel}.c"),
               compiled(wheels, options, other, headers, source)]
    done = links(folder, users, options, objects)
    if same in ("yes", wheel):
        assert done.code == 0, tail(["link"], done)
        passes(folder / "program")
    else:
        assert done.code != 0, "two geometries link"
        ends = re.sub("[x.]", "_", mine.partition(".")[0] if wheel == "hier" else mine)
        unnamed = [call for call in calls_of(wheel) if not re.search(rf"undefined.*\b{call}_{ends}\b", done.output)]
        assert unnamed == [], "the linker does not refuse them"


DUE_H = '#include "timingwheel.h"\nbool due(tw_hier *a, tw_hashed *b);\n'
DUE = """#include "due.h"
bool due(tw_hier *a, tw_hashed *b) { return !tw_hier_is_empty(a) || !tw_hashed_is_empty(b); }
"""
DUE_MAIN = '#include "due.h"\nint main() { return due(nullptr, nullptr); }\n'


@pytest.mark.parametrize("other", ["16.512", "256.4096", "16.64"])
@pytest.mark.parametrize("options", ["-DTW_STATIC", "-DTW_STATIC -DTW_PLAIN_NAMES"])
@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_static_functions_in_cpp(folder, compiled, compiler, options, other):
    """Each file has functions of its own. The name of a user's function contains the type of the wheel."""
    single = folder / "single"
    for path, text in ((single / "due.h", DUE_H), (folder / "due.cpp", DUE), (folder / "main.cpp", DUE_MAIN)):
        path.write_text(text, encoding="ascii")
    objects = [compiled(compiler, options, "16.512", single, folder / "main.cpp"),
               compiled(compiler, options, other, single, folder / "due.cpp")]
    done = links(folder, compiler, "", objects)
    assert (done.code == 0) == (other == "16.512" or "PLAIN" in options), tail(["link"], done)


ARM = ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-std=c11"]
MACHINES = {"gcc": (C11["gcc"], ""), "clang": (C11["clang"], ""), "arm": (ARM, "arm-none-eabi-")}


@pytest.mark.parametrize("file", ALL_C)
@pytest.mark.parametrize("compiler, tools", MACHINES.values(), ids=MACHINES)
def test_code_is_the_same_whatever_the_names(tmp_path, compiler, tools, file):
    code = []
    for names in ([], ["-DTW_PLAIN_NAMES"]):
        passes(*compiler, "-Os", *names, "-c", ROOT / file, "-o", tmp_path / "code.o")
        passes(f"{tools}objcopy", "-O", "binary", tmp_path / "code.o", tmp_path / "code")
        code.append((tmp_path / "code").read_bytes())
    assert code[0] == code[1]


@pytest.mark.parametrize("macro, form, sentence", [
    *(("TW_RADIX", form, True) for form in ("0x100", "0400", "1<<8", "16*16", "256+0", "8")),
    *(("TW_HASHED_SLOTS", form, True)
      for form in ("0x1000", "010000", "1<<12", "16*256", "4096+0", "TW_RADIX*16", "6")),
    *(("TW_RADIX", form, False) for form in ("256u", "(256)")),
    *(("TW_HASHED_SLOTS", form, False) for form in ("4096u", "(4096)"))])
def test_a_geometry_in_another_form_is_an_error(macro, form, sentence):
    command = [*GCC, "-std=c11", "-Isrc", f"-D{macro}={form}", "-fsyntax-only", "src/tw_hashed.c"]
    said = refused(r"tw_geometry\.h:.*(error|expansion|note)", *command)
    assert not sentence or re.search(rf'#error "{macro} must be .*in digits alone"', said), said
