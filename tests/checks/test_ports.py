# SPDX-License-Identifier: Apache-2.0 OR MIT
"""spec/vectors/run with broken ports: wheels.py and wheel.py, each with another changed text.

run must name the fault of each broken port, and no fault of the right port. For a port with a bug of docs/museum.md, the histories that name
the bug must find it, and run must tell the project and the year."""

import pytest

from shared import read, run

WHEELS, PORT = "spec/wheels.py", "spec/vectors/wheel.py"
BEGINS = "    \"\"\"What a wheel answers to a call, in words.\"\"\"\n"
IN_RESTART = BEGINS + "    if name == \"restart\":\n"

# A broken port: what is wrong; the report's word and a part of its sentence; then changes: file, text, text instead.
FAULTS = [
    ("late by one", "LATE", "is delivered 1 tick late", [
        (WHEELS, "w.deadline[id] = (w.now + delay) % w.P", "w.deadline[id] = (w.now + delay + 1) % w.P"),
        (WHEELS, "w.distance(w.now, w.deadline[id]) - lag", "w.distance(w.now, w.deadline[id]) - 1 - lag")]),
    ("early by one", "EARLY", "is delivered 1 tick early", [
        (WHEELS, "w.deadline[id] = (w.now + delay) % w.P", "w.deadline[id] = (w.now + max(delay - 1, 1)) % w.P"),
        (WHEELS, "w.distance(w.now, w.deadline[id]) - lag", "w.distance(w.now, w.deadline[id]) + 1 - lag")]),
    ("last in, first out", "ORDER", "and was started first", [
        (WHEELS, "due = w.next_of[w.now % w.R]", "due = w.prev_of[w.now % w.R]"),
        (WHEELS, "node = w.next_of[w.opening]", "node = w.prev_of[w.opening]")]),
    ("lost on rollover", "ROLLOVER", "the clock rolled over since it was started", [
        (WHEELS, "return w.first_occupied(3 * w.R, 3 * w.R + w.digit(w.now, 3) + 1)", "return None")]),
    ("wrong level", "LEVEL", "times the slots of a level too early", [
        (WHEELS, "        if deadline >= w.now:  ", "        if True:  ")]),
    ("busy for ever", "BUSY", "is busy", [(WHEELS, "                w.cascade()", "                return BUSY, None")]),
    ("an id written with OK", "WRITES", "writes a value (0) with OK", [
        (WHEELS, "elif w.now == until: return OK, None\n            else: w.run(until)\n\n    def wait(w):  ",
         "elif w.now == until: return OK, 0\n            else: w.run(until)\n\n    def wait(w):  ")]),
    ("next counts from the clock", "NEXT", "or not counted from the counter", [
        (WHEELS, "max(min(w.wait(), w.longest) - lag, 0)", "min(w.wait(), w.longest)")]),
    ("the earliest of equals is the last", "EARLIEST", "or as near and was started first", [
        (WHEELS, "if w.left(node) < w.left(best): best = node\n            node", "if w.left(node) <= w.left(best): best = node\n            node")]),
    ("a refusal that changes something", "CHANGES", "start 0 9 was refused with NOT_IDLE", [
        (WHEELS, "if w.is_active(id): return NOT_IDLE", "if w.is_active(id): w.deadline[id] += 1; return NOT_IDLE")]),
    ("a due timer that only the next call delivers", "ANSWER", "a later call does", [
        (WHEELS, "                w.cascade()\n            elif w.now == until: return OK, None\n            else: w.run(until)\n",
         "                w.cascade()\n            else:\n                w.run(until)\n                if w.now == until: return OK, None\n")]),
    ("an id below 0", "EARLIEST", "earliest tells timer -7, right is 0", [(PORT, BEGINS, BEGINS + "    if name == \"earliest\":\n        return \"OK -7 9\"\n")]),
    ("crash", "CRASH", "killed by SIGSEGV", [(PORT, BEGINS, IN_RESTART + "        import os; os.kill(os.getpid(), 11)\n")]),
    ("silence", "SILENCE", "no answer to this call", [(PORT, BEGINS, IN_RESTART + "        sys.exit(0)\n")]),
    ("hang", "HANG", "no answer in 1 s", [(PORT, BEGINS, IN_RESTART + "        import time; time.sleep(9)\n")]),
    ("rubbish", "RUBBISH", "the line is not of the language", [(PORT, BEGINS, IN_RESTART + "        print(\"debug\")\n")]),
    ("a call that it does not have", "", "without restart", [(PORT, BEGINS, IN_RESTART + "        return \"SKIP\"\n")]),
    ("nothing", "", "0 failed, 0 skipped", []),
]

# Bugs of docs/museum.md: the histories that say that they catch one do. The wheel, and the text that makes it behave so.
BUGS = [
    ("skynet-near", "hier 256", "        if deadline >= w.now:  ", "        if True:  "),
    ("device-os-49-days", "hier 256", "return w.first_occupied(3 * w.R, 3 * w.R + w.digit(w.now, 3) + 1)", "return None"),
    ("picotcp-plain-compare", "hashed 256.4096", "return (b - a) % w.P", "return max(b - a, 0)"),
    ("tokio-top-wrap", "hier 16", "return w.first_occupied(3 * w.R, 3 * w.R + w.digit(w.now, 3) + 1)", "return None"),
    ("timeout-plain-compare", "hier 256", "        s = w.slot(deadline)\n", "        s = w.slot(deadline)\n        if deadline < w.now: return w.now % w.R\n"),
    ("zephyr-rounding", "hier 16", "w.deadline[id] = (w.now + delay) % w.P", "w.deadline[id] = (w.now + delay // 2 * 2) % w.P"),
    ("vpp-one-ring", "hashed 256.4096", "if w.deadline[w.cursor - w.heads] == w.now:", "if True:"),
    ("rpc-perf-turns", "hashed 4.64", "if w.deadline[w.cursor - w.heads] == w.now:", "if True:"),
    ("symmetry-reverse", "hashed 16.512", "        tail = w.prev_of[s]\n        w.next_of[tail], w.prev_of[node] = node, tail\n"
     "        w.next_of[node], w.prev_of[s] = s, node\n", "        after = w.next_of[s]\n"
     "        w.prev_of[after], w.next_of[node] = node, after\n        w.prev_of[node], w.next_of[s] = s, node\n"),
    ("linux-fifo-cascade", "hier 16", "if w.opening != w.NONE and s // w.R < w.opening // w.R: return w.opening", "pass"),
    ("iotivity-next-deleted", "hashed 4.4", "        if w.cursor == node: w.cursor = w.next_of[node]\n", ""),
    ("bngblaster-empty-slot", "hier 16", "if w.unlink(node) == w.opening: w.opening = w.NONE", "w.unlink(node)"),
    ("etl-own-callback", "hier 256", "        if w.is_active(id): w.remove(w.heads + id)\n", ""),
    ("fibers-tick-by-tick", "hier 256", "            w.turn(until)\n        else:", "            w.turn((w.now + 1) % w.P)\n        else:"),
    ("libuv-loop-clock", "hier 16", "        return w.start(id, delay)\n", "        return w.start(id, deadline % w.P)\n"),
    ("libuv-zero", "hier 16", "        if delay < 1 or delay >= w.P: return BAD_DELAY\n        if w.is_active(id): return NOT_IDLE",
     "        if delay >= w.P: return BAD_DELAY\n        if w.is_active(id): return NOT_IDLE"),
    ("msquic-moved-later", "hashed 16.512", "        if w.is_active(id): w.remove(w.heads + id)\n        w.schedule(id, delay)",
     "        if not w.is_active(id): w.schedule(id, delay)"),
    ("tokio-reset-earlier", "hier 16", "return w.distance(w.now, w.opens(w.upcoming()))", "return w.longest"),
    ("tokio-remove-expired", "hier 16", "        if not w.is_active(id): return NOT_ACTIVE\n        w.remove(w.heads + id)",
     "        w.remove(w.heads + id)"),
    ("awtk-past", "hier 16", "        if w.distance(w.now, until) >= w.P // 2:\n            if not w.is_empty(): return BAD_CLOCK, None\n"
     "            w.turn(until)\n            return OK, None\n        while True:\n            due",
     "        while True:\n            due"),
]


def report_of(tree, changes, wheel="hier 16", *options):
    """What run prints of a port with these changes, each of a text that is there once; and its exit code."""
    texts = {file: read(file) for file in (WHEELS, PORT)}
    for file, old, new in changes:
        assert texts[file].count(old) == 1, f"{file} has not once: {old}"
        texts[file] = texts[file].replace(old, new)
    (tree / "spec" / "vectors").mkdir(parents=True)
    for file, text in texts.items():
        (tree / file).write_text(text, encoding="utf-8")
        (tree / file).chmod(0o755)
    return run("spec/vectors/run", "--first", "--limit", "1" if "time.sleep" in str(changes) else "30", *options, "--",
               tree / "spec" / "vectors" / "wheel.py", *wheel.split())


@pytest.mark.parametrize("name, word, part, changes", FAULTS, ids=[name for name, *_ in FAULTS])
def test_fault_is_named(tmp_path, name, word, part, changes):
    done = report_of(tmp_path, changes)
    said = next((line for line in done.output.splitlines() if line.startswith(f"  {word}: ")), "") if word else done.output
    assert done.code == (1 if word else 3 if changes else 0) and part in said, f"{name}: {done.output}"


@pytest.mark.parametrize("bug, wheel, old, new", BUGS, ids=[bug for bug, *_ in BUGS])
def test_published_bug_is_found(tmp_path, bug, wheel, old, new):
    done = report_of(tmp_path, [(WHEELS, old, new)], wheel, "--only", bug, *(("--limit", "1") if bug == "fibers-tick-by-tick" else ()))
    assert done.code == 1, done.output


def test_published_bug_is_named(tmp_path):
    change = next(change for name, _, *change in BUGS if name == "tokio-top-wrap")
    done = report_of(tmp_path, [(WHEELS, *change)], "hier 256", "--vectors", "spec/vectors/museum-256.twv")
    assert done.code == 1 and "\n  fails as tokio did in 2026 (docs/museum.md)\n" in done.output, done.output
