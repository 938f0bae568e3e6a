# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Usage: ci/steps [--check]    Prints every command of the files for GitHub and GitLab: file, job, command.

--check fails unless shellcheck accepts each command, the rows are those of tools/verify, both hosts run the same commands each
night and for the site, and a workflow names each foreign action by its commit."""
import pathlib
import re
import subprocess
import sys

import yaml

from tools.flags import flags

ROOT = pathlib.Path(__file__).resolve().parents[1]
GITHUB = sorted([*ROOT.glob(".github/workflows/*.yml"), *ROOT.glob(".github/actions/*/action.yml")])
GITLAB = [ROOT / ".gitlab-ci.yml", ROOT / "ci/gitlab-prove.yml"]
PINNED = re.compile(r"\./|[\w./-]+@[0-9a-f]{40}$")


def with_matrix(command, matrix):
    """A command once for each value of the matrix that it names."""
    names = re.findall(r"\$\{\{ *matrix\.(\w+) *\}\}", command)
    if not names:
        return [command]
    values = [row[names[0]] for row in matrix.get("include", [])] or matrix[names[0]]
    return [re.sub(r"\$\{\{ *matrix\.\w+ *\}\}", value, command) for value in values]


def of_github(path, faults):
    """Job and command of each step."""
    text = yaml.safe_load(path.read_text(encoding="utf-8"))
    jobs = text.get("jobs") or {text["name"]: text["runs"]}
    for name, job in jobs.items():
        for step in job["steps"]:
            if not PINNED.match(step.get("uses", "./")):
                faults.append(f"{path.name}: {step['uses']} is not named by its commit")
            for command in with_matrix(step.get("run", ""), job.get("strategy", {}).get("matrix", {})):
                if "${{" in command:
                    faults.append(f"{path.name}: {name}: the shell reads what a caller wrote: {command}")
                if command:
                    yield name, command


def of_gitlab(path):
    """The same; the last document of a file has the jobs."""
    text = list(yaml.safe_load_all(path.read_text(encoding="utf-8")))[-1]
    for name, job in ((name, job) for name, job in text.items() if isinstance(job, dict)):
        rows = [(key, value) for row in job.get("parallel", {}).get("matrix", []) for key in row for value in row[key]]
        for command in [*job.get("before_script", []), *job.get("script", [])]:
            filled = [command.replace(f'eval "${key}"', value).replace(f'"${key}"', value) for key, value in rows]
            yield from ((name, one) for one in dict.fromkeys(filled or [command]))


def main():
    faults = []
    found = [(path, *step) for path in GITHUB for step in of_github(path, faults)]
    found += [(path, *step) for path in GITLAB for step in of_gitlab(path)]
    if not flags(__doc__, "--check"):
        for path, name, command in found:
            print(f"{path.relative_to(ROOT)}: {name}: {command}")
    for path, name, command in found:
        done = subprocess.run(["shellcheck", "--shell=sh", "-"], input=command + "\n", text=True, check=False,
                              stdout=subprocess.PIPE)
        if done.returncode:
            faults.append(f"{path.relative_to(ROOT)}: {name}: {done.stdout}")
    rows = set(re.findall(r'^    "(\w+)": \(', (ROOT / "tools" / "verify").read_text(encoding="utf-8"), re.MULTILINE))
    here = {path.name: set() for path, _, _ in found}
    for path, _, command in found:
        here[path.name].update(re.findall(r"^tools/verify (\w+)$", command))
    for name in ("verify.yml", ".gitlab-ci.yml"):
        if here[name] != rows:
            faults.append(f"{name}: the rows of tools/verify and its own differ: {sorted(here[name] ^ rows)}")
    for what, github, gitlab in (("nights", ("nightly.yml", "long"), "nightly"), ("sites", ("site.yml", "build"), "pages")):
        both = [{command for path, job, command in found if (path.name, job) == place and command.startswith("make")}
                for place in (github, (".gitlab-ci.yml", gitlab))]
        if both[0] != both[1] or not both[0]:
            faults.append(f"the {what} differ: {sorted(both[0] ^ both[1])}")
    print(*faults, f"{len(found)} commands, {len(faults)} faults", sep="\n")
    return 1 if faults or not found else 0


if __name__ == "__main__":
    sys.exit(main())
