# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The loop bounds: the most iterations of each loop of src/, and of all loops in each call, as proved. As a program it
writes them into proofs/bounds.json: tools/generated runs it. proofs/wcet computes with them.

The bound of a loop is its variant at the first iteration, with the initial values of its variables. If the clause
`steps` of the function gives a better bound, the clause is the bound. Ghost loops are not listed."""
import json
import re
import subprocess
import sys
import tempfile

from tools.geometry import GEOMETRIES, defines
from tools.sources import ROOT

OUT = ROOT / "proofs" / "bounds.json"
FUNCTION = re.compile(r"^(?:static )?(?:inline )?[a-z][\w ]*?[ *](tw_\w+)\((.*?)\)\n(.*?)^\{\n(.*?)^\}$",
                      re.MULTILINE | re.DOTALL)
LOOP = re.compile(r"loop variant\s+([^;]*); \*/\n +((?:for|while) \(.*?\) \{)\n", re.DOTALL)
HEAD = " ".join("""\
Proved by WP (loop variants; theorem T7 in steps), an entry a loop. `bound`: iterations in one call of the function,
at most, over its arguments and the constants below. For a tool that computes worst-case execution times: in OTAWA's
flow-fact format FFX an entry becomes <function label=FUNCTION><loop source=FILE line=LINE
maxcount=VALUE/></function>, with VALUE computed for the budget and the capacity that the program uses. `calls`:
iterations of all loops that one call runs, its callees' included. Of advance also: `visits`; `jumps`, writes to the
clock, at most each of the expressions; `rounds`, iterations of its own loop, each but the last with a visit or a
jump; `words`, iterations of tw_bitset_next's loop in all its searches: the rest of those that rounds and words have
in all (T7_words); `words_a_jump`; `far`, all iterations where `until` is TW_PERIOD / 2 or more ahead: no rounds.
JUMP_WORDS has the values for 0, 1, .. jumps; beyond the list, each jump adds as many as the last.""".split())
# The visits of a call, in its clauses.
VISITS = r"*visited - (\result == TW_EXPIRED ? 1 : 0)"


def clauses(text, end, pattern):
    """What a clause says in the contract that ends just before a function."""
    contract = text[text.rfind("/*@ requires", 0, end):end]
    found = re.search(pattern, " ".join(contract.split()))
    return found[1].strip() if found else None


def begins_with(variable, body, loop):
    """The value of a variable when the loop begins: of its `for`, or where it is declared before."""
    found = re.search(rf"for \(\w+ {variable} = ([^;]+);", loop) or \
        re.search(rf"\b\w+ {variable} = ([^;]+);", body.partition(loop)[0])
    if not found:
        return variable
    value = " ".join(found[1].replace("(int64_t)", "").split())
    choice = re.match(r"[^?]+\? (\w+) :", value)
    return choice[1] if choice else re.sub(r"\b(\d+)u\b", r"\1", value)


def loops_of(path):
    text = path.read_text(encoding="utf-8")
    for function in FUNCTION.finditer(text):
        name, body = function[1], function[4]
        for loop in LOOP.finditer(body):
            variant = re.sub(r"\([^()?]*\? 0 : 1\)", "1", " ".join(loop[1].split()))
            begins = re.sub(r"\b[a-z]\w*\b", lambda m: begins_with(m[0], body, loop[2]), variant)
            bound = re.sub(r" - 0 \+ 1$", " + 1", f"{begins} + 1")
            steps = clauses(text, function.start(), r"ensures steps: tw_steps (?:<=|==) \\old\(tw_steps\) \+ ([^;]+);")
            after = body.partition(loop[0])[2].replace("tw_steps", "").replace("tw_node", "")
            if "size_t" in bound or (steps and "tw_" not in after):
                bound = steps or bound
            line = text[:function.start(4) + loop.start(2)].count("\n") + 1
            yield {"function": name, "file": str(path.relative_to(ROOT)), "line": line,
                   "bound": bound.replace("\\result", "end")}


def calls_of(path):
    text = path.read_text(encoding="utf-8")
    calls = r"^(?:TW_NODISCARD )?[a-z][^\n;]*?(tw_\w+)\([^;{}]*?\)\s*/\*@ ghost[^;]*;"
    delivered = r"\(\\result == TW_EXPIRED \? 1 : 0\)"
    for found in re.finditer(calls, text, re.MULTILINE):
        steps = clauses(text, found.start(), r"ensures T7_steps: tw_steps <= ([^;]+);") or "0"
        # What a call visits and does not deliver is bounded by an argument.
        most = clauses(text, found.start(), rf"ensures T7_bounded: \*visited <= (\w+) \+ {delivered};")
        yield {"call": found[1], "steps": steps.replace(f"({VISITS})", most or "*visited"),
               **(jumps_of(text, found.start(), path, most) if most else {})}


def jumps_of(text, end, path, most):
    """What the clauses say of the visits, jumps and words of a call, and one clause of a jump's words."""
    def said(pattern):
        found = clauses(text, end, pattern)
        if not found:
            sys.exit(f"proofs/loop_bounds.py: {path}: no clause {pattern}")
        return found.replace(VISITS, "visits").replace("tw_jumps", "jumps")
    levels = clauses(text, end, r"ensures T7_levels: tw_jumps <= ([^;]+);")
    total = said(r"behavior forward:.*?ensures T7_words: tw_steps <= ([^;]+);.*?behavior")
    rounds, words = total.rsplit(" + ", 1)
    far = {said(r"behavior idle:.*?ensures T7_words: tw_steps <= ([^;]+);"),
           said(r"ensures T7_refused: tw_steps <= ([^;&]+) && tw_jumps == 0;")}
    source = path.with_suffix(".c").read_text(encoding="utf-8")
    a_jump = clauses(source, source.index("static inline void " + path.stem + "_run("),
                     r"ensures words: tw_steps <= \\old\(tw_steps\) \+ ([^;]+);")
    if rounds != "visits + jumps + 1" or words != "JUMP_WORDS(jumps)" or len(far) != 1 or not a_jump:
        sys.exit(f"proofs/loop_bounds.py: {path}: T7 in jumps and words is not understood: {total}; {far}; {a_jump}")
    return {"visits": most, "jumps": [said(r"ensures T7_jumps: tw_jumps <= ([^;]+);"), *([levels] if levels else [])],
            "rounds": rounds, "words": words, "words_a_jump": a_jump, "far": far.pop()}


def constants(wheel, geometry):
    """The constants that the bounds name, as the compiler has them."""
    names = ["HEADS", "NEXT_STEPS", "EMPTY_STEPS", "VISIT_STEPS", "ADVANCE_STEPS", "AUDIT_TURNS", "EARLIEST_STEPS",
             "TW_LEVELS"]
    jumps = [f"JUMP_WORDS({n})" for n in [*range(5), 1000]]
    source = f'#include "tw_{wheel}.h"\n#include <stdio.h>\nint main(void)\n{{\n' + \
        "".join(f'    printf("%llu\\n", (unsigned long long)({name}));\n' for name in names + jumps) + "}\n"
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/constants"
        subprocess.run(["cc", "-D__FRAMAC__", "-x", "c", "-Isrc", "-Ispec", *defines(geometry), "-", "-o", program],
                       cwd=ROOT, input=source, text=True, check=True)
        values = list(map(int, subprocess.run([program], text=True, capture_output=True, check=True).stdout.split()))
    *words, many = values[len(names):]
    if many > words[-1] + (1000 - 4) * (words[-1] - words[-2]):
        sys.exit(f"proofs/loop_bounds.py: JUMP_WORDS of {wheel} grows more than its list says")
    return {**dict(zip(names, values)), "JUMP_WORDS": words}


# The geometries that a header's comment gives figures for.
SAID = {"hier": [*GEOMETRIES[:3], "16x8.512"], "hashed": GEOMETRIES[:3]}


def unsaid(report):
    """The figures that the headers' comments, and T7 in spec/README.md, should give and do not."""
    for wheel in ("hier", "hashed"):
        text = (ROOT / "src" / f"tw_{wheel}.h").read_text(encoding="utf-8").partition("#ifndef")[0]
        values = [report["constants"][f"{wheel} {geometry}"] for geometry in SAID[wheel]]
        listed = {name: ", ".join(str(v[name]) for v in values[:-1]) + f" or {values[-1][name]}" for name in values[0]}
        visits = "" if wheel == "hier" else listed["VISIT_STEPS"] + " * "
        for want in (f"NEXT_STEPS +{listed['NEXT_STEPS']}", f"EMPTY_STEPS +{listed['EMPTY_STEPS']}",
                     f"ADVANCE_STEPS +{re.escape(visits)}visits \\+ {listed['ADVANCE_STEPS']}",
                     f"EARLIEST_STEPS \\+ capacity +capacity \\+ {listed['EARLIEST_STEPS']}",
                     f"AUDIT_TURNS is {values[0]['AUDIT_TURNS']}"):
            if not re.search(want + r"\b", text):
                yield f"src/tw_{wheel}.h does not say: {want}"
    _, *hier = report["constants"]["hier 256.4096"]["JUMP_WORDS"]
    hashed = report["constants"]["hashed 256.4096"]["JUMP_WORDS"][1] - 1
    want = ("1 to 4 jumps search at most {}, {}, {} and {} words; ".format(*hier)
            + f"for `TW_HASHED_SLOTS` 4096, n jumps search at most {hashed} n + 1")
    if want not in " ".join((ROOT / "spec" / "README.md").read_text(encoding="utf-8").split()):
        yield f"spec/README.md does not say: {want}"


def write():
    """Writes proofs/bounds.json."""
    sources = sorted((ROOT / "src").glob("*.[ch]"))
    wheels = ("hier", "hashed")
    report = {"about": HEAD,
              "constants": {f"{wheel} {geometry}": constants(wheel, geometry) for wheel in wheels
                            for geometry in GEOMETRIES},
              "loops": [entry for path in sources for entry in loops_of(path)],
              "calls": [entry for wheel in wheels for entry in calls_of(ROOT / "src" / f"tw_{wheel}.h")]}
    code = "".join(re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL) for path in sources)
    found = len(re.findall(r"\b(?:for|while) \(", code))
    if len(report["loops"]) != found:
        sys.exit(f"proofs/loop_bounds.py: {len(report['loops'])} loops read with a variant, {found} in src/")
    if missing := "\n".join(unsaid(report)):
        sys.exit(missing)
    OUT.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
