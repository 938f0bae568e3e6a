# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ci/run-tests counts what fails: a program or a file of checks that fails, crashes, or runs no test."""
import xml.etree.ElementTree

import pytest

from shared import GCC, ROOT, passes, run

GOOD = "build/plain-4.4/test_good"
# What a program prints and its exit code, or what a file of checks holds; then how many cases pass and fail.
PROGRAMS = {
    "passes": ("1..2\nok 1 - a\nok 2 - b\n", 0, 2, 0), "fails": ("1..2\nok 1 - a\nnot ok 2 - b\n", 1, 1, 1),
    "skips": ("1..2\nok 1 - a\nnot ok 2 # SKIP b\n", 0, 1, 0), "stops early": ("1..2\nok 1 - a\n", 0, 1, 1),
    "crashes at its end": ("1..1\nok 1 - a\n", 139, 1, 1), "runs no test": ("", 0, 0, 1)}
FILES = {
    "passes": ("def test_a():\n    pass\n\n\ndef test_b():\n    pass\n", 2, 0), "fails": ("def test_a():\n    pass\n\n\ndef test_b():\n    assert 0\n", 1, 1),
    "skips": ("import pytest\n\n\ndef test_a():\n    pass\n\n\ndef test_b():\n    pytest.skip('x')\n", 1, 0),
    "has a fixture that fails": ("import pytest\n\n\n@pytest.fixture\ndef f():\n    assert 0\n\n\ndef test_a(f):\n    pass\n", 0, 1),
    "is no Python": ("def\n", 0, 1), "crashes": ("import os\n\n\ndef test_a():\n    os._exit(0)\n", 0, 1), "runs no test": ("", 0, 1)}


def program(folder, name, text, code):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nprintf '%s' '{text}'\nexit {code}\n", encoding="ascii")
    path.chmod(0o755)


def counts(folder, *options):
    """The last line, the exit code, and the same from the report. One good program is there."""
    program(folder, GOOD, "1..1\nok 1 - good\n", 0)
    done = run(ROOT / "ci" / "run-tests", "--report", "out/check.xml", GOOD, *options, cwd=folder)
    suites = list(xml.etree.ElementTree.parse(folder / "out" / "check.xml").iter("testsuite"))
    failed = sum(int(suite.get("failures")) for suite in suites)
    assert failed == sum(1 for suite in suites for _ in suite.iter("failure"))
    return done.output.splitlines()[-1], done.code, sum(int(suite.get("tests")) for suite in suites), failed


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(tmp_path, name):
    text, code, passed, failed = PROGRAMS[name]
    program(tmp_path, "build/plain-4.4/test_it", text, code)
    assert counts(tmp_path, "--sanitized", "build/plain-4.4/test_it") == (
        f"{passed + 1} passed, {failed} failed", int(failed > 0), passed + failed + 1, failed)


@pytest.mark.parametrize("lost, failed", [(0, 0), (1, 1)])
def test_memory_under_valgrind(tmp_path, lost, failed):
    source = tmp_path / "it.c"
    source.write_text("#include <stdio.h>\n#include <stdlib.h>\n"
                      f'int main(void) {{ char *p = malloc(9); if ({lost}) p = NULL; free(p); puts("1..1\\nok 1 - a"); return 0; }}\n', encoding="ascii")
    passes(*GCC, "-g", "-O0", source, "-o", tmp_path / "test_it")
    assert counts(tmp_path, "--valgrind", "./test_it") == (f"2 passed, {failed} failed", failed, 2 + failed, failed)


@pytest.mark.parametrize("name", FILES)
def test_file_of_checks(tmp_path, name):
    text, passed, failed = FILES[name]
    (tmp_path / "test_it.py").write_text(text, encoding="ascii")
    assert counts(tmp_path, "--checks", "test_it.py") == (f"{passed + 1} passed, {failed} failed", int(failed > 0), passed + failed + 1, failed)


def test_no_program(tmp_path):
    (tmp_path / "test_it.py").write_text(FILES["passes"][0], encoding="ascii")
    done = run(ROOT / "ci" / "run-tests", "--report", "out/check.xml", "--checks", "test_it.py", cwd=tmp_path)
    assert done.code == 1 and done.output.splitlines()[-2:] == ["FAILED no test programs", "2 passed, 1 failed"]
