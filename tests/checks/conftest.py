# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Options of the checks: `make check` gives none of them."""
import os
import sys

import pytest

sys.dont_write_bytecode = True
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def pytest_addoption(parser):
    parser.addoption("--job", default="", metavar="NAME", help="run what only this job can run: bmc, prove")
    parser.addoption("--all", action="store_true", help="compile at every level of optimisation")


def pytest_collection_modifyitems(config, items):
    """A test belongs to one job: to that of its mark, or to `make check`."""
    wanted = config.getoption("--job")
    job = {item: getattr(item.get_closest_marker("job"), "args", ("",))[0] for item in items}
    config.hook.pytest_deselected(items=[item for item in items if job[item] != wanted])
    items[:] = [item for item in items if job[item] == wanted]


def pytest_generate_tests(metafunc):
    """A test with the argument `level` runs at each level of optimisation."""
    if "level" in metafunc.fixturenames:
        more = ["-O1", "-O3"] if metafunc.config.getoption("--all") else []
        metafunc.parametrize("level", [*getattr(metafunc.module, "LEVELS"), *more])
