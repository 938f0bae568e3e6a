# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Are the provers and the judge alive? control.c has what a prover must prove, must not prove, and must find a
contradiction in."""
from proofs.wp import baseline, frama_c, judge
from proofs.wp.flags import GUARDS, STEPS, asked, proof, smoke

CONTROL = "proofs/wp/control.c"
RIGHT, WRONG = "tw_control_right_ensures_right", "tw_control_wrong_ensures_wrong"


def goal(prover, said):
    return f"[wp] [{prover}] Goal typed_f_g : {said}"


def total(proved, goals):
    return f"[wp] Proved goals: {proved} / {goals}"


QED, VALID = "[wp] [Qed] Goal typed_f_q : Valid (1ms)", "Valid (1.0s) (5)"
LEFT = [QED, goal("CVC4 1.8", "Step limit (2400000)"), total(1, 2)]
LATE = [QED, goal("CVC4 1.8", "Timeout (1h)"), total(1, 2)]
UNKNOWN = goal("Z3 4.8.12", "Unknown")
OTHER = ["--- Properties of Function 'g'", "[    -    ] Post-condition", "    1 Total"]
# What Frama-C says of a function f: what must then be said of it, or nothing.
SAID = [([QED, goal("CVC4 1.8", VALID), total(2, 2), judge.NO_GOAL, total(0, 0)], ""),
        ([*LEFT, goal("Z3 4.8.12", VALID), total(1, 1)], ""),
        ([*LEFT, UNKNOWN, total(0, 1)], "not proved: f_g: CVC4 1.8 Step limit (2400000); Z3 4.8.12 Unknown"),
        ([*LATE, UNKNOWN, total(0, 1)], "the machine did not give its steps to CVC4 1.8, for f_g"),
        (LEFT, "totals"), ([*LEFT, total(1, 1)], "totals"), ([judge.NO_GOAL, total(0, 0)] * 2, "No goal generated"),
        ([*LEFT, goal("Z3 4.8.12", VALID), total(1, 1), *OTHER], "nobody proves it: g Post-condition")]


def prover_faults():
    """Does a prover prove what is right, not what is wrong, nor with too few steps? Do smoke tests give alarm?"""
    log = frama_c.log_of("any", CONTROL, "control")
    for prover in STEPS:
        for steps in (STEPS[prover] // 3, 1000):
            options = asked(prover, ["-wp-fct", "tw_control_right,tw_control_wrong"], steps)
            _, lines = frama_c.run("any", CONTROL, [*GUARDS, *options, "-wp-cache", "none"], log)
            left = {m[2] for line in lines if (m := judge.GOAL.match(line)) and m[3] != "Valid"}
            if not (left == {WRONG} if steps > 1000 else left >= {WRONG, RIGHT}):
                yield f"{CONTROL}: {prover}, {steps} steps: it proves what is wrong, or not what is right; see {log}"
    functions = [f"tw_control_{name}" for name in ("right", "wrong", "contradiction", "wheel")]
    _, lines = frama_c.run("any", CONTROL, smoke(["-wp-fct", ",".join(functions)]), log)
    alarms = {line.split()[-1] for line in lines if line.startswith("[wp] [Failed]")}
    if alarms != {f"typed_{name}_wp_smoke_default_requires" for name in functions[2:]}:
        yield f"{CONTROL}: smoke tests see no contradiction, or one that is none; see {log}"


def machine_faults():
    """If a prover does not get its steps, is the machine to blame? Is the second one asked what the first leaves?"""
    log, right = frama_c.log_of("any", CONTROL, "machine"), ["-wp-fct", "tw_control_right", "-wp-prop", "right"]
    sleeping = {"why3": frama_c.sleepers()}
    for prover in STEPS:
        options = [*GUARDS, *asked(prover, right, watchdog=1), "-wp-cache", "none"]
        run = frama_c.run("any", CONTROL, options, log, **sleeping)
        row = judge.judge("", run, {"tw_control_right"}, CONTROL, log, [])["tw_control_right"]
        if not any(f"the machine did not give its steps to {prover} " in fault for fault in judge.row_faults("", row)):
            yield f"{CONTROL}: {prover}: the machine is not blamed; see {log}"
    for bits in (False, True):
        _, lines = frama_c.run("any", CONTROL, proof(right, bits, 1000) + ["-wp-cache", "none"], log)
        asked_for = [m[1].split()[0] for line in lines if (m := judge.SUMMARY.match(line)) and "Qed" not in m[1]]
        if asked_for != list(reversed(STEPS) if bits else STEPS):
            yield f"{CONTROL}: what the first prover leaves is asked of {' '.join(asked_for[1:]) or 'none'}; see {log}"
    faults = []
    run = frama_c.run("any", CONTROL, [*smoke(right[:2], 1), "-wp-cache", "none"], log, **sleeping)
    judge.judge_smoke("", run, log, faults, 1)
    if not any("the machine did not give a smoke test" in fault for fault in faults):
        yield f"{CONTROL}: a smoke test without its steps passes; see {log}"


def judge_faults():
    """Are such lines judged rightly, and is a lost goal seen?"""
    for lines, said in SAID:
        faults = []
        lines = lines if "Total" in lines[-1] else [*lines, "    0 Total"]
        row = judge.judge("", (0, lines), {"f"}, CONTROL, "", faults)["f"]
        found = [fault for fault in (*faults, *judge.row_faults("", row)) if fault.strip(": ")]
        if bool(said) != bool(found) or said not in " ".join(found):
            yield f"{lines[-2:]}: `{said or 'nothing'}` was not said, but {found}"
    if len(set(baseline.table_faults({("any", "f"): 1}))) < 2 or not list(baseline.missing("any", {}, ["tw_gone"])):
        yield "a line that proofs/wp/expected lacks, or has too many, would not be seen"


def faults():
    for look in (prover_faults, machine_faults, judge_faults):
        yield from look()
