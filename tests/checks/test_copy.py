# SPDX-License-Identifier: Apache-2.0 OR MIT
"""tools/on-copy, on copies of src/: it calls a copy identical only if each byte is, and refuses a folder that is no
copy.

`make check` tries what is said of a copy and its geometry. --job bmc and --job prove judge an identical copy, which
must be green, and one with a fault in tw_gone, which must be red with the clause that fails."""
import os
import pathlib
import re
import shutil
import signal
import subprocess

import pytest

from shared import ROOT, VERSION, passes, read, run

TREE = ROOT / "build" / "on-copy"
RIGHT = "    return ticks == 0u || ticks > TW_TICK_MAX"
WRONG = "    return ticks == 1u || ticks > TW_TICK_MAX"


def line_in_clock(text):
    return read("src/tw_clock.h").partition(text)[0].count("\n") + 1


DIFFERS = f"  tw_clock.h: line {line_in_clock(RIGHT)}\n"
GEOMETRY = "16.1024"


@pytest.fixture(scope="module", name="folder")
def with_copies(file_path):
    """`a copy` by make copy, `fault` the same with the fault."""
    radix, slots = GEOMETRY.split(".")
    passes("make", "-s", "copy", f"TO={file_path}/a copy", f"TW_RADIX={radix}", f"TW_HASHED_SLOTS={slots}")
    shutil.copytree(file_path / "a copy", file_path / "fault")
    assert read("src/tw_clock.h").count(RIGHT) == 1
    text = (file_path / "fault" / "tw_clock.h").read_text(encoding="utf-8")
    (file_path / "fault" / "tw_clock.h").write_text(text.replace(RIGHT, WRONG), encoding="utf-8")
    return file_path


def judged(done, copy, green, words):
    """It begins with what differs, and ends as it should."""
    assert done.output.startswith("identical to " if green else "differs from "), done.output
    assert f": {copy}\n" in done.output and (DIFFERS in done.output) != green, done.output
    assert (done.code == 0) == green and words in re.sub(" +", " ", done.output), done.output


def changed(folder, copy, files):
    """A copy with other files, each by name and bytes; None takes the file away."""
    shutil.copytree(copy, folder)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
    return folder


def refused_in_a_sentence(folder, why):
    done = run("tools/on-copy", folder, "true")
    assert done.code and why in done.output and len(done.output.splitlines()) == 1, done.output


@pytest.mark.parametrize("name, data, why", [
    ("tw_list.h", None, "is not a copy of src/: it has no tw_list.h; name"),
    ("stdint.h", b"", "has a stdint.h, no"),
    ("StdBool.H", b"", "has a StdBool.H, no"),
    ("tw_user.hpp", b"", "has a tw_user.hpp, no"),
    ("sys/types.h", b"", "has headers in sys/, and"),
    ("tw_hier.h.gch", b"", "has a tw_hier.h.gch, a precompiled"),
    ("tw_hier.h.gch/O2", b"", "has a tw_hier.h.gch, a precompiled")])
def test_what_is_no_copy_is_refused(tmp_path, folder, name, data, why):
    refused_in_a_sentence(changed(tmp_path / "copy", folder / "a copy", {name: data}), why)


def test_other_folders_are_refused(tmp_path, folder):
    passes("tools/on-copy", folder / "a copy", "true")
    refused_in_a_sentence(tmp_path, "it has no tw_bitset.h, no tw_clock.h")
    refused_in_a_sentence(tmp_path / "absent", "is not a folder")
    refused_in_a_sentence(f"{TREE}/src/../src", "is in build/on-copy, which")
    assert (TREE / "src" / "tw_hier.c").exists()


ADDED = {"tw_geometry.h": b"\n", "tw_list.h": b"/* \xe9 */\n", "tw_ticks.h": b"\0", "LICENSE": b"\n"}
OTHERS = {".gitignore": ".gitignore", "NOTES": "NOTES", "a\nb.c": "a?b.c", "notes/list.txt": "notes",
          "tw_extra.c": "tw_extra.c"}


def test_identical_is_each_byte(tmp_path, folder):
    """Bytes that differ are reported, and judged; files that are not ours are reported, and are not there."""
    original = folder / "a copy"
    files = {name: (original / name).read_bytes() + more for name, more in ADDED.items()}
    files["tw_hier.c"] = (original / "tw_hier.c").read_bytes().replace(b"\n", b"\r\n")
    copy = changed(tmp_path / "copy", original, {**files, **dict.fromkeys(OTHERS, b"")})
    lines = passes("tools/on-copy", copy, "true").splitlines()
    assert re.fullmatch(rf"differs from {re.escape(VERSION)}\S*: {re.escape(str(copy))}", lines[0])
    assert lines[-1] == f"its geometry is {GEOMETRY}"
    strangers = {line[2:].removesuffix(" is not in this project") for line in lines[1:-1] if line.endswith("project")}
    different = {line[2:].partition(": line ")[0] for line in lines[1:-1] if ": line " in line}
    assert (strangers, different) == (set(OTHERS.values()), set(files))
    assert {path.name for path in (TREE / "src").iterdir()} == {path.name for path in (ROOT / "src").glob("*.[ch]")}
    for place in ("src/tw_hier.c", "src/tw_list.h", "examples/tw_ticks.h"):
        assert (TREE / place).read_bytes() == (copy / pathlib.Path(place).name).read_bytes()
    assert (TREE / "src" / "tw_geometry.h").read_text(encoding="utf-8") == read("src/tw_geometry.h") + "\n"


@pytest.mark.parametrize("targets, sentence", [("lint", "SRC= is for make check, prove, same, bmc and fuzz"),
                                               ("coverage check", "leave SRC out"), ("check", "")])
def test_source_is_used_or_refused(targets, sentence):
    done = run("make", "-n", *targets.split(), "SRC=a b")
    assert bool(done.code) == bool(sentence), done.output
    assert (sentence or 'tools/on-copy "a b" tools/check') in done.output, done.output


@pytest.mark.parametrize("words, given", [("prove", f"--geometry {GEOMETRY}"), ("check", f"--geometry {GEOMETRY}"),
                                          ("bmc --full", f"--full --geometry {GEOMETRY}"), ("fuzz afl", "afl"),
                                          ("prove --geometry 4.64", "--geometry 4.64")])
def test_a_program_runs_in_the_geometry_of_the_copy(tmp_path, folder, words, given):
    """The program is a stand-in here, which prints its words."""
    name, *options = words.split()
    (tmp_path / name).write_text('#!/bin/sh\necho "$@"\n', encoding="ascii")
    (tmp_path / name).chmod(0o755)
    assert passes("tools/on-copy", folder / "a copy", tmp_path / name, *options).splitlines()[-1] == given


@pytest.mark.job("bmc")
@pytest.mark.parametrize("name, green, words, geometry", [("fault", False, "gone: the last quarter", GEOMETRY),
                                                          ("a copy", True, f"clock-forms-{GEOMETRY}", GEOMETRY),
                                                          ("a copy", True, "0 failed", "4.64")])
def test_bmc(folder, name, green, words, geometry):
    passes("sh", "-c", "tools/deps bmc && tools/get-cbmc", timeout=1800)
    done = run("tools/on-copy", folder / name, "tools/bmc", f"clock-forms-{geometry}", "--geometry", geometry)
    judged(done, folder / name, green, words)


@pytest.mark.job("prove")
def test_make_prove(folder):
    """The gate, and one function."""
    done = run("make", "-s", "prove", f"SRC={folder / 'a copy'}", "FUNCTION=tw_gone", timeout=3600)
    judged(done, folder / "a copy", True, "0 unproved at 16;")


@pytest.mark.job("prove")
def test_make_prove_names_a_fault_at_once(folder):
    """Before the provers search for a proof that is not there to their last step."""
    command = ["make", "-s", "prove", f"SRC={folder / 'fault'}", "FUNCTION=tw_gone"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        lines = (line for line in process.stdout if "proved" in line and not line.startswith("geometry"))
        first = next(lines, "")
        os.killpg(process.pid, signal.SIGTERM)
    place = f"src/tw_clock.h:{line_in_clock('ensures  gone:')}"
    assert first == f"not proved yet: tw_gone_ensures_gone ({place}) at 16\n"


def test_github_action(folder):
    """With MAKEFLAGS=n make prints what it would run."""
    action = ROOT / ".github" / "actions" / "prove"
    _, make, tell = re.findall(r"^    - run: (.+)$", read(action / "action.yml"), re.MULTILINE)
    given = {"SOURCES": "a copy", "GEOMETRY": "4.64", "TARGET": "bmc", "MAKEFLAGS": "n", "RUNNER_TEMP": str(folder),
             "GITHUB_WORKSPACE": str(folder), "GITHUB_ACTION_PATH": str(action), "GITHUB_OUTPUT": str(folder / "told")}
    line = passes("bash", "-eo", "pipefail", "-c", f"{make}\n{tell}", cwd=folder, **given)
    assert f'tools/on-copy "{folder}/a copy" tools/bmc --geometry 4.64\n' in line, line
    assert read(folder / "told") == f"line={line.splitlines()[-1]}\n"


def test_gitlab_template(folder):
    """The same of the last command of its script; the others clone this project."""
    script = read("tools/gitlab-prove.yml").partition("\n  script:\n")[2].partition("\n  artifacts:")[0].splitlines()
    (folder / ".timingwheel-prove").symlink_to(ROOT)
    line = passes("sh", "-c", script[-1].removeprefix("    - "), cwd=folder, SOURCES="a copy", GEOMETRY="",
                  TARGET="prove", MAKEFLAGS="n", CI_PROJECT_DIR=str(folder))
    assert f'tools/on-copy "{folder}/a copy" tools/prove' in line, line
