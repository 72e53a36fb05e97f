"""A whole matching practice: played, recorded, and compared with every report of it."""

import os

from rig import matching, matching_agreement

EXERCISES = int(os.environ["RIG_EXERCISES"])
"""For each control in each mode."""
BOTH = os.environ["RIG_MODES"] == "both"


def modes(number):
    """The modes that the control of this number is played in: both, or one of them in turn."""
    return matching.MODES if BOTH else (matching.MODES[number % 2],)


def practise(
    rig, model, mode, seed, lit=False, between=lambda hand, number, peach: None, settings=matching.SETTINGS, judge=None
):
    """Plays one mode on one of `models`' controls, and fails unless sound, events, database and hand agree.

    `lit` is whether the controller shows the result. `judge`, if it is given, has the recording judged instead of
    `assert_heard`. Returns the controller, the hand, the exercises, rows and deeds.
    """
    chance = rig.random(seed)
    rig.record()
    controller, hand = model(rig)
    peach = rig.peach("--seed", str(seed), "--exercises", str(EXERCISES), settings=settings)
    peach.wait_for("controllerConnected", client=controller.product)
    matching.start(peach, hand, mode)
    deeds = matching.play(peach, hand, chance, EXERCISES, lambda number: between(hand, number, peach))
    peach.wait_for("sessionStopped", reason="finished")
    assert peach.wait() == 0
    recording = rig.stop_recording()
    recording.assert_complete()

    told = matching.exercises(peach.events())
    rows = peach.rows("SELECT * FROM matching ORDER BY number")
    note_frames = round(matching.NOTE_SECONDS * recording.rate)
    matching_agreement.assert_told(told, mode, springs=hand.springs_back)
    matching_agreement.assert_saved(told, rows, controller.product, mode)
    matching_agreement.assert_hands(rig, told, rows, deeds, hand.control)
    if judge:
        judge(rig, recording, told, rows, note_frames)
    else:
        rig.judge(matching_agreement.assert_heard, recording, told, note_frames, lit, hand.creeps)
    return controller, hand, told, rows, deeds
