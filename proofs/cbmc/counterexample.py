# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A counterexample as a call history, in the text format of spec/vectors."""
import os
import subprocess

from tools.sources import CALLS, STATUSES
from proofs.cbmc.table import LOGS, ROOT

STATE = ["link", "timer", "occupied", "opening", "cursor"]
HEADERS = {"hier": "# twv 2 exact hier {0}", "hashed": "# twv 2 exact hashed {0}.{1}"}
UNTOUCHED, FAULT = 0xDEADBEEF, 3  # reach.c's exit status


def answer_of(name, n):
    """An answer, as the text format has it."""
    (value, out, now), kind = n, CALLS[name][1]
    if kind in ("FLAG", "NUMBER"):
        return f"{value} @{now}"
    text = STATUSES[value] if value < len(STATUSES) else "no_status"
    return f"{text} {out} @{now}" if out != UNTOUCHED else f"{text} @{now}"


def state_of(name, n):
    """A part of a state, where init does not make it so, as lines for reach.c and as C."""
    if name == "link":
        return ([f"# set next {n[0]} {n[1]}", f"# set prev {n[0]} {n[2]}"],
                f"links[{n[0]}] = (struct tw_link){{{n[1]}, {n[2]}}};" if n[1:] != [n[0], n[0]] else "")
    if name == "timer":
        return ([f"# set deadline {n[0]} {n[2]}"] if n[1] else [], f"deadlines[{n[0]}] = {n[2]};" if n[1] else "")
    if name == "occupied":
        return [], f"w.occupied[{n[0]}] = 0x{n[1]:X};" if n[1] else ""
    return [f"# set place 0 {n[0]}"], f"w.{name} = {n[0]};"


def reached(proof, lines):
    """The calls that lead to a state, or nothing. They may show the fault themselves. A wrong wheel may not return."""
    file = LOGS / f"{proof['name']}.state"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    environment = {**os.environ, "MAIN": "proofs/cbmc/reach.c", "SOURCE": str(proof.get("source", "src")),
                   "GEOMETRY": proof["geometry"]}
    done = subprocess.run(["timeout", "60", ROOT / "tools/replay", file], env=environment, text=True, check=False,
                          stdout=subprocess.PIPE)
    return done.stdout.splitlines() if done.returncode in (0, FAULT) else []


def history_of(proof, steps):
    """A trace's inputs as a history: calls, with the oracle's answers; the state of a step proof as
    calls that lead to it, or else as assignments."""
    wheel = proof["defines"].get("WHEEL", "")
    lines = [HEADERS[wheel].format(*proof["geometry"].split("."))] if wheel else []
    state, assigned, clock, now, last = [], [], 0, None, ""
    for name, n in steps:
        if name in STATE and wheel:
            more, text = state_of(name, n)
            state, assigned = state + more, assigned + [f"#     {text}"] * bool(text)
        elif name == "got":
            now = n
        elif name == "answer":
            clock = n[2]
            lines[-1] = f"{lines[-1].rsplit(' = ', 1)[0]} = {answer_of(last, n)}"
            lines += [f"# got {answer_of(last, now)}"] * (answer_of(last, n) != answer_of(last, now))
        elif wheel:
            if state:
                lines = lines[:1] + (reached(proof, lines + state) or lines[1:] + ["# and this state:"] + assigned)
                state = []
                if any(line.startswith("# got") for line in lines):
                    return lines
            last, clock = name, n[1] % int(proof["defines"]["TW_RADIX"]) ** 4 if name == "init" else clock
            lines.append(" ".join(map(str, [name] + n[:CALLS[name][0]])) + f" = SKIP @{clock}")
        else:
            lines.append(f"{name} = {', '.join(map(str, n))};"
                         if not name.startswith("tw_") else f"{name}(links, {', '.join(map(str, n))});")
    return lines
