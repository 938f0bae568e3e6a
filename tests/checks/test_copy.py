# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a user with a copy of src/ runs, for one function: on copies by `make copy` and by hand, identical and with a fault in tw_gone.

`make check` tries what is said of a copy, its geometry, and a test of it; a folder that is none is refused in one sentence. It is identical only if
each byte is, and if it has no other file. --job bmc tries `make bmc
SRC=folder`, and the commands of the GitHub action and the GitLab template, read out of their files; --job prove tries `make prove SRC=folder`.
An identical copy must be green, one with the fault red with the clause that fails, and both in the geometry of the copy."""
import os
import pathlib
import re
import shutil
import subprocess
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


def changed(folder, name, change):
    """A file of a copy, new or with other bytes."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(change(path.read_bytes() if path.exists() else b""))


def with_a_hidden_function(text):
    """The fault, and after it the right function, which no compiler reads."""
    right = re.search(rb"^static [^\n]*\btw_gone\([^;{}]*\n\{\n.*?^\}\n", text, re.MULTILINE | re.DOTALL)[0]
    assert text.count(right) == 1 and RIGHT.encode() in right
    return text.replace(right, right.replace(RIGHT.encode(), WRONG.encode()) + b"#if 0\n" + right + b"#endif\n")


BYTES = {"tw_clock.h": (with_a_hidden_function, "tw_gone, text outside of functions"),
         "tw_geometry.h": (lambda text: text + b"\n", "text outside of functions"),
         "tw_hier.c": (lambda text: text.replace(b"\n", b"\r\n"), "layout or order"),
         "tw_list.h": (lambda text: text + b"/* \xe9 */\n", "text outside of functions"),
         "tw_ticks.h": (lambda text: text + b"\0", "text outside of functions")}
OTHERS = {"NOTES": "NOTES", "a\nb.c": r"'a\nb.c'", "evil.c": "evil.c", "notes/list.txt": "notes", "tw_extra.c": "tw_extra.c", "tw_extra.hpp": "tw_extra.hpp"}
OURS = {"LICENSE-MIT": "LICENSE-MIT", "tw_wide.h": "examples/tw_wide.h"}


@pytest.mark.parametrize("changes, told", [
    ({name: change for name, (change, _) in BYTES.items()}, [f"  {name}: {what}" for name, (_, what) in BYTES.items()]),
    ({name: lambda text: text for name in OTHERS}, [f"  {name} is not in this project" for name in OTHERS.values()]),
    ({"tw_extra.c": lambda text: text}, ["  tw_extra.c is not in this project"]),
    ({name: lambda _, path=path: (ROOT / path).read_bytes() for name, path in OURS.items()}, [])], ids=["bytes", "others", "other", "ours"])
def test_identical_is_each_byte(tmp_path, folder, changes, told):
    copy = tmp_path / "copy"
    shutil.copytree(folder / "a copy", copy)
    for name, change in changes.items():
        changed(copy, name, change)
    done = run("ci/with-sources", copy, "true")
    first = "differs from" if told else "identical to"
    assert done.code == 0 and re.fullmatch(rf"{first} [0-9.]+: {re.escape(str(copy))}", done.output.splitlines()[0]), done.output
    assert done.output.splitlines()[1:] == [*told, f"its geometry is {GEOMETRY}"], done.output
    for name in changes:
        judged = TREE / ("examples" if name in ("tw_ticks.h", "tw_wide.h") else "src") / name
        assert judged.exists() == name.startswith("tw_")
        assert name == "tw_geometry.h" or not judged.exists() or judged.read_bytes() == (copy / name).read_bytes()


@pytest.mark.parametrize("name, why", [("stdint.h", "has a stdint.h, and"), ("StdBool.H", "has a StdBool.H, and"), ("features.h", "has a features.h, and"),
                                       ("_ansi.h", "has a _ansi.h, and"), ("wheel_user.h", "has a wheel_user.h, and"), ("sys/types.h", "has headers in sys/, and")])
def test_a_header_like_one_of_the_system_is_refused(tmp_path, folder, name, why):
    shutil.copytree(folder / "a copy", tmp_path / "copy")
    changed(tmp_path / "copy", name, lambda text: text)
    done = run("ci/with-sources", tmp_path / "copy", "true")
    assert done.code and why in done.output and len(done.output.splitlines()) == 1, done.output


def test_the_folder_that_is_made_anew_is_refused(folder):
    passes("ci/with-sources", folder / "a copy", "true")
    for name in ("", "src", "src/../src"):
        done = run("ci/with-sources", f"{TREE}/{name}", "true")
        assert done.code and "is in build/with-sources, which" in done.output and len(done.output.splitlines()) == 1, done.output
        assert (TREE / "src" / "tw_hier.c").exists()


def test_a_second_run_waits(tmp_path, folder):
    """The first one still judges its own copy when the second has begun."""
    fault = with_fault(tmp_path / "fault", folder / "a copy")
    start = dict(cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with subprocess.Popen(["ci/with-sources", folder / "a copy", "sh", "-c", "echo begun && read line && cat src/tw_clock.h"], **start) as first:
        while first.stdout.readline() != "begun\n":
            assert first.poll() is None
        with subprocess.Popen(["ci/with-sources", fault, "true"], **start) as second:
            assert second.stderr.readline() == "ci/with-sources: waits for another run in build/with-sources to end\n"
            assert RIGHT in first.communicate("\n", timeout=60)[0]
            assert DIFFERS in second.communicate(timeout=60)[0] and (first.returncode, second.returncode) == (0, 0)


@pytest.mark.parametrize("given", ["argument", "environment"])
@pytest.mark.parametrize("targets, source, why", [
    *((target, "src", f"make {target} would judge our src/") for target in ("coverage", "lint", "fault-injection", "wcet", "verify", PROGRAM)),
    ("check lint", "src", "make lint would"), ("vectors", "src", "make update would"), ("replay", "src", "make replay takes SOURCE="),
    ("prove", "", "SRC= is empty"), ("fuzz", "", "SRC= is empty"), ("help museum copy TO=folder deps", "src", ""), ("help museum", "", ""),
    ("gate", "a b", 'ci/with-sources "a b" make ON_COPY=1 prove'), ("fuzz ON_COPY=1", "a b", 'ci/with-sources "a b" make')])
def test_source_is_used_or_refused(targets, source, why, given):
    done = run("make", "-n", *targets.split(), *([f"SRC={source}"] if given == "argument" else []), **({"SRC": source} if given == "environment" else {}))
    wrong = bool(why) and not why.startswith("ci/")
    assert bool(done.code) == wrong and (not wrong or "*** " in done.output) and why in done.output, done.output


@pytest.mark.parametrize("given", ["argument", "environment"])
def test_the_copy_takes_no_source_of_its_caller(folder, given):
    """What runs on the copy may call make again: it gets no SRC."""
    show = "--eval=show: ; @echo source=$(SRC)=; env | sed -n 's/^SRC=/its &/p'"
    said = passes("ci/with-sources", folder / "a copy", "make", show, "ON_COPY=1", "show", *(["SRC=other"] if given == "argument" else []),
                  **({"SRC": "other"} if given == "environment" else {}))
    assert said.splitlines()[-1] == "source=="


@pytest.mark.parametrize("target, command", [("prove", f"proofs/wp/prove --geometry {GEOMETRY}"), ("bmc", f"tools/bmc --geometry {GEOMETRY}"),
                                             ("prove GATE=1", "proofs/wp/prove --gate"), ("fuzz", "fuzz/run afl"), ("check", "ci/run-tests")])
def test_target_runs_in_the_geometry_of_the_copy(folder, target, command):
    copy = folder / "a copy"
    said(run("ci/with-sources", copy, "make", "-n", *target.split()), copy, True, command)
    line = passes("make", "-n", *target.split(), f"SRC={copy}", "GEOMETRY=4.64")
    assert f'ci/with-sources "{copy}" make ON_COPY=1 ' in line and f'{target.split()[0]} "GEOMETRY=4.64"' in line


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
