# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Computes the worst number of instructions and cycles of each call of the wheels, from their object files and the proved bounds of their loops.

  proofs/wcet/run [--update]
  proofs/wcet/run [--target NAME | --cc COMMAND [--cflags OPTIONS] [--tools PREFIX]] [--level -O2] [--geometry 256.4096]
                  [--call NAME] [--budget N] [--capacity N] [--show] [--unit cycles]

The first form computes all, writes build/reports/wcet.json, and fails if a bound is less than what docs/figures.md has, or if
docs/wcet.md differs; --update writes that page. tests/checks/test_wcet.py does it for one object. The second form prints the bounds for one target, or
for a compiler of your own, with --show the worst path of the call."""
import argparse
import concurrent.futures
import itertools
import json
import pathlib
import re
import shlex
import sys

from proofs.wcet import bound, report
from proofs.wcet.isa import NotRead
from tests.targets import machines

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGETS = ["m0-gcc", "m3-gcc", "m4-gcc", "rv32-gcc"]
LEVELS = ["-Os", "-O2"]
GEOMETRIES = ["256.4096"]
PAGE = ROOT / "docs" / "wcet.md"
REPORT = ROOT / "build" / "reports" / "wcet.json"
BUDGETS = [1, 8, 64]
LETTER = {"budget": "b", "capacity": "c", None: ""}


def result(call, capacity):
    """The numbers of one call: at the budgets and the capacity of the measurements, and the formula."""
    if isinstance(call, str):
        raise NotRead(call)
    name = call.depends_on()
    return {unit: {"at": {str(b): call.worst(budget=b, capacity=capacity, unit=unit).most for b in (BUDGETS if name == "budget" else [0])},
                   "formula": report.formula(call.formula(unit), LETTER[name])} for unit in call.weights}


def numbers(build, capacity):
    """{call: its numbers} of one build, a (geometry, target, level)."""
    geometry, target, level = build
    machine = machines.BY_NAME[target]
    try:
        calls = bound.calls(machine, geometry, level, machines.tool(machine, ""))
        return {name: result(call, capacity) for name, call in calls.items()}
    except NotRead as error:
        raise NotRead(f"{target} {level} {geometry}: {error}") from error


def compute():
    """{(machine, level, geometry): {call: numbers}}, what was observed, and the capacity."""
    seen, capacity = report.observed()
    builds = list(itertools.product(GEOMETRIES, TARGETS, LEVELS))
    with concurrent.futures.ThreadPoolExecutor(machines.cores()) as pool:
        found = list(pool.map(lambda build: numbers(build, capacity), builds))
    return {(target, level, geometry): calls for (geometry, target, level), calls in zip(builds, found)}, seen, capacity


def everything(args):
    results, seen, capacity = compute()
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    rows = [{"machine": machine, "level": level, "geometry": geometry, "calls": calls} for (machine, level, geometry), calls in results.items()]
    observed = [{"machine": machine, "level": "-O2", "geometry": geometry, "wheel": wheel, "calls": row} for (machine, geometry, wheel), row in seen.items()]
    REPORT.write_text(json.dumps({"capacity": capacity, "bounds": rows, "observed": observed}, indent=1) + "\n", encoding="utf-8")
    wrong = list(report.too_small(results, seen))
    text = report.page(results, seen)
    if args.update:
        PAGE.write_text(text, encoding="utf-8")
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        wrong.append("docs/wcet.md differs: run make update WHAT=wcet")
    print("\n".join([f"FAILED {line}" for line in wrong] + [f"{sum(map(len, results.values()))} calls of {len(results)} builds have a bound"]))
    return bool(wrong)


def own(args):
    """The machine of the second form, its level and the prefix of its tools."""
    if not args.cc:
        machine = machines.BY_NAME.get(args.target)
        if not machine:
            raise NotRead(f"{args.target} is no machine of tests/targets/machines.py")
        return machine, args.level, args.tools or machines.tool(machine, "")
    try:
        compiler, *options = [*shlex.split(args.cc), *shlex.split(args.cflags)]
    except ValueError as error:
        raise NotRead(f"CC= and CFLAGS= are not words of a command: {args.cc} {args.cflags}") from error
    if not args.tools and not compiler.endswith("gcc"):
        raise NotRead(f"TOOLS= is needed for {compiler}: what the names of its objdump, objcopy and addr2line begin with, as arm-none-eabi-")
    levels = [option for option in options if option.startswith("-O")] or [args.level]
    flags = " ".join(option for option in options if not option.startswith("-O"))
    machine = machines.Machine("own", compiler, flags, "", "", "", "", "")
    return machine, levels[-1], args.tools or machines.tool(machine, "")


def one(args):
    machine, level, tools = own(args)
    wheels = [wheel for wheel in bound.WHEELS if args.call in (None, *bound.calls_of(wheel))]
    if not wheels:
        raise NotRead(f"{args.call} is no call of the wheels")
    if (args.budget or 0) < 0 or args.capacity is not None and args.capacity < 1:
        raise NotRead("BUDGET= is 0 or more, CAPACITY= is 1 or more")
    if not re.fullmatch(r"\d+\.\d+", args.geometry):
        raise NotRead(f"GEOMETRY= is TW_RADIX, a point and TW_HASHED_SLOTS, as {GEOMETRIES[0]}")
    calls = bound.calls(machine, args.geometry, level, tools, wheels)
    failed = False
    for name, call in calls.items():
        if args.call in (None, name):
            if isinstance(call, str):
                failed = True
                print(f"{name:24} no bound: {call}")
                continue
            depends = call.depends_on()
            number = {"budget": args.budget, "capacity": args.capacity}.get(depends)
            if args.unit not in call.weights:
                raise NotRead(f"the cycles of this core are not known: {machine.name}")
            if number is None and not args.show:
                print(f"{name:24} " + ", ".join(f"{report.formula(call.formula(unit), depends or '')} {unit}" for unit in call.weights))
                continue
            worst = {unit: call.worst(budget=args.budget or 0, capacity=args.capacity or 1, unit=unit) for unit in call.weights}
            print("\n".join(report.path(call, worst[args.unit], args.unit) if args.show else []) + "\n" * args.show
                  + f"{name:24} " + ", ".join(f"{found.most:,} {unit}" for unit, found in worst.items())
                  + (f" with a {depends} of {number or (0 if depends == 'budget' else 1)}" if depends else ""))
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--target")
    parser.add_argument("--cc")
    parser.add_argument("--cflags", default="")
    parser.add_argument("--tools", help="what the names of objdump, objcopy and addr2line begin with, as arm-none-eabi-")
    parser.add_argument("--level", default="-O2", choices=["-O0", "-O1", "-O2", "-O3", "-Os", "-Oz"])
    parser.add_argument("--geometry")
    parser.add_argument("--call")
    parser.add_argument("--budget", type=int)
    parser.add_argument("--capacity", type=int)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--unit", default="instructions", choices=["instructions", "cycles"], help="in what the path of --show is the worst")
    args = parser.parse_args()
    if any((args.call, args.show, args.geometry, args.budget, args.capacity)):
        args.target = args.target or "m3-gcc"
    args.geometry = args.geometry or GEOMETRIES[0]
    try:
        return one(args) if args.target or args.cc else everything(args)
    except (NotRead, RuntimeError) as error:
        print(f"FAILED {error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
