# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Proves with CBMC that a function of two texts gives the same answers and leaves the same memory: tools/same."""
import re
import subprocess

# A definition as Frama-C prints it: type, name, arguments, body.
FUNCTION = re.compile(r"^([\w *]*?)\b(\w+)\s*\(([^;{}()]*)\)\s*\{(.*?)^\}", re.MULTILINE | re.DOTALL)
ARRAY = "{0} a_{1}[{2}], b_{1}[{2}]; __CPROVER_array_copy(b_{1}, a_{1});"
MEMORY = '__CPROVER_assert(__CPROVER_array_equal(a_{0}, b_{0}), "same memory");'
OPTIONS = "--function same -Dstatic= -Dinline= -D__inline= --no-standard-checks --unwind 4".split()


def harness(found, code, names):
    """A program that calls the functions of both texts. Pointers point to equal arrays without end."""
    kind, name, given, _ = found.groups()
    arguments = re.findall(r"(.*?)(\w+)\s*(?:,|$)", "" if given.strip() == "void" else given, re.DOTALL)
    lines = [re.sub(rf"\b({'|'.join(names)})\b", r"printed_\1", code), f"{kind} {name}({given});", "void same(void) {"]
    for what, word in arguments:
        array = ARRAY.format(re.sub(r"\bconst\b|\*", "", what), word, "__CPROVER_constant_infinity_uint")
        lines.append(array if "*" in what else f"{what} a_{word}; {what} b_{word} = a_{word};")
    ours = f"{name}({', '.join('a_' + word for _, word in arguments)})"
    theirs = f"printed_{name}({', '.join('b_' + word for _, word in arguments)})"
    answer = f'__CPROVER_assert({ours} == {theirs}, "same answer");'
    lines.append(f"{ours}; {theirs};" if re.search(r"\bvoid\s*$", kind) else answer)
    lines += [MEMORY.format(word) for what, word in arguments if "*" in what]
    return "\n".join([*lines, '__CPROVER_assert(0, "end"); }\n'])


def is_equal(found, tokens, code, names, cbmc, folder, rounds):
    """Is it proved, and the end reached? What takes a wheel with its pointers is not asked. With `rounds`, only runs of
    at most 3 rounds of a loop count; without, a function with a loop is not asked."""
    if "struct tw_h" in found[3] or "while" in found[4] and not rounds:
        return False
    (folder / "a.c").write_text(tokens, encoding="utf-8")
    (folder / "b.c").write_text(harness(found, code, names), encoding="utf-8")
    every = f"--{'no-' if rounds else ''}unwinding-assertions"
    done = subprocess.run(["prlimit", "--cpu=60", *cbmc, "a.c", "b.c", *OPTIONS, every], cwd=folder,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    failed = [line for line in done.stdout.splitlines() if re.search(": (FAILURE|UNKNOWN|ERROR)$", line)]
    return "VERIFICATION FAILED" in done.stdout and len(failed) == 1 and failed[0].endswith(" end: FAILURE")
