# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The sections from requirement to evidence, of the assumptions, and of a report that is shown as it is."""
from ci.reporting.parts import bold, code, figures, folded, heading, join, lead, lines, marked, names, number, plural, soft, table


def listed(words, summary):
    return folded(summary, names(words)) if words else ""


def row_of(r):
    shows = join(*(join(code(word), " ") for word in r["shows"])) or soft("no clause")
    ran = plural(len(r["tests"]), "test") + (f", {plural(r['runs'], 'run')}" if r["runs"] else "")
    return (bold(r["id"]), marked(r["text"]), shows, number(r["goals"]) if r["goals"] else "",
            listed(r["proofs"], plural(len(r["proofs"]), "proof")),
            listed(r["tests"], ran) if r["tests"] else listed(r["checks"], plural(len(r["checks"]), "check")),
            f"{r['killed']} of {r['mutants']}" if r["mutants"] else "")


def trace(data):
    rows = [row_of(r) for r in data["requirements"]]
    text = f"{data['total']}. Each row leads from a requirement to what shows it; an orphan on either side fails."
    return join(lead(text), lines(data["orphans"]) if data["orphans"] else "",
                table(("id", "requirement", "clause or check", "goals", "CBMC", "tests", "mutants killed"), rows,
                      ("line", "text", "", "n", "", "", "n")))


def traced(data):
    """Of a tile: how many, of how many."""
    return len(data["requirements"]), len(data["requirements"]) + len(data["orphans"])


def assumptions(text):
    """The tables of a Markdown file, each below its heading."""
    parts, above, rows = [], "", []
    for line in text.splitlines() + [""]:
        if line.startswith("|"):
            rows.append([marked(cell.strip()) for cell in line.strip().strip("|").split("|")])
            continue
        if len(rows) > 2:
            parts += [heading(above) if above else "", table(rows[0], rows[2:])]
        rows = []
        if line.startswith("#"):
            above = line.lstrip("# ").strip()
    if not parts:
        raise ValueError("no table")
    return join(*parts)


def flat(row):
    """A row of anything, one level."""
    cells = {}
    for key, value in row.items():
        if isinstance(value, dict):
            cells.update({f"{key} {k}": v for k, v in value.items() if not isinstance(v, (dict, list))})
        elif not isinstance(value, list):
            cells[key] = value
        elif all(not isinstance(v, (dict, list)) for v in value):
            cells[key] = " ".join(map(str, value))
    return cells


def anything(data):
    """A report that is shown as it is: its numbers, then its tables."""
    if isinstance(data, list):
        data = {"": data}
    pairs = [(k.replace("_", " "), number(v)) for k, v in flat(data).items() if v != ""]
    parts = [figures(pairs)] if pairs else []
    for key, rows in data.items():
        if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows):
            found = [flat(row) for row in rows]
            heads = list(dict.fromkeys(k for line in found for k in line))
            numeric = ["n" if all(isinstance(line.get(k, 0), (int, float)) for line in found) else "" for k in heads]
            parts += [heading(key.replace("_", " ").capitalize()) if key else "",
                      table([head.replace("_", " ") for head in heads],
                            [[number(line.get(k, "")) for k in heads] for line in found], numeric)]
    return join(*parts)
