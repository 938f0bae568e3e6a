# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What programs measured. docs/measured.json has the numbers of all machines and geometries, pages have tables of
some. git diff shows then what has changed."""
import json
import re

from tools.tree_id import ROOT

MEASURED = ROOT / "docs" / "measured.json"
PAGE = "docs/measured.md"
SHOWN = "m3-gcc", "256.4096"  # the machine and the geometry of that page


def measured(part):
    """{row: numbers} of one part."""
    return json.loads(MEASURED.read_text(encoding="utf-8"))[part]


def record(**parts):
    """Replaces parts. The file has a line for each row."""
    parts = json.loads(MEASURED.read_text(encoding="utf-8")) | parts
    lines = {part: ",\n".join(f"{json.dumps(key)}: {json.dumps(row)}" for key, row in rows.items())
             for part, rows in parts.items()}
    text = ",\n\n".join(f'"{part}": {{\n{rows}\n}}' for part, rows in lines.items())
    MEASURED.write_text(f"{{{text}}}\n", encoding="utf-8")


def table(heads, rows, left=1):
    """The lines of a table, all columns but the first ones to the right."""
    lines = ["| " + " | ".join(f"{c:,}" if isinstance(c, int) else c for c in row) + " |" for row in [heads, *rows]]
    return ["", lines[0], "|" + "---|" * left + "---:|" * (len(heads) - left), *lines[1:], ""]


def show(page, **blocks):
    """Writes the lines of each block between its marks."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for name, lines in blocks.items():
        block = "\n".join([f"<!-- {name} -->", *lines, f"<!-- /{name} -->"])
        text, count = re.subn(f"<!-- {name} -->.*<!-- /{name} -->", lambda _, to=block: to, text, flags=re.DOTALL)
        if count != 1:
            raise RuntimeError(f"{page} needs one block between <!-- {name} --> and <!-- /{name} -->")
    (ROOT / page).write_text(text, encoding="utf-8")
