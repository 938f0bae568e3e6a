# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs CBMC on a proof: do all properties hold, and is each place reached?"""
import contextlib
import fnmatch
import json
import os
import re
import signal
import subprocess
import tempfile
import time

from proofs.cbmc.counterexample import history_of
from proofs.cbmc.table import LOGS, ROOT

# A loop that the table forgets is a failure, not an endless run: it is unwound once.
COMMON = ["-Ispec", "-Itests", "-Iexamples", "-DTW_PLAIN_NAMES", "--unwind", "1", "--drop-unused-functions",
          "--json-ui"]
CHECKS = ["--bounds-check", "--pointer-check", "--signed-overflow-check", "--unsigned-overflow-check",
          "--conversion-check", "--div-by-zero-check", "--undefined-shift-check",
          "--pointer-primitive-check", "--unwinding-assertions", "--slice-formula", "--trace"]
WATCHDOG = 20  # times the limit, in seconds of the clock: a machine that is as busy as that gives no verdict
ENDS = "no answer in", "the machine: no end in"
STOPPED = f"Solver returned code: {128 + signal.SIGXCPU}"  # said by CBMC
GROUPS, SIGNALS = set(), []  # the groups of processes that run now, and the signals that came


def kill(group):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def stop(number, _frame):
    """Ends each CBMC with its solver. No other begins, in no thread: `run` raises the exit instead."""
    SIGNALS.append(number)
    os.write(2, f"tools/bmc: stopped by {signal.Signals(number).name}\n".encode())
    for group in list(GROUPS):
        kill(group)


def stop_on_signals():
    """A signal that this process was told to ignore stays ignored, as under nohup."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)


def exit_if_stopped():
    if SIGNALS:
        raise SystemExit(128 + SIGNALS[0])


def command_of(cbmc, proof):
    unwind = ",".join(f"{loop}:{bound}" for loop, bound in proof["loops"].items())
    return [cbmc, proof["file"], "--function", proof["function"], f"-I{proof.get('source', 'src')}", *COMMON,
            *(f"-D{name}={text}" for name, text in proof["defines"].items()),
            *(["--unwindset", unwind] if unwind else [])]


def run(command, log, limit):
    """Runs CBMC, and its solver, for so many seconds of processor at most: a busy machine does not change the verdict.

    Returns its messages, or nothing. The watchdog ends what waits for ever. Its files, of many megabytes, go with it,
    however it ends."""
    exit_if_stopped()
    limited = ["prlimit", f"--cpu={limit}:{limit + 9}", *command]
    options = {"cwd": ROOT, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT,
               "text": True, "start_new_session": True}
    with tempfile.TemporaryDirectory(dir=log.parent, prefix="tmp-") as folder, \
            subprocess.Popen(limited, **options, env={**os.environ, "TMPDIR": folder}) as process:
        GROUPS.add(process.pid)
        try:
            if SIGNALS:  # one came before the group was known
                kill(process.pid)
            output, _ = process.communicate(timeout=WATCHDOG * limit)
        except subprocess.TimeoutExpired:
            kill(process.pid)
            output, _ = process.communicate()
            output += f"\n{ENDS[1]} {WATCHDOG * limit} s\n"
        finally:
            kill(process.pid)
            GROUPS.discard(process.pid)
    exit_if_stopped()
    if process.returncode == -signal.SIGXCPU or STOPPED in output:
        output += f"\n{ENDS[0]} {limit} s of processor\n"
    log.write_text(" ".join(command) + "\n" + output, encoding="utf-8")
    try:
        return json.loads(output)
    except ValueError:
        return []


def find(messages, key):
    return next((message[key] for message in messages if key in message), None)


def fault_of(messages, log):
    """What CBMC says when it has no result."""
    errors = [m["messageText"] for m in messages if m.get("messageType") == "ERROR"]
    last = log.read_text(encoding="utf-8").rstrip().splitlines()[-1]
    return last if last.startswith(ENDS) else errors[0] if errors else f"no result; see {log.relative_to(ROOT)}"


def numbers_of(step):
    """The values of an input step of a trace."""
    numbers = []
    for item in step["values"]:
        data = item.get("data", "0")
        match = re.match(r"-?\d+", data)
        numbers.append(int(match[0]) if match else int(data.lower() == "true"))
    return numbers


def counterexample(proof, failure):
    """The inputs of a failed property's trace, in their order."""
    steps = [(step["inputID"], numbers_of(step)) for step in failure.get("trace", [])
             if step.get("stepType") == "input"]
    where = failure.get("sourceLocation", {})
    place = f"{where.get('file', '?')}:{where.get('line', '?')}"
    return {"property": failure["property"], "what": failure["description"], "where": place, "steps": steps}


def check_each(cbmc, solver, proof):
    """Checks the properties for each sequence of kinds of calls on its own, until one fails."""
    properties = 0
    for kinds in proof["each"]:
        row = check(cbmc, solver, dict(proof, name=f"{proof['name']}-{kinds}",
                                       defines={**proof["defines"], "KINDS": f"{kinds}u"}))
        properties += row["properties"]
        if row["failed"] or row["faults"]:
            return row
    return {"properties": properties, "failed": [], "faults": []}


def check(cbmc, solver, proof):
    """Checks the properties; returns how many, and counterexamples or faults."""
    log = LOGS / f"{proof['name']}.log"
    messages = run(command_of(cbmc, proof) + CHECKS + solver, log, proof["limit"])
    result = find(messages, "result")
    if result is None or find(messages, "cProverStatus") not in ("success", "failure"):
        return {"properties": 0, "failed": [], "faults": [fault_of(messages, log)]}
    failed = [counterexample(proof, item) for item in result if item["status"] != "SUCCESS"]
    failed.sort(key=lambda failure: "unwinding" in failure["what"])
    for number, failure in enumerate(failed):
        steps = failure.pop("steps")
        failure["calls"] = history_of(proof, steps) if number == 0 else []
    return {"properties": len(result), "failed": failed, "faults": [] if result else ["no property"]}


def is_about(proof, where):
    """Is a place in the harness, or in a function it is about? The end of an endless loop is no place."""
    if where["file"].startswith("proofs/cbmc/"):
        return True
    line = (ROOT / where["file"]).read_text(encoding="utf-8").splitlines()[int(where["line"]) - 1]
    return line.strip() != "}" and any(fnmatch.fnmatchcase(where["function"], p) for p in proof["about"])


def cover(cbmc, proof):
    """Can every place in the harness and in the functions it is about be reached?"""
    log = LOGS / f"{proof['name']}.cover.log"
    command = command_of(cbmc, proof) + ["--no-standard-checks", "--cover", "location"]
    places = find(run(command + ["--show-properties"], log, proof["limit"]), "properties") or []
    mine = {place["name"]: place["sourceLocation"]["function"] for place in places
            if is_about(proof, place["sourceLocation"])}
    faults = [f"not in this proof: {name}" for name in proof["about"] if not fnmatch.filter(mine.values(), name)]
    chosen_ = [word for name in mine for word in ("--property", name)]
    messages = run(command + chosen_, log, proof["limit"]) if mine else []
    goals = find(messages, "goals")
    if goals is None or len(goals) != len(mine):
        return {"reached": 0, "places": len(mine), "faults": faults + ["cover: " + fault_of(messages, log)]}
    missed = [goal["description"] for goal in goals if goal["status"] != "satisfied"]
    return {"reached": len(goals) - len(missed), "places": len(goals),
            "faults": faults + [f"not reached: {text}" for text in missed]}


def prove(task):
    cbmc, solver, proof, with_cover = task
    began = time.monotonic()
    row = (check_each if proof["each"] else check)(cbmc, solver, proof)
    covered = cover(cbmc, proof) if with_cover and not proof["each"] else {"reached": 0, "places": 0, "faults": []}
    ok = not (row["failed"] or row["faults"] or covered["faults"])
    return {"name": proof["name"], "set": proof["set"], "harness": f"{proof['file']}:{proof['function']}",
            "geometry": proof["geometry"], "sizes": proof["defines"], "unwind": proof["loops"],
            "properties": row["properties"], "verdict": "holds" if ok else "FAILED",
            "reached": covered["reached"], "places": covered["places"],
            "seconds": round(time.monotonic() - began, 1), "limit": proof["limit"],
            "failed": row["failed"], "faults": row["faults"] + covered["faults"],
            "command": " ".join(["cbmc", *command_of("", proof)[1:], *CHECKS, *solver])}
