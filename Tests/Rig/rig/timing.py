"""Practice of early or late played by a simulated player who knows the right answer, and its recorded sound."""

from dataclasses import dataclass

from rig.analysis import load
from rig.stream import gather
from rig.waiting import sleep_until

FEEDBACK_SECONDS = 0.4
RELEASE_SECONDS = 0.025
LONGEST_GAP = 4096
"""The most frames that a recording may lack after an xrun: four buffers of the rig's server."""
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


def assert_heard(rig, recording, told, xruns):
    """The recording has exactly the strokes of the stream, on their frames, and after a wrong answer the tick.

    Each exercise begins on a beat of the first one's grid, the first after feedback. `xruns` are the times of xruns:
    the recorder can miss a cycle in one, most often when Peach connects, and then everything recorded later is early
    by a buffer. So only exercises that began after the last one are compared with the recording. The strokes of an
    exercise are checked before its feedback, because a gap shifts both.
    """
    signal = load(recording.path, recording.channels)[:, 0]
    rate, tempo = recording.rate, told[0].started["tempo"]
    cells = CELLS[told[0].started["pattern"]]
    notes = [cell for cell, kind in enumerate(cells) if kind == "n"]
    displaced = notes[told[0].started["position"] - 1]
    origin = told[0].frame
    recorded = [exercise for exercise in told if exercise.started["time"] > max(xruns, default=0)]
    assert len(recorded) > len(told) // 2, f"only {len(recorded)} exercises after the last xrun: {recording}"
    # It is silent for far longer than this before the first of them.
    near = int((signal != 0).argmax()) - origin + recorded[0].frame - LONGEST_GAP
    align = near + int((signal[near:] != 0).argmax()) - recorded[0].frame

    def frames(part):
        """Parts of a beat, to the nearest frame."""
        return (2 * 60 * rate * part + tempo * len(cells)) // (2 * tempo * len(cells))

    def sounds(start, end):
        """Whether anything sounds from the frame `start` to before `end`."""
        return signal[align + start : align + end].any()

    strokes = 0
    for number, exercise in enumerate(told, 1):
        beat = round((exercise.frame - origin) * tempo / (60 * rate))
        assert exercise.frame == origin + frames(beat * len(cells)), f"exercise {number} is off the grid"
        end = exercise.feedback["frame"]
        if number > 1:
            wait = exercise.frame - told[number - 2].feedback["frame"] - round(FEEDBACK_SECONDS * rate)
            assert 0 <= wait < 60 * rate / tempo + 1, f"exercise {number} begins {wait} frames after feedback"
        if exercise not in recorded:
            continue
        offset = round(exercise.started["offset"] * rate / 1e9)
        for part in range(beat * len(cells), (beat + 200) * len(cells)):
            cell = part % len(cells)
            onset = origin + frames(part) + (offset if cell == displaced else 0)
            if onset >= end:
                break
            if cell in notes:
                exact = sounds(onset, onset + 1) and not sounds(onset - 200, onset)
                assert exact, f"exercise {number}: no stroke begins on frame {onset} of {recording}"
                strokes += 1
        ticks = sounds(end + round(RELEASE_SECONDS * rate) + 2, end + round(0.085 * rate))
        assert ticks == (not exercise.answered["correct"]), f"exercise {number}: {exercise.answered}"
        silent = not sounds(end + round(0.1 * rate), end + round(0.39 * rate))
        assert silent, f"exercise {number}: feedback from frame {end} is not silent in {recording}"
    rig.measured(f"{strokes} strokes of {len(recorded)} exercises on their frames; {recording}")
