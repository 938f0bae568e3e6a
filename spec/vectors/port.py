# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs the program under test: calls go in, lines come out."""
import contextlib
import queue
import signal
import subprocess
import threading


class Port:
    """A program under test: gets calls, gives lines; or tells how it ended."""

    def __init__(self, command, calls, limit):
        self.limit, self.lines = limit, queue.Queue(maxsize=1000)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, start_new_session=True)
        self.ended, self.noise = False, b""
        self.threads = [threading.Thread(target=work, args=args, daemon=True)
                        for work, args in ((self.feed, (calls,)), (self.listen, ()), (self.hear, ()))]
        for thread in self.threads:
            thread.start()

    def feed(self, calls):
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.write("".join(f"{call}\n" for call in calls).encode())
            self.process.stdin.close()

    def listen(self):
        while not self.ended and (line := self.process.stdout.readline(1000)):
            self.put(line)
        self.put(None)

    def put(self, line):
        while not self.ended:
            try:
                return self.lines.put(line, timeout=0.1)
            except queue.Full:
                pass

    def hear(self):
        while chunk := self.process.stderr.read1(1000):
            self.noise = (self.noise + chunk)[-1000:]

    def line(self):
        """The next line; nothing at the end; raises queue.Empty if it takes too long."""
        line = self.lines.get(timeout=self.limit)
        return None if line is None else line.decode("utf-8", "replace").rstrip("\r\n")

    def how(self):
        """How it ended, after its last line."""
        try:
            code = self.process.wait(self.limit)
        except subprocess.TimeoutExpired:
            return "HANG", f"closes its output, but does not end in {self.limit:g} s"
        self.threads[2].join(1)
        said = self.noise.decode("utf-8", "replace").strip().splitlines()
        said = f"; it says: {said[-1]}" if said else ""
        if code < 0:
            return "CRASH", f"killed by {signal.Signals(-code).name}{said}"
        if code > 0:
            return "CRASH", f"ends with exit code {code}{said}"
        return "SILENCE", f"ends as if all were done: no answer to this call and those behind it{said}"

    def end(self):
        self.ended = True
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdout, self.process.stdin, self.process.stderr):
            with contextlib.suppress(OSError):
                stream.close()
