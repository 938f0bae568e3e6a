# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Follows each link of a folder of pages: the file is there, and so is the anchor. Links to other servers are listed, not followed."""
import html.parser
import os
import re
import urllib.parse

LEADS = {"a": "href", "area": "href"}  # every other element loads what it names
LOADS = ("src", "href", "srcset", "data", "poster", "action")


class Page(html.parser.HTMLParser):
    """The ids of a page, the links that a reader can follow, and what the page loads."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads, self.twice = set(), [], [], []
        self.feed(text)
        self.loads += re.findall(r"url\(['\"]?([^'\")]+)", text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.twice += [value] if value in self.ids else []
                self.ids.add(value)
            elif LEADS.get(tag) == name:
                self.links.append(value or "")
            elif name in LOADS:
                self.loads.append(value or "")


class Site:
    """All pages of a folder."""

    def __init__(self, folder):
        self.folder, self.external = folder, {}
        self.pages = {path.relative_to(folder).as_posix(): Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}

    def astray(self, page, link, loads=False):
        """What is wrong with a link of a page; nothing if it leads somewhere."""
        parts = urllib.parse.urlsplit(link)
        if parts.scheme == "data":
            return ""
        if parts.scheme in ("http", "https", "mailto") or parts.netloc:
            self.external.setdefault(link, page)
            return "is loaded from another server" if loads else ""
        if parts.scheme or link.startswith("/"):
            return "is no place of this site"
        path = urllib.parse.unquote(parts.path)
        target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if target.startswith("..") or not (self.folder / target).is_file():
            return "is not there"
        anchor = urllib.parse.unquote(parts.fragment)
        if (anchor or link.endswith("#")) and anchor not in self.pages.get(target, Page("")).ids:
            return f"has no anchor #{anchor}"
        return ""

    def faults(self):
        for name, page in self.pages.items():
            for links, loads in ((page.links, False), (page.loads, True)):
                yield from (f"{name}: {link} {wrong}" for link in dict.fromkeys(links) if (wrong := self.astray(name, link, loads)))
            yield from (f"{name}: two elements have the id {found}" for found in page.twice)

    def count(self):
        return sum(len(page.links) + len(page.loads) for page in self.pages.values())
