# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs a command on a copy of src/ that another project has, in that project's geometry.

  ci/with-sources FOLDER COMMAND...       make prove SRC=FOLDER calls it, and gate, bmc, check and fuzz alike

The command runs in build/with-sources: this project with FOLDER for its src/. If FOLDER has a tw_ticks.h, it takes the place of that in
examples/, and so does a tw_wide.h. A second run waits for the first to end.

The first line says whether the copy is identical to this version, and the next ones what differs. Bytes decide, after the geometry that `make copy`
wrote; the functions of a file only explain. Each other entry of FOLDER is told as "not in this project", so the copy differs. Only files with
names like tw_x.c are judged: a program or a text of that project stays where it is. A header of another name is refused, and a subfolder with
headers: a compiler with -IFOLDER could take them for those of the system.
tests/checks/test_copy.py tries it."""
import fcntl
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TREE = ROOT / "build" / "with-sources"
LOCK = ROOT / "build" / "with-sources.lock"
PARTS = ("examples spec proofs fuzz tests tools ci packaging docs web Makefile CMakeLists.txt meson.build meson_options.txt README.md CHANGELOG.md "
         "CONTRIBUTING.md .clang-format .clang-tidy .github").split()
FUNCTION = re.compile(r"^\w[^;{}#]*?\b(tw_\w+)\([^;{}]*^\{\n.*?^\}\n", re.MULTILINE | re.DOTALL)
GEOMETRY = re.compile(rb"^#undef TW_RADIX\n#define TW_RADIX (\d+)\n#undef TW_HASHED_SLOTS\n#define TW_HASHED_SLOTS (\d+)\n", re.MULTILINE)
HEADERS = (".h", ".hh", ".hpp")
# A copy may have these: src/, the headers beside it, and the licences.
MINE = {path.name: path for path in [*(ROOT / "src").iterdir(), *(ROOT / "examples").glob("tw_*.h"), *ROOT.glob("LICENSE*")]}


def refuse(why):
    sys.exit(f"ci/with-sources: {why}")


def shown(name):
    """A name on one line, whatever its bytes are."""
    return str(name) if str(name).isprintable() else ascii(str(name))


def parts(text):
    """The functions of a file, by name, and what is left of it. A name may be there twice."""
    text = text.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    found = {}
    for match in FUNCTION.finditer(text):
        found.setdefault(match[1], []).append(match[0])
    return {**found, "": FUNCTION.sub("", text)}


def differences(names, texts):
    """What of a copy is not as in this project: a file and its functions in each item."""
    for name in sorted(names):
        if name not in MINE or name not in texts:
            yield f"{shown(name)} is not in this project"
        elif texts[name] != (mine := MINE[name].read_bytes()):
            one, other = parts(mine), parts(texts[name])
            which = [part or "text outside of functions" for part in {**one, **other} if one.get(part) != other.get(part)]
            yield f"{name}: {', '.join(which) or 'layout or order'}"


def geometry_of(texts):
    """The geometry that `make copy` or `make install` wrote before tw_geometry.h. That text goes: GEOMETRY= sets the geometry."""
    before, text = (ROOT / "packaging" / "tw_geometry.h.in").read_bytes().partition(b"@TW_GEOMETRY_H@")[0], texts["tw_geometry.h"]
    set_by = GEOMETRY.search(text)
    if not set_by:
        return None
    before = before.replace(b"@TW_RADIX@", set_by[1]).replace(b"@TW_HASHED_SLOTS@", set_by[2])
    if not text.startswith(before):
        return None
    texts["tw_geometry.h"] = text[len(before):]
    return f"{set_by[1].decode()}.{set_by[2].decode()}"


def has_headers(folder):
    return any(name.lower().endswith(HEADERS) for _, _, files in os.walk(folder) for name in files)


def check(folder):
    """Refuses what is no copy, and what has a header that a compiler would take for one of the system."""
    if not folder.is_dir():
        refuse(f"{shown(folder)} is not a folder")
    if TREE.resolve() in (folder.resolve(), *folder.resolve().parents):
        refuse(f"{shown(folder)} is in build/with-sources, which each run makes anew: name the folder that it was copied from")
    missing = [path.name for path in sorted((ROOT / "src").iterdir()) if not (folder / path.name).is_file()]
    if missing:
        refuse(f"{shown(folder)} is not a copy of src/: it has no {', no '.join(missing)}; name a folder that `make copy TO=folder` wrote")
    for path in sorted(folder.iterdir()):
        if path.is_dir() and has_headers(path):
            refuse(f"{shown(folder)} has headers in {shown(path.name)}/, and -I can put them before those of the system: move that folder away")
        if path.name.lower().endswith(HEADERS) and not path.name.startswith("tw_"):
            refuse(f"{shown(folder)} has a {shown(path.name)}, and -I can put it before one of the system: move that file away")


def lock():
    """One run at a time: the command keeps the lock, and gives it back when it ends."""
    LOCK.parent.mkdir(exist_ok=True)
    number = os.open(LOCK, os.O_WRONLY | os.O_CREAT, 0o666)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("ci/with-sources: waits for another run in build/with-sources to end", file=sys.stderr, flush=True)
        fcntl.flock(number, fcntl.LOCK_EX)
    os.set_inheritable(number, True)


def write(texts):
    """The project with these files for its src/."""
    shutil.rmtree(TREE / "src", ignore_errors=True)
    (TREE / "src").mkdir(parents=True)
    for name in PARTS:
        if (TREE / name).is_dir():
            shutil.rmtree(TREE / name)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, TREE / name, symlinks=True)
        elif (ROOT / name).exists():
            shutil.copy2(ROOT / name, TREE / name)
    for name, text in texts.items():  # with the time of now: an object of another copy, however new, is older
        where = "examples" if MINE.get(name, ROOT).parent.name == "examples" else "src"
        (TREE / where / name).write_bytes(text)
    if (ROOT / "build" / "cbmc").is_dir() and not (TREE / "build" / "cbmc").exists():
        (TREE / "build").mkdir(exist_ok=True)
        (TREE / "build" / "cbmc").symlink_to(ROOT / "build" / "cbmc")


def main():
    if len(sys.argv) < 3:
        refuse("write ci/with-sources FOLDER COMMAND...")
    folder, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    check(folder)
    lock()
    check(folder)  # it may have waited
    names = [path.name for path in folder.iterdir()]
    texts = {name: (folder / name).read_bytes() for name in names
             if (name in MINE or re.fullmatch(r"tw_\w+\.\w+", name)) and (folder / name).is_file()}
    geometry = geometry_of(texts)
    different = list(differences(names, texts))
    write({name: text for name, text in texts.items() if name.startswith("tw_")})
    version = re.search(r'^#define TW_VERSION "(.*)"$', (ROOT / "src" / "tw_geometry.h").read_text(encoding="utf-8"), re.MULTILINE)[1]
    print(f"{'identical to' if not different else 'differs from'} {version}: {shown(folder)}"
          + "".join(f"\n  {line}" for line in different) + (f"\nits geometry is {geometry}" if geometry else ""), flush=True)
    os.chdir(TREE)
    if geometry and pathlib.Path(command[0]).name == "make" and not any(word.startswith("GEOMETRY=") for word in command):
        command.append(f"GEOMETRY={geometry}")
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
