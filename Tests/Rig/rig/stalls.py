"""Whether a processor stood still: an emulated one does, whenever the machine around it is busy with something else."""

import ctypes
import mmap
import os
import signal
import struct
import time

INTERVAL = 0.02
"""Seconds between two wakes: a wake takes time from what is measured."""
PRIORITY = 99
"""Above every real-time thread of a scenario: what wakes this late wakes late because of the machine."""
PR_SET_PDEATHSIG = 1


class StallMeter:
    """On each processor a process that wakes again and again before every other one, and notes the longest it was held up."""

    def __init__(self):
        self._processors = sorted(os.sched_getaffinity(0))
        self._longest = mmap.mmap(-1, 8 * len(self._processors))
        for place, processor in enumerate(self._processors):
            if not os.fork():
                ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
                os.sched_setaffinity(0, {processor})
                os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
                self._watch(place)

    def reset(self):
        """Forgets what was noted until now."""
        for place in range(len(self._processors)):
            self._note(place, 0)

    @property
    def longest(self):
        """Seconds of the longest stall of any processor since `reset`."""
        return max(struct.unpack(f"{len(self._processors)}d", self._longest[:]))

    def _note(self, place, seconds):
        struct.pack_into("d", self._longest, 8 * place, seconds)

    def _watch(self, place):
        due = time.monotonic() + INTERVAL
        while True:
            time.sleep(max(0, due - time.monotonic()))
            late = time.monotonic() - due
            if late > struct.unpack_from("d", self._longest, 8 * place)[0]:
                self._note(place, late)
            due = time.monotonic() + INTERVAL
