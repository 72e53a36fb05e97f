"""Ten exercises on a keyboard without lights: sound, event stream, database and ticks agree one to one."""

from pathlib import Path

from rig import agreement, comparison, models

EXERCISES = 10
NOTE_SECONDS = 0.3


def scenario(rig):
    rig.jack()
    rig.record()
    keys, hand = models.mpk_mini(rig)
    settings = {"note-duration": NOTE_SECONDS, "equal-loudness": "off"}
    peach = rig.peach("--seed", "1", "--exercises", str(EXERCISES), settings=settings)
    connected = peach.wait_for("controllerConnected")
    assert (connected["mapping"], connected["usb"]) == ("Akai MPK mini 3", "09e8:0049"), connected

    corrects, delays = comparison.seeded_answers(rig, EXERCISES)
    comparison.start(peach, hand)
    assert_the_processor_may_rest()
    presses = comparison.play(peach, hand, corrects, delays)
    peach.wait_for("sessionStopped", reason="finished")
    assert peach.wait() == 0
    recording = rig.stop_recording()
    recording.assert_complete()

    told = comparison.exercises(peach.events())
    rows = peach.rows("SELECT * FROM comparison ORDER BY number")
    agreement.assert_right(told, corrects)
    agreement.assert_saved(told, rows, controller="MPK mini 3")
    rig.judge(agreement.assert_heard, recording, told, note_frames=round(NOTE_SECONDS * recording.rate))
    rig.judge(agreement.measure_response_times, recording, told, presses, rows)
    assert keys.lights() == [], [str(message) for message in keys.lights()]


def assert_the_processor_may_rest():
    """The sequencer's queue, by which keys are stamped, ticks as rarely as the kernel can: by default it is 1000 times a second."""
    timer = Path("/proc/asound/seq/timer").read_text()
    assert "Period time : 0.1" in timer, timer
