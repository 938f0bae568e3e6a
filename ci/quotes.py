# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the code that pages quote: spec/README.md has the whole of spec/wheels.py, and docs/using.md the recipes of examples/*.c.

  ci/quotes [--check]    --check compares instead of writing

A block of spec/README.md begins with a line of wheels.py, and ends where the next block begins; comments from the left margin on are left
out. A recipe stands in a program between `/* recipe NAME */` and `/* end */`, and on the page behind `<!-- recipe NAME -->`."""
import pathlib
import re
import sys

from tools.flags import flags

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"(?<=^```python\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
RECIPE = re.compile(r"^(<!-- recipe ([^\n]+) -->\n```c\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
IN_PROGRAM = re.compile(r"^/\* recipe ([^\n]*) \*/\n(.*?)^/\* end \*/$", re.MULTILINE | re.DOTALL)


def pseudo_code(page):
    """spec/README.md with the code of wheels.py in its blocks."""
    code = re.sub(r"^#.*\n", "", (ROOT / "spec" / "wheels.py").read_text(encoding="utf-8"), flags=re.MULTILINE)
    heads = [block.lstrip("\n").partition("\n")[0] for block in BLOCK.findall(page)]
    starts = [code.find(f"\n{head}\n") + 1 for head in heads]
    if not heads or 0 in starts or starts != sorted(starts):
        lost = [head for head, start in zip(heads, starts) if not start] or heads
        sys.exit(f"spec/README.md: begin a block with a line of spec/wheels.py, in its order; not with: {lost[:1]}")
    if before := code[:starts[0]].strip():
        sys.exit(f"spec/README.md: quote what stands before its first block: {before.splitlines()[0]}")
    parts = iter([code[start:end].rstrip("\n") + "\n" for start, end in zip(starts, [*starts[1:], None])])
    return BLOCK.sub(lambda _: next(parts), page)


def recipes(page):
    """docs/using.md with the recipes of the programs."""
    known = dict(found for path in sorted((ROOT / "examples").glob("*.c")) for found in IN_PROGRAM.findall(path.read_text(encoding="utf-8")))
    named = [name for _, name in RECIPE.findall(page)]
    if sorted(named) != sorted(known):
        sys.exit(f"docs/using.md: name each recipe of examples/ once, and no other: {', '.join(sorted(set(named) ^ known.keys())) or 'one stands twice'}")
    return RECIPE.sub(lambda found: found[1] + known[found[2]], page)


def main():
    check = flags(__doc__, "--check")
    differ = []
    for name, write in (("spec/README.md", pseudo_code), ("docs/using.md", recipes)):
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        current = write(text)
        if current != text and check:
            differ.append(f"{name}: what it quotes is not the code: run ci/quotes")
        elif current != text:
            path.write_text(current, encoding="utf-8")
    print(*differ, f"2 pages, {len(differ)} differ", sep="\n")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
