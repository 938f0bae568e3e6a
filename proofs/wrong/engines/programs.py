# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The engines that run the mutant: the test programs, the vectors, the fuzzers. An engine gets a tree with the
mutant in it, and returns the first failure, or nothing. Its results depend on the texts that its `reads` names."""
import pathlib
import re
import signal
import subprocess

from proofs.wrong.engines.process import run
from proofs.wrong.engines.texts import ROOT, called_from, closure, code, files_of
from tools.geometry import GEOMETRIES, OF_RADIX, defines

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
    """What `make check` builds, the quickest first, with little of each long test."""
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


VECTORS = []
for first in reversed(OF_RADIX.values()):
    mine = [other for other in reversed(GEOMETRIES) if OF_RADIX[other.split(".")[0]] == first]
    VECTORS += [("hier", first), *(("hashed", other) for other in mine)]
BUILD = "gcc -std=c11 -w -O0 -fsanitize=address,undefined -Isrc -Ispec spec/vectors/wheel.c -o build/wheel".split()
PLAY = "spec/vectors/run --first --brief --limit 60 -- prlimit --cpu=6 build/wheel".split()
READ = ("src/*.[ch]", "spec/*.h", "spec/vectors/*.twv", "spec/vectors/run", "spec/vectors/*.py",
        "spec/vectors/wheel.c")


class Vectors:
    """The smallest first. They do not see what audit alone calls."""
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


class Fuzz:
    """The corpus, then libFuzzer for ten seconds. It looks at wheels: no mutant of a function for callers, that no
    wheel calls, is for it."""
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
