# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Are the provers and the judge of tools/prove alive? proofs/wp/control.c has what a prover must prove, must not prove,
and must find a contradiction in. Each is judged as a proof is."""
import pytest

from proofs.wp import frama_c, judge, obligations
from proofs.wp.flags import GUARDS, STEPS, asked, proof, smoke

pytestmark = pytest.mark.job("prove")
CONTROL = "proofs/wp/control.c"
RIGHT, WRONG = "tw_control_right", "tw_control_wrong"


@pytest.fixture(autouse=True, scope="module")
def modules():
    frama_c.prepare()


def run(options, **how):
    return frama_c.run("any", CONTROL, options, frama_c.log_of("any", CONTROL, "control"), cached="none", **how)


def judged(options, known, **how):
    """The faults that the judge finds in a run about a function."""
    return " ".join(fault for _, fault in judge.judge("", CONTROL, known, run([*GUARDS, *options], **how))[1])


@pytest.mark.parametrize("prover", STEPS)
def test_a_prover_proves_what_is_right_alone(prover):
    said = judged(asked(prover, ["-wp-fct", f"{RIGHT},{WRONG}"], STEPS[prover] // 3), {RIGHT, WRONG})
    assert f"not proved: {WRONG}_ensures_wrong " in said and said.count("not proved") == 1


@pytest.mark.parametrize("prover", STEPS)
def test_with_few_steps_it_proves_nothing(prover):
    """And what nobody proves is seen."""
    said = judged(asked(prover, ["-wp-fct", RIGHT], 1000), {RIGHT})
    assert f"not proved: {RIGHT}_ensures_right " in said and f"nobody proves it: {WRONG} " in said


@pytest.mark.parametrize("prover", STEPS)
def test_the_other_one_is_asked_what_it_leaves(prover):
    said = judged(proof(["-wp-fct", RIGHT, "-wp-prop", "right"], prover == "Z3", 1000), {RIGHT})
    assert all(f"{name} " in said for name in STEPS)


@pytest.mark.parametrize("prover", STEPS)
def test_a_prover_that_does_not_get_its_steps(prover):
    """The machine is to blame, not the goal."""
    asleep = obligations.stand_ins("sleeper", "exec sleep 60")
    said = judged(asked(prover, ["-wp-fct", RIGHT, "-wp-prop", "right"], watchdog=1), {RIGHT}, why3=asleep)
    assert f"the machine did not give its steps to {prover} " in said
    said = judge.judge_smoke("", CONTROL, run(smoke(["-wp-fct", RIGHT], 1), why3=asleep))[1]
    assert any("the machine did not give a smoke test" in fault for fault in said)


def test_smoke_tests_find_the_contradictions_and_no_other():
    names = [RIGHT, WRONG, "tw_control_contradiction", "tw_control_wheel"]
    _, said = judge.judge_smoke("", CONTROL, run(smoke(["-wp-fct", ",".join(names)])))
    want = [f"a contradiction, or dead code: {name}_wp_smoke_default_requires " for name in names[2:]]
    assert len(said) == 2 and all(any(words in fault for fault in said) for words in want)


def test_what_is_missing_is_seen():
    """A run that breaks off, and a lost goal."""
    broken = 0, [], []
    assert judge.judge("", CONTROL, set(), broken)[1] and judge.judge_smoke("", CONTROL, broken)[1]
    assert list(judge.missing("256", {}, ["tw_gone"]))
