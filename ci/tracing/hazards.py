# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The links from each hazard to the requirements that exclude it, and from each assumption of use to where it comes from."""
import re

from ci.tracing.sources import CONTRACT, HEADERS, cells_of, ids_of, read


def hazards(trace, rows):
    """What can go wrong: the requirements that exclude it, and all that they lead to."""
    known = {line["id"]: row for line, row in zip(trace.table, rows)}
    assumed = {cells[0] for cells in cells_of("docs/safety-manual.md", "A")}
    found = []
    for name, hazard, _, excluded, also in cells_of("docs/hazards.md", "H"):
        ids = ids_of(excluded)
        for word in {*ids, *also.split()} - known.keys() - assumed:
            trace.orphan(f"docs/hazards.md: {name}: no such requirement or assumption: {word}")
        mine = [known[word] for word in ids if word in known]
        whole = {what: set().union(*(row[what] for row in mine)) for what in (mine or [{}])[0]}
        if not mine or not (whole["clauses"] or whole["checks"]):
            trace.orphan(f"docs/hazards.md: {name}: nothing proved or checked excludes it")
        elif not (whole["tests"] or whole["checks"]):
            trace.orphan(f"docs/hazards.md: {name}: no test")
        else:
            found.append({"id": name, "text": hazard, "requirements": ids, "clauses": len(whole["clauses"]),
                          "goals": len(whole["goals"]), "tests": sorted(whole["tests"] | whole["checks"]), **trace.mutants_of(whole)})
            if trace.has_all_mutants and whole["functions"] and not found[-1]["killed"]:  # a sample may miss a hazard
                trace.orphan(f"docs/hazards.md: {name}: no mutant")
    answered = {word for hazard in found for word in hazard["requirements"]}
    for name in known:
        if name.startswith("R-T") and name not in answered:
            trace.orphan(f"docs/hazards.md: no hazard leads to {name}")
    return found


def assumptions(trace):
    """What an integrator has to do, and where that comes from."""
    required = {(wheel, call, label) for wheel in ("hier", "hashed") for text, call in CONTRACT.findall(read(HEADERS[wheel]))
                for label in re.findall(r"\brequires\s+(\w+):", text)}
    ids = {line["id"] for line in trace.table} | set(re.findall(r"^\| ([NMK]\d+) \|", read("proofs/SOUNDNESS.md"), re.MULTILINE))
    table = cells_of("docs/safety-manual.md", "A")
    hazards = cells_of("docs/hazards.md", "H")
    named = {(name, hazard) for name, _, _, otherwise, *_ in table for hazard in re.findall(r"\bH\d+\b", otherwise)}
    also = {(name, hazard) for hazard, _, _, _, names in hazards for name in names.split()}
    for name, hazard in sorted(named ^ also):
        trace.orphan(f"docs/hazards.md and docs/safety-manual.md: only one of them has the pair {hazard} {name}")
    for name, _, source, otherwise, *_ in table:
        if ("any hazard" in otherwise) == any(name == pair[0] for pair in named):
            trace.orphan(f"docs/safety-manual.md: {name}: name its hazards, or write: any hazard")
        words = source.replace("`", "").split()
        for word in words:
            call, _, label = word.partition("/requires:")
            if word not in ids and not all((wheel, call, label) in required for wheel in ("hier", "hashed")):
                trace.orphan(f"docs/safety-manual.md: {name}: no such clause, requirement or assumption: {word}")
        if not words:
            trace.orphan(f"docs/safety-manual.md: {name}: comes from nothing")
    if not table:
        trace.orphan("docs/safety-manual.md: no assumption of use")
    return len(table)
