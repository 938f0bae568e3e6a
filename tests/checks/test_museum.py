# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The exhibits of docs/museum.md: a wheel with the bug of an exhibit answers the history right up to the wrong answer
that proofs/wrong/museum.txt tells; docs/museum.md tells of the best what exhibits.toml tells.
test_vectors.py plays the histories on all wheels, on the sorted list and on spec/wheels.py."""
import re

import pytest

from proofs.wrong import museum
from shared import read

EXHIBITS = {name: item for name, item in museum.exhibits().items() if item.wheel}


@pytest.mark.parametrize("name", EXHIBITS)
def test_history_sees_the_bug_as_the_table_tells(tmp_path, name):
    assert museum.difference(EXHIBITS[name], tmp_path / name) == EXHIBITS[name].wrong


def test_page_tells_of_the_best_what_the_table_tells():
    row = re.compile(r"^(\d+)\. \[(.*?)\]\((\S+)\), (\d+), `(.*?)`, ([T\d and]+): (.*)", re.MULTILINE)
    rows = row.findall(read("docs/museum.md"))
    assert [int(row[0]) for row in rows] == list(range(1, 31))
    for _, project, link, year, name, theorem, text in rows:
        item = EXHIBITS[name]
        assert (project, link, int(year)) == (item.project, item.links[0], item.year)
        assert theorem.split(" and ") == item.theorem.split() and f"{item.symptom} ".startswith(f"{text} ")
