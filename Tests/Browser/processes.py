"""Processes that do not outlive the tests that need them."""

import ctypes
import signal
import subprocess

patience = 20
libc = ctypes.CDLL(None)


def end_with_parent():
    """In a new process: it is killed when its parent dies, so that a run that is killed leaves no server and no program behind."""
    PR_SET_PDEATHSIG = 1
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def end_process(process):
    """Asks a process to end, and kills it if it does not in time."""
    process.terminate()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
