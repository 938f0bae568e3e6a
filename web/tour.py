# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The check of docs/tour.md, its figures and docs/wheel.svg: a run of web/tour gives each number, or one is wrong.

The sentences of web/tour, with the numbers of its runs, must stand in the page or in a figure. Outside these sentences
no number may stand there, in digits or in words. A figure is read as text: its words, its dots and its marked slots.
Quoted lines must be in their files."""
import json
import math
import re
import xml.etree.ElementTree as ET

from web import build
from web.build import ROOT

PAGE = "docs/tour.md"
FIGURES = ["docs/wheel.svg", *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("docs/tour/*.svg"))]
WORDS = "two|three|four|five|six|seven|eight|nine|ten"
NUMBER = re.compile(rf"\b(\d[\w,.]*\w|\d|{WORDS})\b", re.IGNORECASE)
CENTRE, INNERMOST, WIDTH, SLOTS = 210, 32, 44, 16  # of the rings of a figure


def slot_at(*points):
    """The slot of a figure in whose middle some points are; the middle of digit 0 is at twelve o'clock."""
    x, y = (sum(axis) / len(points) - CENTRE for axis in zip(*points))
    level = int((math.hypot(x, y) - INNERMOST) / WIDTH)
    return level * SLOTS + round(math.degrees(math.atan2(x, -y)) * SLOTS / 360) % SLOTS, math.hypot(x, y)


def picture(elements):
    """The words of a figure: marked slots, the slots of its dots, its texts, and the level that a line points to."""
    marked, held, words, dot = [], {}, [], None
    for element in elements:
        kind, tag = element.get("class", ""), element.tag.rpartition("}")[2]
        if tag == "g":
            words.append(picture(element))
        elif kind in ("now", "open") and "A" in element.get("d"):
            corners = re.findall(r"([\d.]+) ([\d.]+)(?=[LAZ])", element.get("d"))
            marked.append(f"{kind} {slot_at(*[tuple(map(float, corner)) for corner in corners])[0]}")
        elif kind == "line":
            slot = slot_at(tuple(map(float, re.match(r"M([\d.]+) ([\d.]+)", element.get("d")).groups())))[0]
            words.append(f"line to level {slot // SLOTS}:")
        elif tag == "circle":
            dot = slot_at((float(element.get("cx")), float(element.get("cy"))))
        elif kind == "in":
            held.setdefault(dot[0], []).append((dot[1], element.text))
        elif tag in ("text", "title"):
            words.append(element.text)
    dots = "".join(f"; slot {slot}: {', '.join(text for _, text in sorted(held[slot]))}" for slot in sorted(held))
    return " ".join([*([f"[{', '.join(marked)}{dots}]"] if marked else []), *words])


def quotes(source):
    """Quoted lines that are not in their file, and clauses that are in no contract."""
    bare = lambda lines: "\n".join(line.strip() for line in lines.splitlines())
    for name, code in re.findall(r"<!-- from (\S+) -->\n```c\n(.*?)\n```", source, re.DOTALL):
        if bare(code) not in bare((ROOT / name).read_text(encoding="utf-8")):
            yield f"{PAGE}: {name} has not these lines in a row: {code.strip().splitlines()[0]} ..."
    contracts = (ROOT / "src/tw_hier.h").read_text(encoding="utf-8")
    yield from (f"{PAGE}: no clause of src/tw_hier.h is {label}" for label in re.findall(r"`(T\d+_\w+)`", source)
                if not re.search(rf"\bensures\s+{label}:", contracts))


def prose(source):
    """What remains of the page without its quotes, and numbers that count the parts of the page itself, as one line."""
    for other in (r"<!--.*?-->", r"```c\n.*?\n```", r"^## \d+\.", r"^\d+\. ", r"^\| \d+ \|", r"\b\d+ minutes\b",
                  r"stop \d+(?=\]\()", r"\]\([^)]*\)", r"GEOMETRY=\S+", r"\bDebian 12\b", r"^# A tour in ten stops"):
        source = re.sub(other, " ", source, flags=re.DOTALL | re.MULTILINE)
    return " ".join(source.split())


def runs(page):
    """The sentences of web/tour with the numbers of its runs, as the page computes them."""
    for story in build.stories("tour"):
        if found := re.search(rf"\b({WORDS})\b", story["text"]):
            raise SystemExit(f"web/tour: {story['name']}: write {found[0]} as what the run gives: {{word levels}}")
        told = page.js(f"fill({json.dumps(story['text'])}, {json.dumps(story)})")
        yield from (sentence.strip() for sentence in told.split(" / "))


def faults(source, figures, told):
    """What is wrong in the page and the figures, by the sentences of the runs."""
    texts = {PAGE: prose(source)} | {file: picture(ET.fromstring(text)) for file, text in figures.items()}
    sentences = {text: re.compile(rf"(?<!\w)(?<!\d[,.]){re.escape(text)}(?!\w|[,.]\d)") for text in told}
    yield from (f"{PAGE} and its figures do not say: {text}" for text, sentence in sentences.items()
                if not any(map(sentence.search, texts.values())))
    for file, text in texts.items():
        known = [found.span() for sentence in sentences.values() for found in sentence.finditer(text)]
        for found in NUMBER.finditer(text):
            if not any(begin <= found.start() and found.end() <= end for begin, end in known):
                yield f"{file}: web/tour has no run for {found[0]}: {text[max(0, found.start() - 30):found.end() + 30]}"
    yield from quotes(source)


def tour(page, url):
    page.open(url)
    read = lambda file: (ROOT / file).read_text(encoding="utf-8")
    yield from faults(read(PAGE), {file: read(file) for file in FIGURES}, list(runs(page)))
