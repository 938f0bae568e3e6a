# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a user with a copy of src/ runs, for one function: on copies by `make copy` and by hand, identical and with a fault in tw_gone.

`make check` tries what is said of a copy and its geometry; a folder that is none is refused in one sentence. It is identical only if
each byte is, and if it has no other file. --job bmc tries tools/bmc on copies, --job prove `make prove SRC=folder`. An identical copy must be green, one with the fault red with the clause that fails."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

import pytest

from shared import ROOT, passes, read, run

TREE = ROOT / "build" / "on-copy"
RIGHT, WRONG = "    return ticks == 0u || ticks > TW_TICK_MAX", "    return ticks == 1u || ticks > TW_TICK_MAX"
DIFFERS = f"  tw_clock.h: line {read('src/tw_clock.h').partition(RIGHT)[0].count(chr(10)) + 1}\n"
CLAUSE_AT = read("src/tw_clock.h").partition("ensures  gone:")[0].count("\n") + 1
CLAUSE = "gone: the last quarter"
GEOMETRY = "16.1024"


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
    """`a copy` by make copy, `fault` the same with the fault."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        radix, slots = GEOMETRY.split(".")
        passes("make", "-s", "copy", f"TO={folder}/a copy", f"TW_RADIX={radix}", f"TW_HASHED_SLOTS={slots}")
        with_fault(folder / "fault", folder / "a copy")
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


@pytest.mark.parametrize("target, sentence", [("lint", "SRC= is for make check, prove, bmc and fuzz"), ("coverage check", "leave SRC out"), ("check", "")])
def test_source_is_used_or_refused(target, sentence):
    done = run("make", "-n", *target.split(), "SRC=a b")
    assert bool(done.code) == bool(sentence) and (sentence or 'tools/on-copy "a b" tools/check') in done.output, done.output


@pytest.mark.parametrize("command, geometry", [("tools/prove", f"--geometry {GEOMETRY}"), ("tools/bmc --full", f"--geometry {GEOMETRY}"), ("tools/check", f"--geometry {GEOMETRY}"),
                                               ("tools/fuzz afl", ""), ("tools/prove --geometry 4.64", "--geometry 4.64")])
def test_a_program_runs_in_the_geometry_of_the_copy(tmp_path, folder, command, geometry):
    """It is a stand-in here, which prints its words."""
    words = command.split()
    program = tmp_path / words[0].rpartition("/")[2]
    program.write_text('#!/bin/sh\necho "$@"\n', encoding="ascii")
    program.chmod(0o755)
    last = passes("tools/on-copy", folder / "a copy", program, *words[1:]).splitlines()[-1]
    assert last.split() == [*(word for word in words[1:] if "--geometry" not in command), *geometry.split()]


@pytest.fixture(scope="module", name="cbmc")
def once_fetched():
    passes("sh", "-c", "tools/deps bmc && tools/get-cbmc", timeout=1800)


PROOF = "clock-forms-{}".format


@pytest.mark.job("bmc")
@pytest.mark.usefixtures("cbmc")
@pytest.mark.parametrize("name, green, words, geometry", [("fault", False, CLAUSE, GEOMETRY), ("a copy", True, f"clock-forms-{GEOMETRY}", GEOMETRY),
                                                          ("a copy", True, "0 failed", "4.64")])
def test_bmc(folder, name, green, words, geometry):
    said(run("tools/on-copy", folder / name, "tools/bmc", PROOF(geometry), "--geometry", geometry), folder / name, green, words)


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


def test_github_action(folder):
    """With MAKEFLAGS=n make prints what it would run."""
    action = commands(re.findall(r"^    - run: (.+)$", read(".github/actions/prove/action.yml"), re.MULTILINE), 1)
    line = passes("sh", "-c", action[0], cwd=folder, SOURCES="a copy", GEOMETRY="4.64", TARGET="bmc", MAKEFLAGS="n",
                  GITHUB_WORKSPACE=str(folder), GITHUB_ACTION_PATH=str(ROOT / ".github/actions/prove"))
    assert f'tools/on-copy "{folder}/a copy" tools/bmc --geometry 4.64\n' in line, line


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="not tried: this is no clone, or there is no git")
def test_gitlab_template(folder):
    lines = read("tools/gitlab-prove.yml").partition("\n  script:\n")[2].partition("\n  artifacts:")[0].splitlines()
    template = commands([line.removeprefix("    - ") for line in lines], 3)
    passes("sh", "-ec", "\n".join(template[:2]), cwd=folder, REPOSITORY=str(ROOT), COMMIT=passes("git", "-c", "safe.directory=*", "rev-parse", "HEAD").strip(),
           GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0="safe.directory", GIT_CONFIG_VALUE_0="*")
    line = passes("sh", "-c", template[2], cwd=folder, SOURCES="a copy", GEOMETRY="", TARGET="prove", MAKEFLAGS="n", CI_PROJECT_DIR=str(folder))
    assert f'tools/on-copy "{folder}/a copy" tools/prove' in line, line
