# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a user with a copy of src/ runs, for one function: on copies by `make copy` and by hand, identical and with a fault in tw_gone.

`make check` tries what is said of a copy, its geometry, and a test of it; a folder that is none is refused in one sentence. --job bmc tries `make bmc
SRC=folder`, and the commands of the GitHub action and the GitLab template, read out of their files; --job prove tries `make prove SRC=folder`.
An identical copy must be green, one with the fault red with the clause that fails, and both in the geometry of the copy."""
import os
import pathlib
import re
import shutil
import tempfile

import pytest

from shared import ROOT, passes, read, run

TREE = ROOT / "build" / "with-sources"
RIGHT, WRONG = "    return ticks == 0u || ticks > TW_TICK_MAX", "    return ticks == 1u || ticks > TW_TICK_MAX"
DIFFERS = "  tw_clock.h: tw_gone\n"
CLAUSE = "gone: the last quarter"
GEOMETRY, TESTED = "16.1024", "4.4"
PROGRAM = f"build/plain-{TESTED}/test_clock"


def with_fault(folder, copy):
    """The same with a fault in one function. Its files are old."""
    shutil.copytree(copy, folder)
    path = folder / "tw_clock.h"
    text = path.read_text(encoding="utf-8")
    assert text.count(RIGHT) == 1, "the fault cannot be planted"
    path.write_text(text.replace(RIGHT, WRONG), encoding="utf-8")
    for file in folder.iterdir():
        os.utime(file, (1, 1))
    return folder


@pytest.fixture(scope="module", name="folder")
def with_copies():
    """`a copy` by make copy, `fault` the same with the fault, and `tested`, src/ as it is."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        radix, slots = GEOMETRY.split(".")
        passes("make", "-s", "copy", f"TO={folder}/a copy", f"TW_RADIX={radix}", f"TW_HASHED_SLOTS={slots}")
        with_fault(folder / "fault", folder / "a copy")
        shutil.copytree(ROOT / "src", folder / "tested")
        yield folder


def said(done, copy, green, words=""):
    """It begins with what differs, and ends as it should."""
    first = "differs from" if DIFFERS in done.output else "identical to"
    assert re.match(rf"{first} \d+\.\d+\.\d+: {re.escape(str(copy))}\n", done.output), done.output
    assert (DIFFERS in done.output) != green, done.output
    assert (done.code == 0) == green and words in re.sub(" +", " ", done.output), done.output


@pytest.mark.parametrize("name, why", [("lost", "is not a copy of src/: it has no tw_geometry.h; name"), ("empty", "it has no tw_bitset.h, no"),
                                       ("absent", "is not a folder")])
def test_a_folder_that_is_no_copy_is_refused_in_one_sentence(tmp_path, folder, name, why):
    (tmp_path / "empty").mkdir()
    shutil.copytree(folder / "a copy", tmp_path / "lost")
    (tmp_path / "lost" / "tw_geometry.h").unlink()
    done = run("ci/with-sources", tmp_path / name, "true")
    assert done.code and why in done.output and len(done.output.splitlines()) == 1, done.output


@pytest.mark.parametrize("target, command", [("prove", f"proofs/wp/prove --geometry {GEOMETRY}"), ("bmc", f"proofs/cbmc/run --geometry {GEOMETRY}"),
                                             ("prove GATE=1", "proofs/wp/prove --gate"), ("fuzz", "fuzz/run afl"), ("check", "ci/run-tests")])
def test_target_runs_in_the_geometry_of_the_copy(folder, target, command):
    copy = folder / "a copy"
    said(run("ci/with-sources", copy, "make", "-n", *target.split()), copy, True, command)
    line = passes("make", "-n", *target.split(), f"SRC={copy}", "GEOMETRY=4.64")
    assert f'ci/with-sources "{copy}" make' in line and f'{target.split()[0]} "GEOMETRY=4.64"' in line


@pytest.mark.parametrize("green", [True, False], ids=["identical", "fault"])
def test_a_test_of_a_copy(tmp_path, folder, green):
    copy = folder / "tested" if green else with_fault(tmp_path / "fault", folder / "tested")
    done = run("ci/with-sources", copy, "make", PROGRAM)
    said(done._replace(code=done.code if green else 1), copy, green)
    assert done.code == 0, done.output
    assert (run(TREE / PROGRAM, CMOCKA_MESSAGE_OUTPUT="TAP").code == 0) == green


@pytest.fixture(scope="module", name="cbmc")
def once_fetched():
    passes("sh", "-c", "ci/install bmc && ci/get-cbmc", timeout=1800)


PROOF = f"PROOF=clock-forms-{GEOMETRY}"


@pytest.mark.job("bmc")
@pytest.mark.usefixtures("cbmc")
@pytest.mark.parametrize("name, green, words, options", [
    ("fault", False, CLAUSE, [PROOF]), ("a copy", True, f"clock-forms-{GEOMETRY}", [PROOF]),
    ("a copy", True, "0 failed", ["GEOMETRY=4.64", "PROOF=clock-forms-4.64"])])
def test_make_bmc(folder, name, green, words, options):
    said(run("make", "-s", "bmc", f"SRC={folder / name}", *options), folder / name, green, words)


@pytest.mark.job("prove")
def test_make_prove(folder):
    """The gate, and one function. A fault is left to CBMC: provers search for a proof that is not there to their last step."""
    copy = folder / "a copy"
    said(run("make", "-s", "prove", f"SRC={copy}", "FUNCTION=tw_gone", timeout=3600), copy, True, "0 unproved at 16;")


def commands(lines, count):
    """The commands of a host, without the installation of packages; the last one calls make SRC=."""
    found = [line for line in lines if not line.startswith("apt-get ")]
    assert len(found) == count and " -C " in found[-1] and "SRC=" in found[-1], found
    return found


@pytest.mark.job("bmc")
@pytest.mark.usefixtures("cbmc")
def test_github_action(folder):
    action = commands(re.findall(r"^    - run: (.+)$", read(".github/actions/prove/action.yml"), re.MULTILINE), 1)
    said(run("sh", "-c", "\n".join(action), cwd=folder, SOURCES="a copy", GEOMETRY="", TARGET="bmc", MAKEFLAGS=PROOF,
             GITHUB_WORKSPACE=str(folder), GITHUB_ACTION_PATH=str(ROOT / ".github/actions/prove")), folder / "a copy", True, GEOMETRY)


@pytest.mark.job("bmc")
@pytest.mark.usefixtures("cbmc")
@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="not tried: this is no clone, or there is no git")
def test_gitlab_template(folder):
    lines = read("ci/gitlab-prove.yml").partition("\n  script:\n")[2].partition("\n  artifacts:")[0].splitlines()
    template = commands([line.removeprefix("    - ") for line in lines], 3)
    passes("sh", "-ec", "\n".join(template[:2]), cwd=folder, REPOSITORY=str(ROOT), COMMIT=passes("git", "-c", "safe.directory=*", "rev-parse", "HEAD").strip(),
           GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0="safe.directory", GIT_CONFIG_VALUE_0="*")
    clone = folder / ".timingwheel-prove" / "build"
    clone.mkdir()
    if (ROOT / "build" / "cbmc").exists():
        (clone / "cbmc").symlink_to(ROOT / "build" / "cbmc")
    said(run("sh", "-c", template[2], cwd=folder, SOURCES="fault", GEOMETRY="", TARGET="bmc", MAKEFLAGS=PROOF, CI_PROJECT_DIR=str(folder)),
         folder / "fault", False, CLAUSE)
