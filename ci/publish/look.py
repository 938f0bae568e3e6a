# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Opens pages of the site in a headless Chromium, on a desk and on a phone, light and dark. Nothing is wider than the window, nothing is
requested from a server, axe-core finds nothing. The links of the two pages that a script makes are followed too. Of the report it opens
a second one, with invented results."""
import pathlib
import tempfile

from ci.reporting import planted
from web import axe, visit
from web.browser import Browser

SCRIPTED = ("index.html", "workshop.html")  # web/test looks at them
PAGES = ("report.html", "README.md.html", "docs/tour.md.html", "docs/museum.md.html", "spec/README.md.html", "examples/index.html",
         "src/tw_hier.h.html", "manual/index.html", "manual/tw_hier.3.html")
HREFS = "[...document.querySelectorAll('a')].map(a => a.getAttribute('href'))"


def invented(folder):
    """The page of a copy of the project with invented reports."""
    planted.copy(folder)
    planted.plant(folder)
    planted.said(folder, "ci/report")
    return (folder / "build" / "reports" / "report.html").rename(folder / "invented-report.html")


def wide(page, url):
    """What is wider than a phone."""
    page.look(*visit.PHONE, still=True)
    page.open(url)
    width = page.js("document.documentElement.scrollWidth")
    return [f"is {width} wide on a phone"] if width > visit.PHONE[0] else []


def look(site):
    """Faults, and a few words on what was seen."""
    checker, faults = axe.source(), []
    with Browser() as page, tempfile.TemporaryDirectory() as name:
        for scripted in SCRIPTED:
            page.open((site.folder / scripted).as_uri())
            faults += [f"{scripted}: {link} {wrong}" for link in dict.fromkeys(page.js(HREFS)) if (wrong := site.astray(scripted, link or "#"))]
        for path in [*(site.folder / place for place in PAGES), invented(pathlib.Path(name))]:
            faults += [f"{path.name}: {fault}" for fault in wide(page, path.as_uri())]
            faults += visit.axe(page, path.as_uri(), checker) if checker else []
        faults += page.problems
    return faults, f"{len(PAGES) + 1} pages seen, {f'axe-core {axe.VERSION}' if checker else 'axe-core not tried'}"
