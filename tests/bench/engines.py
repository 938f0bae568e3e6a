# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The engines of the benchmark, for its scripts: their names, their programs, a run of one."""
import datetime
import json
import os
import pathlib
import platform
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORT = pathlib.Path("build/reports/bench.json")

# Name of the program, its name in tables, its kind.
ENGINES = {
    "hier": ("tw_hier", "wheel"), "hier_inline": ("tw_hier, inlined", "wheel"), "hashed": ("tw_hashed", "wheel"),
    "floor": ("floor: unlink + relink", "floor"),
    "list": ("1 unordered list", "paper"), "sorted": ("2 sorted list", "paper"), "heap": ("3 binary heap", "paper"),
    "simple": ("4 simple wheel", "paper"),
    "libev": ("libev", "peer"), "libevent": ("libevent", "peer"), "libuv": ("libuv", "peer"), "glib": ("GLib", "peer"),
}
BASE = {f"base/{name}": (f"base: {ENGINES[name][0]}", "base") for name in ("hier", "hier_inline", "hashed")}
ENGINE = {**ENGINES, **BASE}  # and those of --engine-dir, of the kind "other"
CALLGRIND = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")


class Failure(Exception):
    """The benchmark fails."""


def add_options(parser):
    """The options that all scripts have."""
    parser.add_argument("--engine", dest="engines", action="append", default=[], help=f"one of: {' '.join(ENGINES)}")
    parser.add_argument("--base", default="", help="another source to measure the wheels of: a folder, or a commit")
    parser.add_argument("--engine-dir", default="", help="folder of sources of more engines, .c and .cc")
    parser.add_argument("--build", type=pathlib.Path, default="build/bench", help="folder of the programs")
    parser.set_defaults(check=False, start=time.monotonic())


def make(*words, **options):
    command = ["make", "-s", "-B", "-f", "tests/bench/rules.mk", f"CC={os.environ.get('CC', 'gcc')}", *words]
    return subprocess.run(command, check=False, env={**os.environ, "LC_ALL": "C"}, **options)


def build_base(build, base):
    """Builds the wheels of another source: a folder, or a commit."""
    source = pathlib.Path(base)
    if not source.is_dir():
        source = build / "base.source"
        shutil.rmtree(source, ignore_errors=True)
        source.mkdir(parents=True)
        archive = subprocess.run(["git", "-c", "safe.directory=*", "archive", base, "src"], capture_output=True, check=False)
        if archive.returncode != 0 or subprocess.run(["tar", "-x", "-C", source], input=archive.stdout, check=False).returncode:
            raise Failure(f"{base}: neither a folder nor a commit")
    source = source / "src" if (source / "src").is_dir() else source
    if make(f"SOURCE={source}", f"OUT={build}/base", "wheels").returncode != 0:
        raise Failure(f"{base}: does not compile")


def own_sources(folder):
    """The sources of a folder, by the names of their engines."""
    if not pathlib.Path(folder).is_dir():
        raise Failure(f"{folder}: there is no such folder")
    found = {}
    for source in sorted(path for path in pathlib.Path(folder).iterdir() if path.suffix in (".c", ".cc")):
        if source.stem in ENGINES or source.stem in found:
            raise Failure(f"{source}: an engine {source.stem} is there already: give the file another name")
        found[source.stem] = source
    if not found:
        raise Failure(f"{folder}: has no engine: none of its files ends with .c or .cc")
    return found


def build_own(build, name, source):
    """Builds an engine of another folder. Of a compiler's errors, the first is told."""
    done = make(f"ENGINE={source}", f"NAME={name}", f"OUT={build}", "own", capture_output=True, text=True)
    if done.returncode != 0:
        lines = done.stderr.splitlines()
        first = next((line for line in lines if re.search(r"error:|undefined reference|cannot find|not found", line)), lines[0] if lines else "")
        raise Failure(f"{source}: does not compile: {first}")


def choose(args, engines):
    """The engines to measure: those asked for, or these; the wheels of the base; those of the folder. Builds what is not built."""
    own = own_sources(args.engine_dir) if args.engine_dir else {}
    chosen = [name for name in args.engines if name not in own] or ([] if args.engines else list(engines))
    unknown = [name for name in chosen if name not in ENGINES]
    if unknown:
        raise Failure(f"no engine: {' '.join(unknown)}; there are: {' '.join([*ENGINES, *own])}")
    base = [name for name in BASE if args.base and name.removeprefix("base/") in chosen]
    if args.base:
        build_base(args.build, args.base)
    for name, source in own.items():
        build_own(args.build, name, source)
        ENGINE[f"own/{name}"] = (name, "other")
    args.processor, args.idle = idlest({})
    return chosen + base + [f"own/{name}" for name in own]


def idlest(before):
    """The processor that was idle most of the time since the times before; and the times now."""
    times = re.findall(r"^cpu(\d+) \d+ \d+ \d+ (\d+)", pathlib.Path("/proc/stat").read_text(encoding="utf-8"), re.MULTILINE)
    idle = {int(cpu): int(ticks) for cpu, ticks in times if int(cpu) in os.sched_getaffinity(0)}
    return max(idle, key=lambda cpu: idle[cpu] - before.get(cpu, 0)), idle


def confine(processor, seconds):
    """In a new process: one processor, so much of its time."""
    os.sched_setaffinity(0, {processor})
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def sample(args, engine, words, seconds, before=()):
    """One run of an engine's program: its sample, or why there is none; and its other output."""
    command = [*before, str(args.build / engine), *map(str, words)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              preexec_fn=lambda: confine(args.processor, seconds))
    except OSError as fault:
        raise Failure(f"{command[0]}: does not run: {fault.strerror}") from None
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return {"cannot": f"takes more than {seconds} s"}, ""
    workload, timers, repeat = words[:3]
    where = f"{engine}, {workload}, {timers} timers, repeat {repeat}"
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if not line.startswith("==")]
        raise Failure(f"{where}: {' '.join(said) or f'exit code {done.returncode}'}")
    try:
        return json.loads(done.stdout), done.stderr
    except ValueError:
        raise Failure(f"{where}: its output is not one sample: an engine prints nothing") from None


def counted(args, engine, words, seconds, *options):
    """The instructions of a run of an engine's program, and its sample."""
    found, said = sample(args, engine, words, seconds, (*CALLGRIND, *options))
    collected = re.search(r"Collected : (\d+)", said)
    if "cannot" not in found and not collected:
        raise Failure(f"{engine}, {words[0]}: valgrind counted no instructions: {said.strip()}")
    return collected and int(collected[1]), found


def same_timers(samples, where):
    """All engines have delivered the same in this repeat."""
    seen = {(s["count"], s["hash"]): engine for engine, s in samples.items() if "cannot" not in s and s["count"]}
    if len(seen) > 1:
        told = "; ".join(f"{engine}: {count} timers, hash {hash_}" for (count, hash_), engine in seen.items())
        raise Failure(f"{where}: the engines have not delivered the same timers: {told}")


def progress(args, text):
    """A line that is written over, on a terminal."""
    if sys.stderr.isatty() and not args.check:
        seconds = int(time.monotonic() - args.start)
        print(f"\r\033[K{seconds // 60}:{seconds % 60:02}  {text}"[:110], end="", file=sys.stderr, flush=True)


def say(text=""):
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    print(text, flush=True)


def text_of(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def versions():
    names = ["libev-dev", "libevent-dev", "libuv1-dev", "libglib2.0-dev"]
    lines = text_of(["dpkg-query", "-W", "-f", "${Package} ${Version}\n", *names]).splitlines()
    return dict(line.split() for line in lines if len(line.split()) == 2)


def about(args, engines):
    """For a report: when, what and with what the engines are measured."""
    model = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    return {"date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "commit": text_of(["git", "-c", "safe.directory=*", "describe", "--always", "--dirty", "--abbrev=12"]),
            "machine": f"{model[1] if model else platform.machine()}, {os.cpu_count()} processors",
            "compiler": text_of([os.environ.get("CC", "gcc"), "--version"]).partition("\n")[0],
            "packages": versions(), "base": args.base, "engines": {e: {"name": ENGINE[e][0], "kind": ENGINE[e][1]} for e in engines}}


def write(data, report):
    report.parent.mkdir(parents=True, exist_ok=True)
    report.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
