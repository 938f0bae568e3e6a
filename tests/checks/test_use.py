# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a compiler says of a caller.

It refuses or reports what a caller should not write: a status that nobody looks at, and memory of one wheel that is
passed to the other wheel's init. It says nothing about right use, nor about a stop whose status nobody needs.
The headers are quiet under the warnings that other projects ask for."""
import pytest

from shared import C11, CLANG, CPP, GCC, WARNINGS, passes, refused

USERS = {**C11, "gcc C23": [*GCC, "-std=c2x"], "clang C23": [*CLANG, "-std=c2x"],
         **{name: [*compiler, "-Wold-style-cast"] for name, compiler in CPP.items()}}
CALLS = ["start({0}, 0u, 1u)", "start_at({0}, 0u, 1u)", "restart({0}, 0u, 1u)", "restart_at({0}, 0u, 1u)",
         "earliest({0}, 0u, out, out)", "remaining({0}, 0u, 0u, out)"]  # of each, what a wheel's name completes
MORE = ["advance({0}, 1u, TW_UNBOUNDED, out)", "next({0}, 0u, out)",
        "init({0}, {0}_memory.{0}_links, {0}_memory.deadlines, 3u, 0u)"]


def of_both_wheels(calls):
    return [f"tw_{wheel}_{call.format(wheel)}" for wheel in ("hier", "hashed") for call in calls]


STATUSES = [*of_both_wheels(CALLS), "tw_ms_to_ticks(5u, 1000u, out)", "tw_ticks_to_ms(5u, 1000u, out)",
            "tw_period(1u, 60u, 1000u, 0u, out, out + 1)"]
RIGHT = [";", "tw_hier_stop(hier, 0u); tw_hashed_stop(hashed, 0u);",
         *(f"if ({call} != TW_OK) {{ return 1; }}" for call in STATUSES),
         *(f"if ({call} == TW_BAD_CLOCK) {{ return 1; }}" for call in of_both_wheels(MORE[1:2]))]
INITS = ["TW_HIER_INIT(hier, hier_memory, 0u)", "TW_HASHED_INIT(hashed, hashed_memory, 0u)"]
UNSEEN = [f"{call};" for call in [*STATUSES, *INITS, *of_both_wheels(MORE)]]
SWAPPED = ["if (TW_HIER_INIT(hier, hashed_memory, 0u) != TW_OK) { return 1; }",
           "if (TW_HASHED_INIT(hashed, hier_memory, 0u) != TW_OK) { return 1; }"]
ALL_USERS = pytest.mark.parametrize("user", USERS)


def use(folder, user, statement):
    """The command that compiles a statement."""
    return [*USERS[user], *WARNINGS, "-O1", f"-DSTATEMENT={statement}", "-Isrc", "-Iexamples", "-c", "tests/user/use.c",
            "-o", folder / "use.o"]


@ALL_USERS
@pytest.mark.parametrize("statement", RIGHT)
def test_right_use_compiles(tmp_path, statement, user):
    passes(*use(tmp_path, user, statement))


@ALL_USERS
@pytest.mark.parametrize("statement", [*UNSEEN, *SWAPPED])
def test_wrong_use_is_reported(tmp_path, statement, user):
    refused("_links" if statement in SWAPPED else "unused-result|nodiscard", *use(tmp_path, user, statement))


# Of lwIP, libuv and others.
QUIET = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wundef", "-Werror"]
ASKED = {"gcc": [*C11["gcc"], "-Wc90-c99-compat", "-Wc++-compat"], "clang": [*C11["clang"], "-Wc++-compat"],
         **{name: [*compiler, "-Wold-style-cast"] for name, compiler in CPP.items()}}
HOST = """#include "{}"
#include "tw_host.h"
#include "tw_ticks.h"
int last(struct tw_host *host, void *owner);
int last(struct tw_host *host, void *owner) {{
    struct tw_host_handle handle;
    struct tw_host_timer timer;
    while (tw_host_expire(host, 9u, &timer) == TW_EXPIRED) {{ owner = timer.owner; }}
    if (tw_host_start(host, 9u, owner, &handle) != TW_OK || tw_host_restart(host, 8u, &handle) != TW_OK) {{ return 1; }}
    return tw_host_timeout(tw_host_next(host, 9u, false), 1u) + (tw_host_list(host, NULL, 0u) > 3u);
}}
"""


@pytest.mark.parametrize("compiler", ASKED)
@pytest.mark.parametrize("radix", [256, 16, 4])
@pytest.mark.parametrize("header", ["tw_hashed.h", "tw_hier.h"])
def test_headers_are_quiet(tmp_path, header, radix, compiler):
    (tmp_path / "use.c").write_text(HOST.format(header), encoding="ascii")
    for level in ("-O0", "-O3"):
        passes(*ASKED[compiler], *QUIET, level, f"-DTW_RADIX={radix}", "-Isrc", "-Iexamples", "-c", tmp_path / "use.c",
               "-o", tmp_path / "use.o")
