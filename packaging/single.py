# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Usage: packaging/single [--bare] [-I FOLDER]... [-o FILE] SOURCE.c...    Writes these files of src/, and all that
they include of this project, into one header: each file once, where it is first included. Files are looked for
in FOLDER, src/ and spec/. --bare leaves the contracts out; what is said in words stays."""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
INCLUDE = re.compile(r'#include ("(?P<own>[\w.]+)"|<(?P<system>[\w.]+)>)$')
# Where a file's own text begins: after comments, includes, and the first lines of an include guard.
CODE = re.compile(r"\A(?:/\*.*?\*/|#include[^\n]*|#ifndef (\w+)\n#define \1$|\s+)*", re.M | re.S)
SPDX = "/* SPDX-License-Identifier: Apache-2.0 OR MIT */"
# A comment, or a function that is not static where it is declared or defined, from the line's first column.
PUBLIC = re.compile(r"/\*.*?\*/|^(?:TW_NODISCARD )?(?!static\b)(?=(?:[a-z]\w*[ *]+)+tw_\w+\([^;{}]*[;{])", re.M | re.S)
HEAD = """{spdx}
/* Timing wheel {version}, in one header: {names}. Written by packaging/single from the sources
   of the same version{bare}; not edited by hand, but for the geometry below.

     {include:30}declares the interface
     #define TW_IMPLEMENTATION     before it, in one file of the program: defines it there too
     #define TW_STATIC             before it, in every file instead: each has static functions of its
                                   own, which the compiler can inline

   TW_RADIX and TW_HASHED_SLOTS are the same in every file of a program. The linker refuses others; with
   TW_STATIC only in C++, and only functions of yours that have a wheel as parameter. */
#ifndef TW_API
#ifdef TW_STATIC
#define TW_API static inline
#else
#define TW_API
#endif
#endif
#if defined TW_STATIC && defined __cplusplus && !defined TW_PLAIN_NAMES
#define tw_hier TW_NAME(tw_hier_, TW_RADIX)
#define tw_hashed TW_HASHED_NAME(tw_hashed_)
#endif
"""
BODY = """
#if defined TW_IMPLEMENTATION || defined TW_STATIC
{private}
#endif

#if (defined TW_IMPLEMENTATION || defined TW_STATIC) && !defined {guard}
#define {guard}
{text}
#endif
"""


class Flattener:
    """Puts files in the place of the lines that include them; before the file, if they are all that it has until then. Of the
    files that a .c includes, only its own header is for users: the others are a part of it."""

    def __init__(self, folders, bare):
        self.folders, self.bare, self.seen = folders, bare, set()

    def find(self, name):
        for folder in self.folders:
            if (folder / name).exists():
                return folder / name
        sys.exit(f"packaging/single: no file {name}")

    def included(self, found, once):
        """What an #include stands for; if only once, then nothing the second time."""
        if once and found[1] in self.seen:
            return ""
        self.seen.update([found[1]] if once else [])
        return self.text_of(found["own"], once) if found["own"] else found[0]

    def text_of(self, name, once=True):
        """A file, with all that it includes and nothing did before. What it includes after its own text begins may be
        under a condition: that comes each time, and has a guard of its own."""
        text = self.find(name).read_text(encoding="utf-8").replace(SPDX + "\n", "")
        text = without_logic(text) if self.bare else text
        first, before, private, inside = CODE.match(text).end(), [], [], []
        for line in text.splitlines(keepends=True):
            found = INCLUDE.match(line.rstrip("\n"))
            place = inside if not found or first <= 0 else private if name.endswith(".c") and found["own"] != name[:-1] + "h" else before
            place.append(self.included(found, once and place is not inside) + "\n" if found else line)
            first -= len(line)
        body = "".join(inside).strip("\n")
        if name.endswith(".c"):
            body = BODY.format(private="".join(private).strip(), guard=re.sub(r"\W", "_", name).upper(), text=body)
        return "".join(before) + f"\n{body}\n"


def without_logic(text):
    """Without what only the prover reads: annotations, and lines under #ifdef __FRAMAC__."""
    out, depth = [], 0
    for line in text.splitlines():
        if depth or line == "#ifdef __FRAMAC__":
            depth += line.startswith("#if") - line.startswith("#endif")
            if line.startswith("#el"):
                sys.exit("packaging/single: an #else of #ifdef __FRAMAC__")
        else:
            out.append(line)
    text = re.sub(r"\n\n[ \t]*/\*@.*?\*/\n", "\n\n", "\n".join(out), flags=re.S)
    return re.sub(r"\s*/\*@.*?\*/", "", text, flags=re.S)


def single(sources, folders, bare, file):
    """The header's text."""
    flat = Flattener(folders, bare)
    version = re.search(r'^#define TW_VERSION "(.*)"$', flat.find("tw_geometry.h").read_text(encoding="utf-8"), re.M)[1]
    text = "\n".join(flat.text_of(source) for source in sources)
    text = PUBLIC.sub(lambda m: m[0] if m[0].startswith("/*") else m[0] + "TW_API ", text)
    head = HEAD.format(spdx=SPDX, version=version, names=", ".join(sources), include=f'#include "{file}"',
                       bare=", without their contracts" if bare else "")
    return re.sub(r"\n{3,}", "\n\n", head + "\n" + text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sources", nargs="+", metavar="SOURCE.c")
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("-I", dest="folders", type=pathlib.Path, action="append", default=[])
    parser.add_argument("-o", dest="output", type=pathlib.Path, default="/dev/stdout")
    args = parser.parse_args()
    folders = [*args.folders, ROOT / "src", ROOT / "spec"]
    text = single(args.sources, folders, args.bare, args.output.name)
    args.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
