# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The test programs as an engine: what `make check` builds, the quickest first, with little of each long test."""
import re
import signal
import subprocess

from proofs.wrong.engines.process import run
from proofs.wrong.engines.texts import ROOT, code
from tools.geometry import defines

# A compiler, its options, those for src/ alone, and geometries.
VARIANTS = {
    "plain": ("gcc -O0", "", ["4.4", "4.64", "256.4096"]),
    "with sanitizers": ("gcc -O0 -fsanitize=address,undefined -fno-sanitize-recover=all", "", ["4.64", "256.4096"]),
    "with traps": ("clang -O0", "-fsanitize=undefined,integer -fsanitize-trap=all", ["4.64"]),
}
OPTIONS = "-std=c11 -w -I../src -I../spec -I../tests -I../examples".split()
FIRST = ["test_theorems", "test_exhaustive", "test_opening", "test_audit"]
RADIX_ONLY = ["test_clock", "test_bitset", "test_list", "test_hier", "test_oracle"]
LITTLE = {"TW_TEST_SCALE": "3", "CMOCKA_MESSAGE_OUTPUT": "TAP"}
CPU = {"4.4": "6", "4.64": "6", "256.4096": "60"}  # seconds a program, by itself under 2 s


class Tests:
    name, label, needed, view = "tests", "tests", True, staticmethod(code)
    version = f"{VARIANTS} {LITTLE}"
    words = ", ".join(f"{name} at {' '.join(variant[2])}" for name, variant in VARIANTS.items())

    def __init__(self):
        programs = sorted(path.stem for path in (ROOT / "tests").glob("test_*.c"))
        self.programs = FIRST + [program for program in programs if program not in FIRST]
        files = [path for name in ("src", "spec", "tests") for path in sorted((ROOT / name).glob("*.c"))]
        self.shared = [str(path.relative_to(ROOT)) for path in files if path.stem not in programs]

    def takes(self, mutant):
        return "clause" not in mutant.operator

    def reads(self, _):
        return [path for name in ("src", "spec", "tests", "examples") for path in (ROOT / name).glob("*.[ch]")]

    def kill(self, tree, _):
        for compiler, more, geometries in VARIANTS.values():
            for geometry in geometries:
                command = [*compiler.split(), *OPTIONS, *defines(geometry)]
                for options, mine in (("", False), (more, True)):
                    files = [f"../{file}" for file in self.shared if file.startswith("src/") == mine]
                    subprocess.run([*command, *options.split(), "-c", *files], cwd=tree / "build", check=True)
                for program in self.programs:
                    played = program not in RADIX_ONLY or geometry != "4.4"
                    if played and (by := self.fails(tree, command, program, geometry)):
                        return f"{program} {geometry} {by}"
        return ""

    def fails(self, tree, command, program, geometry):
        """How a test program fails, or nothing."""
        objects = [f"{file.rpartition('/')[2][:-2]}.o" for file in self.shared]
        link = [*command, f"../tests/{program}.c", *objects, "-lcmocka", "-o", "program"]
        if subprocess.run(link, cwd=tree / "build", stderr=subprocess.DEVNULL, check=False).returncode:
            return "does not link"
        done, lines = run(["prlimit", f"--cpu={CPU[geometry]}", "build/program"], tree, 600, LITTLE)
        if done == 0:
            return ""
        failed = [found[1] for line in lines if (found := re.match(r"not ok \d+ - (\S+)", line))]
        late = done in (None, -signal.SIGXCPU, -signal.SIGKILL)
        return failed[0] if failed else "no end" if late else f"exit {done}"
