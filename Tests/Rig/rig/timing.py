"""Practice of early or late played by a simulated player who knows the right answer."""

from dataclasses import dataclass

from rig.stream import gather
from rig.waiting import sleep_until

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
