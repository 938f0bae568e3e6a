# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table `equivalent`: mutants that an engine need not kill, or none."""
import pathlib
import re

from proofs.mutants import generate

HOME = pathlib.Path(__file__).resolve().parent
# The engines that a mark of `equivalent` says cannot kill.
SPARED = {"=": ["tests", "vectors", "contract"], "~": ["tests", "vectors", "fuzz"], "^": ["fuzz"], "*": ["vectors"],
          "!": ["vectors", "wp", "fuzz"]}


def equivalents():
    """The table of mutants that cannot be told from the original (mark =), by no run of it (mark ~), by no
    input of the fuzzer (mark ^), by no vector (mark *), or by tests alone (mark !): (function, old, new) -> marks, reason."""
    table = {}
    for block in re.split(r"\n\s*\n", (HOME / "equivalent").read_text(encoding="utf-8")):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if lines:
            text = {mark: "\n".join(x[1:].strip() for x in lines[1:] if x[0] == mark) for mark in "-+=~^*!"}
            marks = [mark for mark in SPARED if text[mark]]
            reason = "; ".join(text[mark] for mark in marks)
            table[lines[0].strip(), generate.bare(text["-"]), generate.bare(text["+"])] = "".join(marks), reason
    return table


def spared(mutant, table):
    """The engines that need not kill it."""
    return {name for mark in table.get(mutant.key, [""])[0] for name in SPARED[mark]}
