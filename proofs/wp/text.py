# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the tree that Frama-C reads does not have: which files there are, and their text before it is preprocessed."""
import re

from proofs.wp import units
from proofs.wp.units import ROOT

COMMENT = re.compile(r"/\*.*?\*/", re.S)
# A comment, and the name that follows behind it and its contract.
ABOUT = re.compile(r"(/\*(?!@).*?\*/)(?=\s*(?:/\*@.*?\*/\s*)?([^\n]*))", re.S)
DIRECTIVE = re.compile(r"\s*#\s*(?:(?:define|undef|if|ifdef|ifndef|else|elif|endif|error)\b|"
                       r'include (?:"\w+\.(?:h|acsl|c)"|<std(?:bool|def|int)\.h>)$)')
# The one # in src/ that begins no directive, and the one string that is in none.
PASTE, LINKAGE = "#define TW_PASTE(a, b) a##b", 'extern "C" {'
# What no line of src/ has: as it is written; between directives; in a .c. Other readers than a compiler could take the
# first in another way.
LAYOUT = {"a character that is neither printable ASCII nor the end of a line": r"[^\n -~]", "a trigraph": r"\?\?",
          "a comment that begins with //": "//", "no end of the last line": r"[^\n]\Z",
          "a line that goes on in the next, and is no directive without a comment":
          r"^(?!#)(?<!\\\n).*\\$|^.*\*.*\\$",
          "a pragma in a line of code": r"^(?!\s*#).*\b_Pragma\b"}
# What stands in no line of code: a number of the machine's, names of a compiler's, in upper case without TW_ at their
# beginning, too long, or pasted; a type whose width is the machine's. Frama-C drops a cast to one that is as wide here.
OUTSIDE = (r"""\b_\w*|%:|["']|\bTW_(?:PASTE|NAME|HASHED_NAME)\b|\b(?!TW_|\d)\w*[A-Z]\w*|\w{32,}|\boffsetof\b|"""
           r"\b(?:char|short|int|long|signed|unsigned)\b|\b(?!u?int(?:16|32|64)_t\b|size_t\b)\w+_t\b")
# The other wheel is proved with the slots that its own radix gives.
SLOTS_IN = ("tw_hashed", "tw_geometry", "tw_names")


# The names of headers: the system has none of them.
HEADER = "tw_|(oracle|client|equal|chance|cortex_m3|echo_client|mps2|sleep_play|threads_play).h"


def product():
    """src/, and the header for callers."""
    return [*sorted((ROOT / "src").rglob("*")), ROOT / units.TICKS]


def proved():
    """All that Frama-C reads."""
    return [path for folder in ("src", "spec", "proofs/wp") for path in sorted((ROOT / folder).rglob("*"))
            if path.suffix in (".c", ".h", ".acsl") and "vectors" not in path.parts] + [ROOT / units.TICKS]


def file_faults():
    """src/ holds what a unit has or includes. No file has the name of another one, or of one of the system."""
    reached = {name for unit, _ in units.COMPILED for name in units.included(unit)}
    for path in product()[:-1]:
        if str(path.relative_to(ROOT)) not in reached or path.is_symlink() or not path.is_file():
            yield f"{path.relative_to(ROOT)}: not a file that src/tw_hier.c or src/tw_hashed.c is or includes"
    seen = {}
    for folder in ("src", "spec", "proofs/wp", "examples"):
        for path in sorted((ROOT / folder).iterdir()):
            if path.suffix in (".c", ".h", ".acsl") and (other := seen.setdefault(path.name, folder)) != folder:
                yield f"{folder}/{path.name}: {other} has a file of this name: a reader may find the one or the other"
            if folder == "examples" and path.suffix not in (".c", ".h"):
                yield f"{folder}/{path.name}: no program or header: a compiler may read it in place of one"
            if path.suffix == ".h" and not re.match(HEADER, path.name):
                yield f"{folder}/{path.name}: no name of a header of this project: the system may have one of this name"


def code_of(text):
    """As a compiler reads it: lines are joined first, then a comment is a blank."""
    return COMMENT.sub(" ", text.replace("\\\n", ""))


def text_faults(name, text, strict):
    """Of a file. `strict`: of src/; else of what Frama-C alone reads."""
    joined, lines = text.replace("\\\n", ""), code_of(text).splitlines()
    directives = [line for line in lines if re.match(r"\s*#", line)]
    yield from (f"a directive that is not allowed: {line.strip()}" for line in directives
                if not DIRECTIVE.match(line.rstrip()))
    for line in lines if strict else text.splitlines():
        found = re.search(OUTSIDE if strict else r"\b_[A-Z_]\w*|%:", line)
        if found and not re.match(r"\s*#", line) and line.strip() != LINKAGE:
            yield f"{found[0]} outside of directives: {line.strip()}"
    if not strict:
        return
    for what, pattern in LAYOUT.items():
        if found := re.search(pattern, text, re.M):
            yield f"line {text[:found.start()].count(chr(10)) + 1}: {what}"
    if any("/*" in comment[2:] for comment in COMMENT.findall(joined)):
        yield "a comment in a comment, which a program that looks for annotations takes for one"
    if name.endswith(".c") and (found := [line for line in directives if re.match(r"\s*#\s*if", line)]):
        yield f"a condition in a .c: {found[0]}"
    if text.replace(PASTE, "#").count("#") != len(directives):
        yield "a # that begins no directive"
    if "TW_HASHED_SLOTS" in "\n".join(lines) and not name.rpartition("/")[2].startswith(SLOTS_IN):
        yield "TW_HASHED_SLOTS, with which the hierarchical wheel is not proved"


def beside_code(text, header):
    """What is read besides code and contracts: directives, all that stands in conditional parts but the include guard,
    and a header's comments."""
    depth, found = 0, ["\n".join(about) for about in ABOUT.findall(text) if header]
    for line in code_of(text).splitlines():
        word = re.match(r"\s*#\s*(\w*)", line)
        depth -= bool(word and word[1] == "endif")
        found += [" ".join(line.split())] if word or (depth > 1 and line.strip()) else []
        depth += bool(word and word[1] in ("if", "ifdef", "ifndef"))
    return "\n".join(found)


def faults():
    yield from file_faults()
    for path in dict.fromkeys((*product(), *proved())):
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            name = str(path.relative_to(ROOT))
            yield from (f"{name}: {fault}" for fault in text_faults(name, text, path in product()))
