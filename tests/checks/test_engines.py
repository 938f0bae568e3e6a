# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What an engine of proofs/wrong makes of what its command says: a bug that is found, none, or no answer, which is
neither. And that CBMC, stopped by a signal, leaves no process and no file."""
import os
import pathlib
import signal
import subprocess
import sys
import time
import types

import pytest

from proofs.cbmc import cbmc
from proofs.wrong.engines.command import Command
from shared import ROOT

HOLDS = "hier-step-stop                      4.4        554  holds    147/147  100 %    18.5 s"
FAILED = "hier-step-start                     4.4        631  FAILED     0/0     0 %    26.0 s"
NO_END = "hier-step-start                     4.4          0  FAILED     0/0     0 %   300.3 s"
NONE = "0 proofs, 0 properties, 0 failed, 0 s"


def killed(tmp_path, *answers):
    """What an engine says whose commands print these lines, and fail if it is told."""
    commands = [["sh", "-c", "printf '%s\\n' \"$1\"; exit $2", "sh", said, str(code)] for said, code in answers]
    engine = Command("name", "label", False, commands, 10, ["src"], "words")
    return engine.kill(tmp_path, types.SimpleNamespace(function="tw_hier_start"))


@pytest.mark.parametrize("answers, found", [(((HOLDS, 0),), ""), (((HOLDS + "\n" + FAILED, 1),), FAILED),
                                            (((HOLDS, 0), (FAILED, 1)), FAILED),
                                            (((NONE, 1), (FAILED, 1)), FAILED), (((NONE, 1), (HOLDS, 0)), "")])
def test_answers(tmp_path, answers, found):
    assert killed(tmp_path, *answers) == found.strip()


@pytest.mark.parametrize("said", [NO_END, HOLDS + "\n" + NO_END, "tools/bmc: run tools/get-cbmc: there is no cbmc"])
def test_no_answer_is_an_error(tmp_path, said):
    with pytest.raises(RuntimeError):
        killed(tmp_path, (said, 1))


@pytest.mark.parametrize("shell, watchdog, last", [("while :; do :; done", 20, "no answer in 1 s of processor"),
                                                   ("sleep 60", 1, "the machine: no end in 1 s")])
def test_cbmc_is_limited_in_time_of_the_processor(tmp_path, monkeypatch, shell, watchdog, last):
    """On a busy machine the limit is the same: only the watchdog looks at the clock."""
    monkeypatch.setattr(cbmc, "WATCHDOG", watchdog)
    assert cbmc.run(["sh", "-c", shell], tmp_path / "log", 1) == []
    assert cbmc.fault_of([], tmp_path / "log") == last
    assert [path.name for path in tmp_path.iterdir()] == ["log"]


# tools/bmc, with shells for CBMC: each writes a file of a solver, and starts one that would run on.
STAND_IN = """
import importlib.machinery, pathlib, sys
sys.path.insert(0, "tools")
run = importlib.machinery.SourceFileLoader("bmc", "tools/bmc").load_module()
from proofs.cbmc import cbmc
folder = pathlib.Path(sys.argv.pop())
shell = 'echo $$ >>"$0"; sleep 300 & echo $! >>"$0"; echo cnf >"${TMPDIR:?}/external-sat.cnf"; wait'
def prove(task):
    return cbmc.run(["sh", "-c", shell, str(folder / "started")], folder / task[2]["name"], 300)
run.REPORT, run.LOGS, run.needs, run.tools, run.prove = folder / "report", folder, print, lambda: ("sh", []), prove
run.selftest = lambda *_: prove((0, 0, {"name": "bug"}))
run.main()
"""


def goes_on(process):
    """Does it run? One that has ended, and waits for its parent, does not."""
    try:
        stat = pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
        return stat.rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize("number, code", [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
@pytest.mark.parametrize("options, runs", [(["--jobs", "2"], 2), (["--selftest"], 1)], ids=["threads", "selftest"])
def test_a_signal_ends_cbmc_and_its_solver(tmp_path, options, runs, number, code):
    started = tmp_path / "started"
    with subprocess.Popen([sys.executable, "-c", STAND_IN, *options, tmp_path], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler)) as command:
        try:
            until = time.monotonic() + 60
            while len(list(tmp_path.glob("tmp-*/external-sat.cnf"))) < runs:
                assert command.poll() is None and time.monotonic() < until, command.stderr.read()
                time.sleep(0.1)
            command.send_signal(number)
            _, said = command.communicate(timeout=60)
        finally:
            command.kill()
            processes = started.read_text(encoding="ascii").split() if started.exists() else []
            left = [process for process in processes if goes_on(process)]
            for process in left:
                os.kill(int(process), signal.SIGKILL)
    assert (command.returncode, said) == (code, f"tools/bmc: stopped by {number.name}\n")
    assert len(processes) == 2 * runs and not left
    assert [path.name for path in tmp_path.iterdir()] == ["started"]
