# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measures MC/DC with clang 19, or a later clang, at each geometry: the tests must show that each condition of src/ decides on its own.
tests/mcdc lists the conditions that no test can show. Fails if a condition is neither shown nor listed, or is both, or if a
listed condition does not exist. Writes build/reports/mcdc.json."""
import concurrent.futures
import json
import os
import re
import shutil
import sys

from tests.targets import machines
from tools.flags import flags

FLAGS = "-fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc"
SUFFIX = "-19" if shutil.which("clang-19") else ""  # clang of Debian 12 cannot measure it
machines.BY_NAME["clang"] = machines.Machine("clang", f"clang{SUFFIX}", "", "", "-fprofile-instr-generate", "", machines.ALL, "")
PRODUCT = machines.Machine("mcdc", f"clang{SUFFIX}", FLAGS, "clang", "", "", machines.ALL, "")


def listed():
    """What cannot be shown: (geometry, function, condition) -> reason."""
    found = {}
    for line in (machines.ROOT / "tests" / "mcdc").read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            geometries, function, condition, reason = (part.strip() for part in line.split(" | "))
            found |= {(geometry, function, condition): reason for geometry in geometries.split()}
    return found


def function_at(lines, number):
    """The function that a line of a file is in."""
    for line in reversed(lines[:number]):
        if m := re.match(r"(?!/|@)\w[\w \*]*\b(tw_\w+)\(", line):
            return m[1]
    return "?"


def conditions(text):
    """The conditions of a decision, from left to right."""
    parts, depth, start, i = [], 0, 0, 0
    flat = " ".join(text.split())
    # Brackets around operators only group; those of calls and sizes do not.
    while i < len(flat):
        depth += flat[i] in "([" and (i > 0 and (flat[i - 1].isalnum() or flat[i - 1] == "_" or flat[i] == "["))
        if flat[i] in ")]" and depth:
            depth -= 1
        if not depth and flat[i:i + 2] in ("&&", "||"):
            parts.append(flat[start:i])
            start = i = i + 2
            continue
        i += 1
    return [balanced(part.strip()) for part in [*parts, flat[start:]]]


def balanced(part):
    """Without the brackets of a group that begins or ends here."""
    while part.count("(") > part.count(")") and part.startswith("("):
        part = part[1:].strip()
    while part.count(")") > part.count("(") and part.endswith(")"):
        part = part[:-1].strip()
    return part


def shown(geometry):
    """Runs the tests of a geometry: (function, condition) -> was it shown?"""
    image = machines.build(PRODUCT, geometry, "-O1", "tests", machines.tests_of(geometry, 5), ["-Itests/targets"])
    profile = image.with_name("profile")
    os.environ["LLVM_PROFILE_FILE"] = str(image.with_name("run-%p.profraw"))
    for old in image.parent.glob("*.profraw"):
        old.unlink()
    code, said = machines.run(PRODUCT, image, 3600)
    passed, found = machines.judge(code, said)
    if found:
        raise RuntimeError("\n".join(found))
    machines.output_of([f"llvm-profdata{SUFFIX}", "merge", *image.parent.glob("*.profraw"), "-o", profile])
    report = json.loads(machines.output_of([f"llvm-cov{SUFFIX}", "export", "-instr-profile", profile, image]))
    results = {}
    for file in report["data"][0]["files"]:
        with open(file["filename"], encoding="utf-8") as source:
            lines = source.read().splitlines()
        for record in file.get("mcdc_records", []):
            first, column, last, end, flags = *record[:4], record[-1]
            text = "\n".join(lines[first - 1:last])
            text = text[column - 1:len(text) - len(lines[last - 1]) + end - 1]
            parts = conditions(text)
            if len(parts) != len(flags):
                raise RuntimeError(f"{file['filename']}:{first}: {len(flags)} conditions, not {parts}")
            for condition, flag in zip(parts, flags):
                key = function_at(lines, first), condition
                results[key] = results.get(key, False) or flag
    return geometry, passed, results


def main():
    flags(__doc__)
    reasons = listed()
    with concurrent.futures.ThreadPoolExecutor(machines.cores()) as pool:
        runs = list(pool.map(shown, machines.ALL.split()))
    faults, total, covered = [], 0, 0
    for geometry, passed, results in runs:
        missed = {key for key, flag in results.items() if not flag}
        mine = {key[1:] for key in reasons if key[0] == geometry}
        faults += [f"{geometry}: {function}: no test shows that this decides: {condition}" for function, condition in sorted(missed - mine)]
        faults += [f"{geometry}: {function}: tests/mcdc lists what is shown, or not there: {condition}"
                   for function, condition in sorted(mine - missed)]
        total += len(results)
        covered += len(results) - len(missed)
        print(f"{geometry}: {len(results) - len(missed)} of {len(results)} conditions, {len(mine)} listed; {passed} tests passed")
    report = machines.ROOT / "build" / "reports" / "mcdc.json"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.write_text(json.dumps([{"geometry": g, "tests": passed, "conditions": [
        {"function": f, "condition": c, "shown": flag, "reason": reasons.get((g, f, c), "")} for (f, c), flag in results.items()]}
        for g, passed, results in runs], indent=1) + "\n", encoding="utf-8")
    print(*(f"FAILED {fault}" for fault in faults), sep="\n")
    print(f"MC/DC: {covered} of {total} conditions shown, {len(reasons)} that cannot be, {len(faults)} failed")
    return 1 if faults or not total else 0


if __name__ == "__main__":
    sys.exit(main())
