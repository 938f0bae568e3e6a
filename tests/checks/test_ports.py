# SPDX-License-Identifier: Apache-2.0 OR MIT
"""spec/vectors/run with broken ports: spec/wheels.py and spec/vectors/wheel.py, wrong as proofs/wrong/ports.txt tells.

run must name the fault of each broken port; test_vectors.py has the right port. For a port with a bug of
docs/museum.md, the histories that name the bug must find it, and run must tell the project and the year."""
from shared import passes, read, run

PORT = ["spec/vectors/wheel.py", "hier", "16"]


def test_faults_are_named_and_published_bugs_found():
    """A third of them: each night has all."""
    passes("tools/wrong", "--table", "ports", "--shard", "1/3", timeout=1200)


def test_call_that_a_port_does_not_have_is_named(tmp_path):
    passes("tools/wrong", "--make", tmp_path, "port-crash")
    text = read(tmp_path / PORT[0]).replace("import os; os.kill(os.getpid(), 11)", "return \"SKIP\"")
    (tmp_path / PORT[0]).write_text(text, encoding="utf-8")
    done = run("spec/vectors/run", "--limit", "30", "--", tmp_path / PORT[0], *PORT[1:])
    assert done.code == 3 and "without restart" in done.output, done.output


def test_published_bug_is_named(tmp_path):
    passes("tools/wrong", "--make", tmp_path, "port-tokio-top-wrap")
    port = [tmp_path / PORT[0], "hier", "256"]
    done = run("spec/vectors/run", "--vectors", "spec/vectors/museum-256.twv", "--", *port)
    assert done.code == 1, done.output
    assert "\n  fails as tokio did in 2026 (tools/museum tokio-top-wrap)\n" in done.output, done.output
