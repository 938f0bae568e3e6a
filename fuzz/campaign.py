# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A run of an engine on src/, or of AFL++ on examples/tw_wide.h: the builds side by side, and what they have found."""
import re
import shutil
import sys
import time

from fuzz.builds import BUILD, GEOMETRIES, ROOT, SANITIZE, build, call, compile_
from fuzz.corpus import CORPUS, inputs_of
from fuzz.engines import LONGEST, Instance
from fuzz.inputs import broken, show_failures
from fuzz.reports import report, versions

# Which builds run side by side, each pair for half of the time.
PAIRS = [(("", "256.64"), ("-sanitize", "4.4")), (("", "4.4"), ("-sanitize", "256.64"))]


def speed():
    """Inputs of 64 bytes and calls a second on one core, without a fuzzer."""
    rates = []
    for geometry in GEOMETRIES:
        done = call([build("plain", geometry), "--speed", 200000, 64])
        if done.returncode:
            print(done.stdout, end="", flush=True)
            continue
        words = done.stdout.split()
        rates.append({"geometry": geometry, "inputs_per_second": int(words[0]), "calls_per_second": int(words[2])})
        print(f"without a fuzzer, {geometry}: {int(words[0]):,} inputs/s of 64 bytes, {int(words[2]):,} calls/s, one core",
              flush=True)
    return rates


def fuzz(engine, seconds):
    """Both pairs of builds, one after the other."""
    began = time.monotonic()
    output = BUILD / "out" / engine
    shutil.rmtree(output, ignore_errors=True)
    programs = {(kind, geometry): build(engine + kind, geometry) for pair in PAIRS for kind, geometry in pair}
    rates = speed()
    instances, found = [], broken(inputs_of(CORPUS), "sanitize", "plain")
    print(f"{'instance':30}{'inputs':>13}{'inputs/s':>11}{'calls/s':>12}{'time':>9}{'found':>7}", flush=True)
    for pair in PAIRS if not found else []:
        half = seconds // len(PAIRS)
        started = [Instance(engine, programs[key], output / re.sub(r"\W", "_", f"{key[0][1:] or 'plain'}_{key[1]}"),
                            half, CORPUS) for key in pair]
        for instance in started:
            instance.wait(half + 60)
            row = instance.row()
            print(f"{row['name']:30}{row['inputs']:13,}{row['inputs_per_second']:11,}{row['calls_per_second']:12,}"
                  f"{row['seconds']:7.0f} s{row['found']:7}", flush=True)
            if not row["inputs"]:
                sys.exit(instance.log.read_text(errors="replace")[-3000:])
            found = found + instance.found()
        instances += started
    failures = show_failures(found)
    rows = [instance.row() for instance in instances]
    inputs, calls = (sum(row[key] for row in rows) for key in ("inputs", "calls"))
    spent = sum(max(instance.seconds for instance in instances[i:i + 2]) for i in range(0, len(instances), 2)) or 1
    report("fuzz" if engine == "afl" else f"fuzz-{engine}", {
        "engine": engine, "seconds": round(spent, 1), "inputs": inputs, "calls": calls,
        "inputs_per_second": round(inputs / spent), "calls_per_second": round(calls / spent), "failed": len(failures), "failures": failures, "instances": rows,
        "without_fuzzer": rates, "versions": versions(),
        "total_seconds": round(time.monotonic() - began, 1)})
    print(f"{inputs:,} inputs, {inputs / spent:,.0f} inputs/s, {calls / spent:,.0f} calls/s, {len(failures)} failures, "
          f"{spent:.0f} s")
    return 1 if failures else 0


def wide(seconds):
    """examples/tw_wide.h: two instances at a time, of each radix, for a third of the time."""
    folder = BUILD / "wide"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "seed").mkdir(parents=True)
    for i in range(8):
        (folder / "seed" / str(i)).write_bytes(bytes((37 * i * k + k) % 256 for k in range(LONGEST)))
    executions, found = 0, []
    for radix in (256, 16, 4):
        common = ["-std=c11", f"-DTW_RADIX={radix}", "-Isrc", "-Itests", "-Iexamples", "fuzz/wide.c", "src/tw_hier.c", "-o"]
        compile_(["gcc", "-g", *SANITIZE.split(), "-DREPLAY", *common, folder / f"replay-{radix}"])
        instances = []
        for name, options in (("plain", "-O2"), ("sanitize", f"-O1 {SANITIZE}")):
            program = folder / f"{name}-{radix}"
            compile_(["afl-clang-fast", *options.split(), "-fsanitize=fuzzer", *common, program])
            instances.append(Instance("afl", program, folder / "out" / f"{name}_{radix}", seconds // 3, folder / "seed"))
        for instance in instances:
            instance.wait(seconds // 3 + 60)
            stats = instance.output / "fuzzer_stats"
            if not stats.exists():
                sys.exit(instance.log.read_text(errors="replace")[-3000:])
            done = int(re.search(r"execs_done +: (\d+)", stats.read_text(encoding="utf-8"))[1])
            print(f"{instance.name:30}{done:13,} inputs{done / instance.seconds:11,.0f} inputs/s{len(instance.found()):5} found", flush=True)
            executions, found = executions + done, found + instance.found()
    for path in found[:8]:
        print(f"FAILED: {path.relative_to(ROOT)}: run {folder.relative_to(ROOT)}/replay-{path.parts[-3].split('_')[1]} with it")
    print(f"{executions:,} inputs, {len(found)} failures")
    return 1 if found or not executions else 0
