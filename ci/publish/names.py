# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where a file of the project is in the site, and the anchor of a heading."""
import os
import pathlib
import re
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]


def anchor(heading):
    """The anchor that GitHub and GitLab give a heading without marks."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def place(path):
    """A file of the project is a page of the site: src/tw_hier.h.html. A folder is a list: examples/index.html."""
    return f"{path}/index.html" if (ROOT / path).is_dir() else f"{path}.html"


def relative(target, page):
    """A link from one page of the site to another."""
    return urllib.parse.quote(os.path.relpath(target, os.path.dirname(page) or "."))
