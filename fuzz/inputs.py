# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Inputs: which fail, made small and kept; one input as calls, as a vector, or made of a call history."""
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import threading

from fuzz.builds import BUILD, GEOMETRIES, ROOT, build, call

HEADER, RECORD = 4, 3


def fails(program, data, *options):
    """Does the input fail? Returns what is said about it, or nothing."""
    file = BUILD / f"input-{threading.get_ident()}"
    file.write_bytes(data)
    try:
        done = call([program, *options, file], timeout=20)
        text, failed = done.stdout, done.returncode != 0
    except subprocess.TimeoutExpired as late:
        text, failed = (late.stdout or b"").decode(errors="replace") + "no end after 20 s\n", True
    file.unlink()
    return text if failed else ""


def failing(data):
    """The first of the builds, geometries and wheels that an input fails in."""
    for name in ("sanitize", "plain"):
        for geometry in GEOMETRIES:
            for wheel in ("--hier", "--hashed"):
                if fails(build(name, geometry), data, wheel):
                    return name, geometry, wheel
    return None


def broken(inputs, *builds):
    """Those of the inputs that fail."""
    whole = [call([build(name, geometry), *inputs]).returncode for name in builds for geometry in GEOMETRIES]
    return [path for path in inputs if failing(path.read_bytes())] if any(whole) else []


def without(data, start, count):
    """The input without so many of its calls."""
    at = HEADER + RECORD * start
    return data[:at] + data[at + RECORD * count:]


def minimise(data, bad):
    """Fewer calls while it is bad, then bytes that are 0."""
    size = (len(data) - HEADER) // RECORD
    data = data[:HEADER + RECORD * size]
    while size > 0:
        start, before = 0, data
        while start < (len(data) - HEADER) // RECORD:
            shorter = without(data, start, size)
            data, start = (shorter, start) if bad(shorter) else (data, start + size)
        size = size // 2 if size > 1 or data == before else 1
    for i, byte in enumerate(data):
        zero = data[:i] + b"\0" + data[i + 1:]
        data = zero if byte and bad(zero) else data
    return data


def save(path):
    """Minimises an input that fails and keeps it. Returns where it is and what is said about it; nothing if
    it only took long, on a machine that has other things to do."""
    data = path.read_bytes()
    where = failing(data)
    if not where and ("hangs" in path.parts or ".timeout-" in path.name):
        return None
    if where:
        name, geometry, wheel = where
        program = build(name, geometry)
        data = minimise(data, lambda d: bool(fails(program, d, wheel)))
        text = fails(program, data, wheel, "--show")
    else:
        geometry, text = "?", "it fails only in the fuzzer\n"
    file = BUILD / "found" / hashlib.sha256(data).hexdigest()[:16]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return {"input": str(file.relative_to(ROOT)), "bytes": data.hex(), "geometry": geometry, "text": text}


def show_failures(inputs):
    """Saves and prints some of the inputs that fail, one of those that end alike."""
    failures = {}
    for failure in filter(None, map(save, inputs[:8])):
        ends = re.findall(r"# got .*|SUMMARY.*", failure["text"]) or failure["text"].splitlines()
        failures[ends[-1]] = failure
    for failure in failures.values():
        print(f"\nFAILED, geometry {failure['geometry']}\n{failure['text']}make fuzz INPUT={failure['input']}\n", flush=True)
    return list(failures.values())


def repro(name="", *options):
    """Prints an input's calls where it fails, or all of them; as C with --c."""
    if not os.path.isfile(name):
        sys.exit(f"fuzz/run: name a file as INPUT: there is no {name}")
    data = pathlib.Path(name).read_bytes()
    where = failing(data)
    if where:
        builds, geometries, wheels = ([word] for word in where)
    else:
        builds, geometries, wheels = ["sanitize"], GEOMETRIES, ["--hier", "--hashed"]
    for geometry in geometries:
        for wheel in wheels:
            print(flush=True)
            subprocess.run([build(builds[0], geometry), "--show", *options, wheel, name], check=False)
    print(f"\n# it fails, {where[0]} build" if where else "\n# no difference")
    return 1 if where else 0


def vector(name, wheel, geometry):
    """Prints an input's calls as a vector: without damaged memory and its audits."""
    text = call([build("plain", geometry), "--show", f"--{wheel}", pathlib.Path(name).resolve()]).stdout
    lines = [line for line in text.splitlines() if not re.match("audit|# set|# mend", line)]
    print("\n".join(lines))
    return int("# got" in text)


def seed(trace, file):
    """Writes an input for the first history of a file."""
    head = re.search(r"# twv 2 \w+ \w+ 4\b", pathlib.Path(trace).read_text(encoding="utf-8"))
    done = call([build("seed", GEOMETRIES[1 if head else 0]), pathlib.Path(trace).resolve(), pathlib.Path(file).resolve()])
    print(done.stdout, end="")
    return done.returncode
