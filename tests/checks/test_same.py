# SPDX-License-Identifier: Apache-2.0 OR MIT
"""tools/same sees each difference between what Frama-C reads and what a compiler compiles, at the function that has it,
and none elsewhere: a tree has several. The row `same` of `make verify` runs this, and `make same` on the true tree."""
import pathlib
import re
import shutil
import tempfile

import pytest

from shared import ROOT, refused

TAKE = """static inline uint32_t tw_hier_take(uint32_t *number)
{
    const uint32_t taken = *number;
    *number = 0u;
    return taken;
}

static inline uint32_t tw_hier_less(uint32_t a, uint32_t b)
{
    return b - a;
}

"""
HIDDEN = """#pragma fc_stdlib(push,"stdint.h")
#ifdef __FRAMAC__
#define TW_ONE_MORE 0u
#else
#define TW_ONE_MORE 1u
#endif
static inline uint32_t tw_hashed_hidden(uint32_t now)
{
    return now + TW_ONE_MORE;
}
#pragma fc_stdlib(pop)

"""
# The function that differs, a file, the text there, the text instead.
PLANTED = [
    ("tw_hier_now", "src/tw_hier.c", "return (uint32_t)w->now",
     "return\n#ifdef __clang__\n1u +\n#endif\n(uint32_t)w->now"),
    ("tw_stride", "src/tw_clock.h", "return ticks <", "return\n#ifndef __FRAMAC__\n1u +\n#endif\nticks <"),
    ("", "src/tw_hier.c", "enum tw_status tw_hier_remaining(", TAKE + "enum tw_status tw_hier_remaining("),
    ("tw_hier_remaining", "src/tw_hier.c", "    *ticks = tw_rest(", "    uint32_t left = 1u;\n"
     "    if (tw_hier_less(tw_hier_take(&left), tw_hier_take(&left)) != 1u) { return TW_OK; }\n    *ticks = tw_rest("),
    ("tw_hashed_next", "src/tw_hashed.c", "if (some && lag > TW_STRIDE_MAX)", "int64_t wide = 0;\n"
     "    wide = lag == 12345u ? -1 : lag;\n    if (some && wide > TW_STRIDE_MAX)"),
    ("tw_hashed_hidden", "src/tw_hashed.c", "uint32_t tw_hashed_now(", HIDDEN + "uint32_t tw_hashed_now("),
    ("", "src/tw_hashed.c", "return (uint32_t)w->now;", "return tw_hashed_hidden((uint32_t)w->now);"),
    ("tw_widen", "examples/tw_ticks.h", "if (0xFFFFFFFFu % span", "if (TW_CAPACITY_MAX % span"),
]
SHADOW = "#include <tw_status.h>\n#undef TW_CAPACITY_MAX\n#define TW_CAPACITY_MAX 0xFFFFFFFFu\n"


@pytest.fixture(scope="module", name="tree")
def tree_with_differences():
    """The tree with all of them, and with headers that no reader may take for the system's."""
    with tempfile.TemporaryDirectory() as folder:
        write(pathlib.Path(folder))
        yield folder


def write(tree):
    """Copies the parts that tools/same reads, and plants the differences."""
    for name in ("src", "spec", "examples", "proofs", "tools", "tests", "build/cbmc"):
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, tree / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for _, name, old, new in PLANTED:
        text = (tree / name).read_text(encoding="utf-8")
        at = text.rfind(old)
        assert at >= 0, f"{name} has no {old}"
        (tree / name).write_text(text[:at] + new + text[at + len(old):], encoding="utf-8")
    (tree / "examples/tw_status.h").write_text(SHADOW, encoding="utf-8")
    for name in ("stdint.h", "spec/stdint.h"):
        (tree / name).write_text("#error not of the system\n", encoding="utf-8")


@pytest.mark.job("same")
@pytest.mark.parametrize("compiler, unseen", [("gcc", {"", "tw_hier_now", "tw_hier_remaining"}), ("clang", {""})])
def test_differences_are_seen(tree, compiler, unseen):
    """gcc keeps the order of evaluation that Frama-C reads."""
    said = refused("[1-9] differ$", "tools/same", cwd=tree, CC=compiler, CFLAGS="-O2")
    assert set(re.findall(r"(\w+) +DIFFERS", said)) == {name for name, *_ in PLANTED} - unseen, said
