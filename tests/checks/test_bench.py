# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every engine of the benchmark, and the example of an engine of one's own, delivers the same timers.

The benchmark fails for an engine that delivers a tick late; it says why it refuses a folder; instructions are counted. The wake-ups of next and
earliest are those of the page."""
import json
import re
import shlex
import shutil

import pytest

from shared import C11, CC, ROOT, passes, read, refused

BUILD, LATE = "build/bench/small", ROOT / "build" / "bench" / "late"
FLAGS = "-O2 -g -DBENCH_SMALL -fsanitize=undefined -fno-sanitize-recover=all"
ENGINES = {"ENGINE_FLAGS": f"{FLAGS} -Wall -Werror", "ENGINE_LIBS": ""}
RUN = ["tools/bench", "--check", "--size", "1000", "--repeats", "1", "--build"]


@pytest.fixture(scope="module", name="build", autouse=True)
def with_all_engines():
    passes("make", "-s", "-f", "tests/bench/rules.mk", f"CC={shlex.join(CC)}", f"OUT={BUILD}", f"CFLAGS={FLAGS}", "all")
    return BUILD


def test_all_engines_deliver_the_same_timers(build):
    passes(*RUN, build, "--engine-dir", "tests/bench/example", **ENGINES)


def test_wake_ups_are_those_of_the_page(build):
    page = re.search("^<!-- wakeups -->$(.*?)^<!-- .wakeups -->$", read("tests/bench/README.md"), re.MULTILINE | re.DOTALL)[1]
    assert passes(f"{build}/wakeups").splitlines() == [line for line in page.splitlines() if line.startswith("|")]


def planted(source, target):
    """A copy that delivers a tick late."""
    text = read(source)
    late = re.sub("(deadline|first) <= today", r"\1 < today", text)
    assert late != text, f"{source}: the fault is not planted"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(late, encoding="utf-8")
    return target


@pytest.fixture(scope="module", name="late")
def with_engines_that_are_late(build):
    """A heap that is late, and a folder with such an engine in C++."""
    shutil.rmtree(LATE, ignore_errors=True)
    heap = planted("tests/bench/heap.c", LATE / "heap.c")
    passes(*C11["gcc"], *FLAGS.split(), "-Isrc", "-Itests/bench", heap, "-o", LATE / "heap")
    shutil.copy(ROOT / build / "hier", LATE)
    planted("tests/bench/example/multimap.cc", LATE / "cc" / "multimap.cc")
    return LATE


@pytest.mark.parametrize("name, options", [("heap", ["--engine", "heap"]), ("multimap", ["--engine-dir", str(LATE / "cc")])])
@pytest.mark.parametrize("workload, why", [("hold", "{}.*: delivered [0-9]* timers"), ("drain", "{}.*: delivered [0-9]* timers"),
                                           ("mixed", "not delivered the same timers: .*{}")])
def test_an_engine_that_is_late_is_noticed(late, name, options, workload, why):
    refused(rf"(?m)^FAILED .*{why.format(name)}", *RUN, late, workload, "--engine", "hier", *options, **ENGINES)


@pytest.mark.parametrize("folder, why", [("absent", "{}: there is no such folder"), ("none", "{}: has no engine"),
                                         ("broken", "broken.c: does not compile: .*broken.c:1:.* error: "),
                                         ("known", "heap.c: an engine heap is there already")])
def test_a_folder_of_engines_is_refused(late, tmp_path, folder, why):
    (tmp_path / "none").mkdir()
    for name, text in (("broken", "int nothing\n"), ("known", read("tests/bench/heap.c"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / ("heap.c" if name == "known" else "broken.c")).write_text(text, encoding="utf-8")
    refused(rf"(?m)^FAILED .*{why.format(re.escape(str(tmp_path / folder)))}", *RUN, late, "--engine-dir", tmp_path / folder, **ENGINES)


def test_instructions_are_counted(build, tmp_path):
    report = tmp_path / "bench.json"
    report.write_text('{"stays": 1}\n', encoding="utf-8")
    said = passes("tools/bench", "instructions", "--build", build, "--engine", "hier", "--engine", "floor", "--engine-dir", "tests/bench/example",
                  "--report", report, **ENGINES)
    for name in ("tw_hier", "multimap"):
        assert re.search(rf"(?m)^{name} ( +[0-9][0-9,.]*){{7}}$", said), said
    assert json.loads(report.read_text(encoding="utf-8"))["stays"] == 1, "it does not keep what the report has"
