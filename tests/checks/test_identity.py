# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A verdict of another tree is never shown as this one's.

In a copy of the project, with a verdict and a proof of that copy: make evidence, ci/verdict and ci/report show both; after a change of one byte
of a comment they say that neither is of this tree; after the change back they show both again."""
import json
import re
import shutil

import pytest

from ci.reporting import planted
from ci.verdict import ROWS
from shared import passes, run

OTHER = "not of this tree: src/tw_list.h differs"
TOTAL = f"{len(ROWS)} passed, 0 failed"


@pytest.fixture(scope="module", name="tree")
def with_verdict(bare):
    """A copy, and a verdict and a proof of it, all green."""
    assert planted.plant(bare) == TOTAL
    return bare


def write(tree, report, data):
    (tree / "build" / "reports" / report).write_text(json.dumps(data), encoding="utf-8")


def said(tree, *command):
    return run(*command, cwd=tree).output


@pytest.fixture(name="changed")
def with_one_byte_changed(tree):
    """Of a comment; and back."""
    source = tree / "src" / "tw_list.h"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("/* Circular", "/* circular", 1), encoding="utf-8")
    yield tree
    source.write_text(text, encoding="utf-8")


def shown(tree):
    text = said(tree, "make", "-s", "evidence")
    assert len(text.splitlines()) == 10
    assert re.search("^of this tree: +verdict, proof, bounded proofs, mutants, tests$", text, re.MULTILINE), text
    assert said(tree, "ci/verdict", "--total") == TOTAL + "\n"
    assert TOTAL in said(tree, "ci/report", "--summary")


def test_shown(tree):
    shown(tree)


def test_evidence_says_that_it_is_of_another_tree(changed):
    text = said(changed, "make", "-s", "evidence")
    assert text.count(OTHER) == 5 and "of this tree:     nothing" in text, text


def test_total_says_it(changed):
    assert said(changed, "ci/verdict", "--total").splitlines() == [OTHER, "0 passed, 1 failed"]


def test_report_says_it(changed):
    assert f"N{OTHER[1:]}." in said(changed, "ci/report", "--summary")
    said(changed, "ci/report")
    page = (changed / "build" / "reports" / "report.html").read_text(encoding="utf-8")
    assert page.count(f"N{OTHER[1:]}.") == 1 + page.count("<section") > 10 and TOTAL not in page


def test_it_is_not_written_into_the_page(changed):
    page = changed / "docs" / "evidence.md"
    before = page.read_text(encoding="utf-8")
    said(changed, "ci/report", "--readme")
    assert page.read_text(encoding="utf-8") == before


def test_trace_does_not_take_the_proof(changed):
    assert "wp.json" in said(changed, "ci/trace")


def test_shown_after_the_change_back(tree):
    """The page says of which text its verdict is."""
    said(tree, "ci/report", "--readme")
    assert f"{TOTAL}; src/ and spec/ are of this tree" in said(tree, "ci/evidence")
    shown(tree)


def test_a_test_that_was_changed(tree):
    """The verdict is of another tree, the proof is not; and the rows are not gathered."""
    path = tree / "tests" / "wheels.c"
    before = path.read_text(encoding="utf-8")
    path.write_text(before + "/* */\n", encoding="utf-8")
    text = said(tree, "ci/evidence")
    assert "not of this tree: tests/ differs" in text and re.search("^of this tree: +proof$", text, re.MULTILINE), text
    said(tree, "ci/verdict", "--gather")
    assert f"0 passed, {len(ROWS)} failed" in said(tree, "ci/verdict", "--total")
    path.write_text(before, encoding="utf-8")


def test_a_proof_that_names_no_tree(tree):
    write(tree, "wp.json", {"goals": 7, "proved": 7})
    assert re.search("^proof: .*it does not say of which", said(tree, "ci/evidence"), re.MULTILINE)


@pytest.fixture(scope="module", name="fresh")
def with_a_verdict_again(tree):
    assert planted.plant(tree) == TOTAL and said(tree, "ci/verdict", "--total") == TOTAL + "\n"
    return tree


@pytest.mark.parametrize("change", ["echo >>CMakeLists.txt", "echo 'Checks: -*' >.clang-tidy", ": >docs/hazards.md", "printf '%%:\\n\\t@true\\n' >GNUmakefile",
                                    "echo >argparse.py", "echo >>.ci/run", "chmod -x ci/lint", "ln -s /usr/include src/sys", "echo >tests/a.pyc",
                                    "ln -sfn ../tools/flags.py ci/steps", "echo >>tests/README.md"])
def test_what_else_is_changed(fresh, tmp_path, change):
    """Shipped files, files that a tool reads by itself, modes and links."""
    copy = shutil.copytree(fresh, tmp_path / "copy", symlinks=True)
    passes("sh", "-c", change, cwd=copy)
    assert said(copy, "ci/verdict", "--total").startswith("not of this tree: "), change


def test_a_report_that_no_verdict_lists(fresh, tmp_path):
    """A report of another tree, with its time of now."""
    copy = shutil.copytree(fresh, tmp_path / "copy", symlinks=True)
    for name in ("cbmc.json", "mutants.json"):
        write(copy, name, {"proofs": []})
    assert said(copy, "ci/evidence").count("it does not say of which tree") == 2


@pytest.mark.parametrize("name, given, words", [("lint", {"MAKEFLAGS": "n"}, "a row that does not run has no verdict"),
                                                ("trace", {"SRC": "/nowhere", "MAKEFLAGS": " -- SRC=/nowhere"}, "make trace STRICT=1")])
def test_what_a_row_is_given(tree, name, given, words):
    """No row is shown instead of run, and no variable leads it to another folder."""
    text = run("ci/verdict", name, cwd=tree, **given).output
    assert words in text and "/nowhere" not in text, text
