"""Starting and ending programs under test."""

import os
import signal
import subprocess

from rig.waiting import PATIENCE


class Program:
    """A running program whose output goes to a file, in a separate process group, as a shell starts it."""

    def __init__(self, arguments, log, environment=None):
        """Starts it; `log` (a path) gets its standard output and standard error."""
        self.name = str(arguments[0]).rpartition("/")[2]
        self.log = log
        self.process = self._start([str(argument) for argument in arguments], environment)

    def _start(self, arguments, environment):
        with open(self.log, "wb") as output:
            return subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=environment,
                preexec_fn=os.setpgrp,
            )

    @property
    def running(self):
        """Whether it has not ended yet."""
        return self.process.poll() is None

    def send_signal(self, number):
        """Sends it a signal."""
        self.process.send_signal(number)

    def wait(self, seconds=PATIENCE):
        """Waits for its end, and returns the exit code (negative: the signal that ended it)."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{self.name} did not end within {seconds:g} s") from None

    def stop(self, number=signal.SIGTERM, seconds=PATIENCE):
        """Asks it to end, with a signal, and returns the exit code."""
        if self.running:
            self.send_signal(number)
        return self.wait(seconds)

    def kill(self):
        """Ends it at once, even a frozen one."""
        if self.running:
            self.process.kill()
        return self.wait()

    def output(self):
        """Its output so far."""
        return self.log.read_text(errors="replace")
