# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What has to be so before a proof of src/ means anything: src/ is within the subset of C, all readers read one text,
and what Frama-C has read is what is written and committed."""
import concurrent.futures

from proofs.wp import baseline, frama_c, judge, printed, units
from tests.targets.machines import cores
from proofs.wp.refuse import annotations, arithmetic, effects, ghosts, linkage, size, steps, subset, texts, words


def named(kind, where, found):
    """Faults in words: kind, unit, function, fault."""
    return [f"{kind}: {where}: {name + ': ' if name else ''}{fault}" for name, fault in dict.fromkeys(found)]


def function_faults(unit, text, tree, known):
    """Functions are found by their text, by clang and by Frama-C alike."""
    bodies, seen = set(subset.definitions(tree)), set(printed.functions(text))
    ghosts = printed.ghosts(text)
    for names, what in ((bodies ^ seen, "clang and Frama-C do not both see it"),
                        ((seen | ghosts) - known, "no unit proves it"), (known - seen - ghosts, "Frama-C does not see it")):
        yield from ((name, what) for name in sorted(names))


def read_unit(task):
    """A unit of src/, or the oracle, at a geometry: what Frama-C prints, and the faults of that."""
    unit, geometry = task
    text = frama_c.printed(geometry, unit, frama_c.log_of(geometry, unit, "read"))
    where, tree = f"{unit} {geometry}", frama_c.syntax_tree(geometry, unit)
    said = frama_c.log_of(geometry, unit, "read").read_text(encoding="utf-8").splitlines()
    found = named("Frama-C", where, (("", line) for line in said[1:] if judge.is_complaint(line)))
    found += named("annotation", where, annotations.faults(text)) + named("order", where, effects.faults(tree))
    found += named("ghost", where, ghosts.faults(text))
    found += named("arithmetic", where, arithmetic.faults(text, tree, frama_c.log_of(geometry, unit, "read")))
    recursion = list(subset.call_faults(subset.definitions(tree)))
    found += named("call", where, recursion or size.faults(subset.definitions(tree), units.public_of(unit)))
    if unit in dict(units.READ):
        found += named("annotation", where, annotations.lacking(text)) + named("count", where, steps.printed_faults(text, tree))
        found += named("function", where, function_faults(unit, text, tree, units.known_to(unit)))
    return task, text, found


def subset_faults():
    """The subset: each geometry for the first machine, each machine at the first geometry. All of them read the same
    tokens at each geometry, so that no other pair has another tree but for the types of integers."""
    for target in texts.TARGETS:
        flags = [f"--target={target}"]
        given = subset.declared(frama_c.tree_of_headers(flags))
        for unit, geometries in units.READ:
            public = set().union(*(units.public_of(name) for name in units.included(unit)))
            for geometry in geometries if target == texts.TARGETS[0] else geometries[:1]:
                try:
                    tree = frama_c.syntax_tree(geometry, unit, flags)
                    yield from (f"subset: {name}: {fault}" for name, fault in subset.faults(tree, public, given))
                except RuntimeError as error:
                    yield f"subset: {target}: {error}"


def name_faults():
    """A name stands for one function: no file of src/ has a function that is proved elsewhere under this name."""
    seen = {}
    for unit, _ in units.UNITS:
        for name in sorted(units.functions_of(unit)):
            if seen.setdefault(name, unit) != unit:
                yield f"function: {name} is in {seen[name]} and in {unit}"


def read_alone(task):
    """The functions of a header, read alone."""
    header, geometry = task
    return printed.functions(frama_c.printed(geometry, header, frama_c.log_of(geometry, header, "read")))


def alone_faults(alone_of, texts_of):
    """A function of a header is, in the units that include it, the one that is proved with the header alone."""
    for (header, geometry), alone in alone_of.items():
        for (unit, at), text in texts_of.items():
            if header in (units.included(unit) if unit.startswith("src/") else ()) and geometry in ("any", at.split(".")[0]):
                within = printed.functions(text)
                yield from (f"function: {header}: {name} is not the same in {unit} {at}" for name in sorted(alone)
                            if within.get(name) != alone[name])


def faults(update=False):
    """All faults; `update` commits to what is read now instead of comparing with what is committed."""
    try:
        tasks = [(unit, geometry) for unit in baseline.SHOWN for geometry in dict(units.UNITS)[unit]]
        headers = [(header, geometry) for header, geometries in units.HEADERS for geometry in geometries]
        with concurrent.futures.ThreadPoolExecutor(max_workers=max(2, cores())) as pool:
            looks = [pool.submit(lambda look=look: list(look())) for look in (texts.faults, linkage.faults, words.faults, subset_faults)]
            results, alone = pool.map(read_unit, tasks), pool.map(read_alone, headers)
            text, cpp, word, beyond = (look.result() for look in looks)
            results, alone_of = list(results), dict(zip(headers, alone))
        found = [f"text: {fault}" for fault in text] + named("C++", "src", cpp) + named("word", "src", word)
        for name in sorted({name for unit, _ in units.READ for name in units.included(unit)}):
            found += named("count", name, steps.text_faults(units.read(name)))
        found += [fault for _, _, faults_of in results for fault in faults_of]
        texts_of = {task: text for task, text, _ in results}
        found += list(dict.fromkeys([*name_faults(), *beyond, *alone_faults(alone_of, texts_of)]))
        if update:
            baseline.write_contracts(texts_of)
        return found + [f"contract: {fault}" for fault in baseline.contract_faults(texts_of)]
    except (RuntimeError, OSError, UnicodeDecodeError, ValueError) as error:
        return [f"read: {error}"]
