# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs a command, for a limited time."""
import os
import signal
import subprocess
import threading


def run(command, cwd, limit, env=None, stop=None):
    """Runs a command for so many seconds at most, or until a line makes `stop` say so.
    Returns the exit code, None if it ran out of time, and the output's lines."""
    lines = []
    with subprocess.Popen(command, cwd=cwd, env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL, text=True,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True) as process:
        late = []
        def end():
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        timer = threading.Timer(limit, lambda: (late.append(True), end()))
        timer.start()
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if stop and stop(lines[-1]):
                end()
                break
        process.wait()
        timer.cancel()
        end()
    return None if late else process.returncode, lines
