# SPDX-License-Identifier: Apache-2.0 OR MIT
"""make verify judges the files that git sees, and a result of another tree does not count. In a project of one row,
whose make builds an object and whose Python module says the figure."""
import re
import shutil

import pytest

from shared import ROOT, passes, read, run

MAKE = "trace: object\n\t@cat object; python3 -Bc 'import said'\nobject: src/right\n\tcp src/right object\n"
SAID = "print('{} requirements, all: no orphan')\n"
BYTECODE = "import py_compile as p; p.compile('said.py', invalidation_mode=p.PycInvalidationMode.UNCHECKED_HASH)"


@pytest.fixture(name="tree")
def small_project(tmp_path):
    shutil.copytree(ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in {"Makefile": MAKE, "src/right": "built\n", "said.py": SAID.format(1),
                       ".gitignore": "object\n__pycache__/\nbuild/\n",
                       **dict.fromkeys(("tools/packages", "spec/a.acsl", "spec/a.h", "examples/tw_ticks.h",
                                        "proofs/wp/a"), "a\n")}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name in ("trace", "prove"):
        (tmp_path / "tools" / name).write_text("#!/bin/sh\nexec make -s trace\n", encoding="utf-8")
    return tmp_path


def test_a_stale_object_and_stray_bytecode_do_not_answer(tree):
    passes("python3", "-c", BYTECODE, cwd=tree)
    (tree / "said.py").write_text(SAID.format(3), encoding="utf-8")
    passes("sh", "-c", "echo stale >object && touch -d tomorrow object", cwd=tree)
    assert "stale\n1 requirements, all: no orphan\n" in passes("make", "-s", "trace", cwd=tree)
    assert "\nbuilt\n3 requirements, all: no orphan\n\npass " in passes("tools/verify", "trace", cwd=tree,
                                                                        MAKEFLAGS="n")


def test_a_result_of_another_tree_does_not_count(tree):
    passes("tools/verify", "trace", cwd=tree)
    assert run("tools/verify", "--report", cwd=tree).output.endswith("\n1 passed, 10 failed\n")
    (tree / "src" / "right").write_text("other\n", encoding="utf-8")
    said = run("tools/verify", "--report", cwd=tree).output
    assert "trace      not of this tree\n" in said and said.endswith("\n0 passed, 11 failed\n"), said
    assert "There is no verdict of this tree" in (tree / "build/reports/report.md").read_text(encoding="utf-8")


def test_a_job_of_the_night_that_has_passed_does_not_run_again(tree):
    text = re.sub(r"(?s)NIGHT = \{.*?\n\}", 'NIGHT = {"trace": "tools/prove {}"}', read(tree / "tools" / "verify"))
    (tree / "tools" / "verify").write_text(text, encoding="utf-8")
    assert run("tools/verify", "--night", "trace-2-of-4", cwd=tree).output.endswith("\n1 passed, 0 failed\n")
    said = run("tools/verify", "--night", cwd=tree).output
    assert said.count("==> ") == 3 and said.endswith("\n4 passed, 0 failed\n"), said
    assert read(tree / "build/reports/rows/trace-2-of-4.json").count('.log": ') == 1  # the sum of its log
    assert "rows, 0 fail and 11 were not" in passes("tools/verify", "--page", "build/reports/night.json", cwd=tree)
    (tree / "said.py").write_text(SAID.format(3), encoding="utf-8")  # no proof reads it
    assert "==> " not in passes("tools/verify", "--night", cwd=tree)
    (tree / "src" / "right").write_text("other\n", encoding="utf-8")
    assert passes("tools/verify", "--night", cwd=tree).count("==> ") == 4
    (tree / "tools" / "verify").write_text(text.replace("tools/prove {}", "tools/prove -q {}"), encoding="utf-8")
    assert passes("tools/verify", "--night", cwd=tree).count("==> ") == 4
