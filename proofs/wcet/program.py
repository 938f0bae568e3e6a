# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The worst path of a graph: an integer linear program (implicit path enumeration), which glpsol solves."""
import collections
import pathlib
import tempfile

from ci import machines
from proofs.wcet.isa import NotRead

# More than any count of an edge: a cycle runs only if the path enters it.
MANY = 10_000_000


def solve(graph, backs, constraints, weight):
    """The largest sum of the weights of the blocks on a path, and how often it passes each block and edge; None if there is no path.
    A constraint is (terms, most); a term is a coefficient with ("edge", a, b), ("block", n) or the name of a variable."""
    edges = sorted(set(graph.edges()))
    number = {edge: f"e{n}" for n, edge in enumerate(edges)}
    into, out = collections.defaultdict(list), collections.defaultdict(list)
    for (a, b), name in number.items():
        into[b].append(name)
        out[a].append(name)
    into[0].append("start")
    for n, block in enumerate(graph.blocks):
        if block.leaves:
            out[n].append(f"x{n}")

    def columns(key):
        return [key] if isinstance(key, str) else [number[key[1:]]] if key[0] == "edge" else into[key[1]]

    rows = [([(1, "start")], "=", 1)]
    rows += [([(1, e) for e in into[n]] + [(-1, e) for e in out[n]], "=", 0) for n in range(len(graph.blocks))]
    for header in {back.header for back in backs}:
        mine = [back for back in backs if back.header == header]
        rows.append(([(1, number[b.source, header]) for b in mine]
                     + [(-MANY, number[e]) for e in {e for b in mine for e in b.entries + b.extra}]
                     + ([(-MANY, "start")] if header == 0 else []), "<=", 0))
    rows += [([(c, name) for c, key in terms for name in columns(key)], "<=", most) for terms, most in constraints]
    weights = [(weight(block), name) for n, block in enumerate(graph.blocks) for name in into[n]]
    values = run(weights, rows)
    if values is None:
        return None
    if max(values.values()) >= MANY:
        raise NotRead("a loop has no bound")
    blocks = {n: round(sum(values.get(name, 0) for name in into[n])) for n in range(len(graph.blocks))}
    return (round(sum(w * values.get(name, 0) for w, name in weights)), blocks,
            {edge: round(values.get(name, 0)) for edge, name in number.items()})


def expression(terms):
    sums = collections.Counter()
    for coefficient, name in terms:
        sums[name] += coefficient
    return " ".join(f"{c:+d} {name}" for name, c in sums.items() if c)


def run(objective, rows):
    """The value of each name in the best solution, or None if there is none."""
    lines = [f"{text} {sense} {most}" for text, sense, most in ((expression(terms), sense, most) for terms, sense, most in rows) if text]
    names = list(dict.fromkeys(word for text in [expression(objective), *lines] for word in text.split() if word[0].isalpha()))
    with tempfile.TemporaryDirectory() as folder:
        problem, answer = pathlib.Path(folder, "problem.lp"), pathlib.Path(folder, "answer")
        problem.write_text(f"Maximize\n obj: {expression(objective)}\nSubject To\n " + "\n ".join(lines)
                           + "\nGenerals\n " + "\n ".join(names) + "\nEnd\n", encoding="ascii")
        said = machines.output_of(["glpsol", "--lp", problem, "-w", answer])
        found = answer.read_text(encoding="ascii").splitlines()
    status = next(line.split() for line in found if line.startswith("s "))
    if status[1] != "mip" or status[4] not in ("o", "n") or "UNBOUNDED" in said:
        raise NotRead("the counts have no bound")
    if status[4] == "n":
        return None
    return dict(zip(names, (float(line.split()[2]) for line in found if line.startswith("j ")), strict=True))
