# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Are the provers and the judge alive? control.c has what a prover must prove, must not prove, and must find a
contradiction in. Each is judged as a proof is."""
from proofs.wp import frama_c, judge
from proofs.wp.flags import GUARDS, STEPS, asked, proof, smoke

CONTROL = "proofs/wp/control.c"
RIGHT, WRONG = "tw_control_right", "tw_control_wrong"
LOG = frama_c.log_of("any", CONTROL, "control")


def run(options, **how):
    return frama_c.run("any", CONTROL, options, LOG, cache="none", **how)


def judged(options, known, **how):
    """The faults that the judge finds in a run about a function."""
    return " ".join(fault for _, fault in judge.judge("", CONTROL, known, run([*GUARDS, *options], **how))[1])


def prover_faults():
    """Does a prover prove what is right alone, and with enough steps? Is the other one asked what it leaves?"""
    for prover in STEPS:
        said = judged(asked(prover, ["-wp-fct", f"{RIGHT},{WRONG}"], STEPS[prover] // 3), {RIGHT, WRONG})
        if f"not proved: {WRONG}_ensures_wrong " not in said or said.count("not proved") != 1:
            yield f"{prover} proves what is wrong, or not what is right: {said}"
        said = judged(asked(prover, ["-wp-fct", RIGHT], 1000), {RIGHT})
        if f"not proved: {RIGHT}_ensures_right " not in said or f"nobody proves it: {WRONG} " not in said:
            yield f"{prover} proves too much with 1,000 steps, or what nobody proves is not seen: {said}"
        said = judged(proof(["-wp-fct", RIGHT, "-wp-prop", "right"], prover == "Z3", 1000), {RIGHT})
        if not all(f"{name} " in said for name in STEPS):
            yield f"what {prover} leaves is not asked of the other: {said}"


def machine_faults():
    """If a prover does not get its steps, is the machine to blame? Is a run that breaks off seen, and a lost goal?"""
    asleep = {"why3": frama_c.stand_ins("sleeper", "exec sleep 60")}
    for prover in STEPS:
        said = judged(asked(prover, ["-wp-fct", RIGHT, "-wp-prop", "right"], watchdog=1), {RIGHT}, **asleep)
        if f"the machine did not give its steps to {prover} " not in said:
            yield f"the machine is not blamed for {prover}: {said}"
    said = judge.judge_smoke("", CONTROL, run(smoke(["-wp-fct", RIGHT], 1), **asleep))[1]
    if not any("the machine did not give a smoke test" in fault for fault in said):
        yield f"a smoke test without its steps passes: {said}"
    broken = 0, [], []
    if not judge.judge("", CONTROL, set(), broken)[1] or not judge.judge_smoke("", CONTROL, broken)[1]:
        yield "a run that breaks off passes"
    if not list(judge.missing("256", {}, ["tw_gone"])):
        yield "a lost goal is not seen"


def smoke_faults():
    """Do smoke tests find the contradictions, and no other?"""
    names = [RIGHT, WRONG, "tw_control_contradiction", "tw_control_wheel"]
    _, said = judge.judge_smoke("", CONTROL, run(smoke(["-wp-fct", ",".join(names)])))
    want = [f"a contradiction, or dead code: {name}_wp_smoke_default_requires " for name in names[2:]]
    if len(said) != 2 or not all(any(words in fault for fault in said) for words in want):
        yield f"smoke tests see no contradiction, or one that is none: {said}"


def faults():
    for look in (prover_faults, machine_faults, smoke_faults):
        yield from (f"{CONTROL}: {fault}; see {LOG}" for fault in look())
