# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the engines have found, once more.

`make replay` plays the call histories in tests/replay, one of each engine: with its bug, it finds the same difference; with src/, it finds none. No
input of the fuzzing corpus fails, and all inputs together cover all lines and branches of src/. Audit detects the flipped bits that
docs/corruption.md says: a sample. The nightly job flips all."""
import re

import pytest

from shared import ROOT, passes, run

TRACES = {path.stem: path.relative_to(ROOT) for path in sorted(ROOT.glob("tests/replay/*.twv"))}
BROKEN = "build/replay/broken"


def ends(text):
    """The last call with the answer expected, and the answer got."""
    return [line.partition(": ")[0] for line in text.splitlines() if re.match("[a-z]|# got", line)][-2:]


def test_traces_are_found():
    assert {"cbmc", "fuzz", "lockstep"} <= set(TRACES)


@pytest.mark.parametrize("name", TRACES)
def test_trace_with_the_bug_shows_the_same_difference(name):
    text = (ROOT / TRACES[name]).read_text(encoding="utf-8")
    bug = re.search("^# bug (.*)$", text, re.MULTILINE)[1].split()
    passes("tools/planted", "--plant", *bug, BROKEN)
    done = run("sh", "-c", 'exec tests/replay/run "$1" 2>/dev/null', "sh", TRACES[name], SOURCE=BROKEN)
    assert done.code != 0, "no difference with the bug"
    assert ends(done.output) == ends(text)


@pytest.mark.parametrize("name", TRACES)
def test_trace_with_src_shows_no_difference(name):
    passes("tests/replay/run", TRACES[name])


def test_corpus_covers_src_and_fails_nowhere():
    passes("fuzz/run", "replay")


def test_audit_detects_a_sample_of_flipped_bits():
    passes("tests/corruption/run", "--quick")
