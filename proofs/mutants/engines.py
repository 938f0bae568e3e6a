# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The engines that can kill a mutant. An engine gets a tree with the mutant in it, and returns the first failure, or nothing.
Its results depend on the texts that its `reads` names."""
import hashlib
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "mutants"
DATA = {"corpus", "museum"}  # folders with files that no engine reads, or that change no result
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)


def load(path):
    """A script without a suffix as a module."""
    loader = importlib.machinery.SourceFileLoader(path.name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(path.name, loader))
    loader.exec_module(module)
    return module


sys.path.insert(0, str(ROOT))
from ci.tracing import sources  # noqa: E402
from proofs.wp import baseline, frama_c, units  # noqa: E402
from proofs.wp.flags import GUARDS, STEPS, asked, proof  # noqa: E402
from proofs.wp.judge import GOAL, LATE, NO_GOAL, PROVED  # noqa: E402

WP_CACHE = BUILD / f"wp-{STEPS['Z3']}"  # Frama-C does not know which limit an answer of Z3 had


def run(command, cwd, limit, env=None, stop=None):
    """Runs a command for so many seconds at most, or until a line makes `stop` say so.
    Returns the exit code, None if it ran out of time, and the output's lines."""
    lines = []
    with subprocess.Popen(command, cwd=cwd, env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL, text=True,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True) as process:
        late = []
        def end():
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        timer = threading.Timer(limit, lambda: (late.append(True), end()))
        timer.start()
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if stop and stop(lines[-1]):
                end()
                break
        process.wait()
        timer.cancel()
        end()
    return None if late else process.returncode, lines


COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|/\*.*?\*/|//[^\n]*', re.DOTALL)


def code(text):
    """C without comments and annotations: what is compiled."""
    return "\n".join(line.rstrip() for line in COMMENT.sub(lambda m: m[1] or " ", text).splitlines() if line.strip())


def texts(paths, view=str):
    """A hash of files of the tree."""
    found = hashlib.sha256()
    for path in sorted(paths):
        text = path.read_text(encoding="utf-8", errors="replace")
        found.update(f"{path.relative_to(ROOT)}\0{view(text) if path.suffix in ('.c', '.h') else text}\0".encode())
    return found.hexdigest()


def files_of(folders):
    """The files of folders that can change a result."""
    return [p for d in folders for p in (ROOT / d).rglob("*") if p.is_file() and not DATA & set(p.relative_to(ROOT).parts)]


def closure(root, file):
    """A file and all that it includes, as paths from the root."""
    found, todo = set(), [pathlib.Path(file)]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            for name in INCLUDE.findall((root / path).read_text(encoding="utf-8")):
                todo += [p for p in (path.parent / name, *(pathlib.Path(d) / name for d in ("src", "spec", "tests", "examples")))
                         if (root / p).is_file()][:1]
    return found


# Tests: what `make check` builds, the quickest first, with little of each long test.
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
        radix, slots = geometry.split(".")
        command = [*compiler, *(more if file.startswith("src/") else []), "-std=c11", "-w", "-Isrc", "-Ispec", "-Itests", "-Iexamples",
                   f"-DTW_RADIX={radix}", f"-DTW_HASHED_SLOTS={slots}", "-c", file, "-o"]
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
                        how = failed[0] if failed else "no end" if code in (None, -signal.SIGXCPU, -signal.SIGKILL) else f"exit {code}"
                        return f"{program} {geometry} {how}"
        return ""


def called_from(pattern):
    """The functions of such a name, and all that they call."""
    known = sources.functions()
    names = {name for name in known if re.fullmatch(pattern, name)}
    return names | sources.called_by(known, names)


# Vectors: the wheel's answers to spec/vectors, the smallest first; what audit alone calls they do not see.
VECTORS = [("hier", "4.64"), ("hashed", "4.4"), ("hashed", "4.64"), ("hier", "16.512"), ("hashed", "16.512"),
           ("hier", "256.4096"), ("hashed", "256.4096")]


class Vectors:
    name, label, needed, view = "vectors", "vectors", True, staticmethod(code)
    version, words = f"{VECTORS} sanitized", "spec/vectors/run on sanitized spec/vectors/wheel.c at " + " ".join(f"{w} {g}" for w, g in VECTORS)

    def __init__(self):
        self.seen = called_from(r"tw_(hier|hashed)_(?!audit)[a-z_]+")

    def takes(self, mutant):
        return "clause" not in mutant.operator and (mutant.function in self.seen or mutant.function.isupper())

    def reads(self, _):
        return [*(ROOT / "src").glob("*.[ch]"), *(ROOT / "spec").glob("*.h"), *(ROOT / "spec" / "vectors").glob("*.twv"),
                *(ROOT / "spec" / "vectors" / name for name in ("run", "twv.py", "port.py", "diagnose.py", "wheel.c"))]

    def kill(self, tree, mutant):
        for wheel, geometry in VECTORS:
            unit, radix = f"src/tw_{wheel}.c", geometry.split(".")[0]
            if pathlib.Path(mutant.file) not in closure(tree, unit):
                continue
            built = subprocess.run(["gcc", "-std=c11", "-w", "-O0", "-fsanitize=address,undefined", "-Isrc", "-Ispec", f"-DTW_RADIX={radix}",
                                    f"-DTW_HASHED_SLOTS={geometry.split('.')[1]}", f"-DWHEEL={wheel}", "spec/vectors/wheel.c",
                                    unit, "-o", "build/wheel"], cwd=tree, stderr=subprocess.DEVNULL, check=False)
            if built.returncode:
                return f"{wheel} {geometry} does not compile"
            code, lines = run([str(tree / "spec/vectors/run"), "--first", "--brief", "--limit", "60", "--", "prlimit", "--cpu=6",
                               "build/wheel", wheel, geometry if wheel == "hashed" else radix], tree, 300)
            if code != 0:
                said = [line.removeprefix("FAILED ") for line in lines if line.startswith("FAILED ")]
                return f"{wheel} {geometry} {said[0] if said else code}"
        return ""


# WP: the function that the mutant is in; contracts do not change, so its callers' proofs do not.
# Soon: CVC4 alone, with so few steps that it proves most goals. In full: as `prove` asks.
SOON, FULL = 300_000, 0
CLIENT = "proofs/wp/client.c"


def number(text):
    """A version's number among the words that a tool tells it in."""
    return (re.findall(r"\d+(?:\.\d+)+", text) or ["?"])[0]


class Wp:
    name, label, needed, view = "wp", "WP", True, str
    spared = frozenset()

    def __init__(self, cache, full=False):
        self.cache, self.full = cache, full
        self.version = " ".join(frama_c.version([p, "--version"]) for p in ("why3", "z3", "cvc4")) + \
            frama_c.version(["frama-c", "-version"]) + str((proof([]), SOON, full))
        self.words = " ".join(f"{name} {number(frama_c.version([name, '--version']))}," for name in ("why3", "z3", "cvc4")) + \
            f" frama-c {number(frama_c.version(['frama-c', '-version']))}; CVC4 with {SOON:,} steps a goal, then " + \
            ", ".join(f"{name} with {steps:,}" for name, steps in STEPS.items())
        self.units = {name: (unit, geometries) for unit, geometries in units.UNITS
                      for name in units.functions_of(unit)}
        frama_c.prepare()
        WP_CACHE.mkdir(parents=True, exist_ok=True)
        for path in frama_c.SETTINGS.cache().glob("*.json"):
            if not (WP_CACHE / path.name).exists():
                shutil.copy(path, WP_CACHE)

    def takes(self, mutant):
        return "clause" not in mutant.operator and mutant.id not in self.spared

    def targets(self, mutant):
        """Units to prove, with geometries and functions; for a macro, whole units, each at one geometry,
        the client, which names the figures of the interface, at both of its own."""
        if mutant.function in self.units:
            unit, geometries = self.units[mutant.function]
            return [(unit, geometries, mutant.function)]
        soonest = sorted(units.UNITS, key=lambda unit: (unit[0] != CLIENT, unit[0].endswith(".c")))
        callers = ",".join(sorted(units.functions_of(CLIENT)))
        return [(unit, geometries, callers) if unit == CLIENT else (unit, geometries[:1], "")
                for unit, geometries in soonest if pathlib.Path(mutant.file) in closure(ROOT, unit)]

    def reads(self, mutant):
        return {ROOT / p for unit, _, _ in self.targets(mutant) for p in closure(ROOT, unit)}

    def faults(self, tree, unit, geometry, function, how, enough, select=()):
        """The goals that are not proved, and what else `prove` would refuse, up to the first that is enough."""
        names = zip(("TW_RADIX", "TW_HASHED_SLOTS"), () if geometry == "any" else geometry.split("."))
        chosen = [*select, *(["-wp-fct", function] if function else [])]
        command = ["frama-c", "-cpp-extra-args=-Isrc -Ispec" + "".join(f" -D{n}={v}" for n, v in names),
                   "-kernel-warn-key", "annot-error=abort", "-wp-cache-dir", str(WP_CACHE), unit,
                   *([*GUARDS, *asked("CVC4", chosen, SOON)] if how == SOON else proof(chosen, unit == units.BITS))]
        faults, goals, late, left, provers = [], set(), set(), set(), 1 if how == SOON else 2

        def bad(line):
            nonlocal provers
            if PROVED.match(line):
                provers -= 1
            elif m := GOAL.match(line):
                goals.add(m[2])
                (left.discard if m[3] == "Valid" else left.add)(m[2])
                if m[3] == "Timeout":
                    late.add(m[2])
                if m[3] != "Valid" and provers == 1:  # the last that is asked
                    faults.append(m[2])
                    return enough(m[2])
            elif line == NO_GOAL and goals and not left:
                pass  # the first prover has left nothing to the second
            elif re.search(r"\b(warning|error)\b", line, re.I) and "Unknown error" not in line:
                faults.append(line.strip())
                return enough(line.strip())
            return False
        code, lines = run(command, tree, 3600, {"PWD": str(tree), "WHY3CONFIG": frama_c.ENV["WHY3CONFIG"]}, bad)
        if late.intersection(faults):
            frama_c.forget_failures(WP_CACHE)
            raise RuntimeError(LATE.format(f"its steps to a prover, for {late.intersection(faults).pop()}"))
        if code is None:
            raise RuntimeError(f"{function or unit} {geometry}: Frama-C did not end in an hour; try again when the machine is less busy")
        if select and any("[kernel:annot-error]" in line for line in lines):
            raise RuntimeError(f"{tree}: {lines[-1]}")
        least = baseline.expected().get((geometry, function), 0) if not select else 0
        if not faults and code != 0:
            faults.append(f"frama-c exit {code}")
        if not faults and len(goals) < least:
            faults.append(f"{len(goals)} goals, expected {least}")
        return faults

    def open_of(self, unit, geometry, function):
        """The goals of the original that are not proved soon; they are in the end, or `prove` would be red."""
        key = hashlib.sha256((f"open {unit} {geometry} {function} {self.version}" +
                              texts(ROOT / p for p in closure(ROOT, unit))).encode()).hexdigest()
        if key not in self.cache:
            self.cache[key] = self.faults(ROOT, unit, geometry, function, SOON, lambda _: False)
        return self.cache[key]

    def first_fault(self, tree, unit, geometry, function, select=()):
        """Soon, of the goals that the original has proved soon; then of all."""
        known = [] if self.full else self.open_of(unit, geometry, function)
        rounds = [FULL] if self.full else [SOON, FULL] if known else [SOON]
        for how in rounds:
            spared = known if how == SOON else []
            faults = self.faults(tree, unit, geometry, function, how, lambda fault, s=spared: fault not in s, select)
            if faults and faults[-1] not in spared:
                return f"{faults[-1]} {geometry}"
        return ""

    def kill(self, tree, mutant):
        for unit, geometries, function in self.targets(mutant):
            for geometry in geometries:
                if fault := self.first_fault(tree, unit, geometry, function):
                    return fault
        return ""


class Contract(Wp):
    """Mutants of contracts. A clause that is negated: its function's proof must fail. One that is
    dropped: a client's must, which rests on the public contracts alone."""
    name, label = "contract", "proofs"

    def takes(self, mutant):
        return "clause" in mutant.operator

    def client(self, function):
        """The clients that call a function, and the geometry that says which wheel."""
        wheel, call = function.split("_", 2)[1:]
        text = (ROOT / CLIENT).read_text(encoding="utf-8")
        bodies = re.findall(r"^void (tw_client_\w+)(.*?)^}", text, re.DOTALL | re.MULTILINE)
        return (",".join(name for name, body in bodies if f"CALL({call})" in body),
                "256" if wheel == "hier" else "256.4096")

    def reads(self, mutant):
        client = closure(ROOT, CLIENT) if mutant.operator == "dropped clause" else ()
        return {*super().reads(mutant), *(ROOT / p for p in client)}

    def kill(self, tree, mutant):
        if mutant.operator == "negated clause":
            unit, geometries = self.units[mutant.function]
            label = re.search(r"ensures\s+(\w+)", mutant.old)[1]
            return self.first_fault(tree, unit, geometries[0], mutant.function, ["-wp-prop", label])
        functions, geometry = self.client(mutant.function)
        return self.first_fault(tree, CLIENT, geometry, functions)


class Command:
    """An engine that is a command of the project's own, or several; {tree} is where the mutant is. It looks at wheels: no mutant
    of a function for callers, that no wheel calls, is for it."""
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
            code, lines = run([word.format(root=ROOT, tree=tree, function=mutant.function) for word in command],
                              tree, self.limit)
            said = [line.strip() for line in lines if re.search(r"FAILED|found|differ|crash", line)]
            if code is None:
                return "no end"
            if code and not said:
                raise RuntimeError(f"{command[0]}: exit {code}: {lines[-1] if lines else ''}")
            if code:
                return said[0]
        return ""


BMC = ["{tree}/proofs/cbmc/run", "--no-cover", "--first", "--jobs", "1"]
CBMC = Command("cbmc", "CBMC", False, [BMC + ["--about", "{function}"], BMC], 1800, ["src", "spec", "tests", "proofs/cbmc"],
               "the quick proofs about the function, then the others")
FUZZ = Command("fuzz", "fuzz", True, [["{root}/fuzz/run", "mutant", "{tree}/src", "10"]], 300, ["src", "spec", "tests", "fuzz"],
               "the corpus, then libFuzzer for 10 s")


def copy_of(name):
    """A copy of what the engines need."""
    tree = BUILD / name
    shutil.rmtree(tree, ignore_errors=True)
    (tree / "build").mkdir(parents=True)
    for name in ("src", "spec", "tests", "proofs", "fuzz", "ci", "examples", "docs"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name)
    shutil.copy(ROOT / "Makefile", tree)
    if (ROOT / "build" / "cbmc").exists():
        os.symlink(ROOT / "build" / "cbmc", tree / "build" / "cbmc")
    return tree


def tree_of(mutant):
    """A copy with the mutant in it."""
    tree = copy_of(mutant.id)
    (tree / mutant.file).write_text(mutant.text, encoding="utf-8")
    return tree


# Which mutants count: C that compiles, to other code than the original.
DEFINES = (["-DTW_RADIX=256", "-DTW_HASHED_SLOTS=4096"], ["-DTW_RADIX=4", "-DTW_HASHED_SLOTS=64"], ["-DTW_RADIX=4"], [])


def code_of(file, text, macro=False, syntax=False):
    """A hash of the object code that the two wheels and the functions for callers compile to, or nothing if they do not compile."""
    found = hashlib.sha256()
    with tempfile.TemporaryDirectory() as name:
        tree = pathlib.Path(name)
        shutil.copytree(ROOT / "src", tree / "src")
        (tree / units.TICKS).parent.mkdir()
        shutil.copy(ROOT / units.TICKS, tree / units.TICKS)
        (tree / file).write_text(text, encoding="utf-8")
        for unit in ("src/tw_hier.c", "src/tw_hashed.c", units.TICKS):
            if pathlib.Path(file) not in closure(tree, unit):
                continue
            for defines in DEFINES if macro else DEFINES[:2]:
                options = ["-fsyntax-only"] if syntax else ["-O2", "-fkeep-inline-functions", "-c", "-o", "object"]
                command = ["gcc", "-std=c11", "-pedantic-errors", "-Isrc", *options, *defines, "-x", "c", unit]
                if subprocess.run(command, cwd=tree, stderr=subprocess.DEVNULL, check=False).returncode:
                    return ""
                found.update(b"" if syntax else (tree / "object").read_bytes())
    return found.hexdigest()
