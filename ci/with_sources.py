# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs a command on a copy of src/ that another project has, in that project's geometry.

  ci/with-sources FOLDER COMMAND...       make prove SRC=FOLDER calls it, and gate, bmc, check and fuzz alike

The command runs in build/with-sources: this project with FOLDER for its src/. If FOLDER has a tw_ticks.h, it takes the place of that in
examples/. The first line says whether the copy is identical to this version; the next ones, in which functions it differs. tests/checks/test_copy.py tries it."""
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TREE = ROOT / "build" / "with-sources"
PARTS = ("examples spec proofs fuzz tests tools ci packaging docs web Makefile CMakeLists.txt meson.build meson_options.txt README.md CHANGELOG.md "
         "CONTRIBUTING.md .clang-format .clang-tidy .github").split()
FUNCTION = re.compile(r"^\w[^;{}#]*?\b(tw_\w+)\([^;{}]*^\{\n.*?^\}\n", re.MULTILINE | re.DOTALL)


def refuse(why):
    sys.exit(f"ci/with-sources: {why}")


def parts(text):
    """The functions of a file, and what is left of it."""
    found = {match[1]: match[0] for match in FUNCTION.finditer(text)}
    return {**found, "": FUNCTION.sub("", text)}


def differences(folder):
    """What of a copy is not as in this project: a file and its functions in each item."""
    for path in sorted(folder.glob("tw_*.[ch]")):
        mine = ROOT / ("examples" if path.name == "tw_ticks.h" else "src") / path.name
        if not mine.exists():
            yield f"{path.name} is not in this project"
            continue
        one, other = parts(mine.read_text(encoding="utf-8")), parts(path.read_text(encoding="utf-8"))
        names = [name or "text outside of functions" for name in {**one, **other} if one.get(name) != other.get(name)]
        if names:
            yield f"{path.name}: {', '.join(names)}"


def geometry_of(folder):
    """The geometry that `make copy` or `make install` wrote before tw_geometry.h. That text goes: GEOMETRY= sets the geometry."""
    path, before = folder / "tw_geometry.h", (ROOT / "packaging" / "tw_geometry.h.in").read_text(encoding="utf-8").partition("@TW_GEOMETRY_H@")[0]
    text = path.read_text(encoding="utf-8")
    set_by = re.search(r"^#undef TW_RADIX\n#define TW_RADIX (\d+)\n#undef TW_HASHED_SLOTS\n#define TW_HASHED_SLOTS (\d+)\n", text, re.MULTILINE)
    if not set_by:
        return None
    before = before.replace("@TW_RADIX@", set_by[1]).replace("@TW_HASHED_SLOTS@", set_by[2])
    if not text.startswith(before):
        return None
    path.write_text(text[len(before):], encoding="utf-8")
    return f"{set_by[1]}.{set_by[2]}"


def copied(folder):
    """The project with the folder for its src/."""
    shutil.rmtree(TREE / "src", ignore_errors=True)
    TREE.mkdir(parents=True, exist_ok=True)
    for name in PARTS:
        if (TREE / name).is_dir():
            shutil.rmtree(TREE / name)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, TREE / name, symlinks=True)
        elif (ROOT / name).exists():
            shutil.copy2(ROOT / name, TREE / name)
    # With the time of now: an object of another copy, however new, is older.
    shutil.copytree(folder, TREE / "src", copy_function=shutil.copy,
                    ignore=lambda _, names: [name for name in names if not re.fullmatch(r"tw_\w+\.\w+", name)])
    if (ROOT / "build" / "cbmc").is_dir() and not (TREE / "build" / "cbmc").exists():
        (TREE / "build").mkdir(exist_ok=True)
        (TREE / "build" / "cbmc").symlink_to(ROOT / "build" / "cbmc")


def main():
    if len(sys.argv) < 3:
        refuse("write ci/with-sources FOLDER COMMAND...")
    folder = pathlib.Path(sys.argv[1])
    if not folder.is_dir():
        refuse(f"{folder} is not a folder")
    missing = [path.name for path in sorted((ROOT / "src").iterdir()) if not (folder / path.name).is_file()]
    if missing:
        refuse(f"{folder} is not a copy of src/: it has no {', no '.join(missing)}; name a folder that `make copy TO=folder` wrote")
    copied(folder)
    geometry = geometry_of(TREE / "src")
    different = list(differences(TREE / "src"))
    version = re.search(r'^#define TW_VERSION "(.*)"$', (ROOT / "src" / "tw_geometry.h").read_text(encoding="utf-8"), re.MULTILINE)[1]
    print(f"{'identical to' if not different else 'differs from'} {version}: {folder}"
          + "".join(f"\n  {line}" for line in different) + (f"\nits geometry is {geometry}" if geometry else ""), flush=True)
    if (TREE / "src" / "tw_ticks.h").exists():
        shutil.move(TREE / "src" / "tw_ticks.h", TREE / "examples" / "tw_ticks.h")
    os.chdir(TREE)
    command = sys.argv[2:]
    if geometry and pathlib.Path(command[0]).name == "make" and not any(word.startswith("GEOMETRY=") for word in command):
        command.append(f"GEOMETRY={geometry}")
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
