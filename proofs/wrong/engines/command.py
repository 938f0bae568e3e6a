# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The bounded proofs and the fuzzers as engines: commands of the project's own."""
import re

from proofs.wrong.engines.process import run
from proofs.wrong.engines.texts import ROOT, called_from, code, files_of


# What tools/bmc says of a proof that came to no end in its time, or could not be read: it has no property.
NO_ANSWER = re.compile(r" 0 +FAILED ")
SAID = re.compile(r"FAILED|found|differ|crash")


class Command:
    """An engine that is a command of the project's own, or several; {tree} is where the mutant is. It looks at wheels:
    no mutant of a function for callers, that no wheel calls, is for it."""
    view = staticmethod(code)

    def __init__(self, name, label, needed, commands, limit, folders, words):
        self.name, self.label, self.needed, self.words = name, label, needed, words
        self.commands, self.limit, self.folders = commands, limit, folders
        self.version = ", ".join(" ".join(command) for command in commands)
        self.sample, self.seen = None, called_from(r"tw_(hier|hashed)_\w+")

    def takes(self, mutant):
        return "clause" not in mutant.operator and not mutant.function.isupper() and mutant.function in self.seen and \
            (self.sample is None or mutant.id in self.sample)

    def reads(self, _):
        return files_of(self.folders)

    def kill(self, tree, mutant):
        for command in self.commands:
            words = {"root": ROOT, "tree": tree, "function": mutant.function}
            code, lines = run([word.format(**words) for word in command], tree, self.limit)
            said = [line.strip() for line in lines if SAID.search(line) and not NO_ANSWER.search(line)]
            if code is None:
                return "no end"
            if code and lines and lines[-1].startswith("0 proofs,"):
                continue  # none is about this function
            if code and not said:
                raise RuntimeError(f"{command[0]}: exit {code}: {lines[-1] if lines else ''}")
            if code:
                return said[0]
        return ""


BMC = ["{tree}/tools/bmc", "--no-cover", "--first", "--jobs", "1"]
CBMC = Command("bmc", "CBMC", False, [BMC + ["--about", "{function}"], BMC], 1800,
               ["src", "spec", "tests", "proofs/cbmc"], "the quick proofs about the function, then the others")
FUZZ = Command("fuzz", "fuzz", True, [["{root}/tools/fuzz", "mutant", "{tree}/src", "10"]], 300,
               ["src", "spec", "tests", "fuzz"], "the corpus, then libFuzzer for 10 s")
