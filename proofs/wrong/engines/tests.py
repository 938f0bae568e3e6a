# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The test programs as an engine: what `make check` builds, the quickest first, with little of each long test."""
import hashlib
import os
import re
import signal
import subprocess

from tools.geometry import defines
from proofs.wrong.engines.process import run
from proofs.wrong.engines.texts import BUILD, ROOT, closure, code, texts

GEOMETRIES = ["4.4", "4.64", "256.4096"]
PLAIN = (["gcc", "-O0"], [], GEOMETRIES)
SANITIZE = (["gcc", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"], [], ["4.64", "256.4096"])
TRAP = (["clang", "-O0"], ["-fsanitize=undefined,integer", "-fsanitize-trap=all"], ["4.64"])
FIRST = ["test_theorems", "test_exhaustive", "test_opening", "test_audit"]
RADIX_ONLY = ["test_clock", "test_bitset", "test_list", "test_hier", "test_oracle"]
SCALE = "3"
CPU = {"4.4": "6", "4.64": "6", "256.4096": "60"}  # seconds a program, by itself under 2 s


class Tests:
    name, label, needed, view = "tests", "tests", True, staticmethod(code)

    def __init__(self):
        programs = sorted(path.stem for path in (ROOT / "tests").glob("test_*.c"))
        self.programs = [p for p in FIRST if p in programs] + [p for p in programs if p not in FIRST]
        self.shared = [str(p.relative_to(ROOT)) for d in ("src", "spec", "tests")
                       for p in sorted((ROOT / d).glob("*.c")) if p.stem not in programs]
        self.version = str((PLAIN, SANITIZE, TRAP, SCALE))
        self.words = ", ".join(f"{name} at {' '.join(variant[2])}" for name, variant in (
            ("plain", PLAIN), ("with sanitizers", SANITIZE), ("with traps", TRAP)))
        self.objects = BUILD / "objects"

    def takes(self, mutant):
        return "clause" not in mutant.operator

    def reads(self, _):
        return [p for d in ("src", "spec", "tests", "examples") for p in (ROOT / d).glob("*.[ch]")]

    def object_of(self, tree, file, variant, geometry):
        """Compiles a file. What does not see the mutant is kept for the next one."""
        compiler, more, _ = variant
        command = [*compiler, *(more if file.startswith("src/") else []), "-std=c11", "-w", "-Isrc", "-Ispec",
                   "-Itests", "-Iexamples", *defines(geometry), "-c", file, "-o"]
        needs = closure(tree, file)
        key = hashlib.sha256((" ".join(command) + texts(ROOT / p for p in needs)).encode()).hexdigest()[:16]
        kept = all((tree / p).read_bytes() == (ROOT / p).read_bytes() for p in needs)
        target = (self.objects if kept else tree / "build") / f"{key}.o"
        if not kept or not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            part = tree / "build" / f"{key}.part"
            subprocess.run([*command, str(part)], cwd=tree, check=True)
            os.replace(part, target)
        return str(target)

    def kill(self, tree, _):
        for variant in (PLAIN, SANITIZE, TRAP):
            for geometry in variant[2]:
                shared = [self.object_of(tree, file, variant, geometry) for file in self.shared]
                for program in self.programs:
                    if program in RADIX_ONLY and geometry == "4.4":
                        continue
                    own = self.object_of(tree, f"tests/{program}.c", variant, geometry)
                    linked = subprocess.run([*variant[0], own, *shared, "-lcmocka", "-o", "build/program"], cwd=tree,
                                            stderr=subprocess.PIPE, check=False)
                    if linked.returncode:
                        return f"{program} {geometry} does not link"
                    code, lines = run(["prlimit", "--cpu=" + CPU[geometry], "build/program"], tree, 600,
                                      {"TW_TEST_SCALE": SCALE, "CMOCKA_MESSAGE_OUTPUT": "TAP"})
                    if code != 0:
                        failed = [m[1] for line in lines if (m := re.match(r"not ok \d+ - (\S+)", line))]
                        how = "no end" if code in (None, -signal.SIGXCPU, -signal.SIGKILL) else f"exit {code}"
                        return f"{program} {geometry} {failed[0] if failed else how}"
        return ""
