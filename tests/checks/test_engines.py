# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What an engine of proofs/wrong makes of what its command says: a bug that is found, none, or no answer, which is
neither."""
import types

import pytest

from proofs.cbmc import cbmc
from proofs.wrong.engines.command import Command

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
