# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Do the provers and the checks do what they are there for? In each run but those of one function: control.c has what a prover must and must
not prove, planted.c what must be refused, each under a name that says by which check."""
import re

from proofs.wp import baseline, frama_c, judge, units
from proofs.wp.flags import GUARDS, MARGIN, STEPS, asked, proof, report_to, smoke
from proofs.wp.refuse import annotations, arithmetic, effects, ghosts, linkage, names, size, steps, subset, texts, words

CONTROL = "proofs/wp/control.c"
PLANTED = "proofs/wp/planted.c"
SUBSET = "proofs/wp/refuse/planted.c"
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# Text that may not stand in src/: what is wrong with it.
LINES = {"int\tn;": "a tab", "const char *s = \"/*@ lemma\";": "a string", "x //* y": "a line comment",
         "__attribute__((optimize(3)))": "a reserved name", "int a = 'a';": "a character", "int X;": "a macro that is none of ours", "n = 010;": "an octal number", "n = 1u; ": "a blank at a line's end",
         "??/": "a trigraph", "/* x\n# */": "a # in a comment",
         "/* x /*@ ghost n++; */": "a comment in a comment", "x = __cplusplus;": "a macro that not all readers define", "int TW_NAME(mi, ps);": "a macro that makes a name", f"int n{'a' * 31};": "a long name",
         "static int f();": "a function without a prototype", "x = f( );": "a call without arguments", "    fo\\\nr (;;) {}": "a joined line",
         "#define A /* \\\n*/": "a comment over two lines of a directive"}


def prover_faults():
    """Does each prover prove what is right, not what is wrong, and do the smoke tests give alarm?"""
    for prover in STEPS:
        log = frama_c.log_of("any", CONTROL, prover.lower())
        functions = ["-wp-fct", "tw_control_right,tw_control_wrong"]
        _, lines = frama_c.run("any", CONTROL, GUARDS + asked(prover, functions, STEPS[prover] // 10), log)
        verdicts = {m[2]: m[3] for line in lines if (m := judge.GOAL.match(line))}
        wrong = verdicts.pop("tw_control_wrong_ensures_wrong", "Valid")
        if wrong == "Valid" or set(verdicts.values()) != {"Valid"}:
            yield f"{CONTROL}: {prover} proves what is wrong, or not what is right; see {log}"
    log = frama_c.log_of("any", CONTROL, "smoke")
    functions = [f"tw_control_{name}" for name in ("right", "wrong", "contradiction", "wheel")]
    _, lines = frama_c.run("any", CONTROL, smoke(["-wp-fct", ",".join(functions)]), log)
    alarms = {line.split()[-1] for line in lines if line.startswith("[wp] [Failed]")}
    if alarms != {f"typed_{name}_wp_smoke_default_requires" for name in functions[2:]}:
        yield f"{CONTROL}: smoke tests see no contradiction, or one that is none; see {log}"


def rows_of(lines):
    """What is said of the goals of a function f in such lines: row, faults."""
    faults = []
    row = judge.judge("", (0, lines), {"f"}, CONTROL, "", faults)["f"]
    return row, faults + list(judge.row_faults("", row))


def limit_faults():
    """Is a goal that needs all its steps not proved, and is the machine to blame where a prover does not get them?"""
    log, right = frama_c.log_of("any", CONTROL, "limits"), ["-wp-fct", "tw_control_right", "-wp-prop", "right"]
    sleeping = {"why3": frama_c.sleepers()}
    for prover in STEPS:
        for options, said, kwargs in ((asked(prover, right, 1000), "not proved: tw_control_right_ensures_right: ", {}),
                                      (asked(prover, right, watchdog=1), "the machine did not give its steps to ", sleeping)):
            run = frama_c.run("any", CONTROL, GUARDS + options + ["-wp-cache", "none"], log, **kwargs)
            row = judge.judge("", run, {"tw_control_right"}, CONTROL, log, [])["tw_control_right"]
            if not any(said + f"{prover} " * (said[0] == "t") in fault for fault in judge.row_faults("", row)):
                yield f"{CONTROL}: {prover}: `{said}` was not said; see {log}"
    for bits in (False, True):
        _, lines = frama_c.run("any", CONTROL, proof(right, bits, 1000) + ["-wp-cache", "none"], log)
        asked_for = [m[1].split()[0] for line in lines if (m := judge.SUMMARY.match(line)) and "Qed" not in m[1]]
        if asked_for != list(reversed(STEPS) if bits else STEPS):
            yield f"{CONTROL}: what the first prover leaves is asked of {' '.join(asked_for[1:]) or 'none'}; see {log}"
    faults = []
    judge.judge_smoke("", frama_c.run("any", CONTROL, smoke(right[:2], 1) + ["-wp-cache", "none"], log, **sleeping), log, faults, 1)
    if not any("the machine did not give a smoke test" in fault for fault in faults):
        yield f"{CONTROL}: a smoke test without its steps passes; see {log}"
    faults = []
    judge.judge_smoke("", (0, ["[wp] Proved goals:    1 / 1", "  CVC4 1.8:         1  (failed: 1)"]), log, faults)
    if not any("without an answer" in fault for fault in faults):
        yield "a smoke test whose prover has crashed passes"
    if [round(judge.seconds(text), 3) for text in ("(Qed:2ms) (1.5s)", "(1'2s)", "(20')", "(1h2') (70)")] != [1.502, 62, 1200, 3720]:
        yield "a time is misread"


# What Frama-C says of a function f: what must then be said of it, or nothing.
QED, GOAL, TOTAL, NONE = "[wp] [Qed] Goal typed_f_q : Valid (1ms)", "[wp] [{}] Goal typed_f_g : {}", "[wp] Proved goals: {} / {}", judge.NO_GOAL
LEFT = [QED, GOAL.format("CVC4 1.8", "Step limit (2400000)"), TOTAL.format(1, 2)]
SAID = [([QED, GOAL.format("CVC4 1.8", "Valid (1.0s) (5)"), TOTAL.format(2, 2), NONE, TOTAL.format(0, 0)], ""),
        ([QED, GOAL.format("CVC4 1.8", "Valid (1.0s) (5)"), TOTAL.format(2, 2), NONE], ""),
        ([*LEFT, GOAL.format("Z3 4.8.12", "Valid (1.0s) (5)"), TOTAL.format(1, 1)], ""),
        ([*LEFT, GOAL.format("Z3 4.8.12", "Unknown"), TOTAL.format(0, 1)],
         "not proved: f_g: CVC4 1.8 Step limit (2400000); Z3 4.8.12 Unknown"),
        ([*LEFT, NONE, TOTAL.format(0, 0)], "No goal generated"), ([NONE, TOTAL.format(0, 0)] * 2, "No goal generated"),
        ([QED, GOAL.format("CVC4 1.8", "Timeout (1h)"), TOTAL.format(1, 2), GOAL.format("Z3 4.8.12", "Unknown"), TOTAL.format(0, 1)],
         "the machine did not give its steps to CVC4 1.8, for f_g"),
        (LEFT, "totals"), ([*LEFT, TOTAL.format(0, 0), GOAL.format("Z3 4.8.12", "Unknown")], "totals"), ([*LEFT, TOTAL.format(1, 1)], "totals"), ([*LEFT, GOAL.format("Z3 4.8.12", "Unknown")], "totals"),
        *(([GOAL.format(f"{name} 1", f"Valid (1.0s) ({limit // MARGIN + 1})"), TOTAL.format(1, 1), NONE, TOTAL.format(0, 0)], "too near to its limit: f_g")
          for name, limit in STEPS.items())]


def judge_faults():
    """Are such lines judged rightly, and is a goal that takes more steps seen?"""
    for lines, said in SAID:
        found = [fault for fault in rows_of([*lines, "    0 Total"])[1] if fault.strip(": ")]
        if bool(said) != bool(found) or said not in " ".join(found):
            yield f"{lines[-2:]}: `{said or 'nothing'}` was not said, but {found}"
    if len(set(baseline.table_faults({("any", "f"): [1]}))) < 2 or not any("too many: any f" in f for f in baseline.table_faults({("any", "f"): [1]})):
        yield "a line that proofs/wp/expected lacks, or has too many, would not be seen"
    row = rows_of([GOAL.format(f"{name} 1", f"Valid (1.0s) ({steps})").replace("_g", f"_{name}{steps}") for name in STEPS for steps in (10, 20)])[0]
    if row["steps"] != {name: [30, 20] for name in STEPS}:
        yield f"steps are added up to {row['steps']}"
    for at in range(1, 5):
        figures = baseline.figures_of(row)
        figures[at] //= 2
        if not list(baseline.harder("g", {"f": row}, {("g", "f"): figures})):
            yield "a goal that takes twice its steps would not be seen"
    if list(baseline.harder("g", {"f": row}, {("g", "f"): baseline.figures_of(row)})):
        yield "the right number of steps is refused"
    if not list(baseline.harder("g", {"f": row}, {("g", "f"): [2]})):
        yield "a function whose steps are not known would not be seen"


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
            "arithmetic": sentences(arithmetic.faults(text, tree, log)),
            "steps": sentences((*steps.text_faults(units.read(PLANTED)), *steps.printed_faults(text, tree)))}


def seen_in_subset():
    tree = frama_c.syntax_tree("any", SUBSET)
    return {"subset": sentences(subset.faults(tree, set(), subset.declared(frama_c.tree_of_headers()))),
            "order": sentences(effects.faults(tree)),
            "size": sentences(size.faults({n: b for n, b in subset.definitions(tree).items() if n != "subset_recursion"},
                                           ["size_unlimited"], {"size_stop": 50}, 100))}


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
    for name, word in (("src/tw_hier.c", "tw_hashed_stop_256_4096"), ("src/tw_hashed.c", "tw_hier_stop_4"), ("src/tw_slots.h", "tw_hier_256"),
                       ("src/tw_clock.h", "tw_hashed_64_128"), ("src/tw_hier.c", "tw_hashed_stop"), ("src/tw_hier.c", "tw_hashed"), ("src/tw_slots.h", "tw_hier_stop")):
        if not list(names.form_faults(name, f"int {word};")):
            yield f"{word} in {name} would not be seen"
    for read, made in (({"src/a": ["tw_hier_stop_256"]}, made), ({}, {"tw_hier_stop": "tw_hier_256", "tw_hier_start": "tw_hier_256"})):
        if not list(names.taken(read, made)):
            yield "a name for two functions would not be seen"


def word_faults():
    """Names that other compilers take, and what C23 does not have: what was not seen."""
    for name in ("nullptr", "constexpr", "thread_local", "concept", "and", "co_await", "linux", "mips", "sparc", "vector", "far", "errno", "current", "st_atime"):
        if not list(words.word_faults(f"uint32_t {name} = 0u;\n")):
            yield f"the name {name} in src/ would not be seen"
    if list(words.word_faults("/* mips */ bool found = true;\n#error \"and\"\n#include <errno.h>\n")):
        yield "a word that is no name is refused"
    for text in ("int f(int nullptr);\n", "int f(a) int a; { return a; }\n", "#include <stdbool.h>\nint true = 1;\n", "int f(void) { g(); }\n"):
        if not list(words.reading_faults("-", text=text, standards=["c23"])):
            yield f"{text.strip()}, which is no C23, would not be seen"
    if not list(words.reading_faults("-", text="enum a { B } c = 0;\n", standards=["c++11"])):
        yield "what C++ does not have would not be seen"
    if list(words.reading_faults("-", text="#include <stdbool.h>\nbool f(void);\n")):
        yield "bool, which is C23 and C++, is refused"


def planted_faults():
    """What stands in the planted files and no check sees."""
    log = frama_c.log_of("any", PLANTED, "goals")
    for file, kinds in ((PLANTED, seen_in_planted(log)), (SUBSET, seen_in_subset())):
        for kind, lines in kinds.items():
            name = re.compile(rf"\b{kind}_\w+")
            lost = set(name.findall(COMMENT.sub("", units.read(file)) if file == SUBSET else units.read(file)))
            lost.difference_update(name.findall(" ".join(lines)))
            yield from (f"{file}: {fault} was not seen; see {log}" for fault in sorted(lost))


def text_faults():
    """Text, directives and macros that must be refused: what was not seen."""
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
    for hidden in ("/* *\\\n/\n#if A\n/* */\n#endif\n", "#define A /*\n*/ + 1u\n#if A\n#endif\n"):
        if "#if A" not in texts.directives(hidden):
            yield "a directive behind a comment in src/ would not be seen"
    if not list(texts.macro_faults("", "TW_IMPLEMENTATION;", texts.macros())):
        yield "a macro that src/ does not define would not be seen"


def width_faults():
    """Is size_t seen where it does not count words, and nowhere else?"""
    words = "    size_t n = (size_t)first_word;\n}\n"
    declared = "static inline uint32_t tw_bitset_next(uint32_t from);\n"
    for name, wide in (("src/tw_clock.h", "n = (uint32_t)(size_t)n;\n"), ("src/tw_clock.h", words), (texts.WORDS_IN, "    size_t m = 0u;\n"),
                       (texts.WORDS_IN, declared + "static inline uint32_t tw_bitset_index(uint32_t first_word)\n{\n" + words)):
        if not list(texts.width_faults(name, wide)):
            yield f"size_t in src/ would not be seen: {wide}"
    if list(texts.width_faults(texts.WORDS_IN, declared + declared.replace(";", "\n{") + words)):
        yield "size_t would be seen where it counts words"


def header_faults():
    """Names in C++, guards, marks of a status and tokens that must be refused: what was not seen."""
    if not list(linkage.header_faults("proofs/wp/refuse/planted.h", {"linkage_mangled"}, "c++11")):
        yield "a function with another name in C++ would not be seen"
    if [bool(list(linkage.header_faults("proofs/wp/refuse/planted.h", set(), standard))) for standard in linkage.STANDARDS] != [False, True]:
        yield "a keyword of C++20 would not be seen"
    if not list(texts.guard_faults("", "#ifndef A\n#define A\n#endif\nint n;\n")) or list(texts.guard_faults("", "#ifndef A\nint n;\n#endif\n")):
        yield "code outside of an include guard would not be seen"
    if not list(texts.macro_faults("", "int n = TW_HIER_H;", texts.macros())):
        yield "an include guard as a name would not be seen"
    if not list(texts.status_faults("src/tw_hier.c", "TW_NODISCARD static inline bool tw_f(TW_NODISCARD);")):
        yield "TW_NODISCARD in a .c would not be seen"
    for line in ("enum tw_status tw_hier_start(void);", "TW_NODISCARD enum tw_status tw_hier_stop(void);", "enum tw_status TW_NODISCARD tw_hier_start(void);"):
        if not list(texts.status_faults("", line)):
            yield f"{line} in src/ would not be seen"
    if not list(texts.differences({"src/a": ["1"]}, {"src/a": ["2"]}, "")):
        yield "other tokens would not be seen"


def faults():
    for look in (prover_faults, limit_faults, judge_faults, name_faults, planted_faults, text_faults, width_faults, header_faults, word_faults):
        yield from look()
