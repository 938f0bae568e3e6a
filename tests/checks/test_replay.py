# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the engines have found, once more.

`tools/replay` plays the call histories in tests/replay, one of each engine: with its bug, it finds the same
difference; with src/, it finds none. No input of the fuzzing corpus fails, and all inputs together cover all lines
and branches of src/. Audit detects the flipped bits that docs/measured.json says: a sample. The nightly job flips
all.

--job bmc plays a counterexample of CBMC. --job fuzz fuzzes broken sources: the command that is printed for a failing
input must show the failure, from any folder and for a copy of src/ too. The nightly job fuzz-selftest runs it."""
import re

import pytest

from shared import ROOT, passes, read, run

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
    passes("tools/wrong", "--make", BROKEN, re.search("^# wheel (.*)$", text, re.MULTILINE)[1])
    done = run("sh", "-c", 'exec tools/replay "$1" 2>/dev/null', "sh", TRACES[name], SOURCE=f"{BROKEN}/src")
    assert done.code != 0, "no difference with the bug"
    assert ends(done.output) == ends(text)


@pytest.mark.parametrize("name", TRACES)
def test_trace_with_src_shows_no_difference(name):
    passes("tools/replay", TRACES[name])


@pytest.mark.job("bmc")
def test_counterexample_shows_the_same_difference(tmp_path):
    passes("tools/wrong", "--make", tmp_path / "copy", "hashed-start-at-delay")
    copy, file = tmp_path / "copy" / "src", tmp_path / "found.twv"
    said = run("tools/on-copy", copy, "tools/bmc", "--no-cover", "hashed-step-start-at", timeout=1800).output
    file.write_text("\n".join(re.findall("^ {8}(.*)", said, re.MULTILINE)) + "\n", encoding="utf-8")
    done = run("tools/replay", file, SOURCE=str(copy))
    assert done.code and "# got" in done.output and ends(done.output) == ends(read(file)), said


def test_corpus_covers_src_and_fails_nowhere():
    passes("tools/fuzz", "replay")


def test_audit_detects_a_sample_of_flipped_bits():
    passes("tools/fault-injection", "--quick")


def found_in(copy, *words):
    """Fuzzes a broken copy; runs the command that is printed, in another folder. Returns the file and what is said."""
    said = run(ROOT / "tools" / "on-copy", copy, "tools/fuzz", *words, cwd="/").output
    line = re.search(r"^/.*tools/on-copy .* repro ([^'\s]+).*$", said, re.MULTILINE)
    assert line, said
    again = run("sh", "-c", line[0], cwd="/")
    assert again.code and "\n# it fails, " in again.output, again.output
    return line[1], again.output


@pytest.mark.job("fuzz")
def test_failure_of_a_copy(tmp_path):
    passes("tools/wrong", "--make", tmp_path / "a copy", "hier-glance")
    copy = tmp_path / "a copy" / "src"
    file, said = found_in(copy, "afl", "6")
    again = run("tools/replay", f"{file}.twv", SOURCE=str(copy), GEOMETRY=re.search("# twv 2 .* hier (4|256)", said)[1])
    assert again.code and "\n# got" in again.output, again.output


@pytest.mark.job("fuzz")
def test_failure_of_the_header_for_hosts(tmp_path):
    """A stale handle is taken for the next timer of its place."""
    passes("make", "copy", f"TO={tmp_path / 'copy'}")
    fresh = "h->slots[handle.id].start == handle.start"
    text = read("examples/tw_host.h").replace(fresh, "h->slots[handle.id].start > 0u")
    (tmp_path / "copy" / "tw_host.h").write_text(text, encoding="utf-8")
    assert re.search("(find|stop|restart): expected 7, got 0", found_in(tmp_path / "copy", "host", "6")[1])


@pytest.mark.job("fuzz")
def test_next_run_starts_from_what_the_last_one_kept():
    kept = int(re.search(r"keeps (\d+) inputs", passes("tools/fuzz", "afl", "2", "--seed", "5"))[1])
    said = passes("tools/fuzz", "afl", "2", "--seed", "5")
    assert kept and int(re.search(r"^(\d+) inputs to start from; .*--seed 5$", said, re.MULTILINE)[1]) >= kept
