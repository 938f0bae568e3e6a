# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Each command of this project that is written in Python refuses what it does not know: in one sentence or its usage, never with a trace, and it changes nothing.

Each host of CI runs each job of tools/nightly, and a workflow names each foreign action by its commit."""
import pathlib
import re
import tempfile

import pytest

from shared import ROOT, passes, read, run

LINKS = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*/**/*") if path.is_symlink() and path.resolve() == ROOT / "tools" / "command")


PACKAGES = ("ci", "fuzz", "packaging", "proofs", "spec", "tests", "tools", "web")


def tree():
    return passes("git", "-c", "safe.directory=*", "status", "--porcelain")


def test_there_are_commands():
    assert "proofs/wp/prove" in LINKS and "ci/trace" in LINKS, "no links to tools/command: copy the tree with its links"


@pytest.fixture(scope="module", name="others")
def packages_of_the_same_names():
    """A folder with installed packages that have the names of the rooms here: Debian has one, packaging."""
    with tempfile.TemporaryDirectory() as name:
        for package in PACKAGES:
            (pathlib.Path(name) / package).mkdir()
            (pathlib.Path(name) / package / "__init__.py").touch()
        yield name


@pytest.mark.parametrize("command", [*LINKS, "fuzz/run", "tools/nightly"])
def test_unknown_option(command, others):
    before = tree()
    done = run(ROOT / command, "--no-such-option", timeout=60, PYTHONPATH=others)
    assert done.code and done.output.strip() and "Traceback" not in done.output, done.output
    assert tree() == before


READERS = {"ci/tracing/links.py", "proofs/mutants/engines/vectors.py", "tests/checks/test_ports.py"}  # they read the text of a module


def test_modules_are_not_run():
    """A command is called by its link. No Python file names the module behind a link as a file, but those that read its text."""
    words = {f'"{name}.py"' for link in LINKS for name in (link, link.rpartition("/")[2])}
    naming = {path for path in passes("git", "-c", "safe.directory=*", "ls-files", "*.py").split()
              if any(word in (ROOT / path).read_text(encoding="utf-8") for word in words)}
    assert naming == READERS


def test_start_without_a_command():
    done = run(ROOT / "tools" / "command")
    assert done.code and done.output == "tools/command: call it by a link, as tools/bmc is one\n"


def test_from_elsewhere(tmp_path):
    """By a link to a command, from another folder."""
    (tmp_path / "misra").symlink_to(ROOT / "ci" / "misra")
    assert run(tmp_path / "misra", "--wrong", cwd=tmp_path).output == "tools/misra: it takes --update, not --wrong; --help tells more\n"


@pytest.mark.parametrize("host", [".github/workflows/nightly.yml", ".gitlab-ci.yml"])
def test_each_night_has_all_jobs(host):
    names = [line.split()[0] for line in passes("tools/nightly", "--list").splitlines()]
    assert f"[{', '.join(names)}]" in " ".join(read(host).split())


@pytest.mark.parametrize("path", sorted(ROOT.glob(".github/**/*.yml")), ids=lambda path: path.stem)
def test_actions_are_pinned(path):
    uses = re.findall(r"uses: (?!\.|OWNER)(.*)", path.read_text(encoding="utf-8"))
    assert uses and [line for line in uses if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", line)] == []
