# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Makes HTML of a page in Markdown, of a manual page, of any other text and of a folder: cmark-gfm and mandoc do the work."""
import html
import os
import pathlib
import re
import subprocess
import urllib.parse

from ci.publish.names import ROOT, anchor, place, relative

MARKDOWN = ["cmark-gfm", "--unsafe", "--extension", "table", "--extension", "autolink"]
MANUAL = ["mandoc", "-T", "html", "-O", "fragment"]
TAGS = re.compile(r"<[^>]*>")
PICTURES = (".svg", ".png")


def run(command, path):
    return subprocess.run([*command, path], check=True, capture_output=True, text=True).stdout


class Body:
    """The body of a page, its title, and the files of the project that it leads to or shows."""

    def __init__(self, path):
        self.path, self.title, self.wanted, self.pictures, self.anchors = path, path, [], [], set()
        source = ROOT / path
        self.text = self.folder(source) if source.is_dir() else self.markdown(source) if source.suffix == ".md" else self.plain(source)

    def markdown(self, source):
        text = re.sub(r"<!--.*?-->\n?", "", run(MARKDOWN, source), flags=re.DOTALL)
        text = re.sub(r"<h(\d)>(.*?)</h\1>", self.heading, text, flags=re.DOTALL)
        text = re.sub(r'(<a href|<img src)="([^"]*)"', self.link, text)
        text = re.sub(r"<th[^>]*></th>", "<td></td>", text)
        text = text.replace("<table>", '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>').replace("</table>", "</table></div>")
        text = re.sub(r"<p[^>]*>(<img [^>]*>)</p>", r'<p class="scroll" tabindex="0" role="group" aria-label="Figure">\1</p>', text)
        return text.replace("<pre>", '<pre tabindex="0">')

    def heading(self, found):
        level, inner = found.groups()
        words = html.unescape(TAGS.sub("", inner))
        name, number = anchor(words), 0
        while name in self.anchors:
            number += 1
            name = f"{anchor(words)}-{number}"
        self.anchors.add(name)
        if level == "1":
            self.title = words
        return f'<h{level} id="{name}">{inner}</h{level}>'

    def link(self, found):
        """A link of the project as a link of the site. One that leads nowhere stays, and the check of the links finds it."""
        attribute, link = found[1], html.unescape(found[2])
        if re.match(r"[a-z]+:|#", link):
            return found[0]
        path, mark, name = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(self.path), urllib.parse.unquote(path)))
        if not (ROOT / target).exists() or target.startswith(".."):
            return found[0]
        picture = target.endswith(PICTURES)
        (self.pictures if picture else self.wanted).append(target)
        return f'{attribute}="{html.escape(relative(target if picture else place(target), place(self.path)) + mark + name)}"'

    def folder(self, source):
        """The files in it, first a README."""
        names = sorted((p.name for p in source.iterdir() if p.is_file() and p.suffix != ".pyc"), key=lambda name: (name != "README.md", name))
        self.wanted += [f"{self.path}/{name}" for name in names]
        return self.plain_head() + "<ul>" + "".join(f'<li><a href="{html.escape(name)}.html">{html.escape(name)}</a></li>' for name in names) + "</ul>"

    def plain_head(self):
        return f"<h1>{html.escape(self.path)}</h1>"

    def plain(self, source):
        return f'{self.plain_head()}<pre tabindex="0" class="file">{html.escape(source.read_text(encoding="utf-8"))}</pre>'


def manual(source):
    """A manual page; its headings stand below that of the page."""
    text = run(MANUAL, source)
    text = re.sub(r"(</?)h([12])\b", lambda m: f"{m[1]}h{int(m[2]) + 1}", text).replace("<pre>", '<pre tabindex="0">')
    return f"<h1>{pathlib.Path(source).stem}(3)</h1>{text}"
