# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The verdict in words: as a sentence with what it covers, as a Markdown table and as JUnit."""
import xml.etree.ElementTree as etree

from ci import identity


ABSENT = ("not run", "not of this tree")  # the figures of rows that did not run on this tree


def duration(seconds):
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds) // 60} min {int(seconds) % 60:02} s"


def total(data):
    minutes = duration(sum(row["seconds"] for row in data["rows"]))
    return f"{data['passed']:,} passed, {data['failed']:,} failed, in {minutes}"


def commit(data):
    name, dirty, _ = data["commit"].partition("-dirty")
    return (name[:12] or "unknown") + (" with changes" if dirty else "")


def named(rows, one, more):
    """How many rows, and which."""
    return f"{len(rows)} {one if len(rows) == 1 else more} ({', '.join(row['name'] for row in rows)})"


def sentence(data):
    """The verdict as one sentence."""
    if not data:
        return "There is no verdict of this tree, and this page claims nothing."
    rows = data["rows"]
    absent = [row for row in rows if row["figure"] in ABSENT]
    bad = [row for row in rows if row["verdict"] != "pass" and row not in absent]
    if not bad and not absent:
        return f"This tree passes: all {len(rows)} kinds of evidence pass."
    parts = ([named(bad, "fails", "fail")] if bad else []) + ([named(absent, "was not run", "were not run")] if absent else [])
    return f"This tree fails: of {len(rows)} kinds of evidence, {', and '.join(parts)}."


def facts(data):
    """What the verdict covers, of which tree it is, and when it was given."""
    files = sum(not name.endswith("/") for name in data["tree"])
    return [("Covers", " · ".join(row["what"] for row in data["rows"] if row["figure"] not in ABSENT) or "nothing"),
            ("Tree", f"commit {commit(data)}, text {identity.short(data['tree'])} of src/ and spec/. Its {files} files and "
                     f"{len(data['tree']) - files} folders are those of this tree: their sums are the same."),
            ("Run", f"{data['date'][:16].replace('T', ' ')} UTC: {total(data)}.")]


def summary(data):
    """The verdict as a Markdown table, with commit and date."""
    lines = ["| evidence | of | result | time | verdict |", "|---|---|---|---|---|"]
    for row in data["rows"]:
        cells = (f"`{row['command']}`", row["what"], row["figure"], duration(row["seconds"]), row["verdict"])
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines + ["", f"Commit {commit(data)}, text {identity.short(data['tree'])}, {data['date'][:10]}: {total(data)}."])


def junit(data):
    """A suite a row of the verdict."""
    root = etree.Element("testsuites")
    for row in data["rows"]:
        bad = row["verdict"] != "pass"
        time = str(row["seconds"])
        suite = etree.SubElement(root, "testsuite", name=row["name"], tests="1", failures=str(int(bad)), time=time)
        case = etree.SubElement(suite, "testcase", classname=row["name"], name=row["command"], time=time)
        if bad:
            etree.SubElement(case, "failure", message=row["figure"])
        etree.SubElement(suite, "system-out").text = f"{row['what']}: {row['figure']}"
    etree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + etree.tostring(root, encoding="unicode", xml_declaration=False) + "\n"
