"""A whole temperament by two keys alone, from the list of further exercises: each note sounds with the one before as it was
left, and ends where it is stored; result, events and rows agree."""

from math import log2

from rig import comparison, matching, models
from rig.analysis import cents
from rig.hands import TwoKeys
from rig.matching_agreement import assert_saved, assert_told, check
from rig.temperament_agreement import assert_heard
from rig.waiting import wait_until

NOTES = (57, 64, 59, 66, 61, 68, 63, 58, 65, 60, 67, 62)
REACH = 10
SETTINGS = matching.SETTINGS | {"matching-range": str(REACH), "matching-cue": "off"}


def scenario(rig):
    rig.jack()
    controller, hand = models.unknown_keys(rig)
    tuner = TwoKeys(controller, {}, higher=72, lower=48)
    chance = rig.random(3)
    peach = rig.peach("--seed", "3", "--exercises", str(len(NOTES) - 1), settings=SETTINGS)
    wait_until(lambda: peach.events("controllerConnected"), "the controller")
    comparison.start_from_list(rig, peach, hand, "temperament")
    wanted = []
    for _ in NOTES[1:]:
        exercise = peach.wait_for("exerciseStarted")
        matching.hear_tunable(peach)
        # To within a few cents, so that the errors differ and add up; no further than the note goes.
        steps = chance.randint(-3, 3) - round(exercise["tunable"]["cents"])
        wanted.append(max(-REACH, min(steps, REACH)))
        matching.wait_for_commit(peach, exercise, tuner.step(wanted[-1]))
    peach.wait_for("sessionStopped", reason="finished")
    assert peach.stop() == 0
    recording = rig.stop_recording()
    recording.assert_complete()

    told = matching.exercises(peach.events())
    rows = peach.rows("SELECT * FROM matching ORDER BY number")
    assert_told(told, "temperament", reach=REACH)
    assert_saved(told, rows, controller.product, "temperament")
    assert_laid(told, rows, wanted)
    rig.judge(assert_heard, recording, told, rows)


def assert_laid(told, rows, wanted):
    """Every row has its place, its reference is the note before as it was left, and the result follows from the rows alone."""
    before = 220.0
    for step, (exercise, row, steps) in enumerate(zip(told, rows, wanted, strict=True), 1):
        check((row["reference_note"], row["target_note"]) == NOTES[step - 1 : step + 1], exercise, f"is {row['target_note']} against {row['reference_note']}")
        check(row["reference_hertz"] == before, exercise, f"is tuned against {row['reference_hertz']} Hz, where {before} was left")
        moved = cents(exercise.start_hertz, row["final_hertz"])
        check(abs(moved - steps) < 1e-3, exercise, f"moved by {moved} cents in {steps} steps")
        place = row["temperament_order"], row["temperament_step"], row["temperament_run"]
        check(place == ("fifths-from-a", step, rows[0]["temperament_run"]), exercise, f"has the place {place}")
        before = row["final_hertz"]
    result = told[-1].committed
    for note, row in zip(result["notes"], rows, strict=True):
        off = 1200 * log2(row["final_hertz"] / 220) - 100 * (row["target_note"] - 57)
        assert abs(note["cents"] - off) < 1e-6 and note["beats"] == row["beats"], f"{note}, where {off} cents are left"
    closing = result["closing"]
    beats = 3 * before - 4 * 220
    assert abs(closing["beats"] - beats) < 1e-6 and abs(closing["cents"] + result["notes"][-1]["cents"]) < 1e-6, closing
