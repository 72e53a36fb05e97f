"""Practice of early or late played by a simulated player who knows the right answer, and what is heard of it."""

from dataclasses import dataclass

import numpy as np

from rig.analysis import load
from rig.stream import gather
from rig.waiting import sleep_until

FEEDBACK_SECONDS = 0.4
RELEASE_SECONDS = 0.025
CELLS = {"straight-16ths": "nnnn", "triplets-1": "nnn"}
"""The cells of the patterns that scenarios play: a note or a rest each."""
ORDER = ("exerciseStarted", "noteStarted pattern", "answerEnabled", "answered", "feedbackStarted", "feedbackEnded")


@dataclass
class Exercise:
    """One answered exercise, from the event stream."""

    started: dict
    frame: int
    """The pattern's first frame."""
    answered: dict
    feedback: dict
    saved: str
    """The id of its record."""


def exercises(events):
    """The exercises of a stream in which each was answered, in order; fails unless each has exactly one of every
    event."""
    return [
        Exercise(
            told["exerciseStarted"], told["noteStarted pattern"]["frame"], told["answered"], told["feedbackStarted"],
            told["saved"],
        )
        for told in gather(events, ORDER)
    ]


def play(peach, hand, corrects, delays):
    """Answers one exercise for each of `corrects`, `delays` seconds after answers count."""
    for correct, delay in zip(corrects, delays, strict=True):
        exercise = peach.wait_for("exerciseStarted")
        enabled = peach.wait_for("answerEnabled")
        sleep_until(enabled["time"] + round(delay * 1e9))
        late = exercise["offset"] > 0
        hand.tap(hand.keys["higher" if late == correct else "lower"])
        peach.wait_for("answered")


def assert_saved(told, rows, controller):
    """The database has exactly the answers of the stream, in order."""
    assert [row["id"] for row in rows] == [exercise.saved for exercise in told]
    for row, exercise in zip(rows, told, strict=True):
        started, answered = exercise.started, exercise.answered
        wanted = {
            "mode": "timing", "pattern": started["pattern"], "position": started["position"], "tempo": started["tempo"],
            "offset_ns": started["offset"], "answer": answered["answer"], "correct": int(answered["correct"]),
            "response_time": answered["responseTime"], "source": "controller", "controller": controller,
            "withdrawn": 0, "exercise_index": started["index"], "epoch": started["epoch"],
        }
        assert wanted.items() <= row.items(), f"{row}\nis not\n{wanted}"
        assert row["response_time"] >= 0 and row["loops"] >= 1, row


def assert_heard(rig, recording, told):
    """The recording has exactly the strokes of the stream, on their frames, and after a wrong answer the tick.

    Each exercise begins on a beat of the first one's grid, the first after feedback.
    """
    signal = load(recording.path, recording.channels)[:, 0]
    rate, tempo = recording.rate, told[0].started["tempo"]
    cells = CELLS[told[0].started["pattern"]]
    notes = [cell for cell, kind in enumerate(cells) if kind == "n"]
    displaced = notes[told[0].started["position"] - 1]
    first = int((signal != 0).argmax())
    align = first - told[0].frame
    origin = told[0].frame

    def frames(part):
        """Parts of a beat, to the nearest frame."""
        return (2 * 60 * rate * part + tempo * len(cells)) // (2 * tempo * len(cells))

    errors, strokes, ticks = [], 0, 0
    for number, exercise in enumerate(told):
        beat = round((exercise.frame - origin) * tempo / (60 * rate))
        assert exercise.frame == origin + frames(beat * len(cells)), f"exercise {number + 1} is off the grid"
        end = exercise.feedback["frame"]
        if number:
            wait = exercise.frame - told[number - 1].feedback["frame"] - round(FEEDBACK_SECONDS * rate)
            assert 0 <= wait < 60 * rate / tempo + 1, wait
        offset = round(exercise.started["offset"] * rate / 1e9)
        for part in range(beat * len(cells), (beat + 200) * len(cells)):
            cell = part % len(cells)
            if cell not in notes:
                continue
            onset = origin + frames(part) + (offset if cell == displaced else 0)
            if onset >= end:
                break
            before = signal[align + onset - 200 : align + onset]
            heard = np.flatnonzero(signal[align + onset - 200 : align + onset + 200])
            errors.append(abs(int(heard[0]) - 200) if len(heard) and not before.any() else 200)
            strokes += 1
        after = signal[align + end + round(RELEASE_SECONDS * rate) + 2 : align + end + round(0.085 * rate)]
        assert after.any() == (not exercise.answered["correct"]), f"exercise {number + 1}: {exercise.answered}"
        ticks += not exercise.answered["correct"]
        silent = signal[align + end + round(0.1 * rate) : align + end + round(0.39 * rate)]
        assert not silent.any(), f"exercise {number + 1}: feedback is not silent"
    rig.measured(f"{strokes} strokes within {max(errors)} frames of the grid, {ticks} ticks; {recording}")
    assert max(errors) == 0, errors
