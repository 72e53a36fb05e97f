"""The state of a controller's lights, from the messages it received: notes and controls (CC), whose value is a colour.

A picture is the set of lit lights: (channel, value) by note, or by the name of a control (`cc 48`). Channels count from
1.
"""

import time

from rig.waiting import wait_until

DARK = 0


def picture(messages):
    """The lit lights after `messages`. Motors (pitch bend) are not lights."""
    lit = {}
    for message in messages:
        status, number, value = message.data
        kind = status & 0xF0
        if kind == 0xE0:
            continue
        assert kind in (0x90, 0xB0), f"{message} is neither note-on nor control change"
        light = number if kind == 0x90 else f"cc {number}"
        lit.pop(light, None)
        if value != DARK:
            lit[light] = (status & 0x0F) + 1, value
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
