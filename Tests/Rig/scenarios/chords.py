"""A chord of three that keeps sounding while a note of it is tuned, by a wheel, a motor fader and a finger: notes, beats,
events and rows agree."""

from rig import matching, matching_agreement, models
from rig.chord_agreement import STEADY_SECONDS, assert_chords
from rig.comparison import wait_for_sound
from rig.page import Page

EXERCISES = 2
PORT = 4400
SETTINGS = matching.SETTINGS | {
    "chords": "major-third, dominant-seventh", "chord-tuning": "equal", "note-range-low": "48", "matching-cue": "off",
    "matching-reference": "fading",
}
CONTROLS = (models.wheel, models.motor_fader, models.seaboard)
ORDER = (*matching.ORDER[:2], "noteStarted companion", *matching.ORDER[2:])


def scenario(rig):
    rig.jack()
    for number, model in enumerate(CONTROLS):
        controller, hand = model(rig)
        practise(rig, controller, hand, seed=20 + number)
        rig.measured(controller.product)
        controller.unplug()


def practise(rig, controller, hand, seed):
    """Starts chords from a page, and tunes each once it has been heard for long."""
    chance = rig.random(seed)
    rig.record()
    peach = rig.peach("--screen", str(PORT), "--seed", str(seed), "--exercises", str(EXERCISES), settings=SETTINGS)
    peach.wait_for("controllerConnected", client=controller.product)
    wait_for_sound(peach)
    hand.settle_in()
    Page(PORT).post("start", mode="chords")
    deeds = []
    for number in range(EXERCISES):
        exercise = peach.wait_for("exerciseStarted")
        matching.hear_tunable(peach, STEADY_SECONDS + 0.1)
        deeds.append(hand.play(chance, number))
        matching.wait_for_commit(peach, exercise, deeds[-1])
        hand.find_place()
    peach.wait_for("sessionStopped", reason="finished")
    assert peach.wait() == 0
    recording = rig.stop_recording()
    recording.assert_complete()

    told = matching.exercises(peach.events(), ORDER)
    rows = peach.rows("SELECT * FROM matching ORDER BY number")
    matching_agreement.assert_told(told, "chords", springs=hand.springs_back)
    matching_agreement.assert_saved(told, rows, controller.product, "chords")
    matching_agreement.assert_hands(rig, told, rows, deeds, hand.control)
    rig.judge(assert_chords, recording, told, rows, hand.creeps)
