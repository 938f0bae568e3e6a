# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How WP is asked: guards, provers and their steps, smoke tests."""

GUARDS = "-wp -wp-rte -warn-unsigned-overflow -warn-unsigned-downcast -warn-signed-downcast".split()
# Without ground terms Qed takes two thirds of the time, and proves as much. What the provers then leave gets them.
SHORT = [*GUARDS, "-wp-no-ground"]
# A prover counts its steps itself: it stops at the same step on each machine, busy or not. CVC4 proves nearly all,
# and Z3 gets what CVC4 leaves; if all steps are asked about bits, it is the other way round. With Frama-C 30 and later
# cvc5 is the third: it proves what the goals of today's Why3 are too much for.
# These steps are a third of what is claimed: who proves the same elsewhere may give three times as many.
STEPS = {"CVC4": 3_000_000, "Z3": 8_300_000}
THIRD = {"CVC5": 3_000_000}
# Steps that CVC4 takes in seconds. They prove nearly all goals, so that what they leave is told soon.
SOON = 700_000
# Seconds for steps that take a minute. If a prover has not taken them by then, the machine is at fault, not the goal.
WATCHDOG = 3600
# CVC4 sees contradictions that Z3 does not see as soon. The contradictions of control.c take it 63,359 steps.
SMOKE_STEPS = 200_000
NO_GOALS = ",".join("-@" + kind for kind in (
    "lemma requires assigns ensures exits assert invariant variant terminates "
    "complete_behaviors disjoint_behaviors").split())


def asked(prover, select, steps=0, watchdog=WATCHDOG, instead_of=""):
    """One run of WP. It would ask the prover of an earlier run again, with the new limit, if that were not taken back.
    Frama-C waits 50 ms for each goal at a place: four places keep a core busy."""
    chosen = f"-{instead_of.lower()},+{prover.lower()}" if instead_of else prover.lower()
    return ["-wp", *select, f"-wp-prover={chosen}", "-wp-steps", str(steps or STEPS[prover]),
            "-wp-timeout", str(watchdog), "-wp-par", "4"]


def soon(select, bits):
    """A run of WP with few steps. About bits a prover may compute for hours: it gets seconds, and Z3 what it leaves."""
    prover = "CVC5" if bits and "CVC5" in STEPS else "CVC4"
    first = [*SHORT, *asked(prover, select, SOON, 20 if bits else WATCHDOG)]
    return [*first, "-then", *asked("Z3", select, SOON, instead_of=prover)] if bits else first


def order(bits):
    """The provers, the one that is asked first comes first."""
    return [*STEPS][::-1] if bits else [*STEPS]


def proof(select, bits=False, steps=0):
    """A run of WP for each prover: it is asked for what the ones before it leave."""
    first, *others = order(bits)
    said = [*GUARDS, *asked(first, select, steps)]
    for before, prover in zip([first, *others], others):
        said += ["-then", *asked(prover, select, steps, instead_of=before)]
    return said


def proof_of_lemmas(bits):
    """CVC4 proves all lemmas but one about bits. A lemma has one prover: WP would ask a second one for all again."""
    others = asked("CVC4", ["-wp-prop", "@lemma,-Odd"], instead_of="Z3" if bits else "")
    return [*GUARDS, *(asked("Z3", ["-wp-prop", "Odd"]) + ["-then"] if bits else []), *others]


def smoke(select, watchdog=WATCHDOG):
    return ["-wp", "-wp-rte", "-wp-smoke-tests", "-wp-prop=" + NO_GOALS, "-wp-prover", "cvc4",
            "-wp-steps", str(SMOKE_STEPS), "-wp-smoke-timeout", str(watchdog), "-wp-par", "4", *select]
