# SPDX-License-Identifier: Apache-2.0 OR MIT
"""No name in src/ is a word that another compiler takes for itself: a keyword of C or C++, old or new, or a macro that it
defines before it reads. And a compiler that knows them reads all of src/ as C23 and as C++: the single header may stand there."""
import functools
import re
import shlex
import shutil
import subprocess

from tests.targets import machines
from proofs.wp import frama_c, units
from proofs.wp.refuse import texts
from proofs.wp.units import ROOT

# It knows the keywords of C23, and those of C++26 that are known today.
CLANG = frama_c.NEWEST
STANDARDS = {"c": ["gnu11", "gnu23", "gnu2y"], "c++": ["gnu++11", "gnu++26"]}
# Machines whose macros clang knows, beside those of `tools/targets`.
TARGETS = [*texts.TARGETS, "mips-linux-gnu", "sparc-linux-gnu", "m68k-linux-gnu", "msp430", "hexagon", "loongarch64", "wasm32",
           "x86_64-w64-mingw32", "x86_64-pc-windows-msvc", "arm64-apple-darwin", "powerpc64-ibm-aix", "x86_64-pc-solaris",
           "x86_64-unknown-freebsd", "i386-pc-haiku"]
READ_AS = ["c23", "c++11", "c++26"]
MODES = ["c11", "gnu11"]
# A program may include any header of C11, and these of POSIX, before the wheels.
HEADERS = ("fcntl netdb netinet/in poll pthread sys/select sys/socket sys/stat sys/time sys/types unistd "
           "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool "
           "stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype").split()
# Macros that no package of `make prove` brings.
ELSEWHERE = {"windows.h": "far near huge pascal cdecl small hyper interface", "Linux, in its kernel": "current", "C++20, at the beginning of a line": "import module", "gcc for PowerPC": "vector pixel"}
# <stdbool.h> makes them of _Bool, 1 and 0, and C23 and C++ have them: they are used as such. As names, C23 refuses them.
BOOL = {"bool", "true", "false"}
NAME = re.compile(r"\b[A-Za-z_]\w*")
TOKEN = re.compile(r"^(\w+) '(.*?)'.*Loc=<.*?:(\d+):\d+>$", re.M)


def output_of(command, text=""):
    done = subprocess.run(command, cwd=ROOT, env=frama_c.ENV, input=text, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise RuntimeError(f"{shlex.join(command)}: {next((line for line in done.stdout.splitlines() if 'error' in line), 'fails')}")
    return done.stdout


def names_of(text):
    """The names of a file, in directives too. What a directive says in words, or names a file by, is none."""
    code = re.sub(r"^\s*#\s*(?:error|include)\b.*|^\s*#\s*\w+|\"[^\"\n]*\"", " ", texts.code_of(text), flags=re.M)
    return set(NAME.findall(code)) - {"defined", "__has_c_attribute"}


def taken(names, standard, language="c"):
    """The names that are no identifiers to clang in a standard. It reads each on a line of its own."""
    names = sorted(names)
    said = output_of([CLANG, f"-std={standard}", "-w", "-x", language, "-fsyntax-only", "-Xclang", "-dump-tokens", "-"],
                     "".join(f"{name}\n" for name in names))
    kinds = {}
    for kind, token, line in TOKEN.findall(said):
        kinds.setdefault(int(line), []).append((kind, token))
    return {name for at, name in enumerate(names, 1) if kinds.get(at) != [("identifier", name)]}


def keywords(names):
    """Those that are keywords, and the standard; not of C11, as clang's syntax tree shows what these are used for."""
    own = taken(names, "c11")
    for language, standards in STANDARDS.items():
        for standard in standards:
            yield from ((name, standard) for name in sorted(taken(names, standard, language) - own))


def compilers():
    """Each compiler whose macros are known here: clang for other machines, and the compilers of `tools/targets` that are
    installed. To clang, a macro of strict mode is one of GNU mode too."""
    yield from ([CLANG, "-std=gnu11", f"--target={target}"] for target in TARGETS)
    for machine in machines.MACHINES:
        command = [*machine.cc.split(), *machine.flags.split()]
        if shutil.which(command[0]):
            yield from ([*command, f"-std={mode}"] for mode in (["gnu11"] if command[0] == "clang" else MODES))


def macros_of(command, text=""):
    return set(re.findall(r"^#define (\w+)", output_of([*command, "-dM", "-E", "-x", "c", "-"], text), re.M))


@functools.cache
def macros():
    """Macro -> the compiler that defines it before it reads src/."""
    found = {name: where for where, names in ELSEWHERE.items() for name in names.split()}
    found |= dict.fromkeys(macros_of(["gcc", "-std=gnu11"], "".join(f"#include <{name}.h>\n" for name in HEADERS)), "a header of the system")
    for command in compilers():
        found |= dict.fromkeys(macros_of(command), shlex.join(command))
    return found


def word_faults(text):
    """Names that another compiler takes: (name, fault). Those that begin with an underscore are in committed directives
    alone: the text check allows no others."""
    names = {name for name in names_of(text) if not name.startswith("_")} - BOOL
    for name, standard in keywords(names):
        yield name, f"a keyword to {CLANG} -std={standard}"
    yield from ((name, f"a macro of {macros()[name]}") for name in sorted(names & set(macros())))


def reading_faults(unit, options=(), text="", standards=READ_AS):
    """Is a unit, with all that it includes, C23 and C++? Or a text, in the place of -."""
    for standard in standards:
        try:
            language = "c++" if "+" in standard else "c"
            output_of([CLANG, f"-std={standard}", "-pedantic-errors", "-fsyntax-only", "-Isrc", *options, "-x", language, unit], text)
        except RuntimeError as error:
            yield unit, str(error)


def faults():
    yield from word_faults("\n".join(path.read_text(encoding="utf-8", errors="replace") for path in texts.product() if path.is_file()))
    for unit, geometries in units.READ:
        yield from reading_faults(unit, frama_c.defines(geometries[0]))
