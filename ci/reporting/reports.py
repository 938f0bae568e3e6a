# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads the reports of build/reports."""
import json
import pathlib
import xml.etree.ElementTree as etree

from ci import identity

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORTS = ROOT / "build" / "reports"
# What a report that is not as expected gives.
BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError)


def load(name):
    """A report, or nothing."""
    try:
        return json.loads((REPORTS / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def load_verdict():
    """The verdict, if it is one."""
    data = None if identity.other_tree("verdict.json") else load("verdict.json")
    return data if isinstance(data, dict) and {"rows", "commit", "date", "passed", "failed"} <= data.keys() and data["rows"] else None


def load_tests():
    try:
        return etree.parse(REPORTS / "check.xml").getroot()
    except (OSError, etree.ParseError):
        return None


def text_of(path):
    try:
        return (ROOT / path).read_text(encoding="utf-8")
    except OSError:
        return ""


def report_of(name):
    """A report by its file, or a page of the project; or nothing."""
    if "/" in name:
        return text_of(name) or None
    return {"verdict.json": load_verdict, "check.xml": load_tests}.get(name, lambda: load(name))()
