"""Comparison practice played by somebody who knows the right answer, and what its event stream tells of it."""

import time
from dataclasses import dataclass

from rig.waiting import sleep_until

UNTIL_HEARD = 0.15
"""Seconds from the event that tells of a note to when it is heard for sure. A key pressed before is no answer."""
STATES = ("reference", "target", "awaiting", "feedback")


class Hand:
    """A hand on a controller: one key or pad for each answer, and the one that starts."""

    def __init__(self, controller, higher, lower, start=None):
        self.controller = controller
        self.keys = {"higher": higher, "lower": lower}
        self._start = start or higher

    def start(self):
        """Starts comparison from the hub."""
        self.tap(self._start)

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


def wait_for_sound(peach, event="soundReady", seconds=20.0):
    """Waits until there is sound (or, with `soundRestored`, sound again), at full level."""
    ready = peach.wait_for(event, seconds)
    sleep_until(ready["time"] + 600_000_000)
    return ready


def start(peach, hand):
    """Waits for sound and starts comparison."""
    wait_for_sound(peach)
    hand.start()
    return peach.wait_for("sessionStarted", mode="comparison")


def seeded_answers(rig, count):
    """As many right answers as wrong ones in a random order, and as many moments within or after the target."""
    chance = rig.random(1)
    corrects = [number % 2 == 0 for number in range(count)]
    chance.shuffle(corrects)
    return corrects, [chance.uniform(0.08, 0.50) for _ in range(count)]


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
    state = running = None
    for event in events:
        match event:
            case {"event": "sessionStarted" | "feedbackEnded"} | {"event": "noteStarted", "role": "reference"}:
                running = "reference"
            case {"event": "noteStarted", "role": "target"}:
                running = "target"
            case {"event": "noteEnded", "role": "target"} if running == "target":
                running = "awaiting"
            case {"event": "answered"}:
                running = "feedback"
            case {"event": "sessionStopped"}:
                state = running
    return state


@dataclass
class Exercise:
    """One answered exercise, as the event stream tells it."""

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


def exercises(events):
    """The exercises of a stream in which each was answered, in order; fails unless each event is told once for each."""
    found = []
    saved = [event["id"] for event in events if event["event"] == "recordSaved"]
    current = {}
    for event in events:
        name = event["event"]
        key = f"noteStarted {event['role']}" if name == "noteStarted" else name
        if name == "exerciseStarted":
            current = {}
        if name in ("exerciseStarted", "noteStarted", "answerEnabled", "answered", "feedbackStarted", "feedbackEnded"):
            assert key not in current, f"{key} is told twice for exercise {current['exerciseStarted']['index']}"
            current[key] = event
        if name == "feedbackEnded":
            order = ["exerciseStarted", "noteStarted reference", "noteStarted target", "answerEnabled", "answered"]
            assert list(current) == [*order, "feedbackStarted", "feedbackEnded"], list(current)
            frames = {role: current[f"noteStarted {role}"]["frame"] for role in ("reference", "target")}
            found.append(
                Exercise(
                    current["exerciseStarted"], frames, current["answered"], current["feedbackStarted"], event["frame"],
                    saved[len(found)],
                )
            )
    assert len(saved) == len(found), f"{len(saved)} records for {len(found)} answers"
    return found


def now():
    """ns of CLOCK_MONOTONIC."""
    return time.monotonic_ns()
