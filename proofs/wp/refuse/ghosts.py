# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The statements that ghost code may have, as Frama-C prints them: arithmetic, calls, choices and loops. Ghost code has no
address, no pointer of its own and no cast to one, so that it cannot write what the program reads."""
import re

from proofs.wp import printed

NUMBERS = "int16_t uint16_t int32_t uint32_t int64_t uint64_t tw_node int unsigned long _Bool"
WORDS = set(f"if else while break return const {NUMBERS}".split())
# All words that C takes for itself, but for the names of types above.
KEYWORDS = set("auto break case char const continue default do double else enum extern float for goto if inline int long register "
               "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm "
               "_Bool _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert typeof".split())
CASTS = re.compile(r"\((?:{}|unsigned (?:int|long)|struct tw_(?:link|hier|hashed) const \*)\)".format("|".join(NUMBERS.split())))
POINTER = re.compile(r"\\ghost|\*\s*\)|\b(?:\w+_t|{})\b(?: const)?\s*\*".format("|".join(NUMBERS.split())))
ANNOTATION = re.compile(r"/@.*?@/", re.S)
# Ghost arguments of a call are no statement, and names of what the caller has.
GHOST = re.compile(r"/\*@\s*ghost\b(.*?)\*/", re.S)


def pieces(item):
    """The ghost statements of a function."""
    if item.is_ghost:
        head, brace, body = ANNOTATION.sub(" ", item.head).partition("{")
        return [body] if brace else []
    return [ANNOTATION.sub(" ", text) for text in GHOST.findall(item.body)]


def piece_faults(text):
    text = CASTS.sub("@", " ".join(text.split()))
    for word in sorted(set(re.findall(r"\w+", text)) & KEYWORDS - WORDS):
        yield f"ghost code with {word}"
    if POINTER.search(text):
        yield "ghost code with a pointer of its own, or a cast to one"
    if any(m[0] == "&" and not re.search(r"[\w)\]]$", text[:m.start()].rstrip()) for m in re.finditer("&&?", text)):
        yield "ghost code with an address"


def faults(text):
    """(function, fault) of a unit as Frama-C prints it."""
    for item in printed.items(text):
        for piece in pieces(item) if item.name else ():
            yield from ((item.name, fault) for fault in piece_faults(piece))
