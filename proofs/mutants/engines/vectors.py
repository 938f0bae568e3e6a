# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The vectors as an engine: the wheel's answers to spec/vectors, the smallest first; what audit alone calls they do not see."""
import pathlib
import subprocess

from tools.geometry import GEOMETRIES, OF_RADIX, defines
from proofs.mutants.engines.process import run
from proofs.mutants.engines.texts import ROOT, called_from, closure, code

VECTORS = [kind for radix, first in reversed(OF_RADIX.items())
           for kind in (("hier", first), *(("hashed", geometry) for geometry in reversed(GEOMETRIES) if geometry.startswith(f"{radix}.")))]


class Vectors:
    name, label, needed, view = "vectors", "vectors", True, staticmethod(code)
    version, words = f"{VECTORS} sanitized", "spec/vectors/run on sanitized spec/vectors/wheel.c at " + " ".join(f"{w} {g}" for w, g in VECTORS)

    def __init__(self):
        self.seen = called_from(r"tw_(hier|hashed)_(?!audit)[a-z_]+")

    def takes(self, mutant):
        return "clause" not in mutant.operator and (mutant.function in self.seen or mutant.function.isupper())

    def reads(self, _):
        return [*(ROOT / "src").glob("*.[ch]"), *(ROOT / "spec").glob("*.h"), *(ROOT / "spec" / "vectors").glob("*.twv"),
                *(ROOT / "spec" / "vectors" / name for name in ("run", "play.py", "twv.py", "port.py", "diagnose.py", "wheel.c"))]

    def kill(self, tree, mutant):
        for wheel, geometry in VECTORS:
            unit, radix = f"src/tw_{wheel}.c", geometry.split(".")[0]
            if pathlib.Path(mutant.file) not in closure(tree, unit):
                continue
            built = subprocess.run(["gcc", "-std=c11", "-w", "-O0", "-fsanitize=address,undefined", "-Isrc", "-Ispec", *defines(geometry),
                                    f"-DWHEEL={wheel}", "spec/vectors/wheel.c", unit, "-o", "build/wheel"], cwd=tree, stderr=subprocess.DEVNULL, check=False)
            if built.returncode:
                return f"{wheel} {geometry} does not compile"
            code, lines = run([str(tree / "spec/vectors/run"), "--first", "--brief", "--limit", "60", "--", "prlimit", "--cpu=6",
                               "build/wheel", wheel, geometry if wheel == "hashed" else radix], tree, 300)
            if code != 0:
                said = [line.removeprefix("FAILED ") for line in lines if line.startswith("FAILED ")]
                return f"{wheel} {geometry} {said[0] if said else code}"
        return ""
