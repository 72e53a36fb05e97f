"""Exercises of interval comparison on a keyboard: the interval, its notes, and every report of them."""

from rig import agreement, comparison, models
from rig.analysis import cents
from rig.matching import INTERVALS
from rig.matching_agreement import semitones

EXERCISES = 12
NOTE_SECONDS = 0.3
MODE = "interval-comparison"


def scenario(rig):
    rig.jack()
    rig.record()
    keys, hand = models.mpk_mini(rig)
    settings = {"note-duration": NOTE_SECONDS, "equal-loudness": "off", "speech": "off", "intervals": ", ".join(INTERVALS)}
    peach = rig.peach("--seed", "9", "--exercises", str(EXERCISES), settings=settings)
    peach.wait_for("controllerConnected", client=keys.product)

    corrects, delays = comparison.seeded_answers(rig, EXERCISES)
    comparison.start(peach, hand, MODE)
    presses = comparison.play(peach, hand, corrects, delays)
    assert peach.wait() == 0
    recording = rig.stop_recording()
    recording.assert_complete()

    told = comparison.exercises(peach.events())
    rows = peach.rows("SELECT * FROM comparison ORDER BY number")
    agreement.assert_right(told, corrects)
    agreement.assert_saved(told, rows, controller=keys.product, mode=MODE)
    rig.judge(agreement.assert_heard, recording, told, note_frames=round(NOTE_SECONDS * recording.rate))
    rig.judge(agreement.measure_response_times, recording, told, presses, rows)
    assert_intervals(rig, told, rows)


def assert_intervals(rig, told, rows):
    """The target is the interval's correct pitch plus the reported offset; each interval is one of the chosen ones."""
    asked = [exercise.started["interval"] for exercise in told]
    assert set(asked) <= set(INTERVALS) and len(set(asked)) > 1, asked
    for exercise, row in zip(told, rows, strict=True):
        started, size = exercise.started, semitones(exercise.started["interval"])
        heard = cents(started["reference"]["hertz"], started["target"]["hertz"])
        meant = 100 * size + started["target"]["cents"]
        assert abs(heard - meant) < 1e-6, f"exercise {started['index']}: {heard} cents for {started['interval']}, not {meant}"
        assert row["interval"] == size, f"exercise {started['index']}: {started['interval']} is stored as {row['interval']}"
    rig.measured(f"{len(told)} exercises of {', '.join(f'{asked.count(name)} {name}' for name in INTERVALS)}")
