# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs Frama-C on a unit, in an empty folder and an environment that is a short list, with provers and a cache of this
project alone."""
import dataclasses
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import threading

from proofs.wp import flags, units
from proofs.wp.units import ROOT

BUILD = ROOT / "build"
WHY3 = BUILD / "wp" / "why3.conf"
# All that a tool finds in its environment: FRAMAC_SHARE, CPATH, LD_PRELOAD and the like reach none.
ENV = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(BUILD / "wp" / "home"), "LC_ALL": "C.UTF-8",
       "PWD": str(ROOT), "WHY3CONFIG": str(WHY3)}
DEFAULT = "x86_64"
SINGLE_HEADER = "build/timingwheel.h"
LIBC = pathlib.Path("/usr/share/frama-c/libc")
SCRIPT = ROOT / "proofs" / "wp" / "gate.ml"
GATE = BUILD / "wp" / "gate.cmxs"
NEWEST = "clang-19"  # of each release of Debian that tools/packages knows
TOOLS = {"frama-c": ["frama-c", "-version"], "why3": ["why3", "--version"], "z3": ["z3", "--version"],
         "cvc4": ["cvc4", "--version"]}


@dataclasses.dataclass
class Settings:
    """The machine, as Frama-C names it; whether the single header is read for src/; which cache is used. Logs,
    cache and reports of another machine have its name."""
    machdep: str = DEFAULT
    single: bool = False
    fresh: bool = False

    def home(self):
        return BUILD / ("wp" if self.machdep == DEFAULT else f"wp-{self.machdep}")

    def is_usual(self):
        """Is it src/ itself, on the usual machine?"""
        return self.machdep == DEFAULT and not self.single

    def cache(self):
        """Results are kept by the versions of all tools; with `fresh` by the texts of this tree as well, so that
        what another tree has left, or a cache that was restored, is not found."""
        key = repr((versions(), flags.STEPS))
        if self.fresh:
            key += "".join(f"{name} {digest}\n" for name, digest in texts().items())
        return self.home() / "cache" / hashlib.sha256(key.encode()).hexdigest()[:16]


SETTINGS = Settings()


def texts(folders=("src", "spec", "proofs/wp", "examples")):
    """The SHA-256 of each file that a proof is about."""
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return {str(path.relative_to(ROOT)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def version(command):
    there = shutil.which(command[0])
    text = subprocess.run(command, env=ENV, text=True, stdout=subprocess.PIPE, check=False).stdout if there else ""
    return text.splitlines()[0].strip() if text else "?"


def versions():
    if not hasattr(versions, "found"):
        versions.found = {name: version(command) for name, command in TOOLS.items()}
    return versions.found


def prepare():
    """Folders, and a configuration of Why3 that is written anew in each run."""
    missing = [name for name in (*TOOLS, "gcc", "ocamlopt", NEWEST) if not shutil.which(name)]
    if missing:
        raise SystemExit(f"prove: missing: {', '.join(missing)}; write \"tools/in-debian-12 prove\" before the command")
    SETTINGS.cache().mkdir(parents=True, exist_ok=True)
    pathlib.Path(ENV["HOME"]).mkdir(parents=True, exist_ok=True)
    part = WHY3.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
    subprocess.run(["why3", "config", "detect"], env={**ENV, "WHY3CONFIG": str(part)}, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.replace(part, WHY3)
    forget_failures(SETTINGS.cache())


def forget_failures(cache):
    """What the machine has ended, it may not end again."""
    for path in cache.glob("*.json"):
        if re.search('"(timeout|failed)"', path.read_text(encoding="utf-8")):
            path.unlink()


def stand_ins(name, script):
    """A configuration of Why3 in which a script stands for each prover. It may name the prover, as {prover}."""
    def stub(match):
        path = WHY3.with_name(f"{name}-{pathlib.Path(match[1]).name}")
        path.write_text(f"#!/bin/sh\n{script.format(prover=shlex.quote(match[1]))}\n", encoding="utf-8")
        path.chmod(0o755)
        return f'path = "{path}"'
    conf = WHY3.with_name(f"{name}.conf")
    conf.write_text(re.sub('(?m)^path = "(.*)"', stub, WHY3.read_text(encoding="utf-8")), encoding="utf-8")
    return conf


def sleepers():
    """A configuration of Why3 in which each prover sleeps."""
    return stand_ins("sleeper", "exec sleep 60")


def file_of(unit):
    """The file that the unit's functions are read from."""
    return SINGLE_HEADER if SETTINGS.single and unit.startswith("src/") else unit


def sections_of(unit):
    """Of the single header a unit is proved as of src/: with what it includes, and without the other sections."""
    mine = units.included(unit)
    others = (path.name for path in sorted((ROOT / "src").glob("*.[ch]")) if f"src/{path.name}" not in mine)
    return ["-DTW_IMPLEMENTATION", *("-D" + name.upper().replace(".", "_") for name in others)]


def defines(geometry):
    names = zip(("TW_RADIX", "TW_HASHED_SLOTS"), () if geometry == "any" else geometry.split("."))
    return [f"-D{name}={value}" for name, value in names]


def preprocessor(geometry, unit):
    single = sections_of(unit) if file_of(unit) != unit else []
    return [f"-I{ROOT}/src", f"-I{ROOT}/spec", *single, *defines(geometry)]


def log_of(geometry, unit, kind):
    return SETTINGS.home() / f"{'single.' if SETTINGS.single else ''}{pathlib.Path(unit).stem}.{geometry}.{kind}.log"


def run(geometry, unit, options, log, why3=WHY3, seen=None):
    """Runs Frama-C in an empty folder; returns exit code and output lines. `seen` gets each line when it comes."""
    command = ["frama-c", "-cpp-extra-args=" + " ".join(preprocessor(geometry, unit)),
               "-kernel-warn-key", "annot-error=abort",
               "-machdep", SETTINGS.machdep, "-wp-cache-dir", str(SETTINGS.cache()),
               str(ROOT / file_of(unit)), *options]
    lines, env = [], {**ENV, "WHY3CONFIG": str(why3), "GATE": str(log.with_suffix(".gate"))}
    with tempfile.TemporaryDirectory(dir=SETTINGS.home()) as folder, \
            subprocess.Popen(command, cwd=folder, env={**env, "PWD": folder}, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        for line in process.stdout:
            lines.append(line.rstrip("\n").replace(f"{ROOT}/", ""))
            if seen:
                seen(lines[-1])
    log.write_text("\n".join([" ".join(command), *lines]) + "\n")
    return process.returncode, lines


def compile_gate():
    """Frama-C loads gate.ml as a module: OCaml's compiler refuses it if Frama-C reads what it does not name."""
    asked = {"env": ENV, "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "check": False}
    libraries = subprocess.run(["frama-c", "-print-libpath"], **asked).stdout.strip()
    with tempfile.TemporaryDirectory(dir=BUILD / "wp") as folder:
        shutil.copy(SCRIPT, folder)
        command = ["ocamlopt", "-shared", "-I", libraries, "gate.ml", "-o", "gate.cmxs"]
        done = subprocess.run(command, cwd=folder, **asked)
        if done.returncode:
            raise RuntimeError(f"proofs/wp/gate.ml: {' '.join(done.stdout.split())}")
        os.replace(pathlib.Path(folder) / "gate.cmxs", GATE)


def walked(geometry, unit):
    """What gate.ml says of a unit: (kind, name, text) of each item, and what Frama-C says."""
    log = log_of(geometry, unit, "read")
    log.with_suffix(".gate").unlink(missing_ok=True)
    code, lines = run(geometry, unit, ["-no-unicode", "-load-module", str(GATE)], log)
    if code or not log.with_suffix(".gate").exists():
        why = (" ".join(pair) for pair in zip(lines, lines[1:]) if re.search("error|warning", pair[0], re.I))
        said = next(why, "no reason given")
        raise RuntimeError(f"{unit} {geometry}: Frama-C cannot read it: {said}; see {log}")
    text = log.with_suffix(".gate").read_text(encoding="utf-8")
    return [tuple(item.split("\x1f")) for item in text.split("\x1e")[:-1]], lines
