# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page of ci/report opens with the verdict in one sentence, what it covers and of which tree; without a run it says so and
claims nothing. In a copy of the project, with invented reports: none, all green, some without a verdict, a failed row, a
broken report. The page is well-formed, its links are to its own sections, and it asks no server for anything."""
import html.parser
import json

import pytest

from ci.reporting import planted

NO_VERDICT = "There is no verdict of this tree, and this page claims nothing."
CLAIM = "This holds for every call history"
FIRST = ["verdict", "hardest", "mutants", "speed", "trace"]
VOID = {"meta", "link", "br", "img"}


class Page(html.parser.HTMLParser):
    """The ids of a page, where its links lead, its text and its headings."""
    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.sections, self.text, self.heads = [], [], [], [], "", []
        self.feed(text)
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        words = dict(attrs)
        self.open += [] if tag in VOID else [tag]
        self.ids += [words["id"]] if "id" in words else []
        self.sections += [words["id"]] if tag == "section" else []
        self.links += [words[name] for name in ("href", "src") if name in words]

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes another element"

    def handle_data(self, data):
        if "style" not in self.open:
            self.text += data
            self.heads += [data] if {"h1", "h2"} & set(self.open) else []


def page_of(folder, what, opening, *words, without=()):
    """The page, which begins with that sentence, has these words, and has none of the others."""
    planted.said(folder, "ci/report")
    page = Page((folder / "build" / "reports" / "report.html").read_text(encoding="utf-8"))
    assert page.heads[:1] == [opening], f"{what}: opens with {page.heads[:1]}"
    for word in words:
        assert word in page.text, f"{what}: does not say: {word}"
    for word in without:
        assert word not in page.text, f"{what}: says: {word}"
    astray = [link for link in page.links if link != "data:," and link.removeprefix("#") not in page.ids]
    assert not astray, f"{what}: leads elsewhere: {astray}"
    assert len(page.ids) == len(set(page.ids)), f"{what}: an id twice"
    return page


def change(folder, name, **fields):
    path = folder / "build" / "reports" / f"{name}.json"
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **fields}), encoding="utf-8")


@pytest.fixture(name="folder")
def with_reports(bare):
    """All green."""
    planted.plant(bare)
    return bare


def test_no_report(bare):
    empty = page_of(bare, "no report", NO_VERDICT, "make verify has not been run to its end.", without=(CLAIM, "pass", "proved", "Covers"))
    assert not empty.sections


def test_all_green(folder):
    total, rows = planted.plant(folder), [name for name, *_ in planted.ROWS]
    green = page_of(folder, "all green", f"This tree passes: all {len(rows)} kinds of evidence pass.", CLAIM, total, "check, planted · coverage, planted",
                    "at 256.4096; not at 16.512, 4.64, 4.4", "28 goals, 28 proved", without=("Not run", "not run", "Not shown", "No verdict"))
    assert green.sections[:len(FIRST)] == FIRST
    assert green.text.index("Covers") < green.text.index("Tree") < green.text.index(CLAIM), "it does not open with what it covers"


def test_a_failed_row(folder):
    rows = json.loads((folder / "build" / "reports" / "verdict.json").read_text(encoding="utf-8"))["rows"]
    bad = [{**row, "verdict": "FAIL", "figure": "not run" if row["name"] == "web" else row["figure"]} if row["name"] in ("lint", "web") else row
           for row in rows]
    change(folder, "verdict", rows=bad, failed=2)
    page_of(folder, "a failed row", f"This tree fails: of {len(rows)} kinds of evidence, 1 fails (lint), and 1 was not run (web).",
            without=(CLAIM, "This tree passes"))


def test_no_row(folder):
    change(folder, "verdict", rows=[])
    page_of(folder, "no row", NO_VERDICT, without=(CLAIM,))


def test_no_verdict(folder):
    (folder / "build" / "reports" / "verdict.json").unlink()
    (folder / "build" / "reports" / "cbmc.json").write_text("[]", encoding="utf-8")
    alone = page_of(folder, "no verdict", NO_VERDICT, "No verdict says of which tree this report is.",
                    "Not shown: build/reports/cbmc.json is not as expected", without=(CLAIM, "Covers"))
    assert alone.text.count("No verdict says") == len(alone.sections) - 6, "a section does not say that its tree is unknown"
