# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Mutation testing of the vectors: makes one small change in ../wheels.py at a time, and plays the vectors on it.

  spec/vectors/mutants [--list] [--every N]

Prints every mutant that no vector tells from the original, except those that EQUIVALENT explains. --every N runs only each
Nth mutant."""
import argparse
import contextlib
import pathlib
import re
import resource
import signal
import sys
import types

from spec.vectors import twv
from spec.vectors import wheel as adapter

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = (HERE.parent / "wheels.py").read_text(encoding="utf-8")
LIMIT = 1.0  # seconds of CPU for a history; those of the original take a few milliseconds
MEMORY = 2**29
# The wheels and geometries of the vectors, the shortest first.
KINDS = [tuple(path.stem.split("-")[1:]) for path in sorted(HERE.glob("exact-h*.twv"), key=lambda path: path.stat().st_size)]

OPERATORS = [  # what is looked for in a line of code, and what takes its place
    (r" < ", [" <= ", " > "]), (r" <= ", [" < "]), (r" > ", [" >= ", " < "]), (r" >= ", [" > "]),
    (r" == ", [" != "]), (r" != ", [" == "]), (r" is None", [" is not None"]), (r" is not None", [" is None"]),
    (r" \+ ", [" - "]), (r" - ", [" + "]), (r" \* ", [" // "]), (r" // ", [" * "]), (r" % ", [" // "]), (r"\*\*", ["*"]),
    (r"\band\b", ["or"]), (r"\bor\b", ["and"]), (r"\bnot ", [""]), (r"\bif (?!.* else )", ["if not "]),
    (r"(?<![\w.])(\d+)(?!\w)", ["+1", "-1"]),
    (r"\bprev_of\b", ["next_of"]), (r"\bnext_of\b", ["prev_of"]), (r"\breturn (OK|EXPIRED|BUSY|DUE|BAD_\w+|NOT_\w+)", ["return BAD_CAPACITY"]),
    (r"w\.slot\(", ["w.place("]), (r"w\.place\(", ["w.slot("]), (r"\bopening\b(?! =)", ["now"]),
]

EQUIVALENT = {  # what no vector can tell from the original: (line, line instead) -> why
    ("if capacity < 1 or capacity > 2**30: return BAD_CAPACITY", "if capacity < 1 or capacity >= 2**30: return BAD_CAPACITY"):
        "no vector asks for 2^30 timers",
    ("if capacity < 1 or capacity > 2**30: return BAD_CAPACITY", "if capacity < 1 or capacity > 2**29: return BAD_CAPACITY"):
        "no vector asks for that many timers",
    ("w.deadline = [0] * capacity", "w.deadline = [1] * capacity"): "the deadline of an idle timer is not read",
    ("w.deadline = [0] * capacity", "w.deadline = [-1] * capacity"): "the deadline of an idle timer is not read",
    ("w.next_of[node] = w.prev_of[node] = node", "w.next_of[node] = w.next_of[node] = node"):
        "of an idle node only next_of is read, and append writes prev_of",
    ("return 0 <= id < w.capacity", "return -1 <= id < w.capacity"): "the language has no negative numbers",
    ("return w.is_id(id) and w.next_of[w.heads + id] != w.heads + id",
     "return w.is_id(id) and w.prev_of[w.heads + id] != w.heads + id"): "a node is alone both ways or neither",
    ("NONE = 0", "NONE = 1"): "any slot of level 0 serves",
    ("NONE = 0", "NONE = -1"): "no slot at all serves too",
    ("w.R, w.P, w.heads = radix, radix**4, 4 * radix", "w.R, w.P, w.heads = radix, radix**4, 5 * radix"):
        "slots that are never used",
    ("s = w.first_occupied(w.digit(w.now, 0) + 1, 3 * w.R)", "s = w.first_occupied(w.digit(w.now, 0) + 0, 3 * w.R)"):
        "nothing is due",
    ("if s is None: s = w.first_occupied(3 * w.R + w.digit(w.now, 3) + 1, 4 * w.R)",
     "if s is None: s = w.first_occupied(3 * w.R + w.digit(w.now, 3) + 1, 5 * w.R)"): "slots that are never used",
    ("return w.first_occupied(3 * w.R, 3 * w.R + w.digit(w.now, 3) + 1)",
     "return w.first_occupied(3 // w.R, 3 * w.R + w.digit(w.now, 3) + 1)"): "lower levels are empty then",
    ("return w.first_occupied(3 * w.R, 3 * w.R + w.digit(w.now, 3) + 1)",
     "return w.first_occupied(2 * w.R, 3 * w.R + w.digit(w.now, 3) + 1)"): "lower levels are empty then",
    ("return w.first_occupied(3 * w.R, 3 * w.R + w.digit(w.now, 3) + 1)",
     "return w.first_occupied(3 * w.R, 4 * w.R + w.digit(w.now, 3) + 1)"): "what is beyond now's digit is empty then",
    ("return w.first_occupied(3 * w.R, 3 * w.R + w.digit(w.now, 3) + 1)",
     "return w.first_occupied(3 * w.R, 3 * w.R + w.digit(w.now, 3) + 2)"): "what is beyond now's digit is empty then",
    ("if s >= w.R: w.opening = s", "if s > w.R: w.opening = s"):
        "slot 0 of level 1 is never used: no deadline ahead differs from now in digit 1 by being 0 there",
    ("if w.opening != w.NONE or w.occupied[w.now % w.R]: return 0", "if w.opening != w.NONE or w.occupied[w.now % w.R]: return -1"):
        "next tells no less than 0",
    ("if w.cursor >= w.heads: return 0", "if w.cursor >= w.heads: return -1"): "next tells no less than 0",
    ("behind = w.first_occupied(0, here + 1)", "behind = w.first_occupied(0, here + 2)"): "what is ahead is empty then",
    ("if step is None or w.distance(w.now, until) < step: w.turn(until)",
     "if step is None or w.distance(w.now, until) <= step: w.turn(until)"): "where they are equal, so are the two ticks",
    ("s = w.first_occupied(0, w.opening // w.R * w.R)", "s = w.first_occupied(0, w.opening * w.R * w.R)"):
        "what else this finds expires no earlier",
    ("s = w.first_occupied(0, w.opening // w.R * w.R)", "s = w.first_occupied(1, w.opening // w.R * w.R)"):
        "slot 0 is the clock's then, and empty",
    ("if best is None or w.left(node) < w.left(best): best = node", "if best is None or w.left(node) <= w.left(best): best = node"):
        "timers of two slots have two deadlines",
}


def code_of(line):
    """A line without its comment."""
    return re.sub(r"\s*#.*", "", line)


def mutants():
    """(line number, operator, old line, new line), a line at a time; of statements, those dropped."""
    lines = SOURCE.splitlines()
    for number, line in enumerate(lines):
        code = code_of(line)
        if not code.strip() or code.strip().startswith(("def ", "class ")) or " = range(10)" in code:
            continue
        for pattern, instead in OPERATORS:
            for found in re.finditer(pattern, code):
                for new in instead:
                    text = str(int(found[1]) + int(new)) if new in ("+1", "-1") else new
                    yield number, pattern, code, code[:found.start()] + text + code[found.end():]
        head = re.match(r"\s*", code)[0]
        if re.match(r"\s*(w\.\w[^=(]*(, w\.[^=(]*)?= |w\.\w+\(|\w+ = \w+ - )", code):
            yield number, "dropped", code, head + "pass"


def broken(number, new):
    """The wheels with a line changed, or nothing if that is no Python."""
    lines = SOURCE.splitlines()
    lines[number] = new
    module = types.ModuleType("wheels")
    try:
        exec(compile("\n".join(lines), f"wheels.py:{number + 1}", "exec"), module.__dict__)  # pylint: disable=exec-used
    except (SyntaxError, NameError, TypeError):
        return None
    return module


class Late(Exception):
    pass


@contextlib.contextmanager
def limited():
    def late(*_):
        raise Late
    signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def differs(wheel, answer, history):
    """Plays a history: the first call that is answered otherwise, or nothing."""
    for call in history.calls:
        name, *numbers = call.text.split()
        if answer(wheel, name, *map(int, numbers)) != call.answer or wheel.now != call.clock:
            return call
    return None


def kill(module, vectors):
    """What tells these wheels from the original: a history, or nothing."""
    adapter.wheels = module
    for kind, geometry in KINDS:
        try:
            wheel = adapter.wheel_of(kind, geometry)
            for history in vectors[kind, geometry]:
                with limited():
                    if differs(wheel, adapter.answer, history):
                        return history
        except Late:
            return history
        except Exception:  # pylint: disable=broad-except
            return "crash"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one mutant in N")
    parser.add_argument("--list", action="store_true", help="show the mutants, run nothing")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    files = [twv.read(path) for path in sorted(HERE.glob("*.twv"))]
    vectors = {(kind, geometry): [h for head, histories in sorted(files, key=lambda f: f[0][1])
                                  if twv.fits(head, kind, geometry) and head[1] != "museum" for h in histories] for kind, geometry in KINDS}
    total = killed = equal = bad = 0
    unused, seen = set(EQUIVALENT), set()
    for index, (number, operator, old, new) in enumerate(mutants()):
        if index % args.every or new == old or (number, new) in seen or not (module := broken(number, new)):
            continue
        seen.add((number, new))
        if args.list:
            print(f"{number + 1}: {operator}\n-{old}\n+{new}")
            continue
        total += 1
        key = old.strip(), new.strip()
        by = kill(module, vectors)
        unused.discard(key)
        if by and key in EQUIVALENT:
            print(f"listed as equivalent, but killed: wheels.py:{number + 1}\n-{old}\n+{new}")
            bad += 1
        elif by:
            killed += 1
        elif key in EQUIVALENT:
            equal += 1
        else:
            print(f"survives: wheels.py:{number + 1}\n-{old}\n+{new}")
            bad += 1
    for old, new in unused if args.every == 1 else ():
        print(f"listed as equivalent, but no mutant:\n-{old}\n+{new}")
        bad += 1
    print(f"{total} mutants of spec/wheels.py: {killed} killed, {equal} equivalent, {bad} wrong")
    return 1 if bad or total < 30 and args.every == 1 else 0


if __name__ == "__main__":
    sys.exit(main())
