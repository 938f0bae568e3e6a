# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes pages of the tree from templates for jinja2. git diff shows then what has changed."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def write(page, template, **values):
    try:
        import jinja2  # pylint: disable=import-outside-toplevel # the programs compute without it
    except ImportError:
        sys.exit(f"{page} needs jinja2: run tools/deps as root")
    text = (ROOT / template).read_text(encoding="utf-8")
    made = jinja2.Template(text, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    (ROOT / page).write_text(made.render(**values), encoding="utf-8")
