# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The fuzzers as an engine: the corpus, then libFuzzer for ten seconds."""
from proofs.wrong.engines.process import run
from proofs.wrong.engines.texts import ROOT, called_from, code, files_of


class Fuzz:
    """It looks at wheels: no mutant of a function for callers, that no wheel calls, is for it."""
    name, label, needed, view = "fuzz", "fuzz", True, staticmethod(code)
    version, words, sample = "mutant 10", "the corpus, then libFuzzer for 10 s", ()

    def __init__(self):
        self.seen = called_from(r"tw_(hier|hashed)_\w+")

    def takes(self, mutant):
        return "clause" not in mutant.operator and not mutant.function.isupper() and mutant.function in self.seen and \
            mutant.id in self.sample

    def reads(self, _):
        return files_of(["src", "spec", "tests", "fuzz"])

    def kill(self, tree, _):
        done, lines = run([ROOT / "tools/fuzz", "mutant", f"{tree}/src", "10"], tree, 300)
        said = [line for line in lines if ": found after" in line]
        if done and not said:
            raise RuntimeError(f"tools/fuzz: exit {done}: {lines[-1] if lines else ''}")
        return "no end" if done is None else said[0] if done else ""
