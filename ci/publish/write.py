# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the site: the page with the wheel and its workshop, the pages in Markdown, each file that they lead to, the manual, the report."""
import html
import os
import re
import shutil
import subprocess
import sys

from ci.publish.names import ROOT, place, relative
from ci.publish.pages import Body, manual

SITE = ROOT / "build" / "site"
MANUALS = ROOT / "build" / "manual"
STARTS = ("README.md", "docs/tour.md", "docs/museum.md")
MENU = (("index.html", "Wheel"), ("docs/tour.md.html", "Tour"), ("docs/museum.md.html", "Museum"), ("report.html", "Report"),
        ("manual/index.html", "Manual"), ("README.md.html", "Project"))


def menu_of(page):
    return [(relative(target, page), name) for target, name in MENU]


def write(page, text):
    path = SITE / page
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


class Writer:
    """Puts bodies into the template."""

    def __init__(self):
        from ci.reporting.parts import jinja2, markupsafe  # pylint: disable=import-outside-toplevel # says what to install
        folder = ROOT / "ci" / "publish" / "templates"
        self.safe = markupsafe.Markup
        self.template = jinja2.Environment(loader=jinja2.FileSystemLoader(folder), autoescape=True, undefined=jinja2.StrictUndefined).get_template("page.html")
        self.style = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "web" / "colors.css", folder / "site.css"))

    def page(self, name, title, body):
        here = relative(name, name)
        write(name, self.template.render(title=title, style=self.safe(self.style), menu=menu_of(name), here=here, body=self.safe(body)))


def project(writer):
    """The pages in Markdown, and each file that one of them leads to. Yields faults."""
    seen, left, pictures = set(), [*STARTS, *named_by_workshop()], set()
    while left:
        path = left.pop()
        if not (ROOT / path).exists():
            yield f"{path} is not there"
        elif path not in seen:
            seen.add(path)
            body = Body(path)
            writer.page(place(path), body.title, body.text)
            left += body.wanted
            pictures.update(body.pictures)
    for picture in sorted(pictures):
        (SITE / picture).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / picture, SITE / picture)


def named_by_workshop():
    """The files that the workshop shows clauses of, for both wheels."""
    text = (ROOT / "web" / "claims.js").read_text(encoding="utf-8")
    for path in re.findall(r'"(\w+/[\w./]+)"', text):
        yield from {path, path.replace("hier", "hashed")}


def manuals(writer):
    """The manual pages, each of which has several names; and a list of all."""
    names = {}
    for path in sorted(MANUALS.glob("*.3")):
        leads = re.match(r"\.so man3/(.*)\.3", path.read_text(encoding="utf-8"))
        names.setdefault(leads[1] if leads else path.stem, []).extend([path.stem] if leads else [])
    for name in names:
        writer.page(f"manual/{name}.3.html", f"{name}(3)", manual(MANUALS / f"{name}.3"))
    items = "".join(f'<li><a href="{name}.3.html">{name}(3)</a>: {html.escape(", ".join(calls))}</li>' for name, calls in names.items())
    writer.page("manual/index.html", "Manual", f"<h1>Manual</h1><ul>{items}</ul>")


def report():
    from ci.reporting.page import page  # pylint: disable=import-outside-toplevel # the page alone needs the template engine
    write("report.html", page(menu_of("report.html")))


def site():
    """Writes everything. Returns faults."""
    for tool in ("cmark-gfm", "mandoc"):
        if not shutil.which(tool):
            sys.exit(f"ci/site: {tool} is missing: run ci/install site.")
    if not list(MANUALS.glob("*.3")):
        sys.exit("ci/site: build/manual has no manual page: run make site.")
    shutil.rmtree(SITE, ignore_errors=True)
    SITE.mkdir(parents=True)
    if subprocess.run([ROOT / "web" / "build", "--site", SITE], check=False, env={**os.environ}).returncode:
        sys.exit("ci/site: web/build has failed: see above.")
    writer = Writer()
    faults = list(project(writer))
    manuals(writer)
    report()
    return faults
