# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Options of the checks, of which `make check` gives none; and the folder of a test."""
import os
import pathlib
import sys
import tempfile

import pytest

sys.dont_write_bytecode = True
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def pytest_addoption(parser):
    parser.addoption("--job", default="", metavar="NAME", help="run what only this job can run: bmc, fuzz, prove, same")
    parser.addoption("--all", action="store_true", help="compile at every level of optimisation and geometry")


def pytest_configure(config):
    """A test of `make check` has the packages of `make check`, and no other's."""
    if not config.getoption("--job"):
        os.environ["TW_INSTALL"] = "no"


def pytest_collection_modifyitems(config, items):
    """A test belongs to one job: to that of its mark, or to `make check`."""
    wanted = config.getoption("--job")
    job = {item: getattr(item.get_closest_marker("job"), "args", ("",))[0] for item in items}
    config.hook.pytest_deselected(items=[item for item in items if job[item] != wanted])
    items[:] = [item for item in items if job[item] == wanted]


def folder():
    """A folder that goes with the test, or with the last test of a file: pytest keeps its own."""
    with tempfile.TemporaryDirectory() as name:
        yield pathlib.Path(name)


of_a_test = pytest.fixture(name="tmp_path")(folder)
of_a_file = pytest.fixture(name="file_path", scope="module")(folder)
