# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Each host of CI runs each job of the night, a workflow names each foreign action by its commit, and each program
tells with --help what it does."""
import re

import pytest

from shared import ROOT, passes, read, run


@pytest.mark.parametrize("host", [".github/workflows/nightly.yml", ".gitlab-ci.yml"])
def test_each_night_has_all_jobs(host):
    every = re.search(r"job: \[(fuzz-afl-1.*?)\]", " ".join(read(host).split()), re.IGNORECASE)[1].split(", ")
    assert every == run("tools/verify", "--night", "none").output.split("name some of ")[1].split()


@pytest.mark.parametrize("path", sorted(ROOT.glob(".github/**/*.yml")), ids=lambda path: path.stem)
def test_actions_are_pinned(path):
    uses = re.findall(r"uses: (?!\.|OWNER)(.*)", path.read_text(encoding="utf-8"))
    assert uses and [line for line in uses if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", line)] == []


@pytest.mark.parametrize("name", re.findall(r"tools/\S+", run("make", "-s", "help").output))
def test_each_program_tells_what_it_does(name):
    assert re.match(rf"usage: (tools/)?{name[6:]}\b", passes(name, "--help", timeout=20), re.IGNORECASE)
