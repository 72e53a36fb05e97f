"""A synthesiser without a mapping that sends back all it receives: answered by notes, it never answers itself."""

from rig import agreement, comparison
from rig.comparison import Hand

EXERCISES = 6
NOTE_SECONDS = 0.3
STROKE = [bytes([0x99, 37, 60]), bytes([0x89, 37, 64])]


def scenario(rig):
    rig.jack()
    synthesiser = rig.controller("Rig Synth 61", vendor=0x1209, product_id=0x00B2, manufacturer="Rig")
    synthesiser.loops_back = True
    hand = Hand(synthesiser, higher=72, lower=48)
    practise(rig, synthesiser, hand, "half", half_that_was_right)
    practise(rig, synthesiser, hand, "tick", lambda exercise: [] if exercise.answered["correct"] else STROKE)


def practise(rig, synthesiser, hand, note_back, wanted):
    """Answers half of the exercises correctly; the bytes sent are the `wanted` ones of each exercise."""
    rig.record()
    settings = {"note-duration": NOTE_SECONDS, "equal-loudness": "off", "note-back": note_back}
    peach = rig.peach("--seed", "6", "--exercises", str(EXERCISES), settings=settings)
    peach.wait_for("controllerConnected", client=synthesiser.product)
    corrects, delays = comparison.seeded_answers(rig, EXERCISES)
    begin = comparison.now()
    comparison.start(peach, hand)
    comparison.play(peach, hand, corrects, delays)
    peach.wait_for("sessionStopped", reason="finished")
    assert peach.wait() == 0
    recording = rig.stop_recording()
    recording.assert_complete()

    told = comparison.exercises(peach.events())
    rows = peach.rows("SELECT * FROM comparison ORDER BY number")
    agreement.assert_right(told, corrects)
    agreement.assert_saved(told, rows, synthesiser.product)
    rig.judge(agreement.assert_heard, recording, told, note_frames=round(NOTE_SECONDS * recording.rate))
    sent = [message.data for message in synthesiser.lights(since=begin)]
    expected = [data for exercise in told for data in wanted(exercise)]
    assert sent == expected, [data.hex(" ") for data in sent]
    rig.measured(f"{note_back}: {len(sent)} messages for {len(told)} answers, all sent back, and none was an answer")


def half_that_was_right(exercise):
    """A soft note a fifth above or below middle C, and its end."""
    note = 67 if exercise.started["target"]["cents"] > 0 else 53
    return [bytes([0x90, note, 1]), bytes([0x80, note, 64])]
