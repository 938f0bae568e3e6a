# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The text of the pages agrees with the code.

README.md: the commands and the program after <!-- quickstart --> run and print the text that the page shows.
docs/using.md: each recipe is the part of the program that the page names; the first five compile as one file; its
tables of memory and of P and the statements of tests/user/using.c hold for both wheels at four geometries; its other
texts in C run in tests/user/kernel.c, with stand-ins for the kernels; its commands for examples/echo.c run."""
import functools
import platform
import re
import tempfile

import pytest

from shared import ALL_C, CC, ROOT, defines, passes, read

STRICT = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
USING = read("docs/using.md")
TEXTS = ["freertos", "zephyr", "idle", "earliest"]
FOUND = [(f"examples/{path.name}", *found) for path in sorted(ROOT.glob("examples/*.c"))
         for found in re.findall(r"^/\* recipe ([^\n]*) \*/\n(.*?)^/\* end \*/$", path.read_text(encoding="utf-8"),
                                 re.MULTILINE | re.DOTALL)]
RECIPES = {name: text for _, name, text in FOUND}


def block(page, marker, language):
    """The first block of that language after the marker."""
    found = re.search(rf"^<!-- {re.escape(marker)} -->$.*?^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found and found[1], f"after <!-- {marker} --> a block is missing: {language}"
    return found[1]


def test_quickstart(tmp_path):
    page = read("README.md")
    (tmp_path / "main.c").write_text(block(page, "quickstart", "c"), encoding="utf-8")
    commands = block(page, "quickstart", "sh").replace("../my_project", str(tmp_path))
    said = passes("sh", "-e", "-c", commands)
    assert said.endswith(block(page, "quickstart", "text"))
    passes(*CC, *STRICT, "-Isrc", tmp_path / "main.c", "src/tw_hier.c", "-o", tmp_path / "program")


def test_speed():
    """The three figures are those of the benchmark, at a million timers."""
    ratio = {row[0]: float(row[3].split()[0]) for line in read("docs/measured.md").splitlines()
             if len(row := line.strip("| ").split(" | ")) == 5 and row[3].endswith("(libev)")}
    page = read("README.md")
    assert f"took libev [{ratio['stop + start']:.0f} times as long]" in page
    assert "nearly 300 times libev's longest call" in page and 270 < 1 / ratio["longest call"] < 300
    assert "with a budget of 8, less than a third" in page and ratio["longest call, budget 8"] > 3


def test_the_page_names_each_recipe_and_its_program():
    named = re.findall(r"^\*\*Recipe (.*)\*\*: \[(examples/\w+\.c)\]", USING, re.MULTILINE)
    assert FOUND and sorted(named) == sorted((name, path) for path, name, _ in FOUND)


def test_first_recipes_are_one_file(tmp_path):
    """As a user pastes them: nothing before, nothing between."""
    text = "".join(RECIPES[name] for name in ("setup", "milliseconds", "superloop", "gap", "sleep"))
    (tmp_path / "one_file.c").write_text(text, encoding="utf-8")
    passes(*CC, *STRICT, "-Wconversion", "-Wno-unused-function", "-Isrc", "-Iexamples", "-c", tmp_path / "one_file.c",
           "-o", tmp_path / "one_file.o")


def test_commands_for_the_server(tmp_path):
    """With another place for the program."""
    found = re.findall(r"^    (cc .*examples/echo\.c .* -o )echo\n    \./echo$", USING, re.MULTILINE)
    assert len(found) == 1, "the two commands for examples/echo.c are not there"
    assert " 0 not in time" in passes("sh", "-e", "-c", f"{found[0]}{tmp_path}/echo\n{tmp_path}/echo", timeout=120)


def test_each_text_in_c_has_a_name():
    assert len(re.findall("^```c$", USING, re.MULTILINE)) == len(re.findall("^<!-- text .* -->$", USING, re.MULTILINE))


@pytest.mark.parametrize("radix", [256, 16, 4])
@pytest.mark.parametrize("wheel", ["hier", "hashed"])
def test_texts_in_c_that_are_no_recipe(tmp_path, wheel, radix):
    for name, text in {"kernel.c": read("tests/user/kernel.c"),
                       **{f"text_{name}.h": block(USING, f"text {name}", "c") for name in TEXTS}}.items():
        text = text.replace("tw_hier", f"tw_{wheel}").replace("TW_HIER", f"TW_{wheel.upper()}")
        (tmp_path / name).write_text(text, encoding="utf-8")
    passes(*CC, *STRICT, "-O1", "-Wconversion", f"-DTW_RADIX={radix}", "-Isrc", tmp_path / "kernel.c", *ALL_C, "-o",
           tmp_path / "kernel")
    passes(tmp_path / "kernel")


GEOMETRIES = ["256.4096", "16x8.512", "16.512", "4.64"]
USED = [(geometry, "-DHIER") for geometry in GEOMETRIES] + [(geometry, "-DHASHED") for geometry in GEOMETRIES[:3]]


@functools.cache
def using(geometry, wheel):
    """What the statements of the page print: the bytes for 1,000 timers, and last the row of P."""
    with tempfile.TemporaryDirectory() as folder:
        files = ["tests/user/using.c", *ALL_C]
        passes(*CC, "-O1", *STRICT, *defines(geometry), wheel, "-Isrc", *files, "-o", f"{folder}/using")
        return passes(f"{folder}/using").splitlines()


@pytest.mark.parametrize("geometry, wheel", USED)
def test_statements_and_the_table_of_p(geometry, wheel):
    assert using(geometry, wheel)[-1] in USING


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the table has the bytes of x86-64")
def test_memory_table():
    cells = " | ".join(using(*used)[0] for used in USED[:-1])  # 512 slots once
    assert f"| bytes for 1,000 timers and the struct, on x86-64 | {cells} |" in USING.splitlines()
