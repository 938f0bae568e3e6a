# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Do the provers and the checks do what they are there for? In each run: control.c has what a prover must and must
not prove, planted.c what must be refused, each under a name that says by which check."""
import re

from proofs.wp import frama_c, judge, units
from proofs.wp.flags import GUARDS, SMOKE, report_to
from proofs.wp.refuse import annotations, effects, ghosts, linkage, names, size, steps, subset, texts

CONTROL = "proofs/wp/control.c"
PLANTED = "proofs/wp/planted.c"
SUBSET = "proofs/wp/refuse/planted.c"
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# Text that may not stand in src/: what is wrong with it.
LINES = {"int\tn;": "a tab", "const char *s = \"/*@ lemma\";": "a string", "x //* y": "a line comment",
         "__attribute__((optimize(3)))": "a reserved name", "int a = 'a';": "a character", "int X;": "a macro that is none of ours", "n = 010;": "an octal number", "n = 1u; ": "a blank at a line's end",
         "??/": "a trigraph", "/* x\n# */": "a # in a comment", "    fo\\\nr (;;) {}": "a joined line",
         "#define A /* \\\n*/": "a comment over two lines of a directive"}


def prover_faults():
    """Does each prover prove what is right, not what is wrong, and do the smoke tests give alarm?"""
    for prover in ("z3", "cvc4"):
        log = frama_c.log_of("any", CONTROL, prover)
        functions = ["-wp-fct", "tw_control_right,tw_control_wrong"]
        _, lines = frama_c.run("any", CONTROL, GUARDS + ["-wp-prover", prover, "-wp-timeout", "6"] + functions, log)
        verdicts = {m[2]: m[3] for line in lines if (m := judge.GOAL.match(line))}
        wrong = verdicts.pop("tw_control_wrong_ensures_wrong", "Valid")
        if wrong == "Valid" or set(verdicts.values()) != {"Valid"}:
            yield f"{CONTROL}: {prover} proves what is wrong, or not what is right; see {log}"
    log = frama_c.log_of("any", CONTROL, "smoke")
    functions = [f"tw_control_{name}" for name in ("right", "wrong", "contradiction", "wheel")]
    _, lines = frama_c.run("any", CONTROL, SMOKE + ["-wp-fct", ",".join(functions)], log)
    alarms = {line.split()[-1] for line in lines if line.startswith("[wp] [Failed]")}
    if alarms != {f"typed_{name}_wp_smoke_default_requires" for name in functions[2:]}:
        yield f"{CONTROL}: smoke tests see no contradiction, or one that is none; see {log}"


def sentences(faults):
    return [" ".join(fault) for fault in faults]


def seen_in_planted(log):
    """kind -> what its check says of planted.c."""
    flags = GUARDS + ["-wp-prover", "none", "-wp-prop=-goal_left_out"] + report_to(log)
    found = judge.statuses(frama_c.run("any", PLANTED, flags, log)[1])
    text, tree = log.with_suffix(".c").read_text(encoding="utf-8"), frama_c.syntax_tree("any", PLANTED)
    return {"assumed": [what for _, status, what in found if status == "Extern"],
            "goal": [f"{name} {what}" for name, status, what in found if status == "-"],
            "(?:assumed|annotation)": sentences((*annotations.faults(text), *annotations.lacking(text))),
            "ghosts": sentences(ghosts.faults(text)),
            "steps": sentences((*steps.text_faults(units.read(PLANTED)), *steps.printed_faults(text, tree)))}


def seen_in_subset():
    tree = frama_c.syntax_tree("any", SUBSET)
    return {"subset": sentences(subset.faults(tree, set(), subset.declared(frama_c.tree_of_headers()))),
            "order": sentences(effects.faults(tree)),
            "size": sentences(size.faults({n: b for n, b in subset.definitions(tree).items() if n != "subset_recursion"}, 100))}


def name_faults():
    """Maps of names, and tokens read through them, that must be refused: what was not seen."""
    lines = names.expected()
    stop, start = names.LINE["src/tw_hier.c"].format("tw_hier_stop"), names.LINE["src/tw_hier.c"].format("tw_hier_start")
    planted = {"a map without a function": [line for line in lines if line != stop], "a function twice": [stop if line == start else line for line in lines],
               "a function with another's name": [line.replace("tw_hier_stop_", "tw_hier_start_") for line in lines],
               "a name of src/ that is no public function": [*lines[:2], "#define tw_slot TW_NAME(tw_slot_, TW_RADIX)", *lines[2:]],
               "code in the map": [*lines[:2], "int n;", *lines[2:]], "a map under another condition": ["#if !defined __FRAMAC__", *lines[1:]]}
    yield from (f"{what} would not be seen" for what, text in planted.items() if not list(names.file_faults("\n".join(text))))
    if list(names.file_faults("\n".join(lines))):
        yield "the right map of names is refused"
    read, made = {"src/a": ["tw_hier_stop", "(", "tw_slot"]}, {"tw_hier_stop": "tw_hier_stop_256", "tw_hier_start": "tw_hier_start_256"}
    for what, tokens in {"a name without its geometry": read["src/a"], "a name with another geometry": ["tw_hier_stop_16", "(", "tw_slot"],
                         "a name of another function": ["tw_hier_start_256", "(", "tw_slot"],
                         "a name of no public function with a geometry": ["tw_hier_stop_256", "(", "tw_slot_256"]}.items():
        if not list(texts.differences(names.mapped(read, made), {"src/a": tokens}, "")):
            yield f"{what} would not be seen"
    for read, made in (({"src/a": ["tw_hier_stop_256"]}, made), ({}, {"tw_hier_stop": "tw_hier_256", "tw_hier_start": "tw_hier_256"})):
        if not list(names.taken(read, made)):
            yield "a name for two functions would not be seen"


def faults():
    yield from prover_faults()
    yield from name_faults()
    log = frama_c.log_of("any", PLANTED, "goals")
    for file, kinds in ((PLANTED, seen_in_planted(log)), (SUBSET, seen_in_subset())):
        for kind, lines in kinds.items():
            name = re.compile(rf"\b{kind}_\w+")
            lost = set(name.findall(COMMENT.sub("", units.read(file)) if file == SUBSET else units.read(file)))
            lost.difference_update(name.findall(" ".join(lines)))
            yield from (f"{file}: {fault} was not seen; see {log}" for fault in sorted(lost))
    for line, what in LINES.items():
        if not list(texts.byte_faults("", line + "\n")):
            yield f"{what} in src/ would not be seen"
    if not list(texts.directives("%:ifdef X\n")):
        yield "a directive by a digraph in src/ would not be seen"
    guarded = "#ifndef A\n#define A\n#ifdef __FRAMAC__\nint n;\n#endif\n#endif\n"
    if "int n;" not in texts.directives(guarded):
        yield "code in a conditional part of src/ would not be seen"
    if not list(texts.storage_faults("", "int f(int a[static 4]);\n")):
        yield "static in an array of src/ would not be seen"
    words = "    size_t n = (size_t)first_word;\n}\n"
    declared = "static inline uint32_t tw_bitset_next(uint32_t from);\n"
    for name, wide in (("src/tw_clock.h", "n = (uint32_t)(size_t)n;\n"), ("src/tw_clock.h", words), (texts.WORDS_IN, "    size_t m = 0u;\n"),
                       (texts.WORDS_IN, declared + "static inline uint32_t tw_bitset_index(uint32_t first_word)\n{\n" + words)):
        if not list(texts.width_faults(name, wide)):
            yield f"size_t in src/ would not be seen: {wide}"
    if list(texts.width_faults(texts.WORDS_IN, declared + declared.replace(";", "\n{") + words)):
        yield "size_t would be seen where it counts words"
    for hidden in ("/* *\\\n/\n#if A\n/* */\n#endif\n", "#define A /*\n*/ + 1u\n#if A\n#endif\n"):
        if "#if A" not in texts.directives(hidden):
            yield "a directive behind a comment in src/ would not be seen"
    if not list(texts.macro_faults("", "TW_IMPLEMENTATION;", texts.macros())):
        yield "a macro that src/ does not define would not be seen"
    if not list(linkage.header_faults("proofs/wp/refuse/planted.h", {"linkage_mangled"}, "c++11")):
        yield "a function with another name in C++ would not be seen"
    if [bool(list(linkage.header_faults("proofs/wp/refuse/planted.h", set(), standard))) for standard in linkage.STANDARDS] != [False, True]:
        yield "a keyword of C++20 would not be seen"
    if not list(texts.guard_faults("", "#ifndef A\n#define A\n#endif\nint n;\n")) or list(texts.guard_faults("", "#ifndef A\nint n;\n#endif\n")):
        yield "code outside of an include guard would not be seen"
    if not list(texts.macro_faults("", "int n = TW_HIER_H;", texts.macros())):
        yield "an include guard as a name would not be seen"
    for line in ("enum tw_status tw_hier_start(void);", "TW_NODISCARD enum tw_status tw_hier_stop(void);", "enum tw_status TW_NODISCARD tw_hier_start(void);"):
        if not list(texts.status_faults("", line)):
            yield f"{line} in src/ would not be seen"
    if not list(texts.differences({"src/a": ["1"]}, {"src/a": ["2"]}, "")):
        yield "other tokens would not be seen"
