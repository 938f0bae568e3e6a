# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a user with a copy of src/ runs, for one function: on copies by `make copy` and by hand, identical and with a fault in tw_gone.

`make check` tries what is said of a copy, its geometry, and a test of it; a folder that is none is refused in one sentence. It is identical only if
each byte is, and if it has no other file. --job bmc tries `make bmc SRC=folder`, and the commands of the GitHub action and the GitLab template, read
out of their files; --job prove tries `make prove SRC=folder`. An identical copy must be green, one with the fault red with the clause that fails."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

import pytest

from shared import ROOT, passes, read, refused, run

TREE = ROOT / "build" / "on-copy"
RIGHT, WRONG = "    return ticks == 0u || ticks > TW_TICK_MAX", "    return ticks == 1u || ticks > TW_TICK_MAX"
DIFFERS = f"  tw_clock.h: line {read('src/tw_clock.h').partition(RIGHT)[0].count(chr(10)) + 1}\n"
CLAUSE_AT = read("src/tw_clock.h").partition("ensures  gone:")[0].count("\n") + 1
CLAUSE = "gone: the last quarter"
GEOMETRY, TESTED = "16.1024", "4.4"
PROGRAM = f"build/plain-{TESTED}/test_clock"


def with_fault(folder, copy):
    """The same with a fault in one function. Its files are old."""
    shutil.copytree(copy, folder)
    text = (folder / "tw_clock.h").read_text(encoding="utf-8")
    assert text.count(RIGHT) == 1, "the fault cannot be planted"
    (folder / "tw_clock.h").write_text(text.replace(RIGHT, WRONG), encoding="utf-8")
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


def changed(folder, copy, changes):
    """A copy with other files, each by name and bytes; None takes the file away."""
    shutil.copytree(copy, folder)
    for name, text in changes.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if text is None:
            path.unlink()
        else:
            path.write_bytes(text)
    return folder


def refused_in_a_sentence(folder, why):
    done = run("tools/on-copy", folder, "true")
    assert done.code and why in done.output and len(done.output.splitlines()) == 1, done.output


@pytest.mark.parametrize("changes, why", [
    ({"tw_list.h": None}, "is not a copy of src/: it has no tw_list.h; name"), ({"stdint.h": b""}, "has a stdint.h, no"),
    ({"StdBool.H": b""}, "has a StdBool.H, no"), ({"tw_user.hpp": b""}, "has a tw_user.hpp, no"), ({"sys/types.h": b""}, "has headers in sys/, and"),
    ({"tw_hier.h.gch": b""}, "has a tw_hier.h.gch, a precompiled"), ({"tw_hier.h.gch/O2": b""}, "has a tw_hier.h.gch, a precompiled")])
def test_what_is_no_copy_is_refused(tmp_path, folder, changes, why):
    refused_in_a_sentence(changed(tmp_path / "copy", folder / "a copy", changes), why)


def test_other_folders_are_refused(tmp_path, folder):
    passes("tools/on-copy", folder / "a copy", "true")
    refused_in_a_sentence(tmp_path, "it has no tw_bitset.h, no tw_clock.h")
    refused_in_a_sentence(tmp_path / "absent", "is not a folder")
    for name in ("", "src", "src/../src"):
        refused_in_a_sentence(f"{TREE}/{name}", "is in build/on-copy, which")
    assert (TREE / "src" / "tw_hier.c").exists()


BYTES = {name: lambda text, more=more: text + more for name, more in
         {"tw_geometry.h": b"\n", "tw_list.h": b"/* \xe9 */\n", "tw_ticks.h": b"\0", "LICENSE": b"\n"}.items()}
BYTES["tw_hier.c"] = lambda text: text.replace(b"\n", b"\r\n")
OTHERS = {".gitignore": ".gitignore", "NOTES": "NOTES", "a\nb.c": "a?b.c", "notes/list.txt": "notes", "tw_extra.c": "tw_extra.c"}


def test_identical_is_each_byte(tmp_path, folder):
    """Bytes that differ are told, and judged; files that are not ours are told, and are not there."""
    copy = changed(tmp_path / "copy", folder / "a copy", {**{name: change((folder / "a copy" / name).read_bytes()) for name, change in BYTES.items()},
                                                          **dict.fromkeys(OTHERS, b""), "tw_wide.h": read("examples/tw_wide.h").encode()})
    lines = passes("tools/on-copy", copy, "true").splitlines()
    assert re.fullmatch(rf"differs from [0-9.]+: {re.escape(str(copy))}", lines[0]) and lines[-1] == f"its geometry is {GEOMETRY}"
    told = dict(line.strip().replace(" is ", ": is ").split(": ", 1) for line in lines[1:-1])
    assert told.keys() == {*BYTES, *OTHERS.values()}
    assert all((told[name] == "is not in this project") == (name in OTHERS.values()) for name in told), told
    assert {path.name for path in (TREE / "src").iterdir()} == {path.name for path in (ROOT / "src").glob("*.[ch]")}
    for name, where in (("tw_hier.c", "src"), ("tw_list.h", "src"), ("tw_ticks.h", "examples")):
        assert (TREE / where / name).read_bytes() == (copy / name).read_bytes()
    assert (TREE / "src" / "tw_geometry.h").read_text(encoding="utf-8") == read("src/tw_geometry.h") + "\n"


@pytest.mark.parametrize("name, why", [("tw_hier.h.gch", "remove .*/tw_hier.h.gch: a compiler reads"), ("LICENSE", "has a LICENSE of another text")])
def test_make_copy_refuses_a_folder(tmp_path, name, why):
    (tmp_path / name).write_text("of another project")
    refused(why, "make", "-s", "copy", f"TO={tmp_path}")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_second_run_waits(tmp_path, folder):
    """The first one still judges its own copy when the second has begun."""
    fault = with_fault(tmp_path / "fault", folder / "a copy")
    start = dict(cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with subprocess.Popen(["tools/on-copy", folder / "a copy", "sh", "-c", "echo begun && read line && cat src/tw_clock.h"], **start) as first:
        while first.stdout.readline() != "begun\n":
            assert first.poll() is None
        with subprocess.Popen(["tools/on-copy", fault, "true"], **start) as second:
            assert second.stderr.readline() == "tools/on-copy: waits for another run in build/on-copy to end\n"
            assert RIGHT in first.communicate("\n", timeout=60)[0]
            assert DIFFERS in second.communicate(timeout=60)[0] and (first.returncode, second.returncode) == (0, 0)


@pytest.mark.parametrize("given", ["argument", "environment"])
@pytest.mark.parametrize("targets, source, why", [
    *((target, "src", f"make {target} would judge our src/") for target in ("coverage", "lint", "fault-injection", "wcet", "verify", PROGRAM)),
    ("check lint", "src", "make lint would"), ("vectors", "src", "make update would"), ("replay", "src", "make replay takes SOURCE="),
    ("prove", "", "SRC= is empty"), ("fuzz", "", "SRC= is empty"), ("help museum copy TO=folder deps", "src", ""), ("help museum", "", ""),
    ("gate", "a b", 'tools/on-copy "a b" make ON_COPY=1 prove'), ("fuzz ON_COPY=1", "a b", 'tools/on-copy "a b" make')])
def test_source_is_used_or_refused(targets, source, why, given):
    done = run("make", "-n", *targets.split(), *([f"SRC={source}"] if given == "argument" else []), **({"SRC": source} if given == "environment" else {}))
    wrong = bool(why) and not why.startswith("tools/")
    assert bool(done.code) == wrong and (not wrong or "*** " in done.output) and why in done.output, done.output


@pytest.mark.parametrize("given", ["argument", "environment"])
def test_the_copy_takes_no_source_of_its_caller(folder, given):
    """What runs on the copy may call make again: it gets no SRC."""
    show = "--eval=show: ; @echo source=$(SRC)=; env | sed -n 's/^SRC=/its &/p'"
    said = passes("tools/on-copy", folder / "a copy", "make", show, "ON_COPY=1", "show", *(["SRC=other"] if given == "argument" else []),
                  **({"SRC": "other"} if given == "environment" else {}))
    assert said.splitlines()[-1] == "source=="


@pytest.mark.parametrize("target, command", [("prove", f"tools/prove --geometry {GEOMETRY}"), ("bmc", f"tools/bmc --geometry {GEOMETRY}"),
                                             ("prove GATE=1", "tools/prove --gate"), ("fuzz", "fuzz/run afl"), ("check", "tools/check")])
def test_target_runs_in_the_geometry_of_the_copy(folder, target, command):
    copy = folder / "a copy"
    said(run("tools/on-copy", copy, "make", "-n", *target.split()), copy, True, command)
    line = passes("make", "-n", *target.split(), f"SRC={copy}", "GEOMETRY=4.64")
    assert f'tools/on-copy "{copy}" make ON_COPY=1 ' in line and f'{target.split()[0]} "GEOMETRY=4.64"' in line


@pytest.mark.parametrize("green", [True, False], ids=["identical", "fault"])
def test_a_test_of_a_copy(tmp_path, folder, green):
    copy = folder / "tested" if green else with_fault(tmp_path / "fault", folder / "tested")
    done = run("tools/on-copy", copy, "make", PROGRAM)
    said(done._replace(code=done.code if green else 1), copy, green)
    assert done.code == 0, done.output
    assert (run(TREE / PROGRAM, CMOCKA_MESSAGE_OUTPUT="TAP").code == 0) == green


@pytest.fixture(scope="module", name="cbmc")
def once_fetched():
    passes("sh", "-c", "tools/deps bmc && tools/get-cbmc", timeout=1800)


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
    """The gate, and one function."""
    copy = folder / "a copy"
    said(run("make", "-s", "prove", f"SRC={copy}", "FUNCTION=tw_gone", timeout=3600), copy, True, "0 unproved at 16;")


@pytest.mark.job("prove")
def test_make_prove_names_a_fault_at_once(folder):
    """Before the provers search for a proof that is not there to their last step."""
    command = ["make", "-s", "prove", f"SRC={folder / 'fault'}", "FUNCTION=tw_gone"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        line = next((line for line in process.stdout if "proved" in line and not line.startswith("geometry")), "")
        os.killpg(process.pid, signal.SIGTERM)
    assert line == f"not proved yet: tw_gone_ensures_gone (src/tw_clock.h:{CLAUSE_AT}) at 16\n"


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
    lines = read("tools/gitlab-prove.yml").partition("\n  script:\n")[2].partition("\n  artifacts:")[0].splitlines()
    template = commands([line.removeprefix("    - ") for line in lines], 3)
    passes("sh", "-ec", "\n".join(template[:2]), cwd=folder, REPOSITORY=str(ROOT), COMMIT=passes("git", "-c", "safe.directory=*", "rev-parse", "HEAD").strip(),
           GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0="safe.directory", GIT_CONFIG_VALUE_0="*")
    clone = folder / ".timingwheel-prove" / "build"
    clone.mkdir()
    if (ROOT / "build" / "cbmc").exists():
        (clone / "cbmc").symlink_to(ROOT / "build" / "cbmc")
    said(run("sh", "-c", template[2], cwd=folder, SOURCES="fault", GEOMETRY="", TARGET="bmc", MAKEFLAGS=PROOF, CI_PROJECT_DIR=str(folder)),
         folder / "fault", False, CLAUSE)
