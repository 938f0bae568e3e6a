# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Asks the engines about a mutant."""
import math
import shutil
import time

from proofs.mutants.cache import digest
from proofs.mutants.choice import same_code
from proofs.mutants.engines.texts import texts
from proofs.mutants.engines.trees import tree_of
from proofs.mutants.engines.wp import Wp


def result_of(engine, mutant, cache, end=math.inf):
    """What an engine says of a mutant: what killed it, or nothing; and seconds. None once the time is up."""
    key = digest(engine.name, engine.version, engine.view(mutant.text), mutant.function,
                 texts(engine.reads(mutant), engine.view))
    if key not in cache:
        if time.monotonic() > end:
            return None
        tree, began = tree_of(mutant), time.monotonic()
        try:
            by = engine.kill(tree, mutant)
        finally:
            shutil.rmtree(tree, ignore_errors=True)
        cache[key] = {"by": by, "seconds": round(time.monotonic() - began, 1)}
    return cache[key]


def judge(mutant, chosen, cache, kept, end):
    """All engines on a mutant, but for what is kept, until the time is up; nothing if it makes the same
    code. What WP alone kills must fail within WP's full time too."""
    row = {}
    for engine in engines_of(mutant, chosen):
        found = kept.get((mutant.id, engine.name))
        if not found and same_code(mutant, cache):
            return None
        found = found or result_of(engine, mutant, cache, end)
        if found:
            row[engine.name] = found
    if [name for name, r in row.items() if r["by"]] == ["wp"] and "tests" in row and (mutant.id, "wp") not in kept:
        row["wp"] = result_of(Wp(cache, full=True), mutant, cache)
    return row


def engines_of(mutant, chosen):
    return [e for e in chosen if e.takes(mutant)]
