# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Makes mutants of C code, in functions and in the bodies of TW_ macros, without comments, annotations and directives.
Makes mutants of contracts. Each run makes the same mutants in the same order."""
import dataclasses
import hashlib
import os
import re

TOKEN = re.compile(r"0x[0-9A-Fa-f]+[ul]*|\d+[ul]*|[A-Za-z_]\w*|->|\+\+|--|"
                   r"<<=|>>=|<<|>>|[<>=!]=|&&|\|\||[-+*/%&|^]=|\S")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
FUNCTION = re.compile(r"^\w[\w \*]*?\b(tw_\w+)\([^;{}()]*\)\s*\{", re.MULTILINE)
MACRO = re.compile(r"^#define (TW_(?!VERSION)\w+)(\([^)]*\))?[ \t]+((?:[^\n]*\\\n)*[^\n]*)$", re.MULTILINE)
CONTRACT = re.compile(r"/\*@(.*?)\*/\s*[\w \*]*?\b(tw_[a-z]+_\w+)\(", re.DOTALL)
ENSURES = re.compile(r"ensures\s+(\w+):\s*((?:\\(?:forall|exists)[^;]*;|[^;])*);")
CALL = re.compile(r"\b(tw_\w+)\(")
NUMBER = re.compile(r"(0x)?([0-9A-Fa-f]+?)([ul]*)$")

RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|",
              "++": "--", "--": "++", "+=": "-=", "|=": "&=", "&=": "|=", "~": ""}
LOGIC = {"&&": "||", "||": "&&"}
FIELDS = {"next": "prev", "prev": "next"}
ANSWERS = {"true": "false", "false": "true", "TW_OK": "TW_BUSY", "TW_EXPIRED": "TW_OK", "TW_BUSY": "TW_OK",
           "TW_BAD_ID": "TW_BAD_DELAY", "TW_BAD_DELAY": "TW_BAD_ID", "TW_BAD_CLOCK": "TW_OK",
           "TW_NOT_IDLE": "TW_NOT_ACTIVE", "TW_NOT_ACTIVE": "TW_NOT_IDLE", "TW_BAD_CAPACITY": "TW_OK"}
UNARY = {"++", "--", "~"}


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    line: int
    function: str  # or macro
    operator: str
    old: str       # the lines that differ
    new: str
    text: str      # the whole file

    files = property(lambda self: [self.file])

    def plant(self, tree):
        """Writes the file of a tree."""
        (tree / self.file).write_text(self.text, encoding="utf-8")

    @property
    def id(self):
        what = "\n".join((self.file, self.function, str(self.line), self.operator, self.old, self.new))
        return hashlib.sha256(what.encode()).hexdigest()[:10]

    @property
    def key(self):
        """What it is named by in `equivalent`."""
        return self.function, bare(self.old), bare(self.new)

    @property
    def diff(self):
        return "\n".join([f"{self.file}:{self.line} {self.function}"] +
                         ["-   " + line for line in self.old.split("\n")] +
                         ["+   " + line for line in self.new.split("\n")])


def bare(lines):
    """Lines of code without annotations."""
    text = re.sub(r"\s*/\*@.*?\*/", "", lines, flags=re.DOTALL)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def masked(text):
    """The text with its comments blank."""
    return COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def closing(code, start):
    """Where the bracket that opens at `start` closes."""
    depth = 0
    for place in range(start, len(code)):
        depth += (code[place] in "({[") - (code[place] in ")}]")
        if depth == 0:
            return place
    raise ValueError("unbalanced")


def numbers(word):
    """A constant, one more and one less."""
    prefix, digits, suffix = NUMBER.match(word).groups()
    value = int(digits, 16 if prefix else 10)
    for other in (value + 1, value - 1):
        if other >= 0:
            yield (f"0x{other:X}" if prefix else str(other)) + suffix


def words(code, start, end):
    """Mutants of one token: operator, edits."""
    before, unbound = "(", {"(", "return", "=", ",", "?", ":", "{", ";"}
    found = [(m[0], m.start(), m.end()) for m in TOKEN.finditer(code, start, end)]
    for place, (word, a, b) in enumerate(found):
        binary = before not in unbound and not TOKEN.fullmatch(before + "=")
        if word in RELATIONS:
            yield "relation", [(a, b, RELATIONS[word])]
        elif word in LOGIC:
            yield "logic", [(a, b, LOGIC[word])]
        elif word in ARITHMETIC and (binary or word in UNARY):
            yield "arithmetic", [(a, b, ARITHMETIC[word])]
        elif word[0].isdigit():
            for other in numbers(word):
                yield "constant", [(a, b, other)]
        elif word in FIELDS and before in (".", "->"):
            yield "field", [(a, b, FIELDS[word])]
        elif word in ANSWERS and before == "return":
            yield "answer", [(a, b, ANSWERS[word])]
        elif word == "?":
            first = place
            while found[first - 1][0] not in ("return", "=", "+=") and first > 0:
                first -= 1
            a, b = found[first][1], found[place - 1][2]
            yield "condition", [(a, a, "!("), (b, b, ")")]
        before = word


def conditions(code, start, end):
    for m in re.finditer(r"\b(?:if|while) \(", code[start:end]):
        a = start + m.end() - 1
        b = closing(code, a)
        yield "condition", [(a + 1, a + 1, "!("), (b, b, ")")]


def arguments(code, start, end):
    """Two neighbouring arguments of a call swapped."""
    for m in CALL.finditer(code, start, end):
        depth, parts, a = 0, [], m.end()
        for place in range(m.end(), closing(code, m.end() - 1) + 1):
            if depth == 0 and code[place] in ",)":
                parts.append((a, place))
                a = place + 1
            depth += (code[place] in "([") - (code[place] in ")]")
        for (a, b), (c, d) in zip(parts, parts[1:]):
            one, two = code[a:b].strip(), code[c:d].strip()
            a, c = a + code[a:b].index(one) if one else a, c + code[c:d].index(two)
            if one != two:
                yield "arguments", [(a, a + len(one), two), (c, c + len(two), one)]


def statements(code, start, end):
    """The simple statements: lists of neighbours, each (start, end)."""
    rows, depth, a = [[]], 0, start
    for place in range(start, end):
        depth += (code[place] in "([") - (code[place] in ")]")
        if depth == 0 and code[place] in "{};":
            if code[place] == ";":
                rows[-1].append((a + len(code[a:place]) - len(code[a:place].lstrip()), place + 1))
            else:
                rows.append([])
            a = place + 1
    return [row for row in rows if row]


def dropped(code, start, end):
    for row in statements(code, start, end):
        for a, b in row:
            last = not code[b:end].strip() and code.startswith("return", a)
            if not last:
                yield "dropped", [(a, b, "")]


def swapped(text, code, start, end):
    for row in statements(code, start, end):
        for (a, b), (c, d) in zip(row, row[1:]):
            yield "swapped", [(a, b, text[c:d]), (c, d, text[a:b])]


def mutant_of(file, text, function, operator, edits):
    new = text
    for a, b, other in sorted(edits, reverse=True):
        new = new[:a] + other + new[b:]
    line = text.count("\n", 0, min(a for a, _, _ in edits))
    old_lines, new_lines = text.split("\n"), new.split("\n")
    tail = len(os.path.commonprefix([old_lines[:line:-1], new_lines[:line:-1]]))
    old, new_ = old_lines[line:len(old_lines) - tail], new_lines[line:len(new_lines) - tail]
    strip = lambda lines: "\n".join(x.strip() for x in lines)
    return Mutant(file, line + 1, function, operator, strip(old), strip(new_), new)


def mutants_of(file, text):
    """All mutants of a file."""
    code = masked(text)
    for m in MACRO.finditer(code):
        for operator, edits in words(code, *m.span(3)):
            yield mutant_of(file, text, m[1], operator, edits)
    code = re.sub(r"^#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m[0]), code, flags=re.MULTILINE)
    for m in FUNCTION.finditer(code):
        start = m.end()
        end = closing(code, start - 1)
        found = [*words(code, start, end), *conditions(code, start, end), *arguments(code, start, end),
                 *dropped(code, start, end), *swapped(text, code, start, end)]
        for operator, edits in sorted(found, key=lambda x: (x[1][0][0], x[0], x[1])):
            mutant = mutant_of(file, text, m[1], operator, edits)
            if mutant.old != mutant.new:
                yield mutant


def clauses_of(file, text):
    """The mutants of a header's contracts: each `ensures` negated, and dropped."""
    for contract in CONTRACT.finditer(text):
        for m in ENSURES.finditer(text, *contract.span(1)):
            yield mutant_of(file, text, contract[2], "negated clause", [(*m.span(), f"ensures  {m[1]}: !({m[2]});")])
            yield mutant_of(file, text, contract[2], "dropped clause", [(*m.span(), "")])
