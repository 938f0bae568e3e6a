# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is made of what a command says of a wrong wheel: a bug that is found, none, or no answer, which is neither."""
import types

import pytest

from proofs.cbmc import cbmc
from proofs.wrong import ask

HOLDS = "hier-step-stop                      4.4        554  holds    147/147  100 %    18.5 s"
FAILED = "hier-step-start                     4.4        631  FAILED     0/0     0 %    26.0 s"
NO_END = "hier-step-start                     4.4          0  FAILED     0/0     0 %   300.3 s"


def found(tmp_path, said, code):
    """What tools/bmc finds that prints these lines, and ends with this code."""
    (tmp_path / "bmc").write_text(f"#!/bin/sh\ncat <<'END'\n{said}\nEND\nexit {code}\n", encoding="utf-8")
    (tmp_path / "bmc").chmod(0o755)
    return ask.command(types.SimpleNamespace(name="wheel", files=[]), tmp_path, str(tmp_path / "bmc"),
                       ask.COMMANDS["bmc"][1], ["hier-step-start"])


@pytest.mark.parametrize("said, code, line", [(HOLDS, 0, ""), (f"{HOLDS}\n{FAILED}", 1, FAILED)])
def test_answers(tmp_path, said, code, line):
    assert found(tmp_path, said, code) == line


@pytest.mark.parametrize("said", [NO_END, HOLDS + "\n" + NO_END, "tools/bmc: run tools/get-cbmc: there is no cbmc"])
def test_no_answer_is_an_error(tmp_path, said):
    with pytest.raises(RuntimeError):
        found(tmp_path, said, 1)


@pytest.mark.parametrize("shell, watchdog, last", [("while :; do :; done", 20, "no answer in 1 s of processor"),
                                                   ("sleep 60", 1, "the machine: no end in 1 s")])
def test_cbmc_is_limited_in_time_of_the_processor(tmp_path, monkeypatch, shell, watchdog, last):
    """On a busy machine the limit is the same: only the watchdog looks at the clock."""
    monkeypatch.setattr(cbmc, "WATCHDOG", watchdog)
    assert cbmc.run(["sh", "-c", shell], tmp_path / "log", 1) == []
    assert cbmc.fault_of([], tmp_path / "log") == last
    assert [path.name for path in tmp_path.iterdir()] == ["log"]
