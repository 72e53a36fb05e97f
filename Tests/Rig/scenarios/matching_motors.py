"""A motor fader with touch, and an encoder with a ring: the messages to both, and their times."""

from functools import partial

from rig import models
from rig.lights import picture
from rig.matching_agreement import assert_nothing_told_by_lights, assert_results_lit
from rig.matching_practice import modes, practise
from rig.motors import assert_motors
from rig.waiting import wait_until


def scenario(rig):
    rig.jack()
    for mode in modes(0):
        controller, hand, told, rows, _ = practise(rig, models.motor_fader, mode, seed=40, lit=True, between=touch_again)
        assert_motors(rig, told, rows, hand)
        lights = [message for message in controller.lights() if message.data[0] & 0xF0 != 0xE0]
        assert_nothing_told_by_lights(told, lights, picture)
        assert_results_lit(told, lights, picture, models.ring_result)
        rig.measured(f"{controller.product}, {mode}")
        controller.unplug()
    for mode in modes(1):
        controller, _, told, *_ = practise(rig, models.encoder, mode, seed=41, lit=True)
        assert_nothing_told_by_lights(told, controller.lights(), picture)
        assert_results_lit(told, controller.lights(), picture, partial(models.ring_result, rings=8))
        rig.measured(f"{controller.product}, {mode}")
        controller.unplug()


def touch_again(hand, number, peach):
    """After some commits the finger comes back at once and stays until feedback is over: the motor must wait."""
    if number % 4 == 2:
        hand.hold_on(lambda: wait_until(lambda: len(peach.events("feedbackEnded")) > number, "feedback's end"))
