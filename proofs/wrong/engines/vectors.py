# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The vectors as an engine, the smallest first. They do not see what audit alone calls."""
import pathlib
import subprocess

from proofs.wrong.engines.process import run
from proofs.wrong.engines.texts import ROOT, called_from, closure, code
from tools.geometry import GEOMETRIES, OF_RADIX, defines

VECTORS = []
for first in reversed(OF_RADIX.values()):
    mine = [other for other in reversed(GEOMETRIES) if OF_RADIX[other.split(".")[0]] == first]
    VECTORS += [("hier", first), *(("hashed", other) for other in mine)]
BUILD = "gcc -std=c11 -w -O0 -fsanitize=address,undefined -Isrc -Ispec spec/vectors/wheel.c -o build/wheel".split()
PLAY = "spec/vectors/run --first --brief --limit 60 -- prlimit --cpu=6 build/wheel".split()
READ = ("src/*.[ch]", "spec/*.h", "spec/vectors/*.twv", "spec/vectors/run", "spec/vectors/*.py",
        "spec/vectors/wheel.c")


class Vectors:
    name, label, needed, view = "vectors", "vectors", True, staticmethod(code)
    version = f"{VECTORS} {BUILD} {PLAY}"
    words = "spec/vectors/run, with sanitizers, at " + " ".join(f"{wheel} {at}" for wheel, at in VECTORS)

    def __init__(self):
        self.seen = called_from(r"tw_(hier|hashed)_(?!audit)[a-z_]+")

    def takes(self, mutant):
        return "clause" not in mutant.operator and (mutant.function in self.seen or mutant.function.isupper())

    def reads(self, _):
        return [path for pattern in READ for path in ROOT.glob(pattern)]

    def kill(self, tree, mutant):
        for wheel, geometry in VECTORS:
            unit, radix = f"src/tw_{wheel}.c", geometry.split(".")[0]
            if not closure(tree, unit).intersection(map(pathlib.Path, mutant.files)):
                continue
            command = [*BUILD, *defines(geometry), f"-DWHEEL={wheel}", unit]
            if subprocess.run(command, cwd=tree, stderr=subprocess.DEVNULL, check=False).returncode:
                return f"{wheel} {geometry} does not compile"
            done, lines = run([*PLAY, wheel, geometry if wheel == "hashed" else radix], tree, 300)
            if done != 0:
                said = [line.removeprefix("FAILED ") for line in lines if line.startswith("FAILED ")]
                return f"{wheel} {geometry} {said[0] if said else done}"
        return ""
