# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a sample of mutants cannot say: that no mutant belongs to a hazard. All mutants together can."""
import pytest

from ci.trace import report_of
from ci.tracing.links import Trace

MUTANT = {"function": "no_function", "engines": {"tests": {"by": "a test"}}}


@pytest.mark.parametrize("report, named", [({"sample": True}, False), ({"sample": False}, True), ({"sample": False, "left": 1}, False), ({}, False)])
def test_hazard_without_a_mutant(monkeypatch, report, named):
    monkeypatch.setattr(Trace, "load", lambda self, name: {"mutants": [MUTANT], **report} if name == "mutants.json" else {})
    orphans = report_of(Trace())["orphans"]
    assert [line for line in orphans if not line.endswith(": no mutant")] == [] and bool(orphans) == named, orphans
