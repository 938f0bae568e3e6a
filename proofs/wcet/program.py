# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The worst path of a graph: an integer linear program (implicit path enumeration), which glpsol solves."""
import collections
import pathlib
import tempfile

from tests.targets import machines
from proofs.wcet.isa import NotRead

# How much more the program without whole numbers may allow.
NEAR = 1.05


def solve(graph, backs, constraints, weight, most, checked=True):
    """The largest sum of the weights of the blocks and edges on a path, weight.block(n) and weight.edge(a, b), and
    how often it passes each. A constraint is (terms, most); a term is a coefficient with ("edge", a, b), ("block", n)
    or the name of a variable. most(back) is how often a back edge runs at most for each time that the path enters the
    loop. checked: glpsol's answer is compared with one in exact arithmetic; "relaxed": it is that one, without whole
    numbers."""
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
                     + [(-max(map(most, mine)), number[e]) for e in {e for b in mine for e in b.entries + b.extra}]
                     + ([(-max(map(most, mine)), "start")] if header == 0 else []), "<=", 0))
    rows += [([(c, name) for c, key in terms for name in columns(key)], "<=", most) for terms, most in constraints]
    weights = [(weight.block(n), name) for n in range(len(graph.blocks)) for name in into[n]]
    weights += [(more, name) for edge, name in number.items() if (more := weight.edge(*edge))]
    values = run(weights, rows, checked)
    if checked == "relaxed":
        return values, {}, {}
    blocks = {n: round(sum(values.get(name, 0) for name in into[n])) for n in range(len(graph.blocks))}
    return (round(sum(w * values.get(name, 0) for w, name in weights)), blocks,
            {edge: round(values.get(name, 0)) for edge, name in number.items()})


def expression(terms):
    sums = collections.Counter()
    for coefficient, name in terms:
        sums[name] += coefficient
    return " ".join(f"{c:+d} {name}" for name, c in sums.items() if c)


def in_integers(folder, problem, names):
    """The best value in whole numbers, as glpsol finds it, and the value of each name there."""
    answer = folder / "answer"
    machines.output_of(["glpsol", "--lp", problem, "-w", answer])
    said = answer.read_text(encoding="ascii").splitlines()
    status = next(line.split() for line in said if line.startswith("s "))
    if status[1] != "mip" or status[4] != "o":
        raise NotRead("glpsol finds no largest count")
    return float(status[5]), dict(zip(names, (float(line.split()[2]) for line in said if line.startswith("j ")),
                                      strict=True))


def relaxed(folder, problem):
    """The best value without whole numbers, in exact arithmetic: an upper bound."""
    answer = folder / "relaxed"
    machines.output_of(["glpsol", "--lp", problem, "-w", answer, "--nomip", "--exact"])
    upper = next(line.split() for line in answer.read_text(encoding="ascii").splitlines() if line.startswith("s "))
    if upper[4:6] != ["f", "f"]:
        raise NotRead("glpsol finds no largest count without whole numbers")
    return float(upper[6])


def run(objective, rows, checked):
    """The value of each name in the best solution; for checked "relaxed", the best value without whole numbers."""
    lines = [f"{text} {sense} {most}"
             for text, sense, most in ((expression(terms), sense, most) for terms, sense, most in rows) if text]
    names = list(dict.fromkeys(word for text in [expression(objective), *lines] for word in text.split()
                               if word[0].isalpha()))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        problem = folder / "problem.lp"
        problem.write_text(f"Maximize\n obj: {expression(objective)}\nSubject To\n " + "\n ".join(lines)
                           + "\nGenerals\n " + "\n ".join(names) + "\nEnd\n", encoding="ascii")
        if checked == "relaxed":
            return relaxed(folder, problem)
        most, values = in_integers(folder, problem, names)
        if checked and not (upper := relaxed(folder, problem)) / NEAR - 1 <= most <= upper + 1e-6:
            raise NotRead(f"glpsol has {most} and, without whole numbers, {upper}")
    return values
