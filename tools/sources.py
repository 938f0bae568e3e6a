# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What scripts read off the sources: the requirements, the table of calls, contracts, and the functions of the product
and the sorted list with their calls."""
import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
FUNCTION = re.compile(r"^\w[^;{}#]*?\b(tw_\w+)\([^;{}]*^\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
CALL = re.compile(r"\b(tw_\w+)\(")
HEADERS = {"hier": "src/tw_hier.h", "hashed": "src/tw_hashed.h", "oracle": "spec/oracle.h"}
CONTRACT = re.compile(r"/\*@((?:(?!\*/).)*)\*/\s*[\w \*]*?\b(tw_\w+)\(", re.DOTALL)


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


# The operands and the kind of answer of each call, in the order of the table; the names of the statuses, by number.
CALLS = {name: (int(operands), answer) for name, operands, answer in re.findall(
    r"X\(type, [A-Z_]+, (\w+), (\d), ([A-Z]+),", read("tests/calls.h"))}
STATUSES = re.findall(r"^ +TW_(\w+)", read("src/tw_status.h"), re.MULTILINE)


def contracts(path):
    """function -> its contract, of a header."""
    return {function: contract for contract, function in reversed(CONTRACT.findall(read(path)))}


def functions():
    """name -> code without comments."""
    found = {}
    for path in [*sorted(ROOT.glob("src/*.[ch]")), ROOT / "spec" / "oracle.c"]:
        for name, body in FUNCTION.findall(path.read_text(encoding="utf-8")):
            found[name] = COMMENT.sub(" ", body)
    return found


def function_at(lines, number):
    """The function that a line of a file is in; "-" if it is in none."""
    for i in range(number - 1, -1, -1):
        if lines[i].startswith("}") and i < number - 1:
            return "-"
        if match := re.match(r"(?![/#*@])\w[\w \*]*\b(tw_\w+)\(", lines[i]):
            return match[1]
    return "-"


def called_by(known, names):
    """The functions that functions call, directly or through others."""
    found, todo = set(), list(names)
    while todo:
        for called in CALL.findall(known[todo.pop()]):
            if called in known and called not in found:
                found.add(called)
                todo.append(called)
    return found


def expand(word):
    """a{b,c}d -> abd, acd."""
    found = re.fullmatch(r"(.*?)\{([^{}]*)\}(.*)", word)
    if not found:
        return [word]
    return [each for part in found[2].split(",") for each in expand(found[1] + part + found[3])]


@functools.lru_cache(maxsize=None)
def requirements():
    """The table spec/requirements, a dictionary a line; the head of that file explains the words."""
    names = {"{calls}": [*CALLS], "{queries}": [*CALLS][[*CALLS].index("next"):]}
    sets, table = {}, []

    def words(text):
        for name, members in names.items():
            text = text.replace(name, "{" + ",".join(members) + "}")
        found = []
        for word in text.split():
            if word[0] == "@":
                found += sets[word[1:]]
            elif word != "-":
                found += expand(word)
        return found

    for line in read("spec/requirements").splitlines():
        if line.startswith("set "):
            _, name, text = line.split(None, 2)
            sets[name] = words(text)
        elif line and not line.startswith("#"):
            columns = [column.strip() for column in line.split("|")]
            if len(columns) != 5:
                sys.exit(f"spec/requirements: give this line five columns: {line}")
            table.append({"id": columns[0], "text": columns[1], "shows": words(columns[2]),
                          "tests": words(columns[3]), "proofs": words(columns[4])})
    return table
