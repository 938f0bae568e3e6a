# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Bounds on the binary (docs/wcet.md), for one target: each is at least what docs/figures.md observed.

With a fact that is wrong by one it is not, so the comparison sees facts. Code that has no bound is refused: a loop without a fact, an indirect
branch, a library's routine, a recursion, a loop beside the proved ones. A cycle that is entered at two places has its bound. The commands of
the page for one call, or for a compiler of one's own, run."""
import copy
import re

import pytest

from ci import machines
from proofs.wcet import binary, bound, graph, program, report
from proofs.wcet.isa import NotRead
from shared import passes

TARGET, LEVEL, GEOMETRY = "m3-gcc", "-O2", "256.4096"
# A fact that is wrong: a call, the budget, what to change, the wrong value, the column of docs/figures.md that shows it.
WRONG = [("tw_hashed_advance", 8, "jumps", ["visits"], "advance 8"),
         ("tw_hashed_advance", 8, "visits", "budget - 1", "advance 8"),
         ("tw_hashed_next", 0, "steps", "NEXT_STEPS - 10", "next"),
         ("tw_hashed_earliest", 0, "steps", "0", "earliest")]
# Functions that have no bound, under the names of calls, and the reason.
REFUSED = """
#include <stdint.h>
#include "tw_list.h"
extern void (*volatile f)(void);
uint32_t tw_hier_now(uint32_t n) { for (volatile uint32_t i = 0; i < n; i++) { } return n; }
void tw_hier_is_active(void) { f(); f(); }
uint64_t tw_hier_remaining(uint64_t a, uint64_t b) { return a / b + 1u; }
__attribute__((noinline)) uint32_t tw_hier_is_empty(uint32_t n) { return n == 0u ? 1u : n * tw_hier_is_empty(n - 1u) + tw_hier_is_empty(n / 2u); }
int tw_hier_next(int n) { switch (n) { case 0: return 7; case 1: f(); break; case 2: f(); f(); break; case 3: return n * n; case 4: f = 0; break;
    case 5: f(); return 2; default: return 9; } return 3; }
void tw_hier_start(struct tw_link *links, tw_node n, volatile tw_node *m) { for (tw_node i = 0; i < n; i++) { tw_list_reset(links, n); *m = i; } }
"""
REASONS = {"tw_hier_now": "a loop without a fact", "tw_hier_is_active": "an indirect branch", "tw_hier_remaining": "a call of __aeabi_uldivmod",
           "tw_hier_is_empty": "calls itself", "tw_hier_next": "an indirect branch", "tw_hier_start": "a loop without a fact"}


@pytest.fixture(scope="module", name="machine")
def the_machine():
    return machines.BY_NAME[TARGET]


@pytest.fixture(scope="module", name="tools")
def the_tools(machine):
    return machines.tool(machine, "")


@pytest.fixture(scope="module", name="calls")
def with_bounds(machine, tools):
    """Each call with its facts, or the reason why it has no bound."""
    return bound.calls(machine, GEOMETRY, LEVEL, tools)


@pytest.fixture(scope="module", name="observed")
def as_observed():
    """What docs/figures.md has: the instructions of each column, and the largest capacity."""
    return report.observed()


def test_every_call_has_a_bound(calls):
    assert {name: call for name, call in calls.items() if isinstance(call, str)} == {}


def test_bounds_are_at_least_what_was_observed(calls, observed):
    seen, capacity = observed
    compared = 0
    for (target, geometry, wheel), row in seen.items():
        for head, count in row.items() if (target, geometry) == (TARGET, GEOMETRY) else ():
            name, budget = report.column(wheel, head)
            assert calls[name].worst(budget=budget, capacity=capacity).most >= count, f"{name}: the bound of {head} is too small"
            compared += 1
    assert compared


@pytest.mark.parametrize("name, budget, fact, value, head", WRONG)
def test_a_wrong_fact_shows(calls, observed, name, budget, fact, value, head):
    seen, capacity = observed
    call = bound.Call.__new__(bound.Call)
    call.__dict__ = {**calls[name].__dict__, "facts": copy.copy(calls[name].facts)}
    call.facts.call = {**call.facts.call, fact: value}
    assert call.worst(budget=budget, capacity=capacity).most < seen[TARGET, GEOMETRY, name.split("_")[1]][head]


@pytest.mark.parametrize("call, reason", REASONS.items())
def test_code_without_a_bound_is_refused(tmp_path, machine, tools, call, reason):
    source, out = tmp_path / "refused.c", tmp_path / "refused.o"
    source.write_text(REFUSED, encoding="ascii")
    passes(*machine.cc.split(), *machine.flags.split(), "-Os", "-g", "-Isrc", "-c", source, "-o", out)
    with pytest.raises(NotRead, match=reason):
        bound.Call(binary.functions_of(tools, out), call, "hier", GEOMETRY)


def test_a_cycle_that_is_entered_at_two_places():
    """Its bound holds for either entry."""
    test = graph.Graph.__new__(graph.Graph)
    test.blocks = [graph.Block("f", [0] * size, [], after, leaves) for size, after, leaves in
                   ((1, [1, 2], False), (10, [2], False), (100, [1, 3], False), (1, [], True))]
    backs = graph.cycles(test)
    most = program.solve(test, backs, [([(1, ("edge", b.source, b.header)) for b in backs]
                                        + [(-1, ("edge", *e)) for b in backs for e in b.extra], 5)], lambda block: len(block.instructions),
                         lambda back: 6)[0]
    # Five times round, entered at the first block: 1 + 6 * 110 + 1.
    assert 662 <= most <= 662 + 110


NAMED = re.findall(r"`(make wcet C[^`]*)`", report.HEAD)


def test_the_page_has_two_commands():
    assert len(NAMED) == 2


@pytest.mark.parametrize("command", NAMED)
def test_commands_of_the_page(command):
    assert re.search(r"^tw_hier_advance +\d.*(instructions|budget)", passes("sh", "-c", command), re.MULTILINE)
