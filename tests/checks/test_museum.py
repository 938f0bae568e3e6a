# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The exhibits of docs/museum.md: both wheels, the sorted list and spec/wheels.py give the exact answers of each
history; a wheel with the bug of an exhibit gives the wrong answer that proofs/wrong/museum.txt tells; `tools/museum`
shows one; docs/museum.md tells of the best what exhibits.toml tells. test_vectors.py plays the histories on all wheels,
with the answers of the sorted list."""
import re

import pytest

from proofs.wrong import museum
from shared import ROOT, passes, port_of, read, refused, run

HISTORIES = sorted(ROOT.glob("proofs/wrong/*.twv"))
EXHIBITS = {name: item for name, item in museum.exhibits().items() if item.wheel}
SHOWN = "tokio-top-wrap"


def play(command, histories):
    return "spec/vectors/run", "--brief", "--show", "1", "--limit", "60", "--vectors", *histories, "--", *command


@pytest.mark.parametrize("wheel, kind, geometry", [("hier", "hier", "256"), ("hier", "hier", "16"),
                                                    ("hashed", "hashed", "256.4096"), ("oracle", "list", "256")])
def test_wheel_in_c_gives_the_answers(tmp_path, wheel, kind, geometry):
    passes(*play([port_of(tmp_path, wheel, geometry), kind, geometry], HISTORIES))


@pytest.mark.parametrize("kind, geometry", [("hier", "256"), ("hier", "16"), ("hashed", "256.4096")])
def test_pseudo_code_gives_the_answers(kind, geometry):
    passes(*play(["spec/vectors/wheel.py", kind, geometry], HISTORIES))


@pytest.mark.parametrize("name", EXHIBITS)
def test_history_sees_the_bug_as_the_table_tells(tmp_path, name):
    assert museum.difference(EXHIBITS[name], tmp_path / name) == EXHIBITS[name].wrong


def test_a_wheel_with_its_bug_does_not_pass_a_history(tmp_path):
    museum.difference(EXHIBITS[SHOWN], tmp_path)
    wheel = [tmp_path / "wheel", "hier", "256"]
    assert run("spec/vectors/run", "--only", SHOWN, "--vectors", *HISTORIES, "--", *wheel).code == 1


@pytest.mark.parametrize("part", ["next .* OK 6 @4294967290 .* NOT_ACTIVE 1073741824 @4294967290 .*<- differs",
                                  "Theorem: T8", "T8_status: .result == TW_OK", "github.com/tokio-rs/tokio/pull/8334"])
def test_tool_shows_an_exhibit(part):
    assert re.search(part, passes("tools/museum", "tokio-top-wrap"))


def test_tool_shows_an_exhibit_that_vectors_alone_catch():
    assert re.search("Vectors that catch it: a-turn-apart, equal-deadlines", passes("tools/museum", "vpp-one-ring"))


def test_tool_of_no_exhibit():
    refused("^There is no exhibit nothing", "tools/museum", "nothing")


def test_page_tells_of_the_best_what_the_table_tells():
    row = re.compile(r"^(\d+)\. \[(.*?)\]\((\S+)\), (\d+), `(.*?)`, ([T\d and]+): (.*)", re.MULTILINE)
    rows = row.findall(read("docs/museum.md"))
    assert [int(row[0]) for row in rows] == list(range(1, 31))
    for _, project, link, year, name, theorem, text in rows:
        item = EXHIBITS[name]
        assert (project, link, int(year)) == (item.project, item.links[0], item.year)
        assert theorem.split(" and ") == item.theorem.split() and f"{item.symptom} ".startswith(f"{text} ")


def test_page_of_the_site_has_an_entry_and_a_link_to_play_for_each(tmp_path):
    passes("tools/museum", "--page", tmp_path / "museum.md")
    page = read(tmp_path / "museum.md")
    assert page.startswith(read("docs/museum.md").split("## The best")[0])
    assert sorted(re.findall(r"^### `(.*)`", page, re.MULTILINE)) == sorted(museum.exhibits())
    assert "<details markdown=\"1\">\n<summary>" in page
    assert re.findall(r'museum.html#(.*?)">Play it on both wheels', page) == [
        name for name in re.findall(r"^### `(.*)`", page, re.MULTILINE) if name in EXHIBITS]
