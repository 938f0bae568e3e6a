# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every engine of the benchmark, and the example of an engine of one's own, delivers the same timers, and the benchmark
fails for an engine that delivers a tick late. The wake-ups of next and earliest are those of the page."""
import re
import shlex

import pytest

from shared import C11, CC, ROOT, passes, read, refused

BUILD = ROOT / "build" / "bench" / "small"
FLAGS = "-O2 -g -DBENCH_SMALL -fsanitize=undefined -fno-sanitize-recover=all"
ENGINES = {"ENGINE_FLAGS": f"{FLAGS} -Wall -Werror", "ENGINE_LIBS": ""}
RUN = ["tools/bench", "--check", "--size", "1000", "--repeats", "1", "--build"]


@pytest.fixture(scope="module", autouse=True)
def with_all_engines():
    passes("make", "-s", "-f", "tests/bench/rules.mk", f"CC={shlex.join(CC)}", f"OUT={BUILD}", f"CFLAGS={FLAGS}", "all")


def test_all_engines_deliver_the_same_timers():
    passes(*RUN, BUILD, "--engine-dir", "tests/bench/example", **ENGINES)


def test_wake_ups_are_those_of_the_page():
    page = read("docs/measured.md").partition("<!-- wakeups -->\n")[2].partition("<!-- /wakeups -->")[0]
    assert passes(BUILD / "wakeups").splitlines() == [line for line in page.splitlines() if line.startswith("|")]


def late_copy(source, target):
    """A copy that delivers a tick late."""
    late = re.sub("(deadline|first) <= today", r"\1 < today", read(source))
    assert late != read(source), f"{source}: the fault does not fit"
    target.write_text(late, encoding="utf-8")
    return target


@pytest.mark.parametrize("workload, why", [("hold", "{}.*: delivered [0-9]* timers"),
                                           ("drain", "{}.*: delivered [0-9]* timers"),
                                           ("mixed", "not delivered the same timers: .*{}")])
def test_an_engine_that_is_late_is_noticed(tmp_path, workload, why):
    """One of the engines here, and one of a folder, in C++."""
    (tmp_path / "hier").symlink_to(BUILD / "hier")
    heap = late_copy("tests/bench/heap.c", tmp_path / "heap.c")
    passes(*C11["gcc"], *FLAGS.split(), "-Isrc", "-Itests/bench", heap, "-o", tmp_path / "heap")
    (tmp_path / "own").mkdir()
    late_copy("tests/bench/example/multimap.cc", tmp_path / "own" / "multimap.cc")
    for name, options in (("heap", ["--engine", "heap"]), ("multimap", ["--engine-dir", tmp_path / "own"])):
        refused(rf"(?m)^FAILED .*{why.format(name)}", *RUN, tmp_path, workload, "--engine", "hier", *options, **ENGINES)
