"""Comparison practice played by a simulated player who knows the right answer, and its event stream."""

import time
from dataclasses import dataclass

from rig.stream import gather, state_at
from rig.waiting import PATIENCE, sleep_until, wait_until

UNTIL_HEARD = 0.15
"""Seconds from the event that reports a note to when it has surely been heard. An earlier key press is not an
answer."""
LONG_PRESS = 1.0
"""Seconds: longer than the 0.8 s that make a long press."""
FURTHER = ("listen", "interval-listen", "timing", "timing-listen", "chords", "beats", "temperament")
"""The modes in the list of further exercises, in its order."""
STATES = ("reference", "target", "awaiting", "feedback")


class Hand:
    """A hand on a controller: one key or pad for each answer, and the one that starts."""

    def __init__(self, controller, higher, lower, start=None):
        self.controller = controller
        self.keys = {"higher": higher, "lower": lower}
        self._start = start or higher

    def start(self, mode="comparison"):
        """Starts comparison from the hub, or, by a long press of the same key, its interval variant."""
        if mode == "comparison":
            self.tap(self._start)
        else:
            self.hold(self._start)

    def hold(self, key, seconds=LONG_PRESS):
        """Presses a key for long."""
        self.controller.press(key)
        time.sleep(seconds)
        self.controller.release(key)

    def hold_both(self, seconds=LONG_PRESS):
        """Holds the keys of both halves, which stops practice."""
        for key in self.keys.values():
            self.controller.press(key)
        time.sleep(seconds)
        for key in self.keys.values():
            self.controller.release(key)

    def tap(self, key, style="off"):
        """Presses a key and lets it go; returns when it was pressed (ns of CLOCK_MONOTONIC)."""
        moment = self.controller.press(key)
        self.controller.release(key, style)
        return moment

    def answer(self, exercise, correct, style="off"):
        """Answers the exercise of an `exerciseStarted`, right or wrong; returns the key and when it was pressed."""
        key = self.key(exercise, correct)
        return key, self.tap(key, style)

    def key(self, exercise, correct):
        """The key of the right or the wrong answer."""
        return self.keys["higher" if (exercise["target"]["cents"] > 0) == correct else "lower"]


def start_from_list(rig, peach, hand, mode):
    """Starts an exercise from the list of further ones with two keys, and the recording before it."""
    wait_for_sound(peach)
    for _ in range(2):
        hand.hold_both()
        time.sleep(0.4)
    for _ in range(FURTHER.index(mode)):
        hand.tap(hand.keys["higher"])
        time.sleep(0.3)
    # The clicks that count the entries end before the recording begins.
    time.sleep(2)
    rig.record()
    # The judge needs some silence before the first sound.
    time.sleep(0.5)
    hand.tap(hand.keys["lower"])
    peach.wait_for("sessionStarted", mode=mode)


def wait_for_sound(peach, seconds=PATIENCE):
    """Waits until there is sound, at full level: whether it came before the controllers or after them."""
    return _wait_for_full_level(wait_until(lambda: peach.events("soundReady"), "sound", seconds)[0])


def wait_for_sound_again(peach, seconds=PATIENCE):
    """Waits until sound has returned once again, at full level."""
    return _wait_for_full_level(peach.wait_for("soundRestored", seconds))


def _wait_for_full_level(ready):
    sleep_until(ready["time"] + 600_000_000)
    return ready


def start(peach, hand, mode="comparison"):
    """Waits for sound and starts a mode."""
    wait_for_sound(peach)
    hand.start(mode)
    return peach.wait_for("sessionStarted", mode=mode)


def seeded_answers(rig, count):
    """As many right answers as wrong ones in a random order, and as many moments within or after the target.

    The first of them leaves 70 ms of the target, enough to measure pitch and level, wherever in a cycle it began.
    """
    chance = rig.random(1)
    corrects = [number % 2 == 0 for number in range(count)]
    chance.shuffle(corrects)
    return corrects, [chance.uniform(0.10, 0.50) for _ in range(count)]


def play(peach, hand, corrects, delays):
    """Answers one exercise for each of `corrects`, `delays` seconds into or after its target; returns press times."""
    presses = []
    for correct, delay in zip(corrects, delays, strict=True):
        exercise = peach.wait_for("exerciseStarted")
        target = peach.wait_for("noteStarted", role="target")
        sleep_until(target["time"] + round(delay * 1e9))
        presses.append(hand.answer(exercise, correct)[1])
        peach.wait_for("answered")
    return presses


def hear_target(peach):
    """Waits until a target is heard, and returns the exercise."""
    exercise = peach.wait_for("exerciseStarted")
    target = peach.wait_for("noteStarted", role="target")
    sleep_until(target["time"] + round(UNTIL_HEARD * 1e9))
    return exercise


def reach(peach, hand, state):
    """Plays from the hub until practice is in one of STATES; returns the exercise."""
    hand.start()
    if state == "reference":
        return peach.wait_for("exerciseStarted")
    exercise = hear_target(peach)
    if state == "target":
        return exercise
    if state == "awaiting":
        peach.wait_for("noteEnded", role="target")
        return exercise
    hand.answer(exercise, correct=True)
    peach.wait_for("answered")
    return exercise


def state_at_stop(events):
    """In which of STATES the last practice was when it stopped."""

    def rules(event, running):
        match event:
            case {"event": "sessionStarted" | "feedbackEnded"} | {"event": "noteStarted", "role": "reference"}:
                return "reference"
            case {"event": "noteStarted", "role": "target"}:
                return "target"
            case {"event": "noteEnded", "role": "target"} if running == "target":
                return "awaiting"
            case {"event": "answered"}:
                return "feedback"
        return None

    return state_at(events, rules)


@dataclass
class Exercise:
    """One answered exercise, from the event stream."""

    started: dict
    frames: dict
    """The first frame of each note, by role."""
    answered: dict
    feedback: dict
    """The `feedbackStarted`."""
    feedback_end: int
    """The frame of `feedbackEnded`."""
    saved: str
    """The id of its record."""


ORDER = (
    "exerciseStarted", "noteStarted reference", "noteStarted target", "answerEnabled", "answered", "feedbackStarted",
    "feedbackEnded",
)


def exercises(events):
    """The exercises of a stream in which each was answered, in order; fails unless each has exactly one of every
    event."""
    return [
        Exercise(
            told["exerciseStarted"],
            {role: told[f"noteStarted {role}"]["frame"] for role in ("reference", "target")},
            told["answered"], told["feedbackStarted"], told["feedbackEnded"]["frame"], told["saved"],
        )
        for told in gather(events, ORDER)
    ]


def now():
    """ns of CLOCK_MONOTONIC."""
    return time.monotonic_ns()
