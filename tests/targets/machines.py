# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table of machines for tests of src/, and the functions that build and run a program for one of them."""
import collections
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import threading

from tools.geometry import GEOMETRIES, defines

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "targets"
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror".split()
ALL = " ".join(GEOMETRIES)

# Compiler of src/; options of it; compiler of all else, which links; its options; emulator; geometries that
# fit; routines of the compiler's own library that it may call.
Machine = collections.namedtuple("Machine", "name cc flags host link run geometries helpers")

ARM = ("--specs=picolibc.specs --oslib=semihost --crt0=hosted -Wl,--defsym=__flash=0 "
       "-Wl,--defsym=__flash_size=0x400000 "
       "-Wl,--defsym=__ram_size=0x1000000 -Wl,--defsym=__stack_size=0x20000 -Wl,--defsym=__ram=")
RISCV = ("--specs=picolibc.specs --oslib=semihost --crt0=hosted -mcmodel=medany -Wl,--defsym=__flash=0x80000000 "
         "-Wl,--defsym=__flash_size=0x400000 -Wl,--defsym=__ram=0x80400000 -Wl,--defsym=__ram_size=0x2000000 "
         "-Wl,--defsym=__stack_size=0x20000")
QEMU = " -nographic -monitor none -serial none -semihosting-config enable=on,target=native -kernel"
MICROBIT = ("qemu-system-arm -machine microbit -global nrf51-soc.sram-size=16777216 "
            "-global nrf51-soc.flash-size=4194304" + QEMU)
MPS2 = "qemu-system-arm -machine mps2-an{}" + QEMU

# On AVR, operations of 64 bits are calls; on Cortex-M0, clang 19 shifts 64 bits by one. PowerPC leaves
# functions at -Os through its ABI's register restoring code. picolibc of Debian 13 has no RISC-V of 64 bits with
# double and compressed instructions; src/ has no float, and its code is the same without them.
MACHINES = [Machine(*row) for row in (
    ("m0-gcc", "arm-none-eabi-gcc", "-mthumb -mcpu=cortex-m0", "", ARM + "0x20000000", MICROBIT, ALL, ""),
    ("m3-gcc", "arm-none-eabi-gcc", "-mthumb -mcpu=cortex-m3", "", ARM + "0x21000000", MPS2.format(385), ALL, ""),
    ("m4-gcc", "arm-none-eabi-gcc", "-mthumb -mcpu=cortex-m4", "", ARM + "0x21000000", MPS2.format(386), ALL, ""),
    ("m0-clang", "clang --target=armv6m-none-eabi", "-mcpu=cortex-m0", "m0-gcc", "", "", ALL, "__aeabi_llsl"),
    ("m3-clang", "clang --target=armv7m-none-eabi", "-mcpu=cortex-m3", "m3-gcc", "", "", ALL, ""),
    ("m4-clang", "clang --target=armv7em-none-eabi", "-mcpu=cortex-m4 -mfloat-abi=soft", "m4-gcc", "", "", ALL, ""),
    ("rv32-gcc", "riscv64-unknown-elf-gcc", "-march=rv32imac -mabi=ilp32", "", RISCV,
     "qemu-system-riscv32 -machine virt -bios none" + QEMU, ALL, ""),
    ("rv64-gcc", "riscv64-unknown-elf-gcc", "-march=rv64imac -mabi=lp64 -mcmodel=medany", "", RISCV,
     "qemu-system-riscv64 -machine virt -bios none" + QEMU, ALL, ""),
    ("ppc-gcc", "powerpc-linux-gnu-gcc", "", "", "-static", "qemu-ppc", ALL, "_restgpr_.*"),
    ("s390x-gcc", "s390x-linux-gnu-gcc", "", "", "-static", "qemu-s390x", ALL, ""),
    ("x86-gcc", "i686-linux-gnu-gcc", "", "", "-static", "", ALL, ""),
    ("avr-gcc", "avr-gcc", "-mmcu=atmega2560", "", "",
     "qemu-system-avr -machine mega2560 -nographic -monitor none -serial stdio -bios",
     "16.512 4.64 4.4", "__(add|ashl|lshr)di3(_s8)?|__(cmp|neg)di2(_s8)?"),
    ("host", "gcc", "", "", "", "", ALL, ""),
)]
BY_NAME = {machine.name: machine for machine in MACHINES}


def host_of(machine):
    """The machine that compiles what is not src/, links and runs: itself, or that of another compiler."""
    return BY_NAME[machine.host] if machine.host else machine


def tool(machine, name):
    """A tool of binutils, of this machine's."""
    return host_of(machine).cc.removesuffix("gcc") + name


def need(program):
    """A compiler or emulator must be there."""
    if not shutil.which(str(program)):
        raise RuntimeError(f"{program} is missing: run tools/deps as root")


def output_of(command, **options):
    """What a command says; it must be there, and succeed."""
    need(command[0])
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, stdin=subprocess.DEVNULL,
                          **options)
    if done.returncode:
        raise RuntimeError(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def build_product(machine, geometry, level, folder, options=()):
    """Compiles src/ as it is shipped. Returns the objects."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = []
    for source in sorted((ROOT / "src").glob("*.c")):
        objects.append(folder / (source.stem + ".o"))
        output_of([*machine.cc.split(), *machine.flags.split(), "-std=c11", "-ffreestanding", level, *WARNINGS,
                   *defines(geometry), *options, "-c", str(source.relative_to(ROOT)), "-o", objects[-1]])
    return objects


def build(machine, geometry, level, program, sources, options=()):
    """Links a program of `sources`, a list of (file, options), and src/. Returns its path."""
    host = host_of(machine)
    folder = BUILD / f"{machine.name}{level}-{geometry}" / program
    objects = build_product(machine, geometry, level, folder)
    for source, more in sources:
        objects.append(folder / (pathlib.Path(source).stem + ".o"))
        output_of([*host.cc.split(), *host.flags.split(), *host.link.split()[:1], "-std=c11", level, *defines(geometry),
                   *options, *more, "-Isrc", "-Ispec", "-Itests", "-Iexamples", "-c", source, "-o", objects[-1]])
    image = folder / "image"
    output_of([*host.cc.split(), *host.flags.split(), *host.link.split(), *objects, "-o", image])
    return image


def run(machine, image, seconds, more=()):
    """Runs an image: exit code and output. One that cannot end its emulator says a point on a line of its own."""
    command = [*host_of(machine).run.split(), str(image)]
    need(command[0])
    with subprocess.Popen(command[:1] + list(more) + command[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", cwd=ROOT) as process:
        timer = threading.Timer(seconds, process.kill)
        timer.start()
        lines = []
        for line in process.stdout:
            lines.append(line.replace("\r", ""))
            if machine.name.startswith("avr") and line.strip() == ".":
                process.kill()
        code = process.wait()
        late = not timer.is_alive()
        timer.cancel()
    if late:
        lines.append(f"out of time: {seconds} s\n")
    return 0 if machine.name.startswith("avr") and not late else code, "".join(lines)


# These programs do not depend on TW_HASHED_SLOTS.
RADIX_ONLY = "test_clock test_bitset test_list test_hier test_oracle".split()
COUNTED = re.compile(r"(\d+) passed, (\d+) failed, (\d+) skipped\n*\Z")


def tests_of(geometry, scale):
    """The sources of one image of all test programs, with a stand-in for cmocka."""
    programs = sorted(path.stem for path in (ROOT / "tests").glob("test_*.c"))
    if geometry == "4.4":
        programs = [name for name in programs if name not in RADIX_ONLY]
    calls = " ".join(f"X({name})" for name in programs)
    shared = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "tests").glob("*.c"))
              if not path.name.startswith("test_")] + ["spec/oracle.c"]
    return ([(name, ["-Dgetenv=standin_getenv"]) for name in shared]
            + [(f"tests/{name}.c", [f"-Dmain={name}"]) for name in programs]
            + [("tests/targets/cmocka.c", [f"-DPROGRAMS={calls}", f'-DSCALE="{scale}"'])])


def judge(code, said):
    """What such an image says: how many passed, findings."""
    counted = COUNTED.search(said)
    passed, failed, skipped = map(int, counted.groups()) if counted else (0, 1, 0)
    return passed, [f"tests: exit {code}\n{said[-2000:]}"] if code != 0 or failed or skipped > passed else []


def cores():
    return len(os.sched_getaffinity(0))
