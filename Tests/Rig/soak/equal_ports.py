"""Two ports with the same name in the kernel: the keys of one and the buttons of the other are never confused."""

import os
import time

from rig import comparison, matching
from rig.plugging import is_heard
from rig.sequencer import clients, listeners
from rig.waiting import wait_until

PLUGS = int(os.environ["RIG_PLUGS"])
PRODUCT = "Keystation 88 MK3 Keystation 88"
"""The longest possible name: the part that distinguishes the ports is cut off."""
KEYS, TRANSPORT = "M-Audio Keystation", "M-Audio Keystation, transport"
REWIND, FORWARD, STOP, PLAY, RECORD = range(91, 96)
UPPER, LOWER = 96, 40
"""Keys; the upper one and FORWARD are both above the split, which used to make buttons keys."""


def scenario(rig):
    rig.jack()
    # No mapping has its USB id: its ports are found by name and place alone.
    controller = rig.controller(PRODUCT, vendor=0x1209, product_id=0x0088, manufacturer="M-Audio", ports=2)
    controller.unplug()
    peach = rig.peach("--seed", "9", settings={**matching.SETTINGS, "speech": "off"})
    comparison.wait_for_sound(peach)
    chance = rig.random("ports")
    for number in range(PLUGS):
        controller.port = number % 2
        controller.plug()
        names = {port.name for port in clients()[controller.client].ports.values()}
        assert names == {PRODUCT}, names
        told = [peach.wait_for("controllerConnected", client=PRODUCT) for _ in range(2)]
        assert {event["mapping"] for event in told} == {KEYS, TRANSPORT}, told
        assert all(event.get("usb") == controller.usb_id for event in told), told
        wait_until(lambda: is_heard(controller), "peach to listen to the port that is played")
        wait_until(lambda: listeners(controller.client, 1 - controller.port), "peach to listen to the other port")
        play = keys if controller.port == 0 else transport
        play(peach, controller, chance)
        controller.unplug()
        for _ in range(2):
            peach.wait_for("controllerDisconnected", client=PRODUCT)
    assert not peach.events("trouble"), peach.events("trouble")
    assert peach.stop() == 0
    rig.measured(f"{PLUGS} plugs, both ports called {PRODUCT}: keys and transport were never confused")


def keys(peach, controller, chance):
    """A note that is a button on the other port is a key here: it answers, and stops or commits nothing."""
    tap(controller, UPPER)
    peach.wait_for("sessionStarted", mode="comparison")
    comparison.hear_target(peach)
    key, half = chance.choice(((STOP, "higher"), (PLAY, "higher"), (RECORD, "higher"), (LOWER, "lower")))
    tap(controller, key)
    answered = peach.wait_for("answered")
    assert answered["answer"] == half, (key, answered)
    comparison.hear_target(peach)
    hold(controller, UPPER, LOWER)
    peach.wait_for("sessionStopped", reason="asked")


def transport(peach, controller, chance):
    """A button has its mapping's role: rewind is Lower, unlike the key of its number; play commits; stop stops."""
    tap(controller, REWIND)
    peach.wait_for("sessionStarted", mode="matching")
    matching.hear_tunable(peach)
    tap(controller, chance.choice((REWIND, FORWARD)))
    tap(controller, PLAY)
    committed = peach.wait_for("committed", matching.COMMIT_SECONDS)
    assert committed["gesture"] == "button", committed
    tap(controller, STOP)
    peach.wait_for("sessionStopped", reason="asked")


def tap(controller, note):
    """Presses and lets go."""
    controller.press(note)
    time.sleep(0.05)
    controller.release(note)


def hold(controller, *notes):
    """Holds keys of both halves, which stops."""
    for note in notes:
        controller.press(note)
    time.sleep(comparison.LONG_PRESS)
    for note in notes:
        controller.release(note)
