# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One text for all readers: the bytes and tokens that src/ may have, its directives, and whether each compiler,
however it is called, reads the tokens that Frama-C reads."""
import re
import shlex
import subprocess

from proofs.wp import frama_c, units
from proofs.wp.refuse import names
from proofs.wp.units import ROOT

# Outside of comments and directives: names, numbers, and the marks of C that src/ uses. Digraphs, strings, labels and
# names that belong to the implementation are tokens of none of these forms.
TOKEN = re.compile(r"%:%:|[<%]:|:>|<%|%>|%:|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||##|"
                   r"\.?\d(?:[eEpP][-+]|[\w.])*|\w+|\"[^\"\n]*\"|'[^'\n]*'|\S")
ALLOWED = re.compile(r"tw_\w+|TW_[A-Z0-9_]+|[a-z][a-z0-9_]*|"
                     r"(?:0|[1-9]\d*|0x[0-9A-F]+)(?:u|ull)?|[-+*/%&|<>=!~?:;,.(){}\[\]]|->|\+\+|--|<<|>>|[<>=!|&+]=|&&|\|\|")
# C11 promises so many characters of a name; and the one macro with arguments that stands in code.
LONGEST, CALLED, COUNTER = 31, re.compile(r"\b(TW_\w+)\s*\("), "TW_BITSET_WORDS"
DIRECTIVE = re.compile(r"\s*(?:#|%:|\?\?=)")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# What other readers than a compiler could take in another way.
LAYOUT = (("a line that ends in a blank", r" $"), ("a trigraph", r"\?\?"), ("a comment that begins with //", "//"), ("no end of the last line", r"[^\n]\Z"),
          ("a line that goes on in the next, and is no directive without a comment", r"^(?!#)(?<!\\\n).*\\$|^.*\*.*\\$"))
# Ways to call a compiler that change what it defines: none of them may change what it reads.
OPTIONS = [["-std=c11", "-O0"], ["-std=gnu11", "-O2", "-DNDEBUG"], ["-Os"]]
TARGETS = ["x86_64-linux-gnu", "i386-linux-gnu", "armv6m-none-eabi", "armv7em-none-eabi", "aarch64-linux-gnu", "riscv32", "riscv64",
           "powerpc-linux-gnu", "s390x-linux-gnu", "avr"]


def sources():
    return sorted(path for path in (ROOT / "src").rglob("*"))


def product():
    """src/, and the header for callers."""
    return [*sources(), ROOT / units.TICKS]


def file_faults():
    """src/ holds .c and .h files that a unit has or includes, and nothing else."""
    reached = {name for unit, _ in units.COMPILED for name in units.included(unit)}
    for path in sources():
        name = str(path.relative_to(ROOT))
        if name not in reached or path.is_symlink() or not path.is_file():
            yield f"{name}: not a file that src/tw_hier.c or src/tw_hashed.c is or includes"


def code_of(text):
    """As a compiler reads it: lines are joined first, then a comment is a blank."""
    return COMMENT.sub(" ", text.replace("\\\n", ""))


WORDS_IN = "src/tw_bitset.h"
COUNTS = re.compile(r"^static inline uint32_t tw_bitset_next\([^;{}]*\)\s*\{(.*?)^\}", re.M | re.S)
COUNTED = {"const size_t last = (size_t)last_word;", "size_t n = (size_t)first_word;"}


def byte_faults(name, text):
    if found := re.search(r"[^\n -~]", text):
        yield f"{name}: line {text[:found.start()].count(chr(10)) + 1}: a character that is neither printable ASCII nor the end of a line"
    for what, pattern in LAYOUT:
        if re.search(pattern, text, re.M):
            yield f"{name}: {what}"
    if any("/*" in comment[2:] for comment in COMMENT.findall(text.replace("\\\n", ""))):
        yield f"{name}: a comment in a comment, which a program that looks for annotations takes for one"
    code = code_of(text)
    if text.replace(names.PASTE, "#").count("#") != sum(bool(DIRECTIVE.match(line)) for line in code.splitlines()):
        yield f"{name}: a # that begins no directive"
    if re.search(r"\(\s*\)", "\n".join(line for line in code.splitlines() if not DIRECTIVE.match(line))):
        yield f"{name}: (), which is no prototype: a function without parameters has (void), and no call of one is in src/"
    for line in code.splitlines():
        tokens = () if DIRECTIVE.match(line) else TOKEN.findall(line)
        if line.strip() == 'extern "C" {':
            continue
        for token in tokens:
            if not ALLOWED.fullmatch(token):
                yield f"{name}: token {token}, which has no form that src/ may use"
            if len(token) > LONGEST:
                yield f"{name}: {token} has more than {LONGEST} characters: a compiler may read no more"
        for macro in set(CALLED.findall(line)) - {COUNTER} if tokens else ():
            yield f"{name}: {macro} outside of directives: a macro with arguments can make a name"


def macros():
    """The macros and enumerators of src/."""
    text = "\n".join(code_of(path.read_text(encoding="utf-8", errors="replace")) for path in product() if path.is_file())
    return set(re.findall(r"^#define (\w+)", text, re.M)).union(*(re.findall(r"\bTW_\w+", body) for body in re.findall(r"\benum \w+ \{(.*?)\}", text, re.S)))


def macro_faults(name, text, known):
    """A name in capitals is a macro or an enumerator of src/, not one that only some readers define."""
    for token in dict.fromkeys(re.findall(r"\bTW_[A-Z0-9_]+", code_of(text))):
        if token not in known:
            yield f"{name}: {token} is neither a macro nor an enumerator of src/"
    for line in code_of(text).splitlines():
        if not DIRECTIVE.match(line):
            for token in re.findall(r"\bTW_[A-Z0-9_]*_H\b", line):
                yield f"{name}: {token}, an include guard, which not every reader defines, outside of directives"


def storage_faults(name, text):
    """`static` begins a declaration of the file."""
    lines = (line for line in code_of(text).splitlines() if not DIRECTIVE.match(line))
    tokens = ["}", *TOKEN.findall("\n".join(lines))]
    for before, token in zip(tokens, tokens[1:]):
        if token == "static" and before not in (";", "}", "{", "TW_NODISCARD"):
            yield f"{name}: static after {before}"


def directives(text):
    """The directives of a file, and all that stands in their conditional parts; its include guard is the outermost."""
    depth = 0
    for line in code_of(text).splitlines():
        word = re.match(r"\s*(?:#|%:|\?\?=)\s*(\w*)", line)
        depth -= bool(word and word[1] == "endif")
        if word or (depth > 1 and line.strip()):
            yield " ".join(line.split())
        depth += bool(word and word[1] in ("if", "ifdef", "ifndef"))


def width_faults(name, text):
    """All that is done with size_t, whose width is the machine's, is what tw_bitset_next does: it counts words."""
    code = code_of(text)
    body = found[1] if name == WORDS_IN and (found := COUNTS.search(code)) else ""
    allowed = {line.strip() for line in body.splitlines()} & COUNTED
    for line in code.splitlines():
        if re.search(r"\bsize_t\b", line) and not (line.strip() in allowed and code.count(line) == body.count(line) == 1):
            yield f"{name}: size_t, whose width is the machine's: {line.strip()}"


def guard_faults(name, text):
    """All of a header stands between its first directive and the #endif of that: who reads it twice reads it once."""
    lines, depth = [line for line in code_of(text).splitlines() if line.strip()], 0
    for at, line in enumerate(lines):
        word = re.match(r"\s*#\s*(\w*)", line)
        depth += {"if": 1, "ifdef": 1, "ifndef": 1, "endif": -1}.get(word[1], 0) if word else 0
        if (depth == 0) != (at == len(lines) - 1):
            yield f"{name}: a line outside of the include guard: {(lines[at + 1] if depth == 0 else line).strip()}"
            return


def status_faults(name, text):
    """A declaration that answers a status begins with TW_NODISCARD, but for stop; the word stands nowhere else, and so in no .c."""
    if name.endswith(".c"):
        yield from [f"{name}: TW_NODISCARD is out of place"] if "TW_NODISCARD" in code_of(text) else []
        return
    for line in code_of(text).splitlines():
        found = re.match(r"(TW_NODISCARD )?(?:static inline )?enum tw_status \w+?(_stop)?\(", line)
        right = bool(found) and bool(found[1]) != bool(found[2])
        if not DIRECTIVE.match(line) and not right and (found or "TW_NODISCARD" in line):
            yield f"{name}: TW_NODISCARD is missing or out of place: {line.strip()}"


def all_directives():
    return "\n".join(f"{path.name}: {line}" for path in product() if path.is_file()
                     for line in directives(path.read_text(encoding="utf-8", errors="replace"))) + "\n"


def read(command):
    """What a preprocessor makes of each file of src/ and of the header for callers: its tokens, in their order."""
    done = subprocess.run(command, cwd=ROOT, env=frama_c.ENV, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        return {"": [f"cannot read it: {(done.stderr.splitlines() or ['?'])[0]}"]}
    found, name = {}, ""
    for line in done.stdout.splitlines():
        if mark := re.match(r'# \d+ "([^"]*)"', line):
            name = re.sub(rf"^(?:{re.escape(str(ROOT))}/|\./)*", "", mark[1])
        elif (name.startswith("src/") or name == units.TICKS) and not line.startswith("#"):
            found.setdefault(name, []).extend(TOKEN.findall(line))
    return found


def as_frama_c(geometry, unit):
    """The command by which Frama-C preprocesses a unit, asked of itself."""
    _, lines = frama_c.run(geometry, unit, ["-print-cpp-commands"], frama_c.log_of(geometry, unit, "cpp"))
    command = next((line.strip() for line in lines if line.strip().startswith("gcc -E")), "")
    words = shlex.split(command)
    if "-o" not in words:
        raise RuntimeError(f"{unit}: Frama-C does not say how it preprocesses")
    return [word for word in words[:words.index("-o")] if word not in ("-C", "-dD")]


def readings(geometry, unit, default):
    """Each way to read a unit, or a file that it includes: command and file."""
    given = frama_c.defines(geometry)
    for compiler in ("gcc", "clang"):
        for options in OPTIONS:
            yield [compiler, *options, *given], unit
            if default:
                yield [compiler, *options], unit
    for target in TARGETS:
        yield ["clang", f"--target={target}", "-ffreestanding", "-std=c11", *given], unit
    if default:
        yield ["gcc", "-m32", "-ffreestanding"], unit
    for name in units.included(unit)[1:]:
        yield ["gcc", "-std=c11", *given], name


def token_faults():
    """Any reading of a file of src/ has the tokens that Frama-C reads, in its units and by itself. The names of public
    functions are those of the geometry, or plain if the compiler is asked for these. All units of a geometry can stand in
    one file: so a name that one makes is in none."""
    all_plain, all_made = {}, {}
    for unit, geometries in units.READ:
        for geometry in geometries:
            plain, made = read(as_frama_c(geometry, unit)), names.of(unit, geometry)
            all_plain[unit, geometry], all_made[unit, geometry] = plain, made
            for command, name in readings(geometry, unit, geometry == geometries[0]):
                for options, proved in ([], names.mapped(plain, made)), ([names.PLAIN], plain):
                    words = [*command, *options]
                    yield from differences(proved, read([*words, "-E", "-Isrc", name]), f"{name} {geometry}: {shlex.join(words)}")
    for geometry in units.SLOTS:
        mine = [(unit, at) for unit, at in all_plain if at in (geometry, geometry.partition(".")[0])]
        yield from names.taken({f"{task} {file}": tokens for task in mine for file, tokens in all_plain[task].items()},
                               {f"{task} {name}": new for task in mine for name, new in all_made[task].items()})


def differences(proved, seen, where):
    for name, mine in seen.items():
        other = proved.get(name, [])
        if mine != other:
            at = next((i for i, (a, b) in enumerate(zip(mine, other)) if a != b), min(len(mine), len(other)))
            yield (f"{where} reads of {name or 'it'}: ... {' '.join(mine[max(0, at - 3):at + 4])}, "
                   f"Frama-C: ... {' '.join(other[max(0, at - 3):at + 4])}")
            return


def faults():
    yield from file_faults()
    known = macros() | names.WORDS
    for path in product():
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            name = str(path.relative_to(ROOT))
            yield from byte_faults(name, text)
            yield from (*storage_faults(name, text), *width_faults(name, text), *status_faults(name, text))
            yield from (*macro_faults(name, text, known), *names.form_faults(name, code_of(text)))
            if path.suffix == ".h":
                yield from guard_faults(name, text)
            if "TW_HASHED_SLOTS" in code_of(text) and path.stem not in ("tw_hashed", "tw_geometry", "tw_names"):
                yield f"{name}: TW_HASHED_SLOTS, with which the hierarchical wheel is not proved"
            if name == names.FILE:
                yield from names.file_faults(code_of(text))
    yield from token_faults()
