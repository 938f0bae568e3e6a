# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The section of the mutation testing of the checks."""
from ci.reporting.parts import bar, code, folded, heading, join, lead, lines, paragraph, pill, plural, table

ENGINES = {"wp": "WP", "cbmc": "CBMC", "contract": "proofs"}


def real(data):
    """The mutants that are not equivalent to the original."""
    return [m for m in data["mutants"] if not m["equivalent"]]


def engines_of(mutants):
    return list(dict.fromkeys(e for m in mutants for e in m["engines"]))


def matrix(mutants, engines, key):
    """How many of the mutants each engine kills, a row for each value of a key."""
    def cell(mine, engine):
        ran = [m for m in mine if engine in m["engines"]]
        killed_ = sum(bool(m["engines"][engine]["by"]) for m in ran)
        return bar(killed_ / len(ran), killed_, f"{100 * killed_ // len(ran)} %") if ran else "not run"

    def row(name, mine):
        free = sum(not any(e["by"] for e in m["engines"].values()) for m in mine)
        return name, len(mine), *(cell(mine, e) for e in engines), pill(free, not free)
    rows = [row(value, [m for m in mutants if m[key] == value]) for value in sorted({m[key] for m in mutants})]
    return table((key, "mutants", *(f"killed by {ENGINES.get(e, e)}" for e in engines), "survive all"),
                 rows + [row("all", mutants)], ("mono", "n", *["bars"] * len(engines), "n"))


def diff_of(mutant, why):
    changed = [f"- {line}" for line in mutant["old"].split("\n")] + [f"+ {line}" for line in mutant["new"].split("\n")]
    place = f"{mutant['file']}:{mutant['line']} {mutant['function']}"
    return join(paragraph(join(code(place), f": {why}")), lines(changed))


def listed(title, mutants, why):
    """Mutants below a heading, shown on request."""
    return join(heading(title), folded(plural(len(mutants), "mutant"), join(*(diff_of(m, why(m)) for m in mutants)))
                if mutants else paragraph("None."))


def of_all(whole):
    """What the last run on all mutants gave."""
    every = real(whole)
    free = [(m, [ENGINES.get(e, e) for e in m["engines"] if not m["engines"][e]["by"]]) for m in every]
    return join(heading("All mutants"), lead(f"{whole['total']}. {whole['of']}"), matrix(every, engines_of(every), "operator"),
                heading("Survivors of some engine, of all mutants"),
                table(("place", "function", "operator", "survives"),
                      [(m["place"], m["function"], m["operator"], ", ".join(names)) for m, names in free if names],
                      ("mono", "mono", "mono", "")))


def mutation(data):
    engines, mutants = engines_of(data["mutants"]), real(data)
    return join(lead(data["total"]), matrix(mutants, engines, "operator"), heading("By function"), matrix(mutants, engines, "function"),
                listed("Survivors of some engine", [m for m in mutants if m["survives"]], lambda m: "survives " + ", ".join(m["survives"])),
                listed("Equivalent to the original", [m for m in data["mutants"] if m["equivalent"]], lambda m: m["reason"]),
                of_all(data["whole"]) if data.get("whole") else "")


def killed(data):
    """Of a tile: how many, of how many."""
    return sum(any(e["by"] for e in m["engines"].values()) for m in real(data)), len(real(data))
