"""A reference repeated while a note is matched, requested by a pad and, without one, by a pedal: sound, lights,
rows."""

import time

from rig import matching, models
from rig.hands import HOLD_SECONDS
from rig.lights import picture
from rig.repeat_agreement import assert_repeated, gather
from rig.waiting import wait_until

SETTINGS = matching.SETTINGS | {"hear-again": "on", "matching-cue": "off", "note-gap": 0.2}
REPEATS = (0, 2)
"""The number of requests in each exercise."""
MATCHING, INTERVAL_MATCHING = models.APC_MATCHING.values()


def scenario(rig):
    rig.jack()
    by_pads(rig)
    by_hands(rig)
    by_lights(rig)


def by_pads(rig):
    """A grid's fader tunes, its pads repeat and commit."""
    pads, fader = models.apc_fader(rig, standing=64)

    def tune(number):
        fader.move((90, 40, 100)[number])
        time.sleep(HOLD_SECONDS)

    practise(rig, pads, fader, tune, models.apc_repeat(pads), lambda number: fader.commit(), seed=91)


def by_hands(rig):
    """An unknown keyboard: its wheel is held while the soft pedal requests the repeat, and released at the end."""
    keys, wheel = models.coarse_wheel(rig)
    chance = rig.random("wheel")
    practise(
        rig, keys, wheel, lambda number: wheel.turn_and_hold(chance), models.soft_pedal(keys), lambda number: wheel.let_go(chance),
        seed=92,
    )


def practise(rig, controller, hand, tune, hear_again, commit, seed):
    """Plays an exercise for each of REPEATS and hands their sound over to be analysed."""
    rig.record()
    peach = rig.peach("--seed", str(seed), "--exercises", str(len(REPEATS)), settings=SETTINGS)
    peach.wait_for("controllerConnected", client=controller.product)
    matching.start(peach, hand, "matching")
    for number, repeats in enumerate(REPEATS):
        peach.wait_for("exerciseStarted")
        matching.hear_tunable(peach)
        tune(number)
        for _ in range(repeats):
            asked = hear_again()
            assert abs(peach.wait_for("repeated")["inputTime"] - asked) < 50e6
            matching.hear_tunable(peach, 0.2)
        commit(number)
        assert peach.wait_for("committed").get("repeats", 0) == repeats
        hand.find_place()
    peach.wait_for("sessionStopped", reason="finished")
    assert peach.wait() == 0
    recording = rig.stop_recording()
    recording.assert_complete()
    rows = peach.rows("SELECT * FROM matching ORDER BY number")
    assert [row["repeats"] for row in rows] == list(REPEATS), rows
    rig.judge(assert_repeated, recording, gather(peach.events()), rows)
    rig.measured(f"{controller.product}: the reference was heard again {sum(REPEATS)} times")
    controller.unplug()


def by_lights(rig):
    """While a note is tuned the keys that start matching show which reference is set, and nothing while it sounds alone."""
    pads, fader = models.apc_fader(rig, standing=64)
    hear_again = models.apc_repeat(pads)
    for reference, lit in (("fading", (MATCHING,)), ("held", (MATCHING, INTERVAL_MATCHING))):
        peach = rig.peach("--seed", "93", settings=SETTINGS | {"matching-reference": reference})
        peach.wait_for("controllerConnected", client=pads.product)
        matching.start(peach, fader, "matching")
        matching.hear_tunable(peach)
        wait_for_lit(pads, lit)
        hear_again()
        wait_for_lit(pads, ())
        peach.wait_for("repeated")
        matching.hear_tunable(peach)
        wait_for_lit(pads, lit)
        fader.commit()
        assert peach.wait_for("committed")["repeats"] == 1
        wait_for_lit(pads, ())
        assert peach.stop() == 0
        (row,) = peach.rows("SELECT * FROM matching")
        assert (row["repeats"], row["held_level"]) == (1, 0), row
    pads.unplug()
    rig.measured("one light for fading and two for held, which go out while the reference sounds alone")


def wait_for_lit(pads, notes):
    """Waits until of the keys that start matching just these are lit."""
    wait_until(
        lambda: {MATCHING, INTERVAL_MATCHING} & picture(pads.lights()).keys() == set(notes), f"{notes} alone to be lit", 5
    )
