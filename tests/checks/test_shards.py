# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A long run in parts: each item is in one part, and the parts make one verdict only if they are all there."""
import json

import pytest

from shared import passes, refused
from tools import shards


@pytest.mark.parametrize("number", [1, 2, 3, 4, 50])
def test_parts_are_the_whole_and_of_about_equal_length(number):
    items = [f"{n}" for n in range(40)]
    parts = [shards.part([k + 1, number], items, int) for k in range(number)]
    assert sorted(item for part in parts for item in part) == sorted(items) == sorted(shards.part(None, items))
    loads = [sum(map(int, part)) for part in parts]
    assert max(loads) - min(loads) <= max(map(int, items))


def write(folder, **change):
    """The reports of two parts of a proof."""
    for k in (1, 2):
        report = {"goals": 10, "faults": [], "geometries": ["4"], "tree": "a", "passed": True}
        report |= change.get(f"of{k}", {})
        (folder / f"wp-{k}-of-2.json").write_text(json.dumps(report), encoding="utf-8")
    return [folder / f"wp-{k}-of-2.json" for k in (1, 2)]


def test_parts_are_joined(tmp_path):
    said = passes("tools/join", *write(tmp_path))
    assert "wp: 2 parts: 20 goals, 0 faults, 1 geometries: passed" in said
    refused("20 goals, 1 faults, 1 geometries: FAILED", "tools/join",
            *write(tmp_path, of2={"faults": ["not proved"], "passed": False}))


@pytest.mark.parametrize("pick, change, why", [
    ([0], {}, "name each part of one run once"), ([0, 0, 1], {}, "name each part of one run once"),
    ([0, 1], {"of2": {"tree": "b"}}, "tree differs")], ids=["missing", "twice", "two trees"])
def test_parts_that_are_no_whole(tmp_path, pick, change, why):
    files = write(tmp_path, **change)
    refused(why, "tools/join", *(files[k] for k in pick))
