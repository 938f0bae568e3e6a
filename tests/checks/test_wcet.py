# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Bounds on the binary (docs/measured.md), for one target: each is at least what tools/figures observed.

With a fact that is wrong by one it is not, so the comparison sees facts. Cycles are at least the instructions, and
those of a function of the test are as counted by hand from the manuals; an instruction without a timing is refused.
Random histories see that the facts of searches hold. Code that has no bound is refused: a loop without a fact, an
indirect branch, a library's routine, a recursion, a loop beside the proved ones, a loop of the hardware. A cycle that
is entered at two places has its bound."""
import copy
import re

import pytest

from tests.targets import machines
from tools.geometry import parts
from proofs.wcet import binary, bound, cycles, facts, graph, isa, program, report, source
from proofs.wcet.isa import NotRead
from shared import GCC, GEOMETRIES, ROOT, WARNINGS, defines, passes, run

TARGET, LEVEL, GEOMETRY = "m3-gcc", "-O2", "256.4096"
MACHINE = machines.BY_NAME[TARGET]
TOOLS = machines.tool(MACHINE, "")
# A fact that is wrong: a call, the budget, what to change, the wrong value, what docs/measured.json has that shows
# it. Of the facts of searches, the constraint itself is tightened by the value.
WRONG = [("tw_hashed_advance", 8, "jumps", ["visits"], "advance 8"),
         ("tw_hier_advance", 1, "jumps", ["visits", "TW_LEVELS"], "advance 1"),
         ("tw_hier_next", 0, "finding", 1, "next"),
         ("tw_hashed_advance", 8, "visits", "budget - 1", "advance 8"),
         ("tw_hashed_next", 0, "steps", "NEXT_STEPS - 10", "next"), ("tw_hashed_earliest", 0, "steps", "0", "earliest")]
# Functions that have no bound, and the reason.
REFUSED = "tests/searches/refused.c"
REASONS = {"tw_hier_now": "a loop without a fact", "tw_hier_is_active": "an indirect branch",
           "tw_hier_remaining": "a call of __aeabi_uldivmod", "tw_hier_is_empty": "calls itself",
           "tw_hier_next": "an indirect branch", "tw_hier_start": "a loop without a fact"}

# Cycles on Cortex-M0, M3 and M4, worst of all, and an instruction; a branch costs what is listed where it is taken.
# 0: the core does not have it.
TIMED = [line.split(maxsplit=3) for line in """\
4 4 4 push {r4, r5, lr} | 1 1 1 movs r0, #1 | 2 3 3 ldr r1, [r0] | 2 3 3 ldr r2, [r1] | 2 2 2 str r2, [r3, #4] |
2 2 2 ldr r2, [r3] | 2 3 3 ldr r2, =0x12345678 | 2 2 2 ldrh r2, [r3, r4] | 1 1 1 adds r3, #4 |
4 5 5 stmia r3!, {r0, r1, r2} | 32 1 1 muls r0, r1, r0 | 0 1 1 it eq | 0 1 1 moveq r0, #0 |
0 3 3 ldrd r0, r1, [r4] | 0 12 12 udiv r0, r0, r1 | 0 5 1 umull r0, r1, r2, r3 | 0 2 1 mls r0, r1, r2, r0 |
0 1 1 clz r0, r0 | 4 4 4 bl tw_hier_is_active | 3 4 4 bne.n .+2 | 3 4 4 b.n .+2 | 0 4 4 cbnz r0, .+4; nop |
7 7 7 pop {r4, r5, pc}""".split("|")]
CALLED = (3, 4, 4)  # bx lr
CORES = ("m0-gcc", "m3-gcc", "m4-gcc")
# Places of src/ that the test counts: what a copy of src/ has there.
COUNTED = {
    "tw_bitset.h": {"while (word == 0u) {": "while (word == 0u) { n_words++;",
                    "const uint32_t found = 64u": "n_found++; const uint32_t found = 64u"},
    "tw_slots.h": {"const uint32_t left = tw_distance(now, deadlines[node - heads]);":
                   "n_compared++; const uint32_t left = tw_distance(now, deadlines[node - heads]);"},
    "tw_hashed.c": {"while (ahead < TW_HASHED_SLOTS) {": "while (ahead < TW_HASHED_SLOTS) { n_compared++;"},
    "tw_hier.c": {
        "? tw_bitset_next(w->occupied, beyond, end)": "? (n_high++, tw_bitset_next(w->occupied, beyond, end))",
        "const uint32_t turned =": "n_turned++; const uint32_t turned =",
        "tw_hier_insert(w, node, slot) /*@ ghost (h) */;\n}\n\n/* The first timer that is due":
        "n_emptied += w->opening == TW_HIER_NONE; tw_hier_insert(w, node, slot);\n}\n\n/* The first timer that is due"}}


@pytest.fixture(scope="module", name="calls")
def with_bounds():
    """Each call with its facts, or the reason why it has no bound."""
    return bound.calls(MACHINE, GEOMETRY, LEVEL, TOOLS)


def test_every_call_has_a_bound(calls):
    assert {name: call for name, call in calls.items() if isinstance(call, str)} == {}


def test_bounds_are_at_least_what_was_observed(calls):
    seen, capacity = report.observed()
    compared = 0
    for (target, geometry, wheel), row in seen.items():
        for head, count in row.items() if (target, geometry) == (TARGET, GEOMETRY) else ():
            name, budget = report.column(wheel, head)
            most, in_cycles = (calls[name].worst(budget=budget, capacity=capacity, unit=unit).most
                               for unit in ("instructions", "cycles"))
            assert most >= count, f"{name}: the bound of {head} is too small"
            assert in_cycles >= most, f"{name}: fewer cycles than instructions"
            compared += 1
    assert compared


@pytest.mark.parametrize("name, budget, fact, value, head", WRONG)
def test_a_wrong_fact_shows(calls, name, budget, fact, value, head):
    seen, capacity = report.observed()
    call = bound.Call.__new__(bound.Call)
    call.__dict__ = {**calls[name].__dict__, "facts": copy.copy(calls[name].facts)}
    if fact == "finding":
        call.facts.finding = [(2 * value * c, key) for c, key in call.facts.finding]
    else:
        call.facts.call = {**call.facts.call, fact: value}
    observed_count = seen[TARGET, GEOMETRY, name.split("_")[1]][head]
    assert call.worst(budget=budget, capacity=capacity, checked=False).most < observed_count


@pytest.mark.parametrize("call, reason", REASONS.items())
def test_code_without_a_bound_is_refused(tmp_path, call, reason):
    out = tmp_path / "refused.o"
    passes(*MACHINE.cc.split(), *MACHINE.flags.split(), "-Os", "-g", "-Isrc", "-c", REFUSED, "-o", out)
    with pytest.raises(NotRead, match=reason):
        bound.Call(binary.functions_of(TOOLS, out), call, "hier", GEOMETRY)


def of_assembly(folder, machine, lines, call):
    """The bound of a function in assembly, in cycles."""
    text = [".syntax unified", ".text", ".thumb"]
    for name, body in {"tw_hier_is_active": ["bx lr"], call: lines}.items():
        text += [f".global {name}", ".thumb_func", f".type {name}, %function", f"{name}:", *body,
                 f".size {name}, .-{name}", ".ltorg"]
    (folder / "timed.s").write_text("\n".join(text) + "\n", encoding="ascii")
    passes(*machine.cc.split(), *machine.flags.split(), "-c", folder / "timed.s", "-o", folder / "timed.o")
    functions = binary.functions_of(TOOLS, folder / "timed.o")
    return bound.Call(functions, call, "hier", GEOMETRY, cycles.core_of(machine)).worst(unit="cycles").most


@pytest.mark.parametrize("n", range(len(CORES)), ids=CORES)
def test_cycles_are_as_counted_by_hand(tmp_path, n):
    listed = {line: int(counts[n]) for *counts, line in TIMED if counts[n] != "0"}
    found = of_assembly(tmp_path, machines.BY_NAME[CORES[n]], listed, "tw_hier_now")
    assert found == sum(listed.values()) + CALLED[n]


@pytest.mark.parametrize("core", CORES)
def test_an_instruction_without_a_timing_is_refused(tmp_path, core):
    with pytest.raises(NotRead, match="no timing of dmb"):
        of_assembly(tmp_path, machines.BY_NAME[core], ["dmb", "bx lr"], "tw_hier_now")


def test_a_loop_of_the_hardware_is_refused(tmp_path):
    """Else its code would count once."""
    core = MACHINE._replace(flags="-mthumb -mcpu=cortex-m55 -mfloat-abi=soft")
    with pytest.raises(NotRead, match="not known: le"):
        of_assembly(tmp_path, core, ["push {lr}", "dls lr, r0", "1: le lr, 1b", "pop {pc}"], "tw_hier_now")


# Stores that mark a jump or a visit, and such that do not: on the stack a value can wait that was computed before.
MARKS = ["str r3, [r4, #8]", "strd r2, r3, [r4, #8]", "strb.w r3, [r4, r5]", "stmia r3!, {r0, r1}", "sw a5,8(a0)",
         "strb r3, [r4]"]
MARKS_NOTHING = ["strls r3, [r4, #8]", "strdne r2, r3, [r4, #8]", "str r3, [sp, #20]", "str.w r3, [r7, #4]",
                 "push {r4, lr}", "stmdb sp!, {r4, lr}", "sw a5,8(sp)", "ldr r3, [r4, #8]"]


@pytest.mark.parametrize("store", MARKS + MARKS_NOTHING)
def test_a_store_on_the_stack_marks_nothing(store):
    lines = ["push {r7, lr}", "add r7, sp, #0", store]
    code = [binary.Instruction(n, *line.split(maxsplit=1), None, ()) for n, line in enumerate(lines)]
    assert isa.changes(code[-1], isa.stack_of(code)) == (store in MARKS)


# Lines that a function with a loop has more, where the facts would count them as this loop.
HIDDEN = ["for (volatile uint32_t i = 0u; i < budget; i++) { }", "do { left++; } while (left < budget);",
          "again: if (left > 9u) { goto again; }", "while (left > 9u) { left--; } while (left > 5u) { left--; }",
          "#line 676"]


@pytest.mark.parametrize("line", HIDDEN)
def test_a_loop_beside_the_proved_ones_is_refused(tmp_path, monkeypatch, line):
    for path in (ROOT / "src").glob("*.[ch]"):
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(text.replace("/*@ ghost last = h[moved].rank; */", line), encoding="utf-8")
    monkeypatch.setattr(source, "SRC", tmp_path)
    with pytest.raises(NotRead, match="src/tw_hier.c:[0-9]*: no fact of this"):
        source.loops.__wrapped__()


@pytest.mark.parametrize("option", ["-flto", "-flto -ffat-lto-objects", "-ffunction-sections"])
def test_code_that_the_linker_makes_or_moves_is_refused(option):
    done = run("tools/wcet", "--cc", f"{MACHINE.cc} {MACHINE.flags}", f"--cflags=-O2 {option}")
    assert done.code == 1 and f"without {option.split()[0]}" in done.output, done.output


def histories(folder, wheel, geometry, ends=None):
    """Histories of a wheel try the facts of searches. ends: said of the searches, whatever the geometry."""
    radix, levels, slots = parts(geometry)
    hashed = wheel == "hashed"
    if ends is None:
        ends = slots % 64 == 0 if hashed else (levels - 1) * radix % 64 == 0
    for path in (ROOT / "src").glob("*.[ch]"):
        text = re.sub(r"/\*@ ghost (tw_(?:steps|jumps)[^;]*;) \*/", r"\1", path.read_text(encoding="utf-8"))
        for place, copy_of in COUNTED.get(path.name, {}).items():
            assert text.count(place) == 1, f"{path.name} does not have once: {place}"
            text = text.replace(place, copy_of)
        (folder / path.name).write_text(text, encoding="utf-8")
    macros = [f"-DWHEEL={wheel}", f"-DSOURCE=tw_{wheel}.c", f"-DENDS={int(ends)}", f"-DHASHED={int(hashed)}"]
    passes(*GCC, "-std=c11", "-O1", *WARNINGS, "-D__FRAMAC__", f"-I{folder}", "-Ispec", "-Itests", *defines(geometry),
           *macros, "tests/searches/searches.c", "tests/random.c", "-o", folder / "searches")
    return run(folder / "searches")


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("wheel", bound.WHEELS)
def test_facts_of_searches_hold(tmp_path, wheel, geometry):
    done = histories(tmp_path, wheel, geometry)
    assert done.code == 0, done.output


def test_a_wrong_fact_of_searches_shows(tmp_path):
    """Where the searches do not end where words end."""
    assert histories(tmp_path, "hier", "16.512", True).code != 0


def test_a_cycle_that_is_entered_at_two_places():
    """Its bound holds for either entry."""
    test = graph.Graph.__new__(graph.Graph)
    blocks = ((1, [1, 2], False), (10, [2], False), (100, [1, 3], False), (1, [], True))
    test.blocks = [graph.Block("f", [0] * size, [], after, leaves) for size, after, leaves in blocks]
    backs = graph.cycles(test)
    rounds = [(facts.ended_by(backs), 5)]
    most = program.solve(test, backs, rounds, cycles.Instructions(test), lambda back: 6)[0]
    # Five times round, entered at the first block: 1 + 6 * 110 + 1.
    assert 662 <= most <= 662 + 110
