# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Others than gcc and C11 read src/: as C23, as C++, on other machines, behind the headers of the system, and in one
header. A word that one of them takes for itself, or two functions of one name, are an error there. tools/same does not
see this: it compares what a compiler has taken."""
import pathlib
import re
import subprocess
import tempfile

from proofs.wp import frama_c, units
from proofs.wp.units import ROOT
from tools.geometry import defines

NEWEST = "clang-19"  # of each release of Debian that tools/packages knows
SINGLE_HEADER = frama_c.BUILD / "timingwheel.h"
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
STANDARDS = ["c11", "gnu23", "gnu2y", "c++11", "gnu++20", "c++26"]
TARGETS = """x86_64-linux-gnu i386-linux-gnu armv6m-none-eabi armv7em-none-eabi aarch64-linux-gnu riscv32 riscv64 avr
powerpc-linux-gnu s390x-linux-gnu mips-linux-gnu sparc-linux-gnu m68k-linux-gnu msp430 hexagon loongarch64 wasm32
x86_64-w64-mingw32 x86_64-pc-windows-msvc arm64-apple-darwin powerpc64-ibm-aix x86_64-pc-solaris
x86_64-unknown-freebsd i386-pc-haiku""".split()
# A program may include any header of C11, and these of POSIX, before the wheels.
HEADERS = """fcntl netdb netinet/in poll pthread sys/select sys/socket sys/stat sys/time sys/types unistd
assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype""".split()
ELSEWHERE = "far near huge pascal cdecl small hyper interface current import module vector pixel".split()
CALLER = "".join(f'#include "{name}"\n' for name in ("tw_hier.h", "tw_hashed.h", "tw_ticks.h")) * 2
SINGLE = '#include "timingwheel.h"\n' * 2
WHOLE, STATIC = "#define TW_IMPLEMENTATION\n" + SINGLE, "#define TW_STATIC\n" + SINGLE
SYSTEM = "".join(f"#include <{name}.h>\n" for name in HEADERS) + WHOLE
FOLDERS = [word for folder in (ROOT / "src", ROOT / "examples", frama_c.BUILD) for word in ("-I", str(folder))]


def said(text, *options, standard="gnu11", command=NEWEST, folder=None):
    """The error of a compiler that reads a text: nothing if it takes it."""
    words = [command, f"-std={standard}", "-x", "c++" if "+" in standard else "c", *options, *FOLDERS, "-"]
    done = subprocess.run(words, input=text, text=True, env=frama_c.ENV, cwd=folder, capture_output=True, check=False)
    lines = [line for line in done.stderr.splitlines() if "error" in line]
    return "" if not done.returncode else lines[0] if lines else f"exit {done.returncode}"


def readings():
    """Each reader, and its error."""
    for standard in STANDARDS:
        strict = ["-pedantic-errors", "-Werror=strict-prototypes", "-fsyntax-only", *WARNINGS]
        for name, text in {"headers": CALLER, "single header": WHOLE, "single header, static,": STATIC}.items():
            yield f"the {name} as {standard}", said(text, *strict, standard=standard)
    others = {f"for {target}": ["-ffreestanding", f"--target={target}"] for target in TARGETS}
    # A local that nobody writes, or an order that C does not give: WP takes a value, or its own order.
    others |= {f"at {geometry}": [*WARNINGS, *defines(geometry)] for geometry in units.SLOTS}
    others["where other words are macros"] = [f"-D{word}=%" for word in ELSEWHERE]
    for name, options in others.items():
        yield f"the single header {name}", said(WHOLE, "-fsyntax-only", *options)
    yield "the single header behind headers of the system", said(SYSTEM, "-fsyntax-only", command="gcc")


def tokens(unit, geometry, spec):
    """What gcc's preprocessor leaves of a file of src/ as Frama-C reads it, with this folder as spec/; without the one
    type of spec/ that is C."""
    words = ["gcc", "-std=c11", "-E", "-P", "-D__FRAMAC__", *defines(geometry), f"-I{ROOT}/src", f"-I{spec}"]
    done = subprocess.run([*words, str(ROOT / unit)], env=frama_c.ENV, text=True, capture_output=True, check=False)
    return re.sub(r"struct tw_history \{[^{}]*\};\n", "", done.stdout)


def changed_by_spec():
    """Each file of src/ of which a macro of spec/, which no compiler reads, changes a word of C."""
    with tempfile.TemporaryDirectory() as empty:
        for path in (ROOT / "spec").glob("*.*"):
            pathlib.Path(empty, path.name).touch()
        for unit, geometry in ((unit, geometry) for unit, every in units.READ for geometry in every):
            if tokens(unit, geometry, ROOT / "spec") != tokens(unit, geometry, empty):
                yield f"{unit} {geometry}", "a macro of spec/ changes its words"


def symbols(standard, names):
    """The names by which a caller's object asks for functions, or why there is none."""
    text = CALLER + "extern void *all[];\nvoid *all[] = {" + ", ".join(f"(void *){name}" for name in names) + "};\n"
    with tempfile.TemporaryDirectory() as folder:
        error = said(text, "-c", "-o", "caller.o", standard=standard, folder=folder)
        return error or subprocess.run(["nm", "-u", "caller.o"], cwd=folder, text=True, stdout=subprocess.PIPE,
                                       check=True).stdout


def faults():
    """(reader, fault). The single header is written first."""
    subprocess.run([ROOT / "tools" / "single", "-o", SINGLE_HEADER, "tw_hier.c", "tw_hashed.c"], check=True)
    yield from ((name, error) for name, error in readings() if error)
    yield from changed_by_spec()
    if frama_c.run("any", SINGLE_HEADER, [], frama_c.log_of("any", SINGLE_HEADER, "parse"))[0]:
        yield "Frama-C", "it cannot read both wheels in one file"
    names = sorted(name for unit, _ in units.COMPILED for name in units.public_of(unit))
    want = symbols("c11", names)
    if symbols("c++11", names) != want or want.count("tw_") != len(names):
        yield "C++", "a public function has another name in C++"
