# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Seeds the bugs of proofs/cbmc/bugs: a proof must find each, by a counterexample."""
import os
import subprocess
import time

from tools import planted
from proofs.cbmc.cbmc import check
from proofs.cbmc.output import show_failures
from proofs.cbmc.table import HOME, LOGS, ROOT, table


def replays(proof, failed):
    """Is the counterexample a history, in which `tools/replay` finds a difference: the same, if it is one of answers?"""
    lines = failed[0]["calls"] if failed and "WHEEL" in proof["defines"] else []
    file = LOGS / f"{proof['name']}.twv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    environment = {**os.environ, "SOURCE": str(proof["source"]), "GEOMETRY": proof["geometry"]}
    again = subprocess.run([ROOT / "tools/replay", file], env=environment, text=True, check=False,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    got = [[line.split(":")[0] for line in text[-2:]] for text in (lines, again.stdout.splitlines())]
    return "# got" in again.stdout and ("# got" not in "".join(lines) or got[0] == got[1])


def selftest(cbmc, solver, names):
    """Plants each bug; is it found, by a counterexample?"""
    proofs, survived, replayed = {proof["name"]: proof for proof in table()}, 0, 0
    bugs = [bug for bug in planted.table_of(HOME / "bugs") if not names or bug["name"] in names]
    for bug in bugs:
        source, began = LOGS / "bugs" / bug["name"] / "src", time.monotonic()
        proof = dict(proofs[bug["where"]], name=bug["name"], source=source.relative_to(ROOT))
        row = check(cbmc, solver, proof) if planted.plant(bug, source) else {"failed": [], "faults": ["cannot be planted"]}
        found = any("unwinding" not in failure["what"] for failure in row["failed"])
        survived += not found
        again = "replayed" if found and replays(proof, row["failed"]) else ""
        replayed += bool(again)
        print(f"{bug['name']:12}{bug['kind']:30}{bug['where']:22}{'found' if found else 'SURVIVED':10}{again:10}"
              f"{time.monotonic() - began:8.1f} s", flush=True)
        show_failures(row)
    print(f"\n{len(bugs)} bugs, {survived} survived, {replayed} replayed")
    if not names and not replayed:
        print("FAILED no counterexample was replayed: tools/replay does not read them")
    return 1 if survived or not bugs or not (names or replayed) else 0
