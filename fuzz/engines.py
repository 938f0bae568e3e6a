# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The engines: a fuzzer that runs, AFL++ or libFuzzer."""
import os
import signal
import subprocess
import sys
import time

from fuzz.builds import ROOT

LONGEST = 256
AFL = {"AFL_NO_UI": "1", "AFL_QUIET": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_NO_AFFINITY": "1",
       "AFL_FAST_CAL": "1", "AFL_DISABLE_TRIM": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1"}


class Instance:
    """A fuzzer that runs: AFL++ or libFuzzer."""

    def __init__(self, engine, program, output, seconds, seeds, executions=None):
        self.engine, self.name, self.output, self.began = engine, output.name, output, time.monotonic()
        self.output.mkdir(parents=True)
        self.count = self.output.with_suffix(".count")
        start = self.afl if engine == "afl" else self.libfuzzer
        command = start(program, seconds, seeds, executions)
        environment = {**os.environ, **AFL, "FUZZ_COUNT": str(self.count)}
        if executions:
            environment["AFL_BENCH_UNTIL_CRASH"] = "1"
        self.log = self.output.with_suffix(".log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen([str(word) for word in command], cwd=ROOT, env=environment,
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            start_new_session=True)

    def afl(self, program, seconds, seeds, executions):
        return ["afl-fuzz", "-i", seeds, "-o", self.output.parent, "-S", self.name, "-V", max(1, seconds), "-s", "1",
                "-G", LONGEST, "-t", "2000", "-m", "none", *(["-E", executions] if executions else []), "--", program]

    def libfuzzer(self, program, seconds, seeds, executions):
        return [program, f"-max_total_time={max(1, seconds)}", f"-runs={executions or -1}", "-seed=1", f"-max_len={LONGEST}", "-timeout=10",
                "-rss_limit_mb=0", f"-artifact_prefix={self.output}.", self.output, seeds]

    def wait(self, limit):
        """Until it ends, by itself or by force."""
        try:
            self.process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.seconds = time.monotonic() - self.began

    def found(self):
        """The inputs that fail."""
        if self.engine == "afl":
            return sorted(path for kind in ("crashes", "hangs") for path in self.output.glob(f"{kind}/id*"))
        return sorted(path for kind in ("crash", "leak", "oom", "timeout")
                      for path in self.output.parent.glob(f"{self.name}.{kind}-*"))

    def counts(self):
        """How many inputs and calls."""
        try:
            data = self.count.read_bytes()
        except OSError:
            return 0, 0
        return int.from_bytes(data[:8], sys.byteorder), int.from_bytes(data[8:16], sys.byteorder)

    def row(self):
        inputs, calls = self.counts()
        return {"name": self.name, "seconds": round(self.seconds, 1), "inputs": inputs, "calls": calls,
                "inputs_per_second": round(inputs / self.seconds), "calls_per_second": round(calls / self.seconds),
                "found": len(self.found())}
