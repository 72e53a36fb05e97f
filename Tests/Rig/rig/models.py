"""Controllers that are sold, as the rig plays them."""

import time

from rig.comparison import LONG_PRESS, Hand
from rig.fingers import Finger
from rig.hands import Encoder, Fader, MotorFader, TwoKeys
from rig.lights import all_in
from rig.wheels import Wheel

APC_HIGHER, APC_LOWER = range(32, 64), range(0, 32)
APC_COMPARISON, APC_STOP = 100, 119
APC_LIGHTS = [*APC_LOWER, *APC_HIGHER, *range(100, 104)]


def mpk_mini(rig):
    """An Akai MPK mini 3, plugged in, and a hand on its keys an octave from middle C."""
    keys = rig.controller("MPK mini 3", vendor=0x09E8, product_id=0x0049, manufacturer="AKAI")
    return keys, Hand(keys, higher=72, lower=48)


def apc_mini(rig):
    """An Akai APC mini mk2, plugged in, and a hand on two of its pads which starts with its first track button."""
    pads = rig.controller("APC mini mk2", vendor=0x09E8, product_id=0x004F, manufacturer="AKAI", ports=2)
    return pads, Hand(pads, higher=45, lower=10, start=APC_COMPARISON)


# For matching: a controller, plugged in, and the hand on what tunes

APC_COMMIT = 107
APC_MATCHING = {"matching": 101, "interval-matching": 103}
APC_REPEAT = 105
PEDAL, SOFT_PEDAL = 64, 67
GREEN, YELLOW, RED = 21, 13, 5


def wheel(rig):
    """The MPK mini's stick as a 14-bit pitch wheel which rests a little off the centre."""
    keys, _ = mpk_mini(rig)
    return keys, Wheel(keys, _starts_with(keys, 48), _pedal(keys), rest=8192 + 90)


def coarse_wheel(rig):
    """The 7-bit pitch wheel of an unknown keyboard."""
    keys = _unknown_keyboard(rig)
    return keys, Wheel(keys, _starts_with(keys, 48), _pedal(keys), step=128)


def unknown_keys(rig):
    """Two keys of the unknown keyboard, an octave from middle C, and a hand that answers by them."""
    keys = _unknown_keyboard(rig)
    return keys, Hand(keys, higher=72, lower=48)


def two_keys(rig):
    """Two keys of the unknown keyboard, an octave from middle C."""
    keys = _unknown_keyboard(rig)
    return keys, TwoKeys(keys, _starts_with(keys, 48), higher=72, lower=48)


def seaboard(rig):
    """A ROLI Seaboard Block: every finger bends its own note."""
    keys = rig.controller("Seaboard BLOCK", vendor=0x2AF4, product_id=0x0700, manufacturer="ROLI Ltd.")
    return keys, Finger(keys, _starts_with(keys, 48), _pedal(keys))


def modulation(rig, standing):
    """CC 1 of an unknown keyboard, which stays where it is left."""
    keys = _unknown_keyboard(rig)
    return keys, Fader(keys, _starts_with(keys, 48), _pedal(keys), number=1, standing=standing)


def apc_fader(rig, standing, number=48):
    """A fader of the APC mini, with its commit button."""
    pads, _ = apc_mini(rig)
    starts = {mode: _button(pads, note) for mode, note in APC_MATCHING.items()}
    return pads, Fader(pads, starts, _button(pads, APC_COMMIT), number, standing)


def apc_repeat(pads):
    """Presses the APC mini's button that sounds the reference again; returns when."""
    return _button(pads, APC_REPEAT)


def soft_pedal(keys):
    """Steps on the soft pedal and off it; returns when it went down."""
    return _pedal(keys, SOFT_PEDAL)


def motor_fader(rig):
    """A Behringer X-Touch One: its fader has a motor and feels the finger. Its USB id is not known; it is found by name."""
    one = rig.controller("X-Touch One", vendor=0x1397, product_id=0x00FE, manufacturer="Behringer")
    return one, MotorFader(one, _starts_with(one, 91), _button(one, 94))


def encoder(rig):
    """The first encoder of a Behringer X-Touch Mini in Mackie mode, which commits when it is pressed."""
    mini = rig.controller("X-TOUCH MINI", vendor=0x1397, product_id=0x00B3, manufacturer="Behringer")
    return mini, Encoder(mini, _starts_with(mini, 91), _button(mini, 32), number=16)


def apc_result(cents, band):
    """The APC mini's lights for a result: whole rows above or below its middle; `band` is 0 (dead centre) to 3."""
    if not band:
        return all_in(range(24, 40), 7, GREEN)
    rows = range(40, 40 + 8 * band) if cents > 0 else range(24 - 8 * band, 24)
    return all_in(rows, 7, (GREEN, YELLOW, RED)[band - 1])


def ring_result(cents, band, rings=1):
    """The encoder rings' lights in Mackie mode for a result: a bar from the top."""
    value = 22 + (2 * band - 1) * (1 if cents > 0 else -1) if band else 22
    return {f"cc {48 + ring}": (1, value) for ring in range(rings)}


def _unknown_keyboard(rig):
    return rig.controller("Rig Keys 49", vendor=0x1209, product_id=0x0001, manufacturer="Rig")


def _starts_with(keys, lower):
    """A key of the lower half: pressed shortly it starts matching, for long interval matching."""

    def press(seconds):
        keys.press(lower)
        time.sleep(seconds)
        keys.release(lower)

    return {"matching": lambda: press(0.1), "interval-matching": lambda: press(LONG_PRESS)}


def _button(controller, note):
    """Presses a button and lets it go; returns when it was pressed."""

    def press():
        moment = controller.press(note)
        controller.release(note)
        return moment

    return press


def _pedal(keys, number=PEDAL):
    """Steps on a pedal and off it; returns when it went down."""

    def step():
        moment = keys.control(number, 127)
        keys.control(number, 0)
        return moment

    return step
