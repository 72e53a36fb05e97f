"""Controllers pulled out and put in while practice is in each of its states."""

from rig import agreement, comparison, models
from rig.lights import all_in, picture, wait_for_picture
from rig.models import APC_HIGHER, APC_LOWER
from rig.plugging import assert_ready, wait_for_stop
from rig.waiting import wait_until

WHITE, DIM = 3, 1
CAN_ANSWER = all_in([*APC_HIGHER, *APC_LOWER], DIM, WHITE)


def scenario(rig):
    rig.jack()
    rig.record()
    keys, hand = models.mpk_mini(rig)
    peach = rig.peach("--seed", "5", settings={"note-duration": 1.0})
    comparison.wait_for_sound(peach)
    saved = 0
    for state in comparison.STATES:
        comparison.reach(peach, hand, state)
        in_use_is_pulled_out(rig, peach, keys, state)
        saved += state == "feedback"
        wait_until(lambda: len(peach.events("recordSaved")) >= saved, "the answer to be saved")
        assert len(peach.rows("SELECT * FROM comparison")) == saved, "an exercise that was not answered is stored"
        keys.plug()
        assert_ready(peach, keys)
    comes_back_as_another_client(rig, peach, keys)
    two_at_once(rig, peach, keys, hand)
    assert peach.stop() == 0
    answered = len(peach.events("answered"))
    assert len(peach.rows("SELECT * FROM comparison")) == answered == len(peach.events("recordSaved"))
    recording = rig.stop_recording()
    recording.assert_complete()
    rig.judge(agreement.assert_silent_at_the_hub, recording, peach.events())


def in_use_is_pulled_out(rig, peach, controller, state):
    """Practice stops because of it; the notes fade."""
    moment = comparison.now()
    controller.unplug()
    gone = wait_for_stop(peach, controller)
    hit = comparison.state_at_stop(peach.events())
    rig.measured(f"unplugged in {state}: told after {(gone['time'] - moment) / 1e6:.0f} ms, in {hit}")
    assert hit == state, f"practice had gone on to {hit}"


def comes_back_as_another_client(rig, peach, keys):
    """If another controller has taken its old number, it is still recognised by its identity."""
    before = keys.client
    keys.unplug()
    peach.wait_for("controllerDisconnected", client=keys.product)
    pads, _ = models.apc_mini(rig)
    assert_ready(peach, pads)
    wait_for_picture(pads, {})
    keys.plug()
    assert_ready(peach, keys)
    rig.measured(f"client {before} came back as client {keys.client}")
    assert keys.client != before
    rig.pads = pads


def two_at_once(rig, peach, keys, hand):
    """Either answers, both are reported; unplugging the idle one stops nothing, unplugging the other one does."""
    pads, pad_hand = rig.pads, comparison.Hand(rig.pads, higher=45, lower=10, start=models.APC_COMPARISON)
    exercise = comparison.reach(peach, pad_hand, "target")
    wait_for_picture(pads, CAN_ANSWER)
    hand.answer(exercise, correct=True)
    peach.wait_for("answered", correct=True)

    exercise = comparison.hear_target(peach)
    wait_for_picture(pads, CAN_ANSWER)
    pad_hand.answer(exercise, correct=False)
    peach.wait_for("answered", correct=False)

    exercise = peach.wait_for("exerciseStarted")
    keys.unplug()
    peach.wait_for("controllerDisconnected", client=keys.product)
    peach.wait_for("noteEnded", role="target")
    wait_for_picture(pads, CAN_ANSWER)
    assert peach.events()[-1]["event"] != "sessionStopped"
    keys.plug()
    assert_ready(peach, keys)
    hand.answer(exercise, correct=True)
    peach.wait_for("answered", correct=True)
    peach.wait_for("recordSaved")
    peach.wait_for("exerciseStarted")
    keys.unplug()
    peach.wait_for("sessionStopped", reason="unplugged")
    wait_for_picture(pads, {})

    comparison.reach(peach, pad_hand, "awaiting")
    wait_for_picture(pads, CAN_ANSWER)
    in_use_is_pulled_out(rig, peach, pads, "awaiting")
    moment = comparison.now()
    pads.plug()
    assert_ready(peach, pads)
    wait_until(lambda: len(pads.lights(moment)) >= len(models.APC_LIGHTS), "the pads to be told to be dark")
    assert picture(pads.lights(moment)) == {}
    names = [row["controller"] for row in peach.rows("SELECT controller FROM comparison ORDER BY number")][-3:]
    assert names == [keys.product, pads.product, keys.product], names
