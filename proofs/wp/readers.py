# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Others than gcc and C11 read src/: as C23, as C++, on other machines, behind the headers of the system, and in one
header. A word that one of them takes for itself, or two functions of one name, are an error there."""
import subprocess
import tempfile

from proofs.wp import frama_c, units
from proofs.wp.units import ROOT

STANDARDS = ["c11", "gnu23", "gnu2y", "c++11", "gnu++20", "c++26"]
TARGETS = """x86_64-linux-gnu i386-linux-gnu armv6m-none-eabi armv7em-none-eabi aarch64-linux-gnu riscv32 riscv64 avr
powerpc-linux-gnu s390x-linux-gnu mips-linux-gnu sparc-linux-gnu m68k-linux-gnu msp430 hexagon loongarch64 wasm32
x86_64-w64-mingw32 x86_64-pc-windows-msvc arm64-apple-darwin powerpc64-ibm-aix x86_64-pc-solaris
x86_64-unknown-freebsd i386-pc-haiku""".split()
# A program may include any header of C11, and these of POSIX, before the wheels.
HEADERS = """fcntl netdb netinet/in poll pthread sys/select sys/socket sys/stat sys/time sys/types unistd
assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype""".split()
# Macros that no package of `make prove` brings.
ELSEWHERE = "far near huge pascal cdecl small hyper interface current import module vector pixel".split()
CALLER = "".join(f'#include "{name}"\n' for name in ("tw_hier.h", "tw_hashed.h", "tw_ticks.h")) * 2
SINGLE = '#include "timingwheel.h"\n' * 2
WHOLE, STATIC = "#define TW_IMPLEMENTATION\n" + SINGLE, "#define TW_STATIC\n" + SINGLE
FOLDERS = [word for folder in (ROOT / "src", ROOT / "examples", frama_c.BUILD) for word in ("-I", str(folder))]


def said(text, *options, standard="c11", command=frama_c.NEWEST, folder=None):
    """The error of a compiler that reads a text: nothing if it takes it."""
    words = [command, f"-std={standard}", "-x", "c++" if "+" in standard else "c", *options, *FOLDERS, "-"]
    done = subprocess.run(words, input=text, text=True, env=frama_c.ENV, cwd=folder, capture_output=True, check=False)
    lines = [line for line in done.stderr.splitlines() if "error" in line]
    return "" if not done.returncode else lines[0] if lines else f"exit {done.returncode}"


def texts():
    """What is read, and how: name, text, options, standard."""
    strict = ["-pedantic-errors", "-Werror=strict-prototypes"]
    for standard in STANDARDS:
        yield f"the headers as {standard}", CALLER, strict, standard
        yield f"the single header as {standard}", WHOLE, strict, standard
        yield f"the single header, static, as {standard}", STATIC, strict, standard
    for target in TARGETS:
        yield f"the single header for {target}", WHOLE, ["-ffreestanding", f"--target={target}"], "gnu11"
    yield "the single header where other words are macros", WHOLE, [f"-D{word}=%" for word in ELSEWHERE], "gnu11"
    for geometry in units.SLOTS:
        yield f"the single header at {geometry}", WHOLE, frama_c.defines(geometry), "c11"


def symbols(standard, names):
    """The names by which a caller's object asks for functions."""
    text = CALLER + "extern void *all[];\nvoid *all[] = {" + ", ".join(f"(void *){name}" for name in names) + "};\n"
    with tempfile.TemporaryDirectory() as folder:
        error = said(text, "-c", "-o", "caller.o", standard=standard, folder=folder)
        command = ["nm", "-u", "caller.o"]
        return error or subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, check=True).stdout


def faults():
    """(reader, fault). The single header is written first."""
    single = ROOT / frama_c.SINGLE_HEADER
    subprocess.run([ROOT / "tools" / "single", "-o", single, "tw_hier.c", "tw_hashed.c"], check=True)
    for name, text, options, standard in texts():
        if error := said(text, "-fsyntax-only", *options, standard=standard):
            yield name, error
    system = "".join(f"#include <{name}.h>\n" for name in HEADERS)
    if error := said(system + WHOLE, "-fsyntax-only", standard="gnu11", command="gcc"):
        yield "the single header behind headers of the system", error
    names = sorted(name for unit, _ in units.COMPILED for name in units.public_of(unit))
    want = symbols("c11", names)
    if symbols("c++11", names) != want or want.count("tw_") != len(names):
        yield "C++", "a public function has another name in C++"
