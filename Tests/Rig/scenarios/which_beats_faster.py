"""Which beats faster by hands alone: started from the list of further exercises with two keys of an unknown keyboard, and
on pads; beats, ticks, events and rows agree one to one."""

from rig import beats, comparison, models
from rig.waiting import wait_until

EXERCISES = 8


def scenario(rig):
    rig.jack()
    practise(rig, *models.apc_mini(rig), seed=1, settings={"beats-interval": "mixed", "timbre": "organ"})
    # With sines, strings sound.
    practise(rig, *models.unknown_keys(rig), seed=2, settings={}, by_list=True)


def practise(rig, controller, hand, seed, settings, by_list=False):
    """Plays EXERCISES, half of them answered rightly, each late enough for its second sound to be measured."""
    arguments = ["--seed", str(seed), "--exercises", str(EXERCISES)]
    if not by_list:
        rig.record()
        arguments += ["--mode", "beats"]
    peach = rig.peach(*arguments, settings=settings)
    # Practice may begin before the controller is found: the second interval waits for an answer.
    wait_until(lambda: peach.events("controllerConnected"), "the controller")
    if by_list:
        comparison.start_from_list(rig, peach, hand, "beats")
    chance = rig.random(seed)
    corrects = [number % 2 == 0 for number in range(EXERCISES)]
    chance.shuffle(corrects)
    beats.play(peach, hand, corrects, [chance.uniform(1.8, 2.6) for _ in corrects])
    peach.wait_for("sessionStopped", reason="finished")
    assert (peach.stop() if by_list else peach.wait()) == 0
    recording = rig.stop_recording()
    recording.assert_complete()

    told = beats.exercises(peach.events())
    assert [exercise.answered["correct"] for exercise in told] == corrects
    assert {exercise.started["timbre"] for exercise in told} == {settings.get("timbre", "string")}
    beats.assert_saved(told, peach.rows("SELECT * FROM beats ORDER BY number"), controller.product)
    xruns = [event["time"] for event in peach.events("xruns")]
    rig.judge(beats.assert_heard, recording, told, xruns)
    controller.unplug()
