# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The check of the site's links finds each fault of an invented site, and no other; it only lists the links to other servers."""
import pytest

from ci.publish import follow, names

PAGES = {"index.html": '<h1 id="a">A</h1> <a href="#a">a</a> <a href="docs/one.md.html#b-c">b</a> <a href="docs/one.md.html">b</a> '
                       '<img src="docs/x.svg" alt=""> <link rel="icon" href="data:,"> <a href="https://example.org/x">elsewhere</a>',
         "docs/one.md.html": '<h2 id="b-c">B c</h2> <a href="../index.html#a">a</a> <a href="mailto:a@example.org">mail</a>', "docs/x.svg": "<svg/>"}
# What is added to docs/one.md.html, and what must be said of it.
WRONG = {'<a href="#">x</a>': "# has no anchor #", '<a href="#nothing">x</a>': "#nothing has no anchor #nothing", '<a href="two.html">x</a>': "two.html is not there",
         '<a href="../index.html#b-c">x</a>': "../index.html#b-c has no anchor #b-c", '<a href="../docs/">x</a>': "../docs/ is not there",
         '<a href="../../other.html">x</a>': "../../other.html is not there", '<a href="/index.html">x</a>': "/index.html is no place of this site",
         '<a href="javascript:x()">x</a>': "javascript:x() is no place of this site", '<img src="y.svg">': "y.svg is not there",
         '<script src="https://example.org/x.js"></script>': "https://example.org/x.js is loaded from another server",
         '<link rel="stylesheet" href="//example.org/x.css">': "//example.org/x.css is loaded from another server",
         "<style>p { background: url(https://example.org/x.png) }</style>": "https://example.org/x.png is loaded from another server",
         '<i id="b-c"></i>': "two elements have the id b-c"}
EXTERNAL = ["https://example.org/x", "mailto:a@example.org"]
ANCHORS = {"Help and licence": "help-and-licence", "Gaps of P/2 ticks, or more": "gaps-of-p2-ticks-or-more", "TW_RADIX: 4": "tw_radix-4"}


def seen(folder, added=""):
    for name, text in PAGES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text + added * (name == "docs/one.md.html"), encoding="utf-8")
    site = follow.Site(folder)
    return list(site.faults()), sorted(site.external)


def test_a_right_site(tmp_path):
    assert seen(tmp_path) == ([], EXTERNAL)


@pytest.mark.parametrize("added, words", WRONG.items())
def test_a_fault_is_found_alone(tmp_path, added, words):
    assert seen(tmp_path, added)[0] == [f"docs/one.md.html: {words}"]


@pytest.mark.parametrize("heading, anchor", ANCHORS.items())
def test_anchor(heading, anchor):
    assert names.anchor(heading) == anchor
