# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table from requirement to evidence, for a reader."""


def markdown(report):
    """The table for a reader."""
    lines = ["<!-- SPDX-License-Identifier: Apache-2.0 OR MIT -->", "# Requirements and what shows them", "",
             report["total"], "",
             "| id | requirement | clauses and checks | goals | CBMC proofs | tests | mutants killed | published bugs |",
             "|---|---|---|---|---|---|---|---|"]
    for r in report["requirements"]:
        cells = (r["id"], r["text"], " ".join(f"`{w}`" for w in r["shows"]), f"{r['goals']:,}" if r["goals"] else "",
                 " ".join(r["proofs"]), " ".join(r["tests"]),
                 f"{r['killed']} of {r['mutants']}" if r["mutants"] else "", " ".join(r["exhibits"]))
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", "## Hazards", "", "| id | hazard | requirements | clauses | goals | tests | mutants killed |", "|---|---|---|---|---|---|---|"]
    lines += [f"| {h['id']} | {h['text']} | {' '.join(h['requirements'])} | {h['clauses']} | {h['goals']:,} | {' '.join(h['tests'])} | "
              f"{h['killed']} of {h['mutants']} |" for h in report["hazards"]]
    return "\n".join(lines + [""] + [f"- orphan: {text}" for text in report["orphans"]]
                     + [f"- not run: {name}" for name in report["absent"]]) + "\n"
