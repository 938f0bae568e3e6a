# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Seeds wrong wheels of proofs/wrong: a proof must find each, by a counterexample."""
import os
import subprocess
import time

from proofs.wrong.wheels import named
from proofs.cbmc.cbmc import check
from proofs.cbmc.output import show_failures
from proofs.cbmc.table import LOGS, ROOT, table


def replays(proof, failed):
    """Is the counterexample a history in which `tools/replay` finds the same difference, if it is one of answers?"""
    lines = failed[0]["calls"] if failed and "WHEEL" in proof["defines"] else []
    file = LOGS / f"{proof['name']}.twv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    environment = {**os.environ, "SOURCE": str(proof["source"]), "GEOMETRY": proof["geometry"]}
    again = subprocess.run([ROOT / "tools/replay", file], env=environment, text=True, check=False,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    got = [[line.split(":")[0] for line in text[-2:]] for text in (lines, again.stdout.splitlines())]
    return "# got" in again.stdout and ("# got" not in "".join(lines) or got[0] == got[1])


def selftest(cbmc, solver, names):
    """Does the proof that each wheel names find it, by a counterexample? Without names: those of seeded.txt."""
    proofs, survived, replayed = {proof["name"]: proof for proof in table()}, 0, 0
    wheels = named(names, "tools/bmc", lambda wheel: "bmc" in wheel.found and (names or wheel.table == "seeded.txt"))
    for wheel in wheels:
        source, began = wheel.copy(LOGS / "bugs" / wheel.name) / "src", time.monotonic()
        proof = dict(proofs[wheel.found["bmc"]], name=wheel.name, source=source.relative_to(ROOT))
        row = check(cbmc, solver, proof)
        found = any("unwinding" not in failure["what"] for failure in row["failed"])
        survived += not found
        again = "replayed" if found and replays(proof, row["failed"]) else ""
        replayed += bool(again)
        said = f"{'found' if found else 'SURVIVED':10}{again:10}"
        print(f"{wheel.name:28}{wheel.found['bmc']:22}{said}{time.monotonic() - began:8.1f} s", flush=True)
        show_failures(row)
    print(f"\n{len(wheels)} wrong wheels, {survived} survived, {replayed} replayed")
    if not names and not replayed:
        print("FAILED no counterexample was replayed: tools/replay does not read them")
    return 1 if survived or not wheels or not (names or replayed) else 0
