"""Whether a held reference sounds as reported: with the other note, on one clock, and to the frame of the commit."""

import numpy as np

from rig.agreement import LEVEL, RELEASE_FRAMES
from rig.analysis import cents, fit_sine, load
from rig.matching_agreement import HEARD, check

ATTACK_FRAMES = 480
STILL_SECONDS = 0.06
"""The hands rest for longer than that before they commit."""
BEAT_HERTZ = 0.001
"""The bar for how far the beats may be off the difference of the two frequencies."""
EXACT = 1e-5
"""As a share of a note's level: the residual of fitting two notes that sound as intended."""
AROUND = range(-6, 7)
"""Frames about the commit's at which either note might begin its fade instead."""


def assert_held(rig, recording, told, rows, note_frames):
    """Each reference continues unchanged until it fades with the other note on feedback's first frame; then there is
    silence."""
    signal = load(recording.path, recording.channels)
    assert (signal[:, 0] == signal[:, 1]).all(), "left and right differ"
    signal = signal[:, 0].astype(np.float64)
    offset = int(np.flatnonzero(signal)[0]) - 1 - told[0].notes["reference"]["frame"]
    worst = {"cents": 0.0, "beat": 0.0, "left": 0.0}
    ends = [exercise.notes["reference"]["frame"] + offset for exercise in told[1:]] + [len(signal)]
    for exercise, row, end in zip(told, rows, ends, strict=True):
        check(row["held_level"] == 0, exercise, f"is stored as held at {row['held_level']} dB")
        check(exercise.started["heldLevel"] == 0, exercise, f"is told as held at {exercise.started['heldLevel']} dB")
        check(row["note_gap"] == 0, exercise, f"is stored with {row['note_gap']} s of silence between its notes")
        first, second, feedback = (
            frame + offset
            for frame in (exercise.notes["reference"]["frame"], exercise.notes["tunable"]["frame"], exercise.feedback["frame"])
        )
        check(second == first + note_frames, exercise, f"its second note begins {second - first} frames after the first")
        check(signal[first] == 0 and signal[first + 1] != 0, exercise, f"no sound begins on frame {first}")
        reference = fit_sine(signal[first + ATTACK_FRAMES : second], recording.rate)
        left = reference.residual / LEVEL
        check(left < EXACT, exercise, f"its reference is no steady sine: {left:.1e} of it is left over")
        held = reference.samples(0, end - first - ATTACK_FRAMES, recording.rate)
        # The reference continues at the same pitch, phase and level, so without it only the other note remains.
        other = signal[first + ATTACK_FRAMES : end] - held
        still = feedback - first - ATTACK_FRAMES
        size = round(STILL_SECONDS * recording.rate)
        tuned = fit_sine(other[still - size : still], recording.rate, hertz=exercise.committed["hertz"])
        left = tuned.residual / LEVEL
        check(left < EXACT, exercise, f"{left:.1e} of a note is left over where only two should sound")
        worst["left"] = max(worst["left"], left)
        for what, sine, hertz in (
            ("the reference", reference, exercise.started["reference"]["hertz"]), ("the other note", tuned, row["final_hertz"]),
        ):
            off = abs(cents(hertz, sine.hertz))
            worst["cents"] = max(worst["cents"], off)
            check(off <= HEARD, exercise, f"{what} is heard at {sine.hertz} Hz, {off:.3f} cents off {hertz}")
            check(abs(sine.amplitude / LEVEL - 1) < 1e-4, exercise, f"{what} has {sine.amplitude / LEVEL:.6f} of its level")
        beat = abs(exercise.started["reference"]["hertz"] - row["final_hertz"])
        off = abs(abs(reference.hertz - tuned.hertz) - beat)
        worst["beat"] = max(worst["beat"], off)
        check(off <= BEAT_HERTZ, exercise, f"beats of {beat:.4f} Hz are heard {off:.4f} Hz off")
        _assert_fade(exercise, signal[feedback - size : end], held[still - size :], tuned, size, recording.rate)
    rig.measured(
        f"{len(told)} references are held until they fade on the commit's frame, as the other note does; pitches within "
        f"{worst['cents']:.1e} cent of what is stored, beats within {worst['beat']:.1e} Hz, {worst['left']:.1e} of a note is left over; "
        f"{recording}"
    )


def _assert_fade(exercise, heard, held, tuned, size, rate):
    """`heard` begins `size` frames before the commit's; there both notes begin to fade, and nothing comes after that."""
    other = tuned.samples(0, len(heard), rate)

    def sound(first, second):
        return held * _level(len(heard), size + first) + other * _level(len(heard), size + second)

    def apart(first, second):
        until = size + RELEASE_FRAMES // 2
        return float(np.sum((heard[:until] - sound(first, second)[:until]) ** 2))

    best = min(((first, second) for first in AROUND for second in AROUND), key=lambda frames: apart(*frames))
    check(best == (0, 0), exercise, f"the notes fade {best[0]} and {best[1]} frames after the commit's frame")
    left = float(np.abs(heard - sound(0, 0)).max()) / LEVEL
    check(left < 100 * EXACT, exercise, f"{left:.1e} of a note is heard beside or after the fade of both")


def _level(frames, fade):
    """Whole before frame `fade`, which is the first that is quieter."""
    return (1 + np.cos(np.pi * np.clip(np.arange(frames) - fade + 1, 0, RELEASE_FRAMES) / RELEASE_FRAMES)) / 2
