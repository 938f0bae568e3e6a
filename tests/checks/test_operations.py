# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Does WP compute as C does? Compares them: each operation that src/ and ghost code may have, with the lowest and
highest numbers of its types, and numbers next to them or to 0. A case is a function. WP has to prove the number that
gcc's code computes, and must not prove another one. Where C has no result, a guard has to ask. In four places it is
not so (docs/trust.md, M10): proofs/wp/gate.ml refuses them. It belongs to the versions of Frama-C and
of gate.ml, and not to src/: so it runs at night."""
import collections
import itertools
import re
import subprocess

import pytest

from proofs.wp import frama_c, judge
from proofs.wp.flags import GUARDS

ARITHMETIC, SHIFTS, COMPARISONS = "+ - * / % & | ^".split(), "<< >>".split(), "== != < <= > >= && ||".split()
UNARY, STEPS = "-~!+", ("++", "--")
TYPES = {"_Bool": (0, 1), "uint16_t": (0, 0xFFFF), "int16_t": (-0x8000, 0x7FFF),
         "int32_t": (-1 << 31, (1 << 31) - 1), "uint32_t": (0, (1 << 32) - 1),
         "int64_t": (-1 << 63, (1 << 63) - 1), "uint64_t": (0, (1 << 64) - 1)}
WIDE = [name for name in TYPES if "32" in name or "64" in name]  # in the order in which one becomes another
STAND = [("int32_t", "uint32_t"), ("uint32_t", "int32_t"), ("uint16_t", "uint32_t"), ("int32_t", "uint64_t"),
         ("uint32_t", "int64_t")]
MIXED = [*itertools.permutations(WIDE, 2), ("uint16_t", "int32_t"), ("uint16_t", "uint32_t"), ("_Bool", "uint32_t")]
# Where an expression may stand, and become another type; Frama-C reads each in a way of its own.
TRUTH = ("if ({1}) {{ return 1; }} return 0;", "return ({1}) ? 2 : 3;", "return ({1}) && x < 2;", "return ({1}) == 1;")
STANDS = {"{0} a = {1}; return a;": WIDE[1:], "{0} a = 0; a = {1}; return a;": WIDE, "return same_{0}({1});": WIDE[1:],
          **dict.fromkeys(TRUTH, ["int32_t"]), "return ({1}) < x ? ({1}) : y;": ["int64_t"]}
EXPRESSIONS = ("x < 1 ? x : y", "x < 1 ? -1 : y", "x ? y : 0x80000000", "x & y", "x | 1u", "x < y", "x && y", "!x",
               "~x", "(uint32_t)x", "(int64_t)y", "(_Bool)x")
# The body of a function; types and numbers of x and y; type of the result; does C define it?
Case = collections.namedtuple("Case", "body types numbers result defined")
FAILS = re.compile(r"\[rte\] \S+:(\d+): Warning:\s*guaranteed RTE")
CASE = re.compile(r" c(\d+)\(")
HEAD = "#include <stdint.h>\n" + "".join("/*@ assigns \\nothing; ensures \\result == n; */\n"
                                         f"{name} same_{name}({name} n);\n" for name in WIDE)


def numbers(name):
    """The lowest and highest numbers of a type, and numbers next to them or to 0."""
    low, high = TYPES[name]
    return sorted({low, -1 if low else 0, 0, 1, high // 2 + 1, high})


def fits(number, name):
    return TYPES[name][0] <= number <= TYPES[name][1]


def promoted(name):
    return name if name in WIDE else "int32_t"


def common(*types):
    return max(map(promoted, types), key=WIDE.index)


def converted(number, name):
    low, high = TYPES[name]
    return int(number != 0) if name == "_Bool" else (number - low) % (high - low + 1) + low


def defined(operator, name, x, y):
    """Does C say what it is? Of two numbers of that type, or a shift by y."""
    unsigned = TYPES[name][0] == 0
    if operator in SHIFTS:
        return 0 <= y < int(name.strip("uint_")) and (operator == ">>" or unsigned or x >= 0 and fits(x << y, name))
    if operator in ("/", "%") and y == 0:
        return False
    exact = {"+": x + y, "-": x - y, "*": x * y}.get(operator, -x if operator in ("/", "%") and y == -1 else 0)
    return unsigned or fits(exact, name)


def binary(sign, types, x, y):
    """`x sign y`, and the operator that also assigns."""
    both = promoted(types[0]) if sign in SHIFTS else common(*types)
    a, b = (x, y) if sign in SHIFTS else (converted(x, both), converted(y, both))
    good = sign in COMPARISONS or defined(sign, both, a, b)
    yield Case(f"return x {sign} y;", types, (x, y), "int32_t" if sign in COMPARISONS else both, good)
    if sign not in COMPARISONS:
        yield Case(f"x {sign}= y; return x;", types, (x, y), types[0], good)


def unary(name, x):
    kind = promoted(name)
    yield from (Case(f"return ({new})x;", (name, name), (x, 0), new, True) for new in TYPES)
    for sign in UNARY:
        good = sign != "-" or defined("-", kind, 0, x)
        yield Case(f"return {sign}x;", (name, name), (x, 0), "int32_t" if sign == "!" else kind, good)
    yield from (Case(f"{sign}x; return x;", (name, name), (x, 0), name, defined(sign[0], kind, x, 1)) for sign in STEPS)


def cases():
    for types in [*((name, name) for name in TYPES), *MIXED]:
        signs = (*ARITHMETIC, *COMPARISONS) if types[0] == types[1] else "+<&"
        for sign, x, y in itertools.product(signs, *map(numbers, types)):
            yield from binary(sign, types, x, y)
    for name, right, sign in itertools.product(TYPES, ("int32_t", "uint32_t"), SHIFTS):
        for x, y in itertools.product(numbers(name), (-1, 0, 1, 31, 32, 63, 64)):
            yield from binary(sign, (name, right), x, y) if fits(y, right) else ()
    for name in TYPES:
        for x in sorted({x for other in TYPES for x in numbers(other) if fits(x, name)}):
            yield from unary(name, x)
    for types, (form, results), text in itertools.product(STAND, STANDS.items(), EXPRESSIONS):
        for result, x, y in itertools.product(results, (TYPES[types[0]][0], 1), TYPES[types[1]]):
            yield Case(form.format(result, text), types, (x, y), result, True)


def written(number):
    return f"(-{-number - 1}LL - 1)" if number < 0 else f"{number}{'U' * (number >> 63)}LL"


def function(number, case):
    return f"{case.result} c{number}({case.types[0]} x, {case.types[1]} y) {{ {case.body} }}"


def computed(table):
    """What gcc's code computes of each case that C defines. The code stops if C does not define it."""
    lines, calls = ["#include <stdint.h>", "#include <stdio.h>"], []
    lines += [f"static {name} same_{name}({name} n) {{ return n; }}" for name in WIDE]
    for number, case in enumerate(table):
        if case.defined:
            x, y = (f"({name}){written(value)}" for name, value in zip(case.types, case.numbers))
            lines.append(f"static {function(number, case)}")
            wide, form = ("unsigned long long", "%llu") if TYPES[case.result][0] == 0 else ("long long", "%lld")
            calls.append(f'    printf("{number} {form}\\n", ({wide})c{number}({x}, {y}));')
    program = frama_c.BUILD / "wp" / "operations"
    sanitized = ["-fsanitize=undefined", "-fno-sanitize-recover"]
    subprocess.run(["gcc", "-std=c11", "-w", *sanitized, "-x", "c", "-", "-o", str(program)], text=True, check=True,
                   input="\n".join([*lines, "int main(void)\n{", *calls, "    return 0;\n}"]), env=frama_c.ENV)
    said = subprocess.run([str(program)], text=True, check=True, stdout=subprocess.PIPE).stdout.splitlines()
    return {int(number): int(value) for number, value in map(str.split, said)}


def refused(table):
    """{what a case is but for its numbers: why gate.ml refuses it, or nothing}."""
    forms = list(dict.fromkeys(case._replace(numbers=(), defined=True) for case in table))
    source = frama_c.BUILD / "wp" / "operations.forms.c"
    source.write_text("\n".join([HEAD, *itertools.starmap(function, enumerate(forms))]) + "\n", encoding="utf-8")
    items, _ = frama_c.walked("any", str(source.relative_to(frama_c.ROOT)))
    whys = {name: why for kind, name, why in items if kind == "fault arithmetic"}
    return {case: whys.get(f"c{number}", "") for number, case in enumerate(forms)}


def asked(table, values):
    """Each case as a function with two claims: the number that was computed, and any other."""
    yield HEAD
    for number, case in enumerate(table):
        value, (x, y) = values.get(number, 0), case.numbers
        yield (f"/*@ requires x == {x} && y == {y}; assigns \\nothing; ensures right: \\result == {value}; "
               f"ensures wrong: \\result != {value}; */\n{function(number, case)}")


def difference(case, goals):
    """Does WP compute it otherwise than C? Empty if not."""
    if not all(valid for goal, valid in goals.items() if goal.startswith("assert_rte")):
        return ""
    if not case.defined:
        return "is not defined, and no guard asks"
    return "has another result for WP" if goals["ensures_wrong"] or not goals["ensures_right"] else ""


def said_of(text, lines, answers):
    """{number of a case: {goal: is it proved}}. Where Frama-C sees itself that a guard fails, it warns and makes no
    goal."""
    goals, source = collections.defaultdict(dict), text.splitlines()
    for name, (answer, *_) in answers.items():
        function_, _, clause = name.partition("_")
        goals[int(function_[1:])][clause] = answer.verdict == "Valid"
    for found in filter(None, map(FAILS.match, map("".join, zip(lines, lines[1:])))):
        goals[int(CASE.search(source[int(found[1]) - 1])[1])]["assert_rte"] = False
    return goals


def faults():
    table = list(dict.fromkeys(cases()))
    values, source, whys = computed(table), frama_c.BUILD / "wp" / "operations.c", refused(table)
    text = "\n".join(asked(table, values)) + "\n"
    source.write_text(text, encoding="utf-8")
    log = source.with_suffix(".log")
    options = [*GUARDS, "-wp-prover", "qed", "-wp-par", "400"]
    unit = str(source.relative_to(frama_c.ROOT))
    code, lines, items = frama_c.run("any", unit, options, log)
    goals = said_of(text, lines, judge.answers_of(items, unit))
    both = all({"ensures_right", "ensures_wrong"} <= set(each) for each in goals.values())
    if code or items[-1:] != [["end"]] or set(goals) != set(range(len(table))) or not both:
        yield f"operations: not each of {len(table)} cases is judged; see {log}"
        return
    found = {case: said for number, case in enumerate(table) if (said := difference(case, goals[number]))}
    seen = {case: whys[case._replace(numbers=(), defined=True)] for case in found}
    for case, said in [(case, said) for case, said in found.items() if not seen[case]][:5]:
        yield (f"operations: `{case.body}` of {' and '.join(case.types)}, {case.numbers}, {said}, and gate.ml does not "
               f"refuse it; see {log}")


@pytest.mark.job("prove")
def test_operations():
    frama_c.prepare()
    assert not list(faults())
