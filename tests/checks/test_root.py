# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where the proof runs: ci/in-root with programs that are not the real ones, and ci/Dockerfile; the table of ci/bare.

ci/in-root runs a command where Frama-C is, or in a root or a container; each obstacle ends in one sentence that says what to do. No root is made.
podman or docker builds ci/Dockerfile with the packages of one small group, and runs make in it. Where no registry is in reach, root makes the
base with debootstrap. That is not tried where there is no such program or no base."""
import os
import re
import shutil

import pytest

from shared import ROOT, passes, run

SYSTEM = "sh cat cut dirname du env flock grep head mkdir mv rm sed sort tail tar tr".split()
SENTENCES = re.compile(r"ci/[a-z-]*: |entered: |command ran$")
ENTERED = 'set -f; echo "entered:" $*'
ROOTED = "entered: .*--mount .* sh -c echo command ran"
UNROOTED = "entered: --map-root-user --mount .* sh -c echo command ran"
MMDEBSTRAP = 'for n in 3 4 5 6 7 8 9; do [ ! -e /proc/$$/fd/$n ] || exit 2; done; ' \
             'echo made >>"$0.made"; mkdir "$4.files"; tar -c -C "$4.files" -f "$4" .'  # OPTION OPTION RELEASE FILE MIRROR
NETWORK = "check the network and the space.*"


class Machine:
    """A machine without Frama-C and without tools that make a root."""

    def __init__(self, folder, user):
        self.folder = folder
        for name in ("bin", "system"):
            (folder / name).mkdir()
        for name in SYSTEM:
            (folder / "system" / name).symlink_to(shutil.which(name))
        self.has(id=f"echo {user}", unshare=ENTERED)

    def has(self, **programs):
        """These programs, and what each does."""
        for name, does in programs.items():
            path = self.folder / "bin" / name.replace("_", "-")
            path.write_text(f"#!/bin/sh\n{does}\n", encoding="ascii")
            path.chmod(0o755)

    def tries(self, code, pattern, *settings):
        """Each line is a sentence of the script, or the command's. The caller has a file open, as make and ci/with-sources have."""
        done = run("sh", "-c", 'exec "$@" 3</dev/null', "sh", "env", "-i", f"PATH={self.folder}/bin:{self.folder}/system", "RELEASE=trixie",
                   f"ROOT_CACHE={self.folder}/cache", *settings, ROOT / "ci" / "in-root", "prove", "sh", "-c", "echo command ran")
        assert done.code == code and re.search(pattern, done.output, re.MULTILINE | re.DOTALL), done.output
        assert [line for line in done.output.splitlines() if not SENTENCES.match(line)] == []

    def made(self, name):
        return (self.folder / "bin" / f"{name}.made").read_text(encoding="ascii")


@pytest.mark.parametrize("where, code, sentence, programs", [
    ("", 1, "install mmdebstrap and uidmap, or install podman: Frama-C 25 is neither", {}),
    ("root", 1, "install mmdebstrap and uidmap$", {}),
    ("container", 1, "install podman, or start docker", {}),
    ("here", 1, "leave PROVE_IN=here out", {}),
    ("there", 1, "PROVE_IN is here, root or container, not there", {}),
    ("", 1, "install mmdebstrap and uidmap, or install podman", {"docker": "exit 1"}),
    ("", 0, "builds an image", {"podman": 'case $1 in run) echo "command ran" ;; esac'}),
    ("container", 1, "check the network: podman builds no image", {"podman": "case $1 in build) exit 1 ;; esac"}),
    ("", 0, "^command ran$", {"podman": "case $1 in build) exit 1 ;; esac", "frama_c": 'echo "25.0 (Manganese)"'}),
    ("", 1, "check the network: podman builds no image", {"podman": "case $1 in build) exit 1 ;; esac", "frama_c": 'echo "29.0 (Copper)"'}),
    ("", 1, "run it as root: this system allows no user namespaces", {"mmdebstrap": "exit 25", "newuidmap": "", "unshare": "exit 1"}),
    ("", 1, NETWORK + "E: apt-get update failed$", {"mmdebstrap": 'echo "E: apt-get update failed"; exit 25', "newuidmap": ""}),
])
def test_as_an_ordinary_user(tmp_path, where, code, sentence, programs):
    machine = Machine(tmp_path, 1000)
    machine.has(**programs)
    machine.tries(code, sentence, f"PROVE_IN={where}")


def test_a_root_is_made_once_for_an_ordinary_user(tmp_path):
    machine = Machine(tmp_path, 1000)
    machine.has(mmdebstrap=MMDEBSTRAP, newuidmap="")
    for _ in range(2):
        machine.tries(0, UNROOTED, "PROVE_IN=")
    assert machine.made("mmdebstrap") == "made\n"


def test_a_root_is_made_once_for_root(tmp_path):
    machine = Machine(tmp_path, 0)
    machine.has(debootstrap='echo made >>"$0.made"')
    for _ in range(2):
        machine.tries(0, ROOTED, "PROVE_IN=")
    assert machine.made("debootstrap") == "made\n"


@pytest.mark.parametrize("sentence, programs, settings", [
    (NETWORK + "E: Failed getting release file$", {"debootstrap": 'echo "E: Failed getting release file"; exit 1'}, []),
    ("set ROOT_CACHE to a folder that can be written", {"debootstrap": ""}, ["ROOT_CACHE=/dev/null/cache"]),
    ("run it where root may mount", {"debootstrap": "", "unshare": "exit 1"}, []),
])
def test_as_root(tmp_path, sentence, programs, settings):
    machine = Machine(tmp_path, 0)
    machine.has(**programs)
    machine.tries(1, sentence, "PROVE_IN=", *settings)


def test_clean_machines():
    """Each command of make help has a line in the table of ci/bare, or it says so before it says which names it knows."""
    done = run("ci/bare", "--all", "help", "nothing")
    assert done.code == 1 and done.output.startswith("ci/bare: nothing is not in its table, which has: help copy single "), done.output


BASE, IMAGE = "docker.io/library/debian:12", "timingwheel-check"


def base_by_debootstrap(program, folder):
    """Makes the base, where root can."""
    if os.getuid() or not shutil.which("debootstrap") or run("debootstrap", "--variant=minbase", "bookworm", folder / "base", passes("ci/mirror").strip()).code:
        pytest.skip("not tried: neither a registry nor a Debian mirror gives a base")
    passes("sh", "-c", 'tar -c -C "$1" --exclude="./dev/*" . | "$2" import - "$3"', "sh", folder / "base", program, BASE)


def test_container(tmp_path):
    found = run("ci/in-root", "--container")
    if found.code:
        pytest.skip("not tried: neither podman nor docker runs here")
    program, images = found.output.strip(), [IMAGE]
    try:
        if run(program, "pull", "-q", BASE).code:
            base_by_debootstrap(program, tmp_path)
            images.append(BASE)
        passes(program, "build", "-q", "--network=host", "-t", IMAGE, "--build-arg", "PARTS=trace", "ci", timeout=1200)
        said = passes(program, "run", "--rm", "--network=host", "-v", f"{ROOT}:/project", IMAGE, "make", "-s", "help")
        assert re.search("^make prove ", said, re.MULTILINE), said
    finally:
        run(program, "rmi", "-f", *images)
        shutil.rmtree(tmp_path / "base", ignore_errors=True)
