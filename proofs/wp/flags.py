# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How WP is asked: guards, provers and their time, smoke tests, reports."""

TIMEOUT = 60
GUARDS = ["-wp", "-wp-rte", "-warn-unsigned-overflow", "-warn-unsigned-downcast", "-warn-signed-downcast",
          "-wp-cache", "update"]
# CVC4 proves nearly all, alone; where it leaves a goal, both are asked. Frama-C waits between goals:
# it takes two at a time to keep one core busy.
FIRST = GUARDS + ["-wp-prover", "cvc4", "-wp-timeout", "20", "-wp-par", "2"]
BOTH = GUARDS + ["-wp-prover", "z3,cvc4", "-wp-timeout", str(TIMEOUT), "-wp-par", "2"]
NO_GOALS = ",".join("-@" + kind for kind in (
    "lemma requires assigns ensures exits assert invariant variant terminates "
    "complete_behaviors disjoint_behaviors").split())
# CVC4 sees contradictions that Z3 does not see in the same time.
SMOKE = ["-wp", "-wp-rte", "-wp-smoke-tests", "-wp-prop=" + NO_GOALS, "-wp-prover", "cvc4",
         "-wp-smoke-timeout", "1", "-wp-par", "2"]


def report_to(log):
    """After a proof: what is proved, what is assumed; and all annotations, as they were read."""
    printed = log.with_suffix(".c")
    printed.unlink(missing_ok=True)
    return ["-then", "-report", "-report-untried", "-no-unicode", "-print", "-ocode", str(printed)]
