"""Controllers unplugged and plugged in again and again, in every state of practice, with keys down; and two equal
ones."""

import os
import time

from rig import agreement, comparison, matching, models
from rig.hands import CENTRE
from rig.lights import all_in, wait_for_picture
from rig.models import APC_HIGHER, APC_LOWER
from rig.plugging import Footprint, assert_ready, is_heard, wait_for_stop
from rig.waiting import wait_until

CYCLES = int(os.environ["RIG_CYCLES"])
LIMIT = 3600 + 8 * CYCLES
BLOCK = 50
"""Cycles to a recording: it is kept in memory."""
MOST_GROWTH = 1024 * 1024
"""Bytes of memory, from a tenth of the cycles on."""
HIGHER, LOWER = 72, 48
STATES = (
    "hub", *(f"comparison {state}" for state in comparison.STATES), *(f"matching {state}" for state in matching.STATES),
)
CAN_ANSWER = all_in([*APC_HIGHER, *APC_LOWER], 1, 3)


def scenario(rig):
    rig.jack()
    keys, hand = models.mpk_mini(rig)
    peach = rig.peach("--seed", "8", settings={"note-duration": 0.3, "speech": "off", "equal-loudness": "off"})
    comparison.wait_for_sound(peach)
    Cycles(rig, peach, keys, hand).play()
    comes_back_in_practice(rig, peach, hand)
    two_equal_ones(rig, peach, keys)
    assert peach.stop() == 0


class Cycles:
    """This many times: enter a state, keys down, unplug, plug in."""

    def __init__(self, rig, peach, keys, hand):
        self._rig, self._peach, self._keys, self._hand = rig, peach, keys, hand
        self._chance = rig.random(1)
        self._hit = dict.fromkeys(STATES, 0)
        self._slowest = 0

    def play(self):
        """All of them, each from the hub to the hub."""
        footprint = None
        states = [STATES[number % len(STATES)] for number in range(CYCLES)]
        self._chance.shuffle(states)
        for first in range(0, CYCLES, BLOCK):
            self._rig.record()
            mark = len(self._peach.events())
            for number in range(first, min(first + BLOCK, CYCLES)):
                if number == CYCLES // 10:
                    footprint = Footprint(self._peach)
                self._cycle(states[number])
            time.sleep(0.2)
            recording = self._rig.stop_recording()
            recording.assert_complete()
            self._rig.judge(agreement.assert_silent_at_the_hub, recording, self._peach.events()[mark:])
        footprint.assert_flat(self._rig, f"{CYCLES} cycles", MOST_GROWTH)
        self._rig.measured(f"{self._hit}; ready again after {self._slowest:.0f} ms at most")

    def _cycle(self, state):
        began = len(self._peach.events())
        self._reach(state)
        held = self._chance.choice(((), (HIGHER,), (LOWER,), (HIGHER, LOWER), (60, 64, 67)))
        for key in held:
            self._keys.press(key)
        time.sleep(self._chance.uniform(0, 0.15))
        self._keys.unplug()
        self._peach.wait_for("controllerDisconnected", client=self._keys.product)
        starts = [event for event in self._peach.events()[began:] if event["event"] == "sessionStarted"]
        if starts:
            wait_until(self._is_at_the_hub, "practice to stop")
        assert len(starts) == (state != "hub"), f"{held} in {state} started {starts}"
        self._hit[state] += 1

        self._keys.plug()
        ready = assert_ready(self._peach, self._keys)
        self._slowest = max(self._slowest, (ready["time"] - self._keys.plugged_at) / 1e6)
        # The held keys are released only now; a control that has kept its position reports it.
        told = len(self._peach.events())
        for key in held:
            self._keys.release(key)
        self._keys.bend(CENTRE)
        self._keys.control(1, 0)
        self._assert_roles(told)

    def _reach(self, state):
        mode, _, state = state.partition(" ")
        if mode == "hub":
            return
        if mode == "comparison":
            comparison.reach(self._peach, self._hand, state)
            return
        self._hand.tap(LOWER)
        self._peach.wait_for("sessionStarted", mode="matching")
        self._peach.wait_for("exerciseStarted")
        if state == "reference":
            return
        matching.hear_tunable(self._peach)
        if state == "tunable":
            return
        for value in range(CENTRE, CENTRE + 3000, 300):
            self._keys.bend(value)
            time.sleep(0.008)
        if state == "feedback":
            self._keys.control(models.PEDAL, 127)
            self._peach.wait_for("committed")

    def _assert_roles(self, told):
        """Nothing has happened automatically, and a press works."""
        half, mode = self._chance.choice(((HIGHER, "comparison"), (LOWER, "matching")))
        self._hand.tap(half)
        self._peach.wait_for("sessionStarted", mode=mode)
        since = [event["event"] for event in self._peach.events()[told:]]
        before = set(since[: since.index("sessionStarted")])
        assert before <= {"noteEnded", "recordSaved", "xruns"}, since
        self._keys.press(HIGHER)
        self._keys.press(LOWER)
        self._peach.wait_for("sessionStopped", reason="asked")
        self._keys.release(HIGHER)
        self._keys.release(LOWER)

    def _is_at_the_hub(self):
        practice = [event["event"] for event in self._peach.events() if event["event"].startswith("session")]
        return practice[-1] == "sessionStopped"


def comes_back_in_practice(rig, peach, hand):
    """Pads that come back while the keys practise show what practice is at."""
    pads, _ = models.apc_mini(rig)
    assert_ready(peach, pads)
    comparison.reach(peach, hand, "awaiting")
    wait_for_picture(pads, CAN_ANSWER)
    pads.unplug()
    peach.wait_for("controllerDisconnected", client=pads.product)
    moment = comparison.now()
    pads.plug()
    assert_ready(peach, pads)
    wait_until(lambda: len(pads.lights(moment)) >= 68, "the pads to be told all")
    wait_for_picture(pads, CAN_ANSWER)
    hand.hold_both()
    peach.wait_for("sessionStopped", reason="asked")
    wait_for_picture(pads, {})
    pads.remove()


def two_equal_ones(rig, peach, first):
    """Distinguished by their sockets: each has a split, either can answer, and only the one in use stops practice."""
    second = rig.controller("MPK mini 3", vendor=0x09E8, product_id=0x0049, manufacturer="AKAI")
    assert_ready(peach, second)
    hands = [comparison.Hand(controller, higher=HIGHER, lower=LOWER) for controller in (first, second)]
    # The second one's split goes to 92, above a key that is Higher on the first one.
    second.press(90)
    second.press(94)
    time.sleep(comparison.LONG_PRESS)
    second.release(90)
    second.release(94)
    second.unplug()
    peach.wait_for("controllerDisconnected", client=second.product)
    second.plug()
    assert_ready(peach, second)
    wait_until(lambda: is_heard(first) and is_heard(second), "both to be heard")

    comparison.reach(peach, hands[0], "target")
    for hand, half in ((hands[1], "lower"), (hands[0], "higher"), (hands[1], "lower"), (hands[0], "higher")):
        hand.tap(84)
        answered = peach.wait_for("answered")
        assert answered["answer"] == half, f"{answered} where {half} was played"
        comparison.hear_target(peach)
    second.unplug()
    peach.wait_for("controllerDisconnected", client=second.product)
    hands[0].tap(84)
    assert peach.wait_for("answered")["answer"] == "higher"
    first.unplug()
    wait_for_stop(peach, first)
    first.plug()
    assert_ready(peach, first)
    rig.measured("two equal ones: each with its own split; the other one's going stops nothing")
