# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The words of the Markdown pages: no word that docs/glossary.md says not to write, no sentence of more than 30 words, and the minutes in
README.md agree with docs/evidence.md. One page: pytest tests/checks/test_words.py -k PAGE."""
import collections
import math
import re

import pytest

from shared import ROOT, read

GLOSSARY = "docs/glossary.md"
LONGEST = 30
# Parts of a page that are not sentences: blocks that a command writes, comments, code and tags.
BLOCKS = re.compile(r"^<!-- (?!claim)(\w+) -->\n.*?^<!-- /\1 -->$|<!--.*?-->|^```.*?^```$", re.MULTILINE | re.DOTALL)
LINES = re.compile(r"^    .*$|<[^<>\n]+>", re.MULTILINE)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
Line = collections.namedtuple("Line", "number text")


def blank(match):
    """The same number of lines, without text."""
    return "\n" * match[0].count("\n")


def words_of(page):
    """The lines of a page, without the parts that are no sentences; code is one word."""
    text = LINES.sub(blank, BLOCKS.sub(blank, read(page)))
    text = re.sub(r"`[^`]+`", "CODE", LINK.sub(r"\1", text))
    return [Line(number, line) for number, line in enumerate(text.splitlines(), 1)]


def pieces(lines):
    """Paragraphs, list items, headings and cells, each with the line where it begins; a semicolon parts a cell."""
    start, found = 0, []
    for number, text in [*lines, Line(0, "")]:
        alone = text.startswith(("|", "#"))
        if found and (alone or not text.strip() or re.match(r"\s*([-*]|\d+\.) ", text)):
            yield Line(start, " ".join(found))
            found = []
        if alone:
            yield from (Line(number, part.strip("# ")) for part in re.split(r"\||; ", text))
        elif text.strip():
            start = start if found else number
            found.append(text.strip())


def sentences(lines):
    for number, text in pieces(lines):
        yield from (Line(number, sentence) for sentence in re.split(r"(?<=[.!?])[*_)\"]*\s+", text))


def rules():
    """The terms of the glossary, and for each word not to be written the term to write."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")]
            for line in read(GLOSSARY).splitlines() if line.startswith("| ")]
    terms, instead = set(), {}
    for term, _, forbidden in rows[1:]:
        terms.update(term.split(", "))
        instead.update((word, term) for word in forbidden.split(", ") if word)
    return terms, instead


def word(text):
    return r"\b" + re.escape(text).replace(r"\ ", r"\s+") + r"\b"


def forbidden_words(page, lines):
    terms, instead = rules()
    allowed = re.compile("|".join(word(term) for term in sorted(terms, key=len, reverse=True)), re.IGNORECASE)
    for number, text in sentences(lines):
        text = allowed.sub("", text)
        for wrong, term in instead.items():
            if page != GLOSSARY and re.search(word(wrong), text, re.IGNORECASE):
                yield f'{page}:{number}: "{wrong}" is not a term: write "{term}"'


def long_sentences(page, lines):
    for number, text in sentences(lines):
        count = len(re.findall(r"[^\W_][\w'.,/-]*", text))
        if count > LONGEST:
            yield f"{page}:{number}: a sentence of {count} words, {LONGEST} allowed: {text[:60]}..."


PAGES = sorted(page for page in (path.relative_to(ROOT).as_posix() for depth in ("", "*/", "*/*/") for path in ROOT.glob(depth + "*.md"))
               if not page.startswith(("build/", ".")))


@pytest.mark.parametrize("page", PAGES)
def test_page(page):
    lines = words_of(page)
    faults = [*forbidden_words(page, lines), *long_sentences(page, lines)]
    assert not faults, "\n".join(faults)


def test_pages_are_found():
    assert {"README.md", "docs/using.md", "spec/README.md"} <= set(PAGES)


@pytest.mark.parametrize("command, pattern", [("check", r"`make -j2 check`.* (\d+) min (\d+) s"), ("verify", r"^Commit .* in (\d+) min (\d+) s")],
                         ids=["check", "verify"])
def test_minutes(command, pattern):
    """README.md tells the minutes of make check and make verify, rounded up from docs/evidence.md."""
    measured = re.search(pattern, read("docs/evidence.md"), re.MULTILINE)
    said = re.search(rf"^\| `make {command}`[^|]*\| (\d+) \|", read("README.md"), re.MULTILINE)
    assert measured and said
    assert int(said[1]) == math.ceil(int(measured[1]) + int(measured[2]) / 60)
