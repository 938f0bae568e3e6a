# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which mutants are run: one a line and kind, all, or a fixed sample; none that makes the code of the original. And
the table `equivalent`: mutants that an engine need not kill, or none."""
import concurrent.futures
import functools
import re

from proofs.wp import units
from proofs.wrong import generate
from proofs.wrong.engines.texts import ROOT, digest, texts
from proofs.wrong.engines.trees import code_of
from proofs.wrong.wheels import HOME

# The engines that a mark of `equivalent` says cannot kill.
SPARED = {"=": ["tests", "vectors", "contract"], "~": ["tests", "vectors", "fuzz"], "^": ["fuzz"], "*": ["vectors"],
          "!": ["vectors", "wp", "fuzz"]}


def equivalents():
    """The table, whose marks README.md explains: (function, old, new) -> marks, reason."""
    table = {}
    for block in re.split(r"\n\s*\n", (HOME / "equivalent").read_text(encoding="utf-8")):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if lines:
            text = {mark: "\n".join(x[1:].strip() for x in lines[1:] if x[0] == mark) for mark in "-+=~^*!"}
            marks = [mark for mark in SPARED if text[mark]]
            reason = "; ".join(text[mark] for mark in marks)
            table[lines[0].strip(), generate.bare(text["-"]), generate.bare(text["+"])] = "".join(marks), reason
    return table


def spared(mutant, table):
    """The engines that need not kill it."""
    return {name for mark in table.get(mutant.key, [""])[0] for name in SPARED[mark]}


def sources():
    return [ROOT / units.TICKS, *sorted((ROOT / "src").glob("*.[ch]"))]


def mutants_of(paths, make):
    return [m for path in paths for m in make(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))]


@functools.lru_cache(maxsize=None)
def source_sum():
    return texts(sources())


def compiles(mutant, cache):
    """The sum of its object code with this src/; nothing if it does not compile."""
    key = digest("code", source_sum(), mutant.id)
    if key not in cache:
        cache[key] = code_of(mutant.file, mutant.text, mutant.function.isupper())
    return cache[key]


def same_code(mutant, cache):
    """Does it make the same object code as the original? A macro is more than the code it makes here."""
    if mutant.function.isupper() or "clause" in mutant.operator:
        return False
    return compiles(mutant, cache) == code_of(mutant.file, (ROOT / mutant.file).read_text(encoding="utf-8"))


KINDS = {"relation": "value", "arithmetic": "value", "constant": "value", "condition": "flow", "logic": "flow",
         "answer": "flow", "dropped": "step", "swapped": "step", "arguments": "operand", "field": "operand"}


def chosen_of(mutants, every, cache):
    """The first one a line and kind that compiles, or every one; all of a macro's."""
    groups = {}
    for mutant in sorted(mutants, key=lambda m: m.id):
        where = mutant.id if every or mutant.function.isupper() else (mutant.file, mutant.line, KINDS[mutant.operator])
        groups.setdefault(where, []).append(mutant)
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        first = pool.map(lambda group: next((m for m in group if compiles(m, cache)), None), groups.values())
        return sorted(filter(None, first), key=lambda m: (m.function.isupper(), m.file, m.line, m.id))


def sample(mutants, cache):
    """A fixed few: of three kinds of operator one, each in another function; none that `equivalent` lists."""
    found, functions, same = [], set(), equivalents()
    ranked = sorted((m for m in mutants if m.key not in same), key=lambda m: m.id)
    for kind in ("flow", "step", "value"):
        found.append(next(m for m in ranked if KINDS[m.operator] == kind and m.function not in functions
                          and compiles(m, cache) and not same_code(m, cache)))
        functions.add(found[-1].function)
    return found


def selected(args, cache):
    """The mutants to run, and all that there are."""
    code = mutants_of(sources(), generate.mutants_of)
    headers = [ROOT / "src" / "tw_hier.h", ROOT / "src" / "tw_hashed.h"]
    clauses = sorted(mutants_of(headers, generate.clauses_of), key=lambda m: m.operator)
    if args.quick:
        two = {m.operator: m for m in sorted(clauses, key=lambda m: m.id)}
        return sample(code, cache) + list(two.values()), code + clauses
    mine, ours = ([m for m in some if not args.function or m.function in args.function] for some in (code, clauses))
    return chosen_of(mine, args.all, cache) + ours, code + clauses
