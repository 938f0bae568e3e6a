# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Checks what the Markdown pages name: each link to a file and to a heading in it, each file in code, and each command of make.

  ci/links"""
import pathlib
import re
import subprocess
import sys

from ci.publish.names import anchor as anchor_of
from tools.flags import flags

ROOT = pathlib.Path(__file__).resolve().parents[1]
LINK = re.compile(r"\]\((?![a-z]+:)([^)\s#]*)#?([^)\s]*)\)")
FILE = re.compile(r"`((?:ci|docs|examples|fuzz|packaging|proofs|spec|src|tests|tools|web)/[\w./-]+)(?=[` ])")
MAKE = re.compile(r"(?:`|^ {4})make ([a-z][a-z-]*)", re.MULTILINE)
COMMANDS = set(re.findall(r"^([a-z-]+):.* ## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def words(page):
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page):
    """The headings, as anchors."""
    for heading in re.findall(r"^#+ (.*)", words(page), re.MULTILINE):
        yield anchor_of(re.sub(r"\]\(.*?\)", "", heading))


def astray(page):
    for path, anchor in LINK.findall(words(page)):
        target = page.parent / path if path else page
        if not target.exists():
            yield f"{page.relative_to(ROOT)}: {path} is not there"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{page.relative_to(ROOT)}: {path} has no heading {anchor}"


def lost(page):
    """Files and commands in code that are not there; NAME stands for any."""
    text = page.read_text(encoding="utf-8")
    for name in sorted(set(FILE.findall(text))):
        if "NAME" not in name and not (ROOT / name).exists():
            yield f"{page.relative_to(ROOT)}: `{name}` is not there"
    for command in sorted(set(MAKE.findall(text)) - COMMANDS):
        yield f"{page.relative_to(ROOT)}: `make {command}` is no command of the Makefile"


def main():
    flags(__doc__)
    pages = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.split()
    found = [line for page in pages for line in (*astray(ROOT / page), *lost(ROOT / page))]
    print("\n".join([*found, f"{len(pages)} pages, {len(found)} links astray"]))
    return 1 if found or not pages or not COMMANDS else 0


if __name__ == "__main__":
    sys.exit(main())
