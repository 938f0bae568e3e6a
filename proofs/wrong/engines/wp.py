# SPDX-License-Identifier: Apache-2.0 OR MIT
"""WP as an engine: the function that the mutant is in; contracts do not change, so its callers' proofs do not."""
import hashlib
import pathlib
import re
import shutil

from proofs.wrong.engines.process import run
from proofs.wrong.engines.texts import BUILD, ROOT, closure, texts
from proofs.wp import frama_c, judge, units
from proofs.wp.flags import GUARDS, STEPS, asked, order, proof, proof_of_lemmas
from tools.geometry import defines

WP_CACHE = BUILD / f"wp-{STEPS['Z3']}"  # Frama-C does not know which limit an answer of Z3 had
# Soon: CVC4 alone, with so few steps that it proves most goals. In full: as `prove` asks.
SOON, FULL = 300_000, 0
LEVELS = ("any", "256", "16x8", "256.4096", "16x8.512")  # for macros: each wheel, with 4 levels and with 8


def command_of(unit, geometry, function, how, select):
    """The call of Frama-C for functions of a unit, or for its lemmas."""
    options = ["-Isrc", "-Ispec", *([] if geometry == "any" else defines(geometry))]
    lemmas = function == units.lemmas_of(unit)
    chosen = [*select, *(["-wp-prop", "@lemma"] if lemmas else ["-wp-fct", function])]
    full = proof_of_lemmas(unit != "spec/oracle.c") if lemmas else proof(chosen, unit == units.BITS)
    return ["frama-c", "-cpp-extra-args=" + " ".join(options),
            "-kernel-warn-key", "annot-error=abort", "-load-module", str(frama_c.WHY3.with_name("goals.cmxs")),
            "-wp-cache", "update", "-wp-cache-dir", str(WP_CACHE), unit,
            *([*GUARDS, *asked("CVC4", chosen, SOON)] if how == SOON else full)]


class Wp:
    name, label, needed, view = "wp", "WP", True, str
    spared = frozenset()

    def __init__(self, cache, full=False):
        self.cache, self.full = cache, full
        frama_c.prepare()
        self.version = str((frama_c.versions(), proof([]), SOON, full))
        self.words = f"{', '.join(frama_c.versions().values())}; CVC4 with {SOON:,} steps a goal, then {STEPS}"
        self.units = {name: (unit, geometries) for unit, geometries in units.UNITS
                      for name in units.functions_of(unit)}
        WP_CACHE.mkdir(parents=True, exist_ok=True)
        for path in frama_c.cache().glob("*.json"):
            if not (WP_CACHE / path.name).exists():
                shutil.copy(path, WP_CACHE)

    def takes(self, mutant):
        return "clause" not in mutant.operator and mutant.id not in self.spared

    def targets(self, mutant):
        """Units to prove, with geometries and functions; for a macro all, after the figures that the client names."""
        if mutant.function in self.units:
            unit, geometries = self.units[mutant.function]
            return [(unit, geometries, mutant.function)]
        return [(units.CLIENT, LEVELS[1:], "tw_client_figures")] + [
            (unit, [g for g in geometries if g in LEVELS], names)
            for unit, geometries in sorted(units.UNITS, key=lambda unit: unit[0].endswith(".c"))
            if pathlib.Path(mutant.file) in closure(ROOT, unit)
            for f in [units.functions_of(unit)] for names in (",".join(sorted(f)), *(units.rows_of(unit) - f))]

    def reads(self, mutant):
        return {ROOT / p for unit, _, _ in self.targets(mutant) for p in closure(ROOT, unit)}

    def faults(self, tree, unit, geometry, function, how, enough, select=()):
        """The goals that are not proved, and what else `prove` would refuse, up to the first that is enough."""
        command = command_of(unit, geometry, function, how, select)
        faults, goals, late = [], set(), set()
        # the last that is asked; a lemma has one prover
        last = "" if function == units.lemmas_of(unit) else "CVC4" if how == SOON else order(unit == units.BITS)[-1]

        def bad(line):
            if line.startswith("goal\x1f"):
                goal = judge.answer_of(line.split("\x1f"), unit)
                goals.add(goal.name)
                if goal.verdict == "Timeout":
                    late.add(goal.name)
                if goal.verdict != "Valid" and goal.prover.startswith(last):
                    faults.append(goal.name)
                    return enough(goal.name)
            elif "\x1f" not in line and any(judge.complaints([line])) and not (goals and "No goal generated" in line):
                faults.append(line.strip())
                return enough(line.strip())
            return False
        env = {"PWD": str(tree), "WHY3CONFIG": frama_c.ENV["WHY3CONFIG"], "TOLD": "/dev/stdout"}
        code, lines = run(command, tree, 3600, env, bad)
        if late.intersection(faults):
            frama_c.forget_failures(WP_CACHE)
            raise RuntimeError(judge.LATE.format(f"its steps to a prover, for {late.intersection(faults).pop()}"))
        if code is None:
            raise RuntimeError(f"{function or unit} {geometry}: no end in an hour: try again on a less busy machine")
        if select and any("[kernel:annot-error]" in line for line in lines):
            raise RuntimeError(f"{tree}: {lines[-1]}")
        least = judge.expected().get((geometry, function), 0) if not select else 0
        if not faults and code != 0:
            faults.append(f"frama-c exit {code}")
        if not faults and len(goals) < least:
            faults.append(f"{len(goals)} goals, expected {least}")
        return faults

    def open_of(self, unit, geometry, function):
        """The goals of the original that are not proved soon; they are in the end, or `prove` would be red."""
        key = hashlib.sha256((f"open {unit} {geometry} {function} {self.version}" +
                              texts(ROOT / p for p in closure(ROOT, unit))).encode()).hexdigest()
        if key not in self.cache:
            self.cache[key] = self.faults(ROOT, unit, geometry, function, SOON, lambda _: False)
        return self.cache[key]

    def first_fault(self, tree, unit, geometry, function, select=()):
        """Soon, of the goals that the original has proved soon; then of all."""
        known = [] if self.full else self.open_of(unit, geometry, function)
        rounds = [FULL] if self.full else [SOON, FULL] if known else [SOON]
        for how in rounds:
            spared = known if how == SOON else []
            faults = self.faults(tree, unit, geometry, function, how, lambda fault, s=spared: fault not in s, select)
            if faults and faults[-1] not in spared:
                return f"{faults[-1]} {geometry}"
        return ""

    def kill(self, tree, mutant):
        for unit, geometries, function in self.targets(mutant):
            for geometry in geometries:
                if fault := self.first_fault(tree, unit, geometry, function):
                    return fault
        return ""


class Contract(Wp):
    """Mutants of contracts. A clause that is negated: its function's proof must fail. One that is
    dropped: a client's must, which rests on the public contracts alone."""
    name, label = "contract", "proofs"

    def takes(self, mutant):
        return "clause" in mutant.operator

    def client(self, function):
        """The clients that call a function, and the geometry that says which wheel."""
        wheel, call = function.split("_", 2)[1:]
        text = (ROOT / units.CLIENT).read_text(encoding="utf-8")
        bodies = re.findall(r"^void (tw_client_\w+)(.*?)^}", text, re.DOTALL | re.MULTILINE)
        return (",".join(name for name, body in bodies if f"CALL({call})" in body),
                "256" if wheel == "hier" else "256.4096")

    def reads(self, mutant):
        client = closure(ROOT, units.CLIENT) if mutant.operator == "dropped clause" else ()
        return {*super().reads(mutant), *(ROOT / p for p in client)}

    def kill(self, tree, mutant):
        if mutant.operator == "negated clause":
            unit, geometries = self.units[mutant.function]
            label = re.search(r"ensures\s+(\w+)", mutant.old)[1]
            return self.first_fault(tree, unit, geometries[0], mutant.function, ["-wp-prop", label])
        functions, geometry = self.client(mutant.function)
        return self.first_fault(tree, units.CLIENT, geometry, functions)
