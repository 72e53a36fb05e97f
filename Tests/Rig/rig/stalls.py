"""Whether the machine stood still: an emulated one does, whenever the machine around it is busy with something else."""

import ctypes
import mmap
import os
import signal
import struct
import time

INTERVAL = 0.005
"""Seconds between two wakes."""
PRIORITY = 99
"""Above every real-time thread of a scenario: what wakes this late wakes late because of the machine."""
PR_SET_PDEATHSIG = 1


class StallMeter:
    """A process that wakes again and again before every other one, and notes the longest it was held up."""

    def __init__(self):
        self._longest = mmap.mmap(-1, 8)
        self._child = os.fork()
        if not self._child:
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
            self._watch()

    def reset(self):
        """Forgets what was noted until now."""
        self._note(0)

    @property
    def longest(self):
        """Seconds of the longest stall since `reset`."""
        return struct.unpack("d", self._longest[:])[0]

    def _note(self, seconds):
        self._longest[:] = struct.pack("d", seconds)

    def _watch(self):
        due = time.monotonic() + INTERVAL
        while True:
            time.sleep(max(0, due - time.monotonic()))
            late = time.monotonic() - due
            if late > self.longest:
                self._note(late)
            due = time.monotonic() + INTERVAL
