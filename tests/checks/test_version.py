# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The name of an archive tells its commit, or the release whose tag the commit has."""
import re

from shared import VERSION, passes, read, refused

GIT = ["git", "-c", "user.name=check", "-c", "user.email=check@example.invalid"]


def test_names(tmp_path):
    """Of a commit, of changes, of a release; a tag of another version is refused."""
    for name in ("src/tw_geometry.h", "tools/version"):
        (tmp_path / name).parent.mkdir()
        passes("cp", name, tmp_path / name)
    assert passes("tools/version", cwd=tmp_path).strip() == VERSION
    for command in (["init", "-q"], ["add", "--all"], ["commit", "-q", "-m", "a commit"]):
        passes(*GIT, *command, cwd=tmp_path)
    assert re.fullmatch(re.escape(VERSION) + r"\+g[0-9a-f]{7}\n", passes("tools/version", cwd=tmp_path))
    passes("git", "tag", f"v{VERSION}", cwd=tmp_path)
    assert passes("tools/version", cwd=tmp_path).strip() == VERSION
    (tmp_path / "new").touch()
    assert re.fullmatch(re.escape(VERSION) + r"\+g[0-9a-f]{7}-dirty\n", passes("tools/version", cwd=tmp_path))
    passes("git", "tag", "-d", f"v{VERSION}", cwd=tmp_path)
    passes("git", "tag", "v7.8.9", cwd=tmp_path)
    refused(f"the tag is v7.8.9, and TW_VERSION .* is {VERSION}", "tools/version", cwd=tmp_path)


def test_library_and_page_have_the_version_of_the_header():
    assert f"Version {VERSION}" in read("README.md")
    assert f"project('timingwheel', 'c', version: '{VERSION}'," in read("meson.build")
