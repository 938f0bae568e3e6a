# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tests the engines: with a seeded bug in src/, or with another src/, they must find a difference."""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import time

from tools import planted
from fuzz.builds import BUILD, GEOMETRIES, ROOT, build, call
from fuzz.corpus import CORPUS
from fuzz.engines import LONGEST, Instance
from fuzz.inputs import fails
from fuzz.reports import report, versions

# How long a planted bug may survive: executions, and on a machine that is too slow for so many, seconds.
ENGINES, EXECUTIONS, SECONDS = ["afl", "libfuzzer"], 1000000, 300


def hunt(bug, engine, source):
    """One engine, one bug, from one neutral input."""
    program = build(engine, bug["where"], source)
    instance = Instance(engine, program, source.parent / "out" / engine, SECONDS, BUILD / "seed", EXECUTIONS)
    instance.wait(SECONDS + 30)
    at_once = "does not crash" in instance.log.read_text(errors="replace")
    row = instance.row()
    failed = instance.found()[:1] or [BUILD / "seed" / "zeros", BUILD / "driver"] * at_once
    return {"found": bool(failed), "inputs": row["inputs"], "seconds": row["seconds"],
            "replays": any(replays(path, bug["where"], source, engine) for path in failed)}


def ends(text):
    """The last call, the answer expected and the one got."""
    return [line.split(":")[0] for line in text.splitlines() if line[:1].islower() or line.startswith("# got")][-2:]


def replays(path, geometry, source, name):
    """Is a failing input's history, as text, the same difference for `make replay`? A call that has no end, or in which the program dies, is not asked."""
    for wheel in ("--hier", "--hashed"):
        text = fails(build("plain", geometry, source), path.read_bytes(), wheel, "--show")
        last = text.rstrip().rpartition("\n")[2]
        if "no end after" in text or last[:1].islower() and " = " not in last:
            return True
        if "\n# got" in text:
            file = source.parent / f"{name}.twv"
            file.write_text(text, encoding="utf-8")
            again = call([ROOT / "tests/replay/run", file], env={**os.environ, "SOURCE": str(source), "GEOMETRY": geometry},
                         stderr=subprocess.DEVNULL)
            return again.returncode == 1 and ends(text) == ends(again.stdout)
    return False


def selftest(*names):
    """Every bug, both engines side by side."""
    began = time.monotonic()
    (BUILD / "seed").mkdir(exist_ok=True)
    (BUILD / "seed" / "zeros").write_bytes(bytes(LONGEST))
    (BUILD / "driver").write_bytes(b"##SIG_AFL_PERSISTENT##")  # AFL++'s driver gives it to the program, before all inputs
    table = [bug for bug in planted.table_of(ROOT / "fuzz" / "bugs") if not names or bug["name"] in names]
    if unknown := set(names) - {bug["name"] for bug in table}:
        sys.exit(f"fuzz/run: name bugs of fuzz/bugs: it has no {', '.join(sorted(unknown))}")
    for engine in ENGINES:
        for geometry in GEOMETRIES:
            build(engine, geometry)
    print(f"{'bug':22}{'kind':44}" + "".join(f"{engine + ' inputs':>19}{'time':>9}" for engine in ENGINES), flush=True)
    rows = []
    for bug in table:
        source = BUILD / "bugs" / bug["name"] / "src"
        shutil.rmtree(source.parent, ignore_errors=True)
        ready = planted.plant(bug, source)
        row = {"name": bug["name"], "kind": bug["kind"], "file": bug["file"], "geometry": bug["where"]}
        if ready:
            with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
                row.update(zip(ENGINES, pool.map(lambda engine, b=bug, s=source: hunt(b, engine, s), ENGINES)))
        row["verdict"] = "found" if ready and all(row[engine]["replays"] for engine in ENGINES) else "SURVIVED"
        rows.append(row)
        hunts = [row[engine] for engine in ENGINES if engine in row]
        cells = "".join(f"{h['inputs'] if h['replays'] else 'NO REPLAY' if h['found'] else 'SURVIVED':>19}{h['seconds']:7.1f} s" for h in hunts)
        print(f"{bug['name']:22}{bug['kind']:44}" + (cells or f"  its text is not exactly once in src/{bug['file']}"),
              flush=True)
    survived = sum(row["verdict"] != "found" for row in rows)
    seconds = round(time.monotonic() - began, 1)
    report("fuzz-selftest", {"bugs": rows, "survived": survived, "budget": EXECUTIONS, "seconds": seconds,
                             "versions": versions()})
    print(f"{len(table)} bugs, {survived} survived, {seconds:.0f} s")
    return 1 if survived or not table else 0


def mutant(source, seconds="10"):
    """Prints which build fails first, if one does."""
    source = pathlib.Path(source).resolve()
    folder = BUILD / "bugs" / source.parent.name
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("libfuzzer", "libfuzzer-sanitize"):
        for geometry in GEOMETRIES:
            instance = Instance("libfuzzer", build(name, geometry, source), folder / "out" / f"{name}-{geometry}",
                                int(seconds), CORPUS)
            instance.wait(int(seconds) + 60)
            if instance.found() or instance.process.returncode:
                print(f"{name} {geometry}: found after {instance.counts()[0]} inputs")
                return 1
    return 0
