# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Plays the history of an exhibit on the right wheel and on the wheel with the bug, to the first difference.

  tests/museum/show [NAME]     without a name: lists the exhibits"""
import re
import subprocess
import sys
import textwrap

from tests.museum import museum

HEADERS = {"hier": "src/tw_hier.h", "hashed": "src/tw_hashed.h", "list": "spec/oracle.h"}


def answers(command, calls, limit):
    """What a program answers to calls; where it ends or hangs, fewer answers."""
    text = "".join(f"{call.text}\n" for call in calls)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            said, _ = process.communicate(text, limit)
        except subprocess.TimeoutExpired:
            process.kill()
            said, _ = process.communicate()
    return [line.partition(" = ")[2] for line in said.splitlines()]


def clause_of(item):
    """The text of the clause, from the contract; a requirement in its words."""
    if item.clause.startswith("R-"):
        return next(line["text"] for line in museum.table() if line["id"] == item.clause)
    call, *behavior, label = item.clause.split("/")
    contracts = (museum.ROOT / HEADERS[item.wheel]).read_text(encoding="utf-8")
    contract = re.search(rf"/\*@((?:(?!\*/).)*)\*/\s*[\w *]*?\btw_\w+?_{call}\(", contracts, re.DOTALL)[1]
    case = ["", "", contract]
    if behavior:
        case = re.search(rf"\bbehavior {behavior[0]}:\s*(assumes.*?;)(?=\s*(?:assigns|ensures))(.*)", contract, re.DOTALL)
    ensures = re.search(rf"\bensures\s+{label}:.*?;(?=\s*(?:ensures|assigns|behavior|complete|$))", case[2], re.DOTALL)[0]
    return " ".join(f"{case[1]} {ensures}".split())


def plain(text):
    """Text for a terminal: links in brackets, lines of 110 characters."""
    return textwrap.fill(re.sub(r"\[(.*?)\]\((.*?)\)", r"\1 (\2)", text), 110, break_long_words=False, break_on_hyphens=False)


def show(item):
    calls = museum.history_of(item).calls[:item.wrong["call"]]
    tree = museum.seed(item, museum.BUILD / item.name)
    right = answers(museum.build(item, museum.ROOT, museum.BUILD / item.name / "right"), calls, 20)
    wrong = answers(museum.build(item, tree, tree / "wheel"), calls, 2 if item.wrong["answer"] == "no answer" else 20)
    wrong += [item.wrong["answer"]] * (len(calls) - len(wrong))
    print(f"{item.name}: {item.project}, {item.year}")
    print(plain(item.symptom))
    print(f"\n{museum.PLAYED[item.wheel] + ' ' + item.geometry:40} {'right':28} with the bug")
    for call, here, there in zip(calls, right, wrong):
        print(f"{call.text:40} {here:28} {there}{'' if here == there else '   <- differs'}")
    print("\n" + plain(f"Cause: {item.cause} {item.note}".rstrip()))
    goal, said = museum.head_of(item)["wp"].split()[2], museum.results().get(item.name, {}).get("wp", {}).get("by")
    print(f"Theorem: {' '.join(item.theorem.split())}. Clause, by reading: {item.clause}")
    print(textwrap.indent(plain(clause_of(item)), "    "))
    print(f"WP refuses the patch at the goal {said}." if said else
          f"By reading, WP should refuse the patch at the goal {goal}. It has not been asked.")
    print("\n".join(item.links))
    return 0 if right != wrong else 1


def main():
    if len(sys.argv) > 2:
        sys.exit("Give tests/museum/show one name, or none.")
    if len(sys.argv) < 2 or not sys.argv[1]:
        for item in museum.exhibits().values():
            if item.wheel:
                print(f"{item.name:28} {item.project}, {item.year}: {item.kind}")
        return 0
    return show(museum.exhibit(sys.argv[1]))


if __name__ == "__main__":
    sys.exit(main())
