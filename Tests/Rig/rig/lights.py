"""What a controller's lights show, from the messages it was told: note-ons, whose velocity is a colour."""

import time

from rig.waiting import wait_until

DARK = 0


def picture(messages):
    """What is lit after `messages`: (channel, velocity) by note; channels count from 1."""
    lit = {}
    for message in messages:
        status, note, velocity = message.data
        assert status & 0xF0 == 0x90, f"{message} is no note-on"
        lit.pop(note, None)
        if velocity != DARK:
            lit[note] = (status & 0x0F) + 1, velocity
    return lit


def wait_for_picture(controller, wanted, seconds=5.0):
    """Waits until exactly `wanted` (as in `picture`) is lit, and returns how long that took, in seconds."""
    since = time.monotonic()
    wait_until(
        lambda: picture(controller.lights()) == wanted,
        f"{controller.product} to show {len(wanted)} lights {set(wanted.values())}",
        seconds,
    )
    return time.monotonic() - since


def all_in(notes, channel, velocity):
    """A picture in which every one of `notes` is lit alike."""
    return {note: (channel, velocity) for note in notes}


def note_ons(notes, channel, velocity):
    """The messages, as a set of bytes, that set every one of `notes` to `velocity`."""
    return {bytes([0x90 | channel - 1, note, velocity]) for note in notes}
