# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page: the verdict in one sentence, what it covers, the claim, tiles, and a section for each report."""
import re

from ci import identity
from ci.reporting import checks, mutation, proofs, requirements, speed, worst
from ci.reporting.parts import TEMPLATES, bar, columns, figures, join, marked, note, pill, table
from ci.reporting.reports import BROKEN, report_of, text_of
from ci.reporting.verdict import commit, duration, facts, sentence


def verdict(data):
    longest = max((row["seconds"] for row in data["rows"]), default=0) or 1
    return table(("evidence", "of", "result", "time", "verdict"), [
        (row["command"], row["what"], row["figure"], bar(row["seconds"] / longest, duration(row["seconds"])),
         pill(row["verdict"], row["verdict"] == "pass")) for row in data["rows"]],
                 ("mono", "", "", "bars wide time"))


# Name, heading, the report, and what makes a section of it.
SECTIONS = [
    ("verdict", "Verdict", "verdict.json", verdict), ("hardest", "Hardest goals of the proof", "wp.json", proofs.hardest),
    ("mutants", "Mutation testing of the checks", "mutants.json", mutation.mutation),
    ("speed", "Speed beside other timers", "bench.json", speed.speed),
    ("trace", "From requirement to evidence", "trace.json", requirements.trace),
    ("proof", "Proof: goals a function", "wp.json", proofs.proof),
    ("bounded", "Bounded proofs with CBMC", "cbmc.json", proofs.bounded), ("tests", "Tests", "check.xml", checks.tests),
    ("coverage", "Coverage of src/", "coverage.json", checks.coverage),
    ("fuzz", "Fuzzing against the sorted list", "fuzz.json", requirements.anything),
    ("bugs", "Time to find a seeded bug", "fuzz-selftest.json", requirements.anything),
    ("worst", "Worst cases of the calls, on the binary", "wcet.json", worst.worst),
    ("assumptions", "Assumptions", "proofs/SOUNDNESS.md", requirements.assumptions),
]
# A report, how many of how many it has, of what, and what the others are.
TILES = [("wp.json", proofs.proved, "goals proved", "not"), ("cbmc.json", proofs.held, "bounded proofs hold", "not"),
         ("check.xml", checks.passed, "tests pass", "fail"), ("coverage.json", checks.covered, "lines covered", "not"),
         ("mutants.json", mutation.killed, "mutants killed", "not"), ("trace.json", requirements.traced, "requirements traced", "orphans")]


def unknown_tree(source):
    """Nobody says of which tree a report is: neither the report, nor a verdict that it was made with."""
    return "/" not in source and source not in identity.SAYING and not identity.tree_of(source)


def body_of(source, make, data):
    """A section's body, or a sentence that says what is wrong with its report."""
    place = source if "/" in source else f"build/reports/{source}"
    if data is None or identity.other_tree(source):
        return note(identity.sentence(source) or f"Not run: {place} is not there.")
    try:
        return join(*([note("No verdict says of which tree this report is.")] if unknown_tree(source) else []), make(data))
    except BROKEN as fault:
        return note(f"Not shown: {place} is not as expected ({type(fault).__name__}: {fault}).")


def versions(found):
    items = dict(found["verdict.json"]["packages"]) if found.get("verdict.json") else {}
    for name in ("wp.json", "cbmc.json"):
        items.update((found.get(name) or {}).get("versions", {}) if not identity.other_tree(name) else {})
    if not items:
        raise ValueError("no versions")
    return columns(sorted(items.items()))


def sections(found):
    data = found["verdict.json"]
    for name, heading, source, make in SECTIONS:
        if data or (found[source] is not None and "/" not in source):
            yield {"name": name, "heading": heading, "linked": True, "body": body_of(source, make, found[source])}
    last = {"name": "versions", "heading": "Versions", "linked": False}
    try:
        yield {**last, "body": versions(found)}
    except BROKEN:
        if data:
            yield {**last, "body": note("Not run: no report tells versions.")}


def claim():
    """The claim in README.md."""
    found = re.search(r"<!-- claim -->\n(.*?)<!-- /claim -->", text_of("README.md"), re.DOTALL)
    return marked(" ".join(found[1].split())) if found else ""


def tile(data, count, label, other):
    try:
        done, all_ = count(data)
    except BROKEN:
        return {"figure": "not run", "label": label, "short": False}
    short = done < all_ or not all_
    return {"figure": f"{done:,}", "label": f"{label}, {all_ - done:,} {other}" if short else label, "short": short}


def reach():
    """How far the proof went."""
    try:
        return identity.sentence("wp.json") or proofs.reach(report_of("wp.json"))
    except BROKEN:
        return "not run."


def opening(data):
    """The verdict in one sentence, why there is none, and what it covers."""
    kind = "none" if not data else "bad" if data["failed"] else "good"
    why = "" if data else identity.sentence("verdict.json") or "make verify has not been run to its end."
    return {"kind": kind, "sentence": sentence(data), "why": why, "facts": figures([*facts(data), ("Proof", reach())]) if data else ""}


def page(menu=()):
    """The page of the reports that are there. A menu is a list of places and their names, if the page is part of a site."""
    found = {source: report_of(source) for _, _, source, _ in SECTIONS}
    data = found["verdict.json"]
    return TEMPLATES.get_template("page.html").render(
        made=f"commit {commit(data)}, {data['date'][:16].replace('T', ' ')} UTC" if data else "no verdict yet", opening=opening(data), menu=menu,
        claim=claim() if data and not data["failed"] else None,
        tiles=[tile(found[name], *rest) for name, *rest in TILES] if data else [], sections=list(sections(found)))
