"""No screen, no terminal, no key of the computer: all four modes from plug-in to stop, on three kinds of controllers."""

from functools import partial

from rig import comparison, models
from rig.hands_only import HandsOnly, Instrument, StepKeys
from rig.lights import all_in
from rig.wheels import Wheel

SETTINGS = {"note-duration": 0.6, "equal-loudness": "off"}
MODES = ("comparison", "matching", "interval-comparison", "interval-matching")
APC_STARTS = {"interval-comparison": 102, "interval-matching": 103}
APC_LEVEL = 56
APC_MODES = dict(zip(("comparison", "matching", "interval-comparison", "interval-matching"), range(100, 104)))


def scenario(rig):
    rig.jack()
    speech = {"speech": "on"}
    play(rig, small_keyboard, SETTINGS | speech | {"matching-cue": "clicks"}, lambda session: session.hold_two(66, 78))
    play(rig, grid, SETTINGS | {"speech": "off"}, settle_in)
    play(rig, motor_fader, SETTINGS | speech | {"matching-cue": "off"})


def play(rig, plugged, settings, before=lambda session: None):
    """The whole session: nothing reaches the program but the controller."""
    rig.record()
    peach = rig.peach("--seed", "4", "--screen", "off", settings=settings)
    peach.assert_no_terminal()
    peach.wait_for("soundReady", 20)
    session = HandsOnly(rig, peach, plugged(rig))
    session.plug_in()
    before(session)
    for mode in MODES:
        (session.matching if "matching" in mode else session.comparison)(mode)
    assert peach.stop() == 0
    session.prove(rig.stop_recording())
    session.controller.unplug()


def small_keyboard(rig):
    """25 keys from middle C up, without a pedal, and unknown: split, speech, clicks, wheel."""
    keys = rig.controller("Rig Keys 25", vendor=0x1209, product_id=0x0002, manufacturer="Rig")
    hand = comparison.Hand(keys, higher=79, lower=65)
    return Instrument(keys, hand, {"matching": Wheel(keys, {}, commit=None), "interval-matching": StepKeys(hand)})


def grid(rig):
    """64 lit pads, buttons and faders, no keys; one fader is the level."""
    pads, fader = models.apc_fader(rig, standing=64)
    hand = comparison.Hand(pads, higher=45, lower=10)
    return Instrument(
        pads, hand, {"matching": StepKeys(hand), "interval-matching": fader}, starts=APC_STARTS, knob=Knob(pads),
        mode_light=lambda mode: {APC_MODES[mode]: (1, 1)}, answer_light=apc_answer, result_light=models.apc_result,
    )


def settle_in(session):
    """Faders report their position when they are first moved, and that changes nothing."""
    session.instrument.tuners["interval-matching"].settle_in()
    session.instrument.knob.settle_in()


def motor_fader(rig):
    """One motor fader that feels the finger, buttons with lights, and a ring."""
    one, fader = models.motor_fader(rig)
    hand = comparison.Hand(one, higher=92, lower=91)
    return Instrument(
        one, hand, {"matching": fader, "interval-matching": StepKeys(hand)}, stop=93,
        answer_light=lambda answer, correct: {92 if (answer == "higher") == correct else 91: (1, 127)},
        result_light=models.ring_result,
    )


def apc_answer(answer, correct):
    """The half that was pressed in green, or the other one in red."""
    higher = (answer == "higher") == correct
    return all_in(models.APC_HIGHER if higher else models.APC_LOWER, 7, models.GREEN if correct else models.RED)


class Knob:
    """The grid's ninth fader, which is the level: its whole way is 54 dB."""

    def __init__(self, controller):
        self._set = partial(controller.control, APC_LEVEL)
        self._value = 100

    def settle_in(self):
        """Sends its position, which changes nothing."""
        self._set(self._value)

    def __call__(self, decibels):
        """Moves the level by about `decibels`, and returns by how much."""
        steps = round(decibels / 54 * 127)
        for _ in range(abs(steps)):
            self._value += 1 if steps > 0 else -1
            self._set(self._value)
        return steps * 54 / 127
