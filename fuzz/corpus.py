# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The corpus: its inputs, what they cover of src/, and a new one of the fewest inputs."""
import json
import shutil
import sys
import time

from fuzz.builds import BUILD, GEOMETRIES, ROOT, build, call
from fuzz.engines import LONGEST
from fuzz.inputs import broken, show_failures
from fuzz.reports import report

CORPUS = ROOT / "fuzz" / "corpus"


def inputs_of(folder):
    return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))


def coverage(inputs):
    """The lines and branches of src/ that the inputs cover, and those that they do not."""
    for geometry in GEOMETRIES:
        program = build("coverage", geometry)
        for path in program.parent.glob("*.gcda"):
            path.unlink()
        call([program, *inputs])
    report_ = BUILD / "coverage.json"
    done = call(["gcovr", "--root", ".", "--filter", "src/", "--json", report_,
                 *(BUILD / f"coverage-{geometry}" for geometry in GEOMETRIES)])
    if done.returncode:
        sys.exit(done.stdout)
    files = json.loads(report_.read_text(encoding="utf-8"))["files"]
    lines = [(file["file"], line["line_number"], line["count"] > 0)
             for file in files for line in file["lines"] if not line.get("gcovr/noncode")]
    branches = [(file["file"], line["line_number"], branch["count"] > 0)
                for file in files for line in file["lines"] for branch in line.get("branches", [])]
    return lines, branches


def percent(places):
    return 100 * sum(hit for *_, hit in places) / max(1, len(places))


def replay():
    """All of the corpus, with sanitizers and in both geometries; what it covers."""
    began = time.monotonic()
    inputs = inputs_of(CORPUS)
    failures = show_failures(broken(inputs, "sanitize"))
    if failures:
        print(f"{len(inputs)} inputs, {len(failures)} failures")
        return 1
    lines, branches = coverage(inputs)
    for what, places in (("line", lines), ("branch", branches)):
        for file, number, hit in places:
            if not hit:
                print(f"not covered: {file}:{number}, {what}")
    missed = sum(not hit for *_, hit in lines + branches)
    report("fuzz-corpus", {"inputs": len(inputs), "failures": 0, "lines": len(lines), "branches": len(branches),
                           "line_percent": percent(lines), "branch_percent": percent(branches),
                           "seconds": round(time.monotonic() - began, 1)})
    print(f"{len(inputs)} inputs, 0 failures, {percent(lines):.1f} % of {len(lines)} lines and "
          f"{percent(branches):.1f} % of {len(branches)} branches of src/, {time.monotonic() - began:.0f} s")
    return 1 if missed or not inputs else 0


def remake(*folders):
    """libFuzzer's choice of inputs, both geometries'."""
    merged = BUILD / "merged"
    shutil.rmtree(merged, ignore_errors=True)
    merged.mkdir()
    for geometry in GEOMETRIES:
        done = call([build("libfuzzer", geometry), "-set_cover_merge=1", f"-max_len={LONGEST}", merged, CORPUS, *folders])
        if done.returncode:
            sys.exit(done.stdout[-3000:])
    shutil.rmtree(CORPUS)
    shutil.copytree(merged, CORPUS)
    return replay()
