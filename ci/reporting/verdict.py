# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The verdict in words: as a sentence, as a Markdown table and as JUnit."""
import xml.etree.ElementTree as etree

from ci import identity


def duration(seconds):
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds) // 60} min {int(seconds) % 60:02} s"


def total(data):
    minutes = duration(sum(row["seconds"] for row in data["rows"]))
    return f"{data['passed']:,} passed, {data['failed']:,} failed, in {minutes}"


def commit(data):
    name, dirty, _ = data["commit"].partition("-dirty")
    return (name[:12] or "unknown") + (" with changes" if dirty else "")


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
