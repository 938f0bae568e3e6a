# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The parts of the page, from templates/parts.html, and how numbers and lines are written."""
import pathlib
import re
import sys

try:
    import jinja2
    import markupsafe
except ImportError:
    sys.exit("ci/report: the template engine Jinja2 is missing: install python3-jinja2, or run ci/install trace.")

TEMPLATES = jinja2.Environment(loader=jinja2.FileSystemLoader(pathlib.Path(__file__).resolve().parent / "templates"), autoescape=True,
                               undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
PARTS = TEMPLATES.get_template("parts.html").module
bar, pill, table, note, lead, heading = PARTS.bar, PARTS.pill, PARTS.table, PARTS.note, PARTS.lead, PARTS.heading
paragraph, code, bold, soft, lines = PARTS.paragraph, PARTS.code, PARTS.bold, PARTS.soft, PARTS.lines
folded, names, figures, columns, plots = PARTS.folded, PARTS.names, PARTS.figures, PARTS.columns, PARTS.plots
INLINE = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\([^)]*\)")


def join(*parts):
    """Parts and texts, one behind the other."""
    return markupsafe.Markup("").join(parts)


def marked(text):
    """Markdown within a line: code, bold, the text of links."""
    parts, at = [], 0
    for m in INLINE.finditer(text):
        parts += [text[at:m.start()], code(m[1]) if m[1] else bold(m[2]) if m[2] else marked(m[3])]
        at = m.end()
    return join(*parts, text[at:])


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}" if value < 1000 else f"{value:,.0f}"


def plural(count, noun):
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def geometry(name):
    radix, _, slots = name.partition(".")
    return "any geometry" if name == "any" else f"R {radix}" + (f", {int(slots):,} slots" if slots else "")
