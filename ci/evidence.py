# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Prints what evidence there is of this tree: the verdict of docs/evidence.md and the reports in build/reports, each with the
words "of this tree", or with what differs.

  ci/evidence

The last line names what is of this tree. Exits 0, whatever there is."""
import re

from ci import identity
from tools.flags import flags

PAGE = "docs/evidence.md"
# Reports that say how much they have proved, and what each is.
PROOFS = (("wp.json", "proof"), ("wp-single.json", "single header"), ("wp-x86_32.json", "32-bit machine"))
OTHERS = (("cbmc.json", "bounded proofs"), ("mutants.json", "mutants"), ("check.xml", "tests"))


def counts(data):
    """Goals, geometries and tools of a proof."""
    where = " ".join(data.get("geometries", [])) or "unknown geometries"
    tools = ", ".join(f"{name} {re.sub('[^0-9.].*', '', re.sub('^[^0-9]*', '', text))}" for name, text in data.get("versions", {}).items())
    faults = len(data.get("faults", []))
    return f"{data.get('proved')} of {data.get('goals')} goals at {where}, {faults} faults, {tools}"


def page_line():
    """The verdict that the page tells, and of which text it is."""
    text = (identity.ROOT / PAGE).read_text(encoding="utf-8")
    said = re.search(r"^Commit (\w+)(?:, text ([0-9a-f]{12}))?, ([\d-]+): (.*), in .*$", text, re.MULTILINE)
    if not said:
        return "no verdict"
    same = said[2] == identity.short(identity.proved())
    other = f"not of this tree: of text {said[2]}" if said[2] else "not of this tree: it does not say of which"
    return f"commit {said[1]}, {said[3]}: {said[4]}; {'src/ and spec/ are of this tree' if same else other}"


def verdict_line():
    data = identity.report("verdict.json")
    if not data:
        return "not run: make verify writes it", False
    other = identity.other_tree("verdict.json")
    return f"{data['date'][:16]}, {len(data['rows'])} rows: {data['passed']:,} passed, {data['failed']:,} failed; {other or 'of this tree'}", not other


def lines():
    """What is said, a line each, and what of it is of this tree."""
    tree, mine = identity.proved(), []
    yield "text", f"{identity.short(tree)}: {len(tree) - 1} files of src/, spec/ and what is proved with them", mine
    yield PAGE, page_line(), mine
    words, same = verdict_line()
    mine += ["verdict"] if same else []
    yield "verdict", words, mine
    for name, what in PROOFS:
        data, other = identity.report(name), identity.other_tree(name)
        mine += [what] if data and not other else []
        yield what, f"{counts(data)}; {other or 'of this tree'}" if data else "not run", mine
    for name, what in OTHERS:
        there = (identity.REPORTS / name).is_file()
        other = identity.other_tree(name)
        known = identity.tree_of(name)
        mine += [what] if there and known and not other else []
        yield what, (other or ("of this tree" if known else "it does not say of which tree")) if there else "not run", mine


def main():
    flags(__doc__)
    mine = []
    for what, words, mine in lines():
        print(f"{what + ':':18}{words}")
    print(f"{'of this tree:':18}{', '.join(mine) if mine else 'nothing; run make verify'}")


if __name__ == "__main__":
    main()
