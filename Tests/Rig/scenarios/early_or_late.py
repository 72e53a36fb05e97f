"""Early or late by hands alone: twelve exercises on pads and twelve on two keys of an unknown keyboard; strokes, ticks,
events and rows agree one to one."""

from rig import models, timing
from rig.waiting import wait_until

EXERCISES = 12


def scenario(rig):
    rig.jack()
    practise(rig, *models.apc_mini(rig), seed=1, settings={})
    practise(
        rig, *models.unknown_keys(rig), seed=2, settings={"timing-pattern": "triplets-1", "timing-tempo": 97})


def practise(rig, controller, hand, seed, settings):
    """Plays EXERCISES, half of them answered rightly, each at a random moment of its first beats."""
    rig.record()
    arguments = ("--mode", "timing", "--seed", str(seed), "--exercises", str(EXERCISES))
    peach = rig.peach(*arguments, settings=settings)
    # Practice may begin before the controller is found: its pattern repeats until the answer.
    wait_until(lambda: peach.events("controllerConnected"), "the controller")
    chance = rig.random(seed)
    corrects = [number % 2 == 0 for number in range(EXERCISES)]
    chance.shuffle(corrects)
    timing.play(peach, hand, corrects, [chance.uniform(0.2, 1.2) for _ in corrects])
    peach.wait_for("sessionStopped", reason="finished")
    assert peach.wait() == 0
    recording = rig.stop_recording()
    recording.assert_complete()

    told = timing.exercises(peach.events())
    assert [exercise.answered["correct"] for exercise in told] == corrects
    timing.assert_saved(told, peach.rows("SELECT * FROM timing ORDER BY number"), controller.product)
    xruns = [event["time"] for event in peach.events("xruns")]
    rig.judge(timing.assert_heard, recording, told, xruns)
    controller.unplug()
