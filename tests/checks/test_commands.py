# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Each command of this project that is written in Python refuses what it does not know: in one sentence or its usage, never with a trace, and it changes nothing.

Each host of CI runs each job of tools/nightly, and a workflow names each foreign action by its commit."""
import re

import pytest

from shared import ROOT, passes, read, run

COMMANDS = sorted(f"tools/{path.name}" for path in ROOT.glob("tools/*")
                  if path.is_file() and re.match("#!.*python3\n", path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("command", COMMANDS)
def test_unknown_option(command, tmp_path):
    """Also where installed packages have the names of the folders here."""
    for name in ("fuzz", "proofs", "spec", "tests", "tools", "web"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    before = passes("git", "-c", "safe.directory=*", "status", "--porcelain")
    done = run(ROOT / command, "--no-such-option", timeout=60, PYTHONPATH=tmp_path)
    assert done.code and done.output.strip() and "Traceback" not in done.output, done.output
    assert passes("git", "-c", "safe.directory=*", "status", "--porcelain") == before


@pytest.mark.parametrize("host", [".github/workflows/nightly.yml", ".gitlab-ci.yml"])
def test_each_night_has_all_jobs(host):
    names = [line.split()[0] for line in passes("tools/nightly", "--list").splitlines()]
    assert f"[{', '.join(names)}]" in " ".join(read(host).split())


@pytest.mark.parametrize("path", sorted(ROOT.glob(".github/**/*.yml")), ids=lambda path: path.stem)
def test_actions_are_pinned(path):
    uses = re.findall(r"uses: (?!\.|OWNER)(.*)", path.read_text(encoding="utf-8"))
    assert uses and [line for line in uses if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", line)] == []
