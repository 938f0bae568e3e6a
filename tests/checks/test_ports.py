# SPDX-License-Identifier: Apache-2.0 OR MIT
"""spec/vectors/run with broken ports: wheels.py and wheel.py, each with another changed text.

run must name the fault of each broken port, and no fault of the right port. For a port with a bug of docs/museum.md
(proofs/wrong/ports.txt), the histories that name the bug must find it, and run must tell the project and the year."""

import pytest

from shared import passes, read, run

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


def report_of(tree, changes):
    """What run prints of a port with these changes, each of a text that is there once; and its exit code."""
    texts = {file: read(file) for file in (WHEELS, PORT)}
    for file, old, new in changes:
        assert texts[file].count(old) == 1, f"{file} has not once: {old}"
        texts[file] = texts[file].replace(old, new)
    (tree / "spec" / "vectors").mkdir(parents=True)
    for file, text in texts.items():
        (tree / file).write_text(text, encoding="utf-8")
        (tree / file).chmod(0o755)
    return run("spec/vectors/run", "--first", "--limit", "1" if "time.sleep" in str(changes) else "30", "--",
               tree / "spec" / "vectors" / "wheel.py", "hier", "16")


@pytest.mark.parametrize("name, word, part, changes", FAULTS, ids=[name for name, *_ in FAULTS])
def test_fault_is_named(tmp_path, name, word, part, changes):
    done = report_of(tmp_path, changes)
    said = next((line for line in done.output.splitlines() if line.startswith(f"  {word}: ")), "") if word else done.output
    assert done.code == (1 if word else 3 if changes else 0) and part in said, f"{name}: {done.output}"


def test_published_bugs_are_found():
    passes("tools/wrong", "--table", "ports", "--engine", "vectors")


def test_published_bug_is_named(tmp_path):
    passes("tools/wrong", "--make", tmp_path, "port-tokio-top-wrap")
    port = [tmp_path / "spec" / "vectors" / "wheel.py", "hier", "256"]
    done = run("spec/vectors/run", "--vectors", "spec/vectors/museum-256.twv", "--", *port)
    assert done.code == 1 and "\n  fails as tokio did in 2026 (docs/museum.md)\n" in done.output, done.output
