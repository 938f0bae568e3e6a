# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs Frama-C on a unit, in an empty folder and an environment that is a short list, with provers and a cache of this
project alone."""
import functools
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading

from proofs.wp import flags
from proofs.wp.units import ROOT
from tools.geometry import defines

HERE, BUILD = ROOT / "proofs" / "wp", ROOT / "build"
WHY3 = BUILD / "wp" / "why3.conf"
# All that a tool finds in its environment: FRAMAC_SHARE, CPATH, LD_PRELOAD and the like reach none.
ENV = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(BUILD / "wp" / "home"), "LC_ALL": "C.UTF-8",
       "PWD": str(ROOT), "WHY3CONFIG": str(WHY3)}
MACHINE = {"machdep": "x86_64"}  # as Frama-C names it; tools/prove --machdep
MODULES = ("gate", "goals")  # proofs/wp/*.ml, which Frama-C loads
TOOLS = {"frama-c": "-version", "why3": "--version", "z3": "--version", "cvc4": "--version"}


@functools.cache
def versions():
    """The first line that each tool says of its version."""
    asked = {"env": ENV, "text": True, "stdout": subprocess.PIPE, "check": False}
    said = {name: subprocess.run([name, option], **asked).stdout if shutil.which(name) else ""
            for name, option in TOOLS.items()}
    return {name: (text.splitlines() or ["?"])[0].strip() for name, text in said.items()}


@functools.cache
def release():
    """Of the releases that differ for this project the one that the installed Frama-C is like."""
    version = versions()["frama-c"]
    number = int(re.match(r"\d*", version)[0] or 25) + ("+dev" in version)  # 30.0+dev is what 31 will be
    if 25 != number < 31:
        raise SystemExit(f"prove: Frama-C {version} was not tried: install 25, or 31 or later, or write "
                         '"tools/in-debian-12 prove" before the command')
    return 25 if number == 25 else 31


def cache():  # of WP, by the text of a goal; a folder for the versions of all tools, and the limits
    return BUILD / "wp" / "cache" / hashlib.sha256(repr((versions(), flags.STEPS)).encode()).hexdigest()[:16]


def prepare():
    """Folders, a configuration of Why3 that is written anew in each run, and the modules that Frama-C loads."""
    if release() > 25:
        flags.STEPS.update(flags.THIRD)
        TOOLS["cvc5"] = "--version"
        versions.cache_clear()
    missing = [name for name in (*TOOLS, "gcc", "ocamlopt") if not shutil.which(name)]
    if missing:
        raise SystemExit(f"prove: missing: {', '.join(missing)}; write \"tools/in-debian-12 prove\" before the command")
    cache().mkdir(parents=True, exist_ok=True)
    pathlib.Path(ENV["HOME"]).mkdir(parents=True, exist_ok=True)
    part = WHY3.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
    subprocess.run(["why3", "config", "detect"], env={**ENV, "WHY3CONFIG": str(part)}, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if release() > 25:
        as_why3_1_5(part)
    os.replace(part, WHY3)
    forget_failures(cache())
    for name in MODULES:
        compile_module(name)


def as_why3_1_5(config):
    """Later releases of Why3 give solvers definitions, arrays and datatypes, which cost them many times the steps.
    Drivers made of the installed ones take them out of every goal, as that release does."""
    asked = {"env": ENV, "text": True, "stdout": subprocess.PIPE, "check": True}
    drivers = pathlib.Path(subprocess.run(["why3", "--print-datadir"], **asked).stdout.strip()) / "drivers"
    known = config.read_text(encoding="utf-8")
    for name, driver, options in ("CVC4", "cvc4_16", "--stats --lang=smt2"), ("CVC5", "cvc5", "--stats-internal"):
        text = (drivers / f"{driver}.drv").read_text(encoding="utf-8")
        text = re.sub('import "(cvc4_16.gen)"', lambda found: (drivers / found[1]).read_text(encoding="utf-8"), text)
        own, command = WHY3.with_name(f"{driver}.drv"), f"{name.lower()} {options}"
        own.write_text(re.sub("_conditionally|_if_poly", "", text).replace('import "', f'import "{drivers}/'),
                       encoding="utf-8")
        known = known.replace(f'[partial_prover]\nname = "{name}"', f'''[prover]
name = "{name}"
command = "{command} --tlimit=%T %f"
command_steps = "{command} --rlimit=%S %f"
driver = "{own}"''')
    config.write_text(re.sub('\npath = "/.*/cvc[45]"', "", known), encoding="utf-8")


def forget_failures(folder):
    """What the machine has ended, it may not end again."""
    for path in folder.glob("*.json"):
        if re.search('"(timeout|failed)"', path.read_text(encoding="utf-8")):
            path.unlink()


@functools.cache
def compile_module(name):
    """OCaml's compiler must take it: it knows what Frama-C's tree has. release.ml has the names of the release."""
    asked = {"env": ENV, "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "check": False}
    library = pathlib.Path(subprocess.run(["frama-c", "-print-libpath"], **asked).stdout.strip())
    within = ["-I", library, "-I", library / "plugins"]
    if release() > 25:
        within = ["-open", "Frama_c_kernel", "-I", library.parent / "kernel", "-I", "+unix",
                  "-I", library.parent.parent / "frama-c-wp" / "core"]
    with tempfile.TemporaryDirectory(dir=BUILD / "wp") as folder:
        shutil.copy(HERE / f"release_{release()}.ml", f"{folder}/release.ml")
        shutil.copy(HERE / f"{name}.ml", folder)
        command = ["ocamlopt", "-shared", *within, "release.ml", f"{name}.ml", "-o", "module"]
        done = subprocess.run(command, cwd=folder, **asked)
        if done.returncode:
            raise SystemExit(f"proofs/wp/{name}.ml: {' '.join(done.stdout.split())}")
        os.replace(pathlib.Path(folder) / "module", WHY3.with_name(f"{name}.cmxs"))


def preprocessor(geometry):
    return [f"-I{ROOT}/src", f"-I{ROOT}/spec", *([] if geometry == "any" else defines(geometry))]


def log_of(geometry, unit, kind):
    return BUILD / "wp" / f"{pathlib.Path(unit).stem}.{geometry}.{kind}.log"


def run(geometry, unit, options, log, *, module="goals", why3=WHY3, cached="update", seen=None):
    """Runs Frama-C with a module in an empty folder: exit code, its lines, and what the module tells, item by item.
    `seen` gets each item when it comes."""
    command = ["frama-c", "-load-module", str(WHY3.with_name(f"{module}.cmxs")), "-machdep", MACHINE["machdep"],
               "-cpp-extra-args=" + " ".join(preprocessor(geometry)), "-kernel-warn-key", "annot-error=abort",
               "-wp-cache", cached, "-wp-cache-dir", str(cache()), str(ROOT / unit), *options]
    read, write = os.pipe()
    items, env = [], {**ENV, "WHY3CONFIG": str(why3), "TOLD": f"/dev/fd/{write}", "FOLDER": str(unit).split("/")[-2]}
    with tempfile.TemporaryDirectory(dir=BUILD / "wp") as folder, \
            tempfile.TemporaryFile("w+", encoding="utf-8") as said, \
            subprocess.Popen(command, cwd=folder, env={**env, "PWD": folder}, pass_fds=[write],
                             stdout=said, stderr=subprocess.STDOUT) as process, \
            os.fdopen(read, encoding="utf-8") as told:
        os.close(write)
        for line in told:
            items.append(line.rstrip("\n").replace(f"{ROOT}/", "").split("\x1f"))
            if seen:
                seen(items[-1])
        process.wait()
        said.seek(0)
        lines = said.read().replace(f"{ROOT}/", "").splitlines()
    log.write_text("\n".join([" ".join(command), *lines]) + "\n", encoding="utf-8")
    return process.returncode, lines, items


def walked(geometry, unit):
    """What gate.ml tells of a unit: (kind, name, text) of each item; and what Frama-C says."""
    log = log_of(geometry, unit, "read")
    code, lines, items = run(geometry, unit, ["-no-unicode"], log, module="gate")
    if code or items[-1:] != [["end"]]:
        why = (" ".join(pair) for pair in zip(lines, lines[1:]) if re.search("error|warning", pair[0], re.I))
        raise RuntimeError(f"{unit} {geometry}: Frama-C cannot read it: {next(why, 'no reason given')}; see {log}")
    return [(kind, name, text.replace("\x1e", "\n")) for kind, name, text in items[:-1]], lines
