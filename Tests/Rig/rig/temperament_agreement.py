"""Whether a temperament sounds as stored: each note with its reference, at the pitches of their row."""

from rig.analysis import cents, load
from rig.chord_agreement import fit_tones
from rig.hands import HOLD_SECONDS
from rig.matching_agreement import HEARD, check

MEASURED_SECONDS = HOLD_SECONDS - 0.1
"""The last note is measured for this time, before the keys that commit it are pressed."""
PRESSED_SECONDS = 0.2
"""From before that press to the fade."""


def assert_heard(rig, recording, told, rows):
    """Each note and its reference are heard at the pitches of their row before the commit."""
    signal = load(recording.path, recording.channels)[:, 0]
    rate = recording.rate
    offset = int((signal != 0).argmax()) - 1 - told[0].notes["reference"]["frame"]
    worst = 0.0
    for exercise, row in zip(told, rows, strict=True):
        end = exercise.feedback["frame"] + offset - round(PRESSED_SECONDS * rate)
        hertz = [row["reference_hertz"], row["final_hertz"]]
        tones, left = fit_tones(signal[end - round(MEASURED_SECONDS * rate) : end], rate, hertz, free=False)
        for tone, pitch in zip(tones, hertz):
            off = abs(cents(pitch, tone[0, 0]))
            worst = max(worst, off)
            check(off < HEARD, exercise, f"{pitch} Hz is heard {off:.3f} cents off")
        check(left < 1e-3 * abs(signal).max(), exercise, f"{left:.1e} is left over where two notes should sound")
    rig.measured(f"{len(told)} notes of a temperament end within {worst:.1e} cents of their rows; {recording}")
