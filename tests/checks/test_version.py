# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The name of an archive tells its commit, or the release whose tag the commit has."""
import re

import pytest

from shared import VERSION, passes, read, refused

GIT = ["git", "-c", "user.name=check", "-c", "user.email=check@example.invalid"]
HEADER = "src/tw_geometry.h"


@pytest.fixture(name="tree")
def with_a_repository(tmp_path):
    """A repository with the files that give a name."""
    for name in (HEADER, "tools/version"):
        (tmp_path / name).parent.mkdir()
        passes("cp", name, tmp_path / name)
    passes("git", "init", "-q", tmp_path)
    commit(tmp_path)
    return tmp_path


def commit(tree, text=None):
    """Commits this tree, with TW_VERSION changed."""
    if text:
        header = (tree / HEADER).read_text(encoding="utf-8")
        (tree / HEADER).write_text(header.replace(f'"{VERSION}"', f'"{text}"'), encoding="utf-8")
    passes(*GIT, "add", "--all", cwd=tree)
    passes(*GIT, "commit", "-q", "--allow-empty", "-m", "a commit", cwd=tree)


def name_of(tree):
    return passes("tools/version", cwd=tree).strip()


def test_two_commits_have_two_names(tree):
    first = name_of(tree)
    commit(tree)
    assert first != name_of(tree)
    assert re.fullmatch(re.escape(VERSION) + r"\+g[0-9a-f]{7}", first)


def test_a_tagged_tree_has_the_name_of_the_release(tree):
    commit(tree, "7.8.9")
    assert name_of(tree).startswith("7.8.9+g")
    passes("git", "tag", "v7.8.9", cwd=tree)
    assert name_of(tree) == "7.8.9"
    (tree / "new").touch()
    assert re.fullmatch(r"7\.8\.9\+g[0-9a-f]{7}-dirty", name_of(tree))


def test_a_tag_of_another_version_is_refused(tree):
    passes("git", "tag", "v7.8.9", cwd=tree)
    refused(f"the tag is v7.8.9, and TW_VERSION .* is {VERSION}", "tools/version", cwd=tree)


def test_an_archive_without_git_has_the_version_of_the_header(tree):
    (tree / "in").mkdir()
    passes("cp", "-r", "src", "tools", "in", cwd=tree)
    assert name_of(tree / "in") == VERSION


def test_the_library_has_the_version_of_the_header():
    assert f"project('timingwheel', 'c', version: '{VERSION}'," in read("meson.build")
