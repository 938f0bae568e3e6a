# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tests src/ on the machines of tests/targets/machines.py. src/ must compile without a warning, call no library and have no memory of its
own. Then an emulator runs a history of random calls, which must give the host's answers, the vectors and the test
programs. On a Cortex-M3, the example that sleeps runs too.

  tests/targets/run [--quick] [--scale N] [--geometry G] [NAME...]      --quick leaves out vectors and test programs

Writes build/reports/targets.json."""
import argparse
import concurrent.futures
import json
import re
import sys
import time

from tests.targets import machines

# What an image reads instead of its input, which not every machine has.
CALLS = """#include <stdio.h>
#include <string.h>
static const char *const calls[] = {
"""
READ = """    NULL};
char *next_call(char *line, int size, FILE *file);
char *next_call(char *line, int size, FILE *file)
{
    static size_t at;
    (void)size;
    (void)file;
    return calls[at] == NULL ? NULL : strcpy(line, calls[at++]);
}
"""
LEVELS = ["-Os", "-O2"]


def objects(machine, geometry, _):
    """Compiles src/ at each level: what is called, what memory is there."""
    found = []
    for level in LEVELS:
        folder = machines.BUILD / f"{machine.name}{level}-{geometry}" / "product"
        for path in machines.build_product(machine, geometry, level, folder):
            names = re.findall(r"\bU (\S+)", machines.output_of([machines.tool(machine, "nm"), "-u", path]))
            found += [f"{path.stem} {level}: calls {name}" for name in names if not re.fullmatch(machine.helpers, name)]
            sections = machines.output_of([machines.tool(machine, "size"), "-A", path])
            found += [f"{path.stem} {level}: {name} has {size} bytes"
                      for name, size in re.findall(r"^(\.s?(?:data|bss)(?!\.rel\.ro)\S*) +(\d+)", sections, re.MULTILINE) if int(size)]
    return len(LEVELS), found


def history(machine, geometry, _):
    """The digests of a history; they must be the host's."""
    source = [("tests/targets/history.c", machines.WARNINGS)]
    found = []
    for level in LEVELS:
        code, said = machines.run(machine, machines.build(machine, geometry, level, "history", source), 120)
        host = machines.BY_NAME["host"]
        told = machines.run(host, machines.build(host, geometry, "-O2", f"for-{machine.name}{level}", source), 120)[1]
        if code != 0 or said != told:
            found.append(f"history {level}: exit {code}, not the host's answers\n{said}")
    return len(LEVELS), found


def vectors(machine, geometry, _):
    """The vectors that fit, each call answered as they say: one image a wheel, with the calls in it."""
    folder = machines.ROOT / "spec" / "vectors"
    radix = geometry.partition(".")[0]
    passed, found = 0, []
    for wheel, exact in (("hier", f"exact-hier-{radix}"), ("hashed", f"exact-hashed-{geometry}")):
        expected = [line for name in (f"contract-{radix}", exact) for line in (folder / f"{name}.twv").read_text(
            encoding="utf-8").splitlines() if line and line[0] != "#"]
        calls = machines.BUILD / f"calls-{machine.name}-{geometry}-{wheel}.c"
        calls.write_text(CALLS + "".join(f'    "{line.partition(" = ")[0]}\\n",\n' for line in expected) + READ, encoding="utf-8")
        image = machines.build(machine, geometry, "-O2", f"vectors-{wheel}", [
            ("spec/vectors/wheel.c", [f"-DWHEEL={wheel}", "-Dfgets=next_call"]), ("spec/oracle.c", []), (str(calls), [])])
        code, said = machines.run(machine, image, 1800)
        answers = said.splitlines()
        wrong = [f"{wheel}: {line}: {answer}" for line, answer in zip(expected, answers) if line != answer][:5]
        if code != 0 or wrong or len(answers) != len(expected):
            found.append(f"vectors, {wheel}: exit {code}, {len(answers)} answers of {len(expected)}\n" + "\n".join(wrong))
        passed += len(expected)
    return passed, found


def tests(machine, geometry, scale):
    """All test programs in one image, with a stand-in for cmocka."""
    image = machines.build(machine, geometry, "-O2", "tests", machines.tests_of(geometry, scale), ["-Itests/targets"])
    code, said = machines.run(machine, image, 3600)
    passed, found = machines.judge(code, said)
    return passed, found


def sleep(machine, geometry, _):
    """The example for a Cortex-M3: no timer is late. In its twin, whose critical section is too short, some are."""
    found = []
    for name, options, right in (("sleep", [], 0), ("sleep-too-short", ["-DSECTION_TOO_SHORT"], 1)):
        source = [("examples/cortex_m3.c", [*machines.WARNINGS, "-Iexamples", *options])]
        code, said = machines.run(machine, machines.build(machine, geometry, "-O2", name, source), 900, ["-icount", "shift=5,sleep=off"])
        late = re.search(r"(\d+) interrupts, .* (\d+) late, .* (\d+) wrong$", said, re.MULTILINE)
        if not late or code != right or int(late[1]) < 10000 or (int(late[2]) > 0) != bool(right) or int(late[3]):
            found.append(f"{name}: exit {code}\n{said}")
    return 2 - len(found), found


def task(job):
    machine, geometry, kind, scale = job
    start = time.monotonic()
    try:
        passed, found = kind(machine, geometry, scale)
    except (OSError, RuntimeError) as error:
        passed, found = 0, [str(error)]
    return {"target": machine.name, "geometry": geometry, "check": kind.__name__, "passed": passed, "findings": found,
            "seconds": round(time.monotonic() - start, 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="no vectors, no test programs, no sleep")
    parser.add_argument("--scale", type=int, default=5, help="TW_TEST_SCALE of the test programs")
    parser.add_argument("--check", action="append", help="only objects, history, vectors, tests or sleep")
    parser.add_argument("--geometry", action="append", help="TW_RADIX.TW_HASHED_SLOTS; default: all")
    parser.add_argument("names", nargs="*", help="machines; default: all but the host")
    args = parser.parse_args()
    unknown = set(args.names) - machines.BY_NAME.keys()
    if unknown:
        parser.error(f"name machines of tests/targets/machines.py: it has no {' '.join(unknown)}")
    chosen = [m for m in machines.MACHINES if (m.name in args.names if args.names else m.name != "host")]
    jobs = [(m, geometry, kind, args.scale) for m in chosen for geometry in m.geometries.split() if geometry in (args.geometry or [geometry])
            for kind in (objects, history, vectors, tests, sleep)
            if kind is not sleep or (m.name.startswith("m3") and geometry != "4.4")
            if kind not in (vectors, tests, sleep) or not (args.quick or m.name.startswith("avr"))
            if kind.__name__ in (args.check or [kind.__name__])
            if kind is not vectors or (machines.ROOT / "spec" / "vectors" / "wheel.c").exists()]
    results = []
    with concurrent.futures.ThreadPoolExecutor(machines.cores()) as pool:
        for result in pool.map(task, jobs):
            results.append(result)
            state = "FAILED" if result["findings"] else "ok"
            print(f"{state:6} {result['target']} {result['geometry']} {result['check']}: "
                  f"{result['passed']} passed, {result['seconds']} s", *result["findings"], sep="\n       | ", flush=True)
    failed = sum(bool(result["findings"]) for result in results)
    total = (f"{len(chosen)} machines, {len(results)} checks, {sum(r['passed'] for r in results)} passed, {failed} failed")
    report = machines.ROOT / "build" / "reports" / "targets.json"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.write_text(json.dumps({"total": total, "results": results}, indent=1) + "\n", encoding="utf-8")
    print(total)
    return 1 if failed or not results else 0


if __name__ == "__main__":
    sys.exit(main())
