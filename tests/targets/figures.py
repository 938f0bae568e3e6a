# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measures src/ on the machines of tests/targets/machines.py: bytes of code, stack of the worst call chain, instructions of the
worst path of each call; writes build/reports/figures.json.

  tests/targets/figures [--update]

Fails if docs/figures.md differs; --update writes it. Fails also if a function recurses, or if the size of a stack frame is
not known at compile time."""
import argparse
import concurrent.futures
import hashlib
import json
import re
import sys

from tests.targets import machines

LEVELS = ["-Os", "-O2"]
WHEELS = ["hier", "hashed"]
PAGE = machines.ROOT / "docs" / "figures.md"
REPORT = machines.ROOT / "build" / "reports" / "figures.json"
# What has a graph of calls with frames (gcc 10 and later), and what counts instructions.
FRAMES = "m0-gcc m3-gcc m4-gcc rv32-gcc rv64-gcc ppc-gcc s390x-gcc x86-gcc".split()
COUNTERS = {"m0-gcc": ("m3-gcc", 10), "m3-gcc": ("m3-gcc", 10), "m4-gcc": ("m4-gcc", 10), "rv32-gcc": ("rv32-gcc", 0), "rv64-gcc": ("rv64-gcc", 0)}
COUNTED = ["256.4096", "16.512"]
SHOWN = ("m3-gcc", "-Os", "256.4096")
NODE = re.compile(r'node: \{ title: "([^"]+)" label: "([^"]*)"')
FRAME = re.compile(r"\\n(\d+) bytes \(([\w,]+)\)")
EDGE = re.compile(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"')
PATH = re.compile(r"(\w+(?: \d+)?): (\d+); (.*)")
STEPS = re.compile(r"ensures\s+T7_steps:\s+(.*?);", re.DOTALL)


def chain(name, frames, calls, above=()):
    """The most expensive chain of calls from a function on: bytes, names."""
    if name in above:
        raise RuntimeError(f"recursion: {' '.join(above)} {name}")
    if name not in frames:
        return 0, [name]
    size, names = max((chain(called, frames, calls, (*above, name)) for called in sorted(calls.get(name, ()))),
                      default=(0, []), key=lambda found: found[0])
    return frames[name] + size, [name, *names]


def short(title):
    """A static function's title has its file before it."""
    return title.rpartition(":")[2]


def of_objects(machine, geometry, level):
    """Code and stack of both wheels."""
    folder = machines.BUILD / f"{machine.name}{level}-{geometry}" / "figures"
    rows = []
    graphs = ["-fstack-usage", "-fcallgraph-info=su"] if machine.name in FRAMES else []
    for path in machines.build_product(machine, geometry, level, folder, ["-DTW_PLAIN_NAMES", *graphs]):
        wheel = path.stem.removeprefix("tw_")
        text = sum(int(size) for size in re.findall(r"^\.(?:text|rodata)\S* +(\d+)", machines.output_of(
            [machines.tool(machine, "size"), "-A", path]), re.MULTILINE))
        code = {name: int(size, 16) for size, name in re.findall(r"^\S+ (\S+) [tT] (\w\S*)$", machines.output_of(
            [machines.tool(machine, "nm"), "-S", path]), re.MULTILINE)}
        row = {"machine": machine.name, "level": level, "geometry": geometry, "wheel": wheel, "text": text, "functions": {}}
        if machine.name in FRAMES:
            graph = path.with_suffix(".ci").read_text(encoding="utf-8")
            frames = {}
            for title, label in NODE.findall(graph):
                for size, kind in FRAME.findall(label):
                    frames[short(title)] = int(size)
                    if kind not in ("static", "dynamic,bounded"):  # arguments that are pushed have a bound, which is the size
                        raise RuntimeError(f"{machine.name} {level} {geometry}: {title}: a frame that is {kind}")
            calls = {}
            for source, target in EDGE.findall(graph):
                calls.setdefault(short(source), set()).add(short(target))
            row["functions"] = {name: dict(zip(("stack", "chain"), chain(name, frames, calls)), code=code.get(name, 0))
                                for name in sorted(frames) if re.match(f"tw_{wheel}_", name)}
            if not row["functions"]:
                raise RuntimeError(f"{path}: no frames")
            row["stack"] = max(function["stack"] for function in row["functions"].values())
        rows.append(row)
    return rows


def of_paths(machine, geometry, wheel):
    """Instructions of the worst paths found."""
    host, shift = COUNTERS[machine.name]
    host = machines.BY_NAME[host]
    mine = machine._replace(link=host.link, run=host.run)
    image = machines.build(mine, geometry, "-O2", f"paths-{wheel}", [("tests/targets/paths.c", [f"-DWHEEL={wheel}"]), ("tests/random.c", [])])
    # What an image says depends on nothing else: it is kept.
    kept = image.with_name("said-" + hashlib.sha256(image.read_bytes()).hexdigest())
    code, said = (0, kept.read_text()) if kept.exists() else machines.run(mine, image, 3600, ["-icount", f"shift={shift}"])
    found = PATH.findall(said)
    if code != 0 or len(found) != 10:
        raise RuntimeError(f"{machine.name} {geometry} {wheel}: exit {code}\n{said}")
    kept.write_text(said)
    return {"machine": machine.name, "level": "-O2", "geometry": geometry, "wheel": wheel,
            "calls": {call: {"instructions": int(count), "input": given} for call, count, given in found}}


def measure():
    jobs = [(of_objects, m, g, level) for m in machines.MACHINES if m.name != "host" for g in m.geometries.split() for level in LEVELS]
    jobs += [(of_paths, machines.BY_NAME[name], g, wheel) for name in COUNTERS for g in COUNTED for wheel in WHEELS]
    with concurrent.futures.ThreadPoolExecutor(machines.cores()) as pool:
        results = list(pool.map(lambda job: job[0](*job[1:]), jobs))
    return {"objects": [row for rows in results if isinstance(rows, list) for row in rows],
            "paths": [row for row in results if isinstance(row, dict)]}


def by_geometry(rows, value):
    """A line a machine and level, a column a wheel and geometry."""
    columns = [(wheel, g) for wheel in WHEELS for g in machines.ALL.split() if (wheel, g) != ("hier", "4.4")]
    heads = [f"{wheel} {g.split('.')[wheel == 'hashed']}" for wheel, g in columns]
    lines = ["| machine | level | " + " | ".join(heads) + " |", "|---|---|" + "---:|" * len(columns)]
    for key in dict.fromkeys((row["machine"], row["level"]) for row in rows):
        mine = {(row["wheel"], row["geometry"]): row for row in rows if (row["machine"], row["level"]) == key}
        cells = [f"{mine[column][value]:,}" if column in mine and value in mine[column] else "" for column in columns]
        if any(cells):
            lines.append("| " + " | ".join([*key, *cells]) + " |")
    return lines


def bound(wheel):
    """What is proved of advance's cost."""
    text = (machines.ROOT / "src" / f"tw_{wheel}.h").read_text(encoding="utf-8")
    found = STEPS.findall(text.split("behavior forward:")[0].rpartition("/*@")[2] + text.split("behavior forward:")[1])
    return f"`{' '.join(found[0].split())}`" if found else "at most `budget` visits and one delivery (T7)"


def page(figures):
    """The page: what fits on one; the rest is in figures.json."""
    lines = ["<!-- SPDX-License-Identifier: Apache-2.0 OR MIT -->", "# Measurements", "",
             "`make update WHAT=figures` measures and writes this page. `make update WHAT=figures CHECK=1` measures again and fails if the page differs. Terms: [glossary](glossary.md).",
             "[tests/targets/machines.py](../tests/targets/machines.py) lists the machines, compilers and flags. `build/reports/figures.json` has more: every",
             "function at every geometry, its worst chain of calls, every input.", "", "Compilers:", "",
             *dict.fromkeys("- " + machines.output_of([*m.cc.split(), "--version"]).splitlines()[0] for m in machines.MACHINES), "",
             "## Code", "", "The table has bytes of code and constants of the object file of a wheel. An object file has no bytes of data, initialised or not.", "",
             *by_geometry(figures["objects"], "text"), "", "## Stack", "",
             "The table has bytes of the worst chain of calls of a wheel, from `-fstack-usage` and the graph of calls. No function recurses, and",
             "no frame has a size that depends on data. The bytes of an interrupt are not included, nor those of the compiler's own routines.",
             "For clang and avr-gcc 5 the bytes are not known.", "",
             *by_geometry(figures["objects"], "stack"), "", "## Functions", "",
             f"The table is for {SHOWN[0]} at `{SHOWN[1]}` and {SHOWN[2]}: bytes of a function's own code, and bytes of stack with all functions",
             "that it calls. The compiler has inlined every function that is not in the table.", "", "| function | code | stack |", "|---|---:|---:|"]
    for row in figures["objects"]:
        if (row["machine"], row["level"], row["geometry"]) == SHOWN:
            lines += [f"| `{name}` | {f['code']:,} | {f['stack']:,} |" for name, f in row["functions"].items()]
    lines += ["", "## Instructions", "",
              "The table has the largest count of a call over all states and arguments that [tests/targets/paths.c](../tests/targets/paths.c)",
              "tries. The program builds states that are bad for the call, and then searches from the worst of them by random changes, the same each time.",
              "The count is an observation, not a bound: [worst cases](wcet.md) has bounds.",
              "The emulator counts the instructions of the call, from the first of its function to its return. `advance n` has a budget of n. The code",
              "is compiled with `-O2`.", ""]
    calls = list(figures["paths"][0]["calls"])
    lines += ["| machine | geometry | wheel | " + " | ".join(calls) + " |", "|---|---|---|" + "---:|" * len(calls)]
    for row in figures["paths"]:
        counts = [f"{row['calls'][call]['instructions']:,}" for call in calls]
        lines.append("| " + " | ".join([row["machine"], row["geometry"], row["wheel"], *counts]) + " |")
    lines += ["", "The proof holds for every state and machine: " + "; ".join(f"{wheel}: {bound(wheel)}" for wheel in WHEELS)
              + ". See [spec/README.md](../spec/README.md#theorems).", "", f"The inputs for {SHOWN[0]} at {SHOWN[2]}:", ""]
    for row in figures["paths"]:
        if (row["machine"], row["geometry"]) == (SHOWN[0], SHOWN[2]):
            lines += [f"- {row['wheel']} {call}: {row['calls'][call]['input']}" for call in calls]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write docs/figures.md")
    args = parser.parse_args()
    try:
        figures = measure()
    except RuntimeError as error:
        print(f"FAILED {error}")
        return 1
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    text = page(figures)
    if args.update:
        PAGE.write_text(text, encoding="utf-8")
    said = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    old, new = said.splitlines(), text.splitlines()
    for line in old:
        if line not in new:
            print(f"FAILED docs/figures.md has {line}")
    for line in new:
        if line not in old:
            print(f"FAILED measured:            {line}")
    stack = max(row.get("stack", 0) for row in figures["objects"])
    print(f"{len(figures['objects'])} objects, {sum(len(row['calls']) for row in figures['paths'])} paths; largest stack {stack} bytes; "
          + ("docs/figures.md agrees" if said == text else "docs/figures.md differs: run make update WHAT=figures"))
    return said != text


if __name__ == "__main__":
    sys.exit(main())
