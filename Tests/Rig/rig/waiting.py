"""Waiting for a state, with a limit, instead of sleeping and hoping."""

import time

INTERVAL = 0.02
"""Seconds between two checks of a state: short compared with the wait, long compared with the cost of a check."""
PATIENCE = 600.0
"""Seconds for a certain event: waiting costs nothing outside, and the guest's clock jumps ahead while a busy machine
outside reads a file."""


def wait_until(look, what, seconds=PATIENCE):
    """Calls `look` until it returns something true, and returns that.

    Raises AssertionError naming `what` was awaited after `seconds`.
    """
    deadline = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds:g} s in vain for {what}")
        time.sleep(INTERVAL)


def sleep_until(moment):
    """Sleeps until `moment` (ns of CLOCK_MONOTONIC): a player presses at a time, not at a state."""
    time.sleep(max(0, moment - time.monotonic_ns()) / 1e9)
