"""Whether sound, events and database of a comparison practice agree, one to one."""

import numpy as np

from rig.analysis import cents, frame_at, load, load_cycles
from rig.listening import listen

RELEASE_FRAMES = 1200
FEEDBACK_FRAMES = 19200
LEVEL = 0.1
"""The amplitude of −20 dBFS, with `equal-loudness` off."""


def assert_right(told, corrects):
    """The stream contains the given answers, numbered from 1."""
    assert [exercise.started["index"] for exercise in told] == list(range(1, len(corrects) + 1))
    assert [exercise.answered["correct"] for exercise in told] == list(corrects)
    for exercise in told:
        wanted = "correct" if exercise.answered["correct"] else "incorrect"
        assert exercise.feedback["kind"] == wanted, exercise.feedback
        higher = exercise.started["target"]["cents"] > 0
        assert (exercise.answered["answer"] == "higher") == (higher == exercise.answered["correct"]), exercise


def assert_saved(told, rows, controller, mode="comparison", sources=None):
    """The database has exactly the answers of the stream, in order; `sources` lists their sources, if they were not all
    from the controller."""
    sources = sources or ["controller"] * len(told)
    assert [exercise.answered["source"] for exercise in told] == sources, [exercise.answered for exercise in told]
    assert [row["id"] for row in rows] == [exercise.saved for exercise in told]
    for row, exercise, source in zip(rows, told, sources, strict=True):
        started, answered = exercise.started, exercise.answered
        wanted = {
            "mode": mode,
            "reference_note": started["reference"]["note"],
            "reference_hertz": started["reference"]["hertz"],
            "target_note": started["target"]["note"],
            "target_hertz": started["target"]["hertz"],
            "cents": started["target"]["cents"],
            "answer": answered["answer"],
            "correct": int(answered["correct"]),
            "response_time": answered["responseTime"],
            "source": source,
            "controller": controller if source == "controller" else None,
            "withdrawn": 0,
            "exercise_index": started["index"],
            "epoch": started["epoch"],
        }
        assert wanted.items() <= row.items(), f"{row}\nis not\n{wanted}"
        assert row["response_time"] >= 0, f"{row} was answered before it was heard"


def assert_heard(rig, recording, told, note_frames):
    """The recording has exactly the notes and ticks of the stream: on the frame, within 0.1 cent, and no other sound.

    The recorder counts its own frames: the first note aligns them. The target follows the reference without a gap.
    """
    signal = load(recording.path, recording.channels)
    assert (signal[:, 0] == signal[:, 1]).all(), "left and right differ"
    notes, ticks = listen(signal[:, 0], recording.rate)
    assert len(notes) == 2 * len(told), f"{len(notes)} notes are heard of {2 * len(told)}"
    offset = notes[0].start - 1 - told[0].frames["reference"]
    early = sum(e.feedback["frame"] < e.frames["target"] + note_frames - RELEASE_FRAMES for e in told)
    pitch_errors, onset_errors, level_errors, fade_errors = [], [], [], []
    for number, exercise in enumerate(told):
        for note, role in zip(notes[2 * number :], ("reference", "target")):
            first = exercise.frames[role] + offset
            onset_errors.append(abs(note.start - 1 - first))
            pitch_errors.append(abs(cents(exercise.started[role]["hertz"], note.hertz)))
            level_errors.append(abs(note.amplitude / LEVEL - 1))
            if note.fade is not None:
                # The first frame of a release is already below full level.
                release = min(first + note_frames - RELEASE_FRAMES, exercise.feedback["frame"] + offset)
                fade_errors.append(abs(note.fade + 1 - release))
        assert exercise.frames["target"] == exercise.frames["reference"] + note_frames, exercise.frames
        assert exercise.feedback_end == exercise.feedback["frame"] + FEEDBACK_FRAMES, exercise
        if number:
            assert exercise.frames["reference"] == told[number - 1].feedback_end, exercise.frames
    wanted_ticks = [e.feedback["frame"] + offset + 1 for e in told if not e.answered["correct"]]
    rig.measured(
        f"{len(notes)} notes: pitch within {max(pitch_errors):.1e} cent, onsets within {max(onset_errors)} frames, level "
        f"within {max(level_errors):.1e}, {len(fade_errors)} releases within {max(fade_errors)} frames; {early} targets faded "
        f"early; {len(ticks)} ticks; {recording}"
    )
    assert [tick.start for tick in ticks] == wanted_ticks, f"ticks {ticks} where {wanted_ticks} are meant"
    assert max(onset_errors) == 0, onset_errors
    assert max(pitch_errors) < 0.1, pitch_errors
    assert max(level_errors) < 1e-4, level_errors
    assert max(fade_errors) == 0, fade_errors


def measure_response_times(rig, recording, told, presses, rows):
    """Says how well key times and response times agree with the rig's own clock, and fails where they cannot be."""
    cycles = load_cycles(recording.path)
    signal = load(recording.path, recording.channels)
    first_heard = int((signal[:, 0] != 0).argmax())
    offset = first_heard - 1 - told[0].frames["reference"]
    travel, response = [], []
    for exercise, press, row in zip(told, presses, rows, strict=True):
        travel.append((exercise.answered["inputTime"] - press) / 1e6)
        heard = exercise.frames["target"] + offset
        own = (frame_at(exercise.answered["inputTime"], cycles, recording.rate) - heard) / recording.rate
        response.append((row["response_time"] + row["playback_latency"] - own) * 1e3)
    rig.measured(
        f"key to stamp {min(travel):.1f} to {max(travel):.1f} ms; response time against the recorder's clock "
        f"{min(response):.1f} to {max(response):.1f} ms"
    )
    assert min(travel) > -5 and max(travel) < 100, travel
    assert max(map(abs, response)) < 100, response


def assert_silent_at_the_hub(rig, recording, events):
    """From a fade after each stop to the next start there is silence."""
    signal = np.abs(load(recording.path, recording.channels)).max(axis=1)
    cycles = load_cycles(recording.path)
    latest = 0
    stop = None
    for event in [*events, {"event": "sessionStarted", "time": None}]:
        if event["event"] == "sessionStopped":
            stop = frame_at(event["time"], cycles, recording.rate)
        if event["event"] == "sessionStarted" and stop is not None:
            # The first note begins with the next cycle, and when a cycle began is known to a cycle or so.
            end = len(signal) if event["time"] is None else frame_at(event["time"], cycles, recording.rate) - 2 * 1024
            sounding = np.flatnonzero(signal[int(stop) : int(end)])
            latest = max(latest, int(sounding[-1]) if len(sounding) else 0)
            stop = None
    rig.measured(f"the last sound after a stop is {latest / recording.rate * 1000:.0f} ms after it")
    assert latest < 0.025 * recording.rate + 3 * 1024, latest
