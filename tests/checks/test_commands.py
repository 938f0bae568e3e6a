# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Each command of this project refuses what it does not know: in one sentence or its usage, never with a trace, and it changes nothing."""
import pytest

from shared import ROOT, run

LINKS = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*/**/*") if path.is_symlink() and path.resolve() == ROOT / "tools" / "command")


def tree():
    return run("git", "-c", "safe.directory=*", "status", "--porcelain").output


def test_there_are_commands():
    assert "proofs/wp/prove" in LINKS and "ci/verdict" in LINKS


@pytest.mark.parametrize("command", LINKS)
def test_unknown_option(command):
    before = tree()
    done = run(ROOT / command, "--no-such-option", timeout=60)
    assert done.code and done.output.strip() and "Traceback" not in done.output, done.output
    assert tree() == before


def test_start_without_a_command():
    done = run(ROOT / "tools" / "command")
    assert done.code and done.output == "tools/command: call it by a link, as proofs/cbmc/run is one\n"
