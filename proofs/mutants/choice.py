# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which mutants are run: one a line and kind, all, or a fixed sample; none that makes the code of the original."""
import concurrent.futures

from proofs.mutants import generate
from proofs.mutants.cache import digest
from proofs.mutants.engines.texts import ROOT, texts
from proofs.mutants.engines.trees import code_of
from proofs.mutants.equivalence import equivalents
from proofs.wp import units


def sources():
    return [ROOT / units.TICKS, *sorted((ROOT / "src").glob("*.[ch]"))]


def generated():
    return [m for path in sources()
            for m in generate.mutants_of(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))]


def compiles(mutant, cache):
    key = digest("compiles", texts(sources()), mutant.id)
    if key not in cache:
        cache[key] = bool(code_of(mutant.file, mutant.text, mutant.function.isupper(), syntax=True))
    return cache[key]


def same_code(mutant, cache):
    """Does it make the same object code as the original? A macro is more than the code it makes here."""
    if mutant.function.isupper() or "clause" in mutant.operator:
        return False
    key = digest("same", texts(sources()), mutant.id)
    if key not in cache:
        original = (ROOT / mutant.file).read_text(encoding="utf-8")
        cache[key] = code_of(mutant.file, mutant.text) == code_of(mutant.file, original)
    return cache[key]


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
    """A fixed few: of each kind of operator one, each in another function; none that cannot be told from the original."""
    found, functions, same = [], set(), equivalents()
    ranked = sorted((m for m in mutants if m.key not in same), key=lambda m: m.id)
    for kind in sorted(set(KINDS.values())):
        found.append(next(m for m in ranked if KINDS[m.operator] == kind and m.function not in functions
                          and compiles(m, cache) and not same_code(m, cache)))
        functions.add(found[-1].function)
    return found


def first_ones(mutants, cache):
    """Of each function the first that makes other code."""
    groups = {}
    for mutant in mutants:
        groups.setdefault(mutant.function, []).append(mutant)
    return {next((m.id for m in group if not same_code(m, cache)), "") for group in groups.values()}


def selected(args, cache):
    """The mutants to run, and all that there are."""
    code = generated()
    clauses = sorted((m for name in ("hier", "hashed") for m in generate.clauses_of(
        f"src/tw_{name}.h", (ROOT / "src" / f"tw_{name}.h").read_text(encoding="utf-8"))), key=lambda m: m.operator)
    mine = [m for m in code + clauses if not args.function or m.function in args.function]
    if args.quick:
        two = {m.operator: m for m in sorted(clauses, key=lambda m: m.id)}
        return sample(code, cache) + list(two.values()), code + clauses
    ours = [m for m in mine if "clause" in m.operator]
    return (ours if args.spec else chosen_of([m for m in mine if m not in ours], args.all, cache) + ours), code + clauses
