"""Whether pairs in a timer's rest sound as reported."""

from rig.analysis import cents, fit_sine, load, sounding

NOTE_LEVEL = 0.05
"""Half the amplitude of −20 dBFS: with `equal-loudness` off no note is softer."""
MISSED = 0.1
"""Seconds of frames that a slow machine may have missed before the cues."""
STEADY = slice(0.02, 0.25)
"""Seconds of a note of 0.3 s in which it has its level."""


def told_pairs(events):
    """For each pair: its `exerciseStarted`, the frames of its notes by role, and its `listened`."""
    pairs, exercise, frames = [], None, {}
    for event in events:
        match event:
            case {"event": "exerciseStarted"}:
                exercise, frames = event, {}
            case {"event": "noteStarted"}:
                frames[event["role"]] = event["frame"]
            case {"event": "listened"}:
                pairs.append((exercise, frames, event))
    return pairs


def assert_heard(rig, recording, pairs, cues, note_frames):
    """The recording has each pair, alone: both notes at their pitches, one after the other on the frame.

    `cues` are the last sounds. The recorder counts its own frames: the cues align it.
    """
    signal, rate = load(recording.path, recording.channels)[:, 0], recording.rate
    stretches = sounding(signal, round(0.1 * rate))
    offset = stretches[-len(cues)][0] - cues[0]["frame"]
    errors, shifts = [], []
    for exercise, frames, _ in pairs:
        meant = frames["reference"] + offset
        start, end = min(stretches, key=lambda stretch: abs(stretch[0] - meant))
        shifts.append(abs(start - meant))
        apart = frames["target"] - frames["reference"]
        # A note's first frame and its last are silent.
        assert abs(end - start - (apart + note_frames - 2)) <= 1, (exercise, start, end)
        for role, begin in (("reference", start), ("target", start + apart)):
            note = fit_sine(signal[begin + round(STEADY.start * rate) : begin + round(STEADY.stop * rate)], rate)
            assert note.amplitude > NOTE_LEVEL, (exercise, role, note)
            errors.append(abs(cents(exercise[role]["hertz"], note.hertz)))
    rig.measured(f"{len(pairs)} pairs heard in rests, within {max(errors):.1e} cent and {max(shifts)} frames of where they are told")
    assert max(errors) < 0.1, errors
    assert max(shifts) <= MISSED * rate, shifts
