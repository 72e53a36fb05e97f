"""Practice of which beats faster, played by a simulated player who knows the right answer, and its recorded sound."""

from dataclasses import dataclass

import numpy as np

from rig.analysis import load
from rig.stream import gather
from rig.waiting import sleep_until

FEEDBACK_SECONDS = 0.4
SOUND_SECONDS = 3
RELEASE_SECONDS = 0.025
LONGEST_GAP = 4096
"""The most frames that a recording may lack after an xrun: four buffers of the rig's server."""
PARTIALS = {"unison": (1, 1), "third": (5, 4), "fifth": (3, 2), "octave": (2, 1)}
"""The partials that beat: of the bass and of the upper note."""
ORDER = (
    "exerciseStarted", "noteStarted reference", "noteStarted target", "answerEnabled", "answered", "feedbackStarted",
    "feedbackEnded",
)


@dataclass
class Exercise:
    """One answered exercise, from the event stream."""

    started: dict
    frames: tuple
    """The first frames of both sounds."""
    answered: dict
    feedback: dict
    saved: str
    """The id of its record."""


def exercises(events):
    """The exercises of a stream in which each was answered, in order; fails unless each has exactly one of every
    event."""
    return [
        Exercise(
            told["exerciseStarted"], (told["noteStarted reference"]["frame"], told["noteStarted target"]["frame"]),
            told["answered"], told["feedbackStarted"], told["saved"],
        )
        for told in gather(events, ORDER)
    ]


def play(peach, hand, corrects, delays):
    """Answers one exercise for each of `corrects`, `delays` seconds after answers count."""
    for correct, delay in zip(corrects, delays, strict=True):
        exercise = peach.wait_for("exerciseStarted")
        enabled = peach.wait_for("answerEnabled")
        sleep_until(enabled["time"] + round(delay * 1e9))
        hand.tap(hand.keys["higher" if (exercise["percent"] > 0) == correct else "lower"])
        peach.wait_for("answered")


def assert_saved(told, rows, controller):
    """The database has exactly the answers of the stream, in order."""
    assert [row["id"] for row in rows] == [exercise.saved for exercise in told]
    for row, exercise in zip(rows, told, strict=True):
        started, answered = exercise.started, exercise.answered
        wanted = {
            "mode": "beats", "beats_interval": started["interval"], "timbre": started["timbre"],
            "difference_percent": started["percent"], "answer": answered["answer"],
            "correct": int(answered["correct"]), "response_time": answered["responseTime"], "source": "controller",
            "controller": controller, "withdrawn": 0, "exercise_index": started["index"], "epoch": started["epoch"],
        }
        for name in ("first", "second"):
            sound = started[name]
            wanted |= {
                f"{name}_bass": sound["note"], f"{name}_bass_hertz": sound["bass"], f"{name}_rate": sound["beats"],
                f"{name}_upper_hertz": sound["hertz"], f"{name}_width": sound["cents"],
            }
        assert wanted.items() <= row.items(), f"{row}\nis not\n{wanted}"
        faster = abs(started["second"]["beats"]) > abs(started["first"]["beats"])
        assert (answered["answer"] == "higher") == (faster == answered["correct"]), exercise


def beat_rate(signal, rate, hertz):
    """The beats per second of the two partials about `hertz`: all else must be at least 80 Hz away.

    The squared envelope of two sines is a constant and one sine of their difference, whose frequency is fitted by least
    squares.
    """
    length, hop = round(0.1 * rate), round(0.005 * rate)
    turned = signal * np.exp(-2j * np.pi * hertz * np.arange(len(signal)) / rate)
    terms = (0.27105140069342, -0.43329793923448, 0.21812299954311, -0.06592544638803, 0.01081174209837, -0.00077658482522,
             0.00001388721735)
    share = (np.arange(length) + 0.5) / length
    window = sum(term * np.cos(2 * np.pi * number * share) for number, term in enumerate(terms))
    starts = np.arange(0, len(signal) - length, hop)
    power = np.abs([window @ turned[start : start + length] for start in starts]) ** 2

    def left(beats):
        angle = 2 * np.pi * beats * starts / rate
        columns = np.column_stack([np.ones(len(starts)), np.cos(angle), np.sin(angle)])
        fitted = columns @ np.linalg.lstsq(columns, power, rcond=None)[0]
        return ((power - fitted) ** 2).sum()

    step = 0.02
    coarse = min(np.arange(0.5, 13, step), key=left)
    low, high = coarse - step, coarse + step
    while high - low > 1e-6:
        first, second = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, second) if left(first) < left(second) else (first, high)
    return (low + high) / 2


def assert_heard(rig, recording, told, xruns):
    """The recording has the beats of the stream within a thousandth per second, each sound for three seconds or to its
    answer, and after a wrong answer the tick. `xruns` are the times of xruns: see `timing.assert_heard`."""
    signal = load(recording.path, recording.channels)
    assert (signal[:, 0] == signal[:, 1]).all(), "left and right differ"
    signal, rate = signal[:, 0].astype(float), recording.rate
    recorded = [exercise for exercise in told if exercise.started["time"] > max(xruns, default=0)]
    assert len(recorded) > len(told) // 2, f"only {len(recorded)} exercises after the last xrun: {recording}"
    # A note's first sample is 0. It is silent for far longer than a gap before the first exercise compared.
    near = max(0, int((signal != 0).argmax()) - told[0].frames[0] + recorded[0].frames[0] - LONGEST_GAP)
    align = near + int((signal[near:] != 0).argmax()) - 1 - recorded[0].frames[0]
    errors = []
    for number, exercise in enumerate(told, 1):
        first, second = exercise.frames
        assert second - first == SOUND_SECONDS * rate, f"exercise {number}: {exercise.frames}"
        if number > 1:
            wait = first - told[number - 2].feedback["frame"]
            assert wait == round(FEEDBACK_SECONDS * rate), f"exercise {number} begins {wait} frames after feedback"
        if exercise not in recorded:
            continue
        end = exercise.feedback["frame"]
        for start, stop, name in ((first, second, "first"), (second, min(end, second + SOUND_SECONDS * rate), "second")):
            sound = exercise.started[name]
            lower, upper = PARTIALS[exercise.started["interval"]]
            assert abs(upper * sound["hertz"] - lower * sound["bass"] - sound["beats"]) < 1e-6, sound
            part = signal[align + start + rate // 40 : align + stop - rate // 25]
            found = beat_rate(part, rate, lower * sound["bass"] + sound["beats"] / 2)
            errors.append(abs(found - abs(sound["beats"])))
        ticks = signal[align + end + round(RELEASE_SECONDS * rate) + 2 : align + end + round(0.085 * rate)].any()
        assert ticks == (not exercise.answered["correct"]), f"exercise {number}: {exercise.answered}"
        silent = not signal[align + end + round(0.1 * rate) : align + end + round(0.39 * rate)].any()
        assert silent, f"exercise {number}: feedback from frame {end} is not silent in {recording}"
    rig.measured(f"{len(errors)} beat rates within {max(errors):.1e} per second; {recording}")
    assert max(errors) < 0.001, errors
