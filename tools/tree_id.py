# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reports of build/reports, and which tree they are of. A report has "tree": git's id of all files, or of those
that a proof reads. tools/tree computes both."""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
REPORTS = ROOT / "build" / "reports"
SAVED = []  # the reports of this run
# What a proof reads, and what it is judged with. It writes `expected` itself.
PROVED = ("src", "spec/*.acsl", "spec/*.[ch]", "examples/tw_ticks.h", "tools/geometr*", "tools/prove", "proofs/wp",
          ":!proofs/wp/expected")


def tree_id(*files):
    """git's id of the tree, or of these files of it."""
    done = subprocess.run([ROOT / "tools" / "tree", *files], stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else sys.exit(1)


def ids():
    """Both ids of this tree."""
    return tree_id(), tree_id(*PROVED)


def load(name):
    """A report, or {} if there is none. Of a report in XML only what it says of its tree."""
    try:
        text = (REPORTS / name).read_text(encoding="utf-8")
        data = json.loads(text) if name.endswith(".json") else dict(re.findall('<testsuites (tree)="(.*?)"', text))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def save(name, data):
    """Writes a report, with a line for each item of its first parts."""
    (REPORTS / name).parent.mkdir(parents=True, exist_ok=True)
    text = re.sub(r"\n {3,}|\n *(?=[]}],?\n)", " ", json.dumps(data, indent=1))
    (REPORTS / name).write_text(text + "\n", encoding="utf-8")
    SAVED.append(REPORTS / name)


if __name__ == "__main__":  # for tools in sh
    print(*ids(), sep="\n")
