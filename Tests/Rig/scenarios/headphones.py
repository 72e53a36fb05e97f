"""Headphones pulled out of a sound card's socket while practice is in each of its states, and cards that come and go."""

import time

from rig import agreement, comparison, models
from rig.lights import wait_for_picture

TOLD_WITHIN = 1.0
"""Seconds from the pull to the stop; the program that pulls takes its share of it."""
LONG_ENOUGH = 0.5
"""Seconds in which nothing must happen: a stop would have come before that."""


def scenario(rig):
    rig.jack()
    rig.record()
    pads, hand = models.apc_mini(rig)
    peach = rig.peach("--seed", "11", settings={"note-duration": 1.0})
    comparison.wait_for_sound(peach)
    # After Peach: cards are noticed as they come. The headphones are in before the first exercise.
    card = rig.sound_card()
    card.plug()
    for state in comparison.STATES:
        comparison.reach(peach, hand, state)
        pulled_out(rig, peach, pads, card, state)
        nothing_resumes(peach)
        card.plug()
    what_is_no_pull(peach, hand, card)
    comes_back_with_other_sockets(rig, peach, hand, pads, card)
    assert not peach.events("soundLost"), "sound stays ready"
    assert peach.stop() == 0
    answered = len(peach.events("answered"))
    assert len(peach.rows("SELECT * FROM comparison")) == answered == len(peach.events("recordSaved"))
    recording = rig.stop_recording()
    recording.assert_complete()
    rig.judge(agreement.assert_silent_at_the_hub, recording, peach.events())


def pulled_out(rig, peach, pads, card, state, name="Headphone Jack"):
    """Practice stops because of it, in the state that it is in; lights go out."""
    moment = comparison.now()
    card.pull(name)
    stopped = peach.wait_for("sessionStopped", reason="headphones-pulled")
    hit = comparison.state_at_stop(peach.events())
    seconds = (stopped["time"] - moment) / 1e9
    rig.measured(f"pulled out in {state}: told after {seconds * 1e3:.0f} ms, in {hit}")
    assert hit == state, f"practice had gone on to {hit}"
    assert seconds < TOLD_WITHIN, f"told after {seconds:.2f} s"
    wait_for_picture(pads, {})


def nothing_resumes(peach):
    """Neither automatically nor when they are plugged in again: the stop is the last event of practice."""
    time.sleep(LONG_ENOUGH)
    last = [event["event"] for event in peach.events() if event["event"].startswith("session")][-1]
    assert last == "sessionStopped", "practice went on by itself"


def what_is_no_pull(peach, hand, card):
    """At the hub; plugging in; other sockets; one that was empty."""
    stops = len(peach.events("sessionStopped"))
    card.pull()
    comparison.reach(peach, hand, "target")
    card.plug()
    for name in ("Mic Jack", "Line Out Jack", "Speaker Phantom Jack", "Headphone Playback Switch"):
        card.plug(name)
        card.pull(name)
    card.pull("Front Headphone Jack")
    time.sleep(LONG_ENOUGH)
    assert len(peach.events("sessionStopped")) == stops, "practice was stopped"
    hand.tap(models.APC_STOP)
    peach.wait_for("sessionStopped", reason="asked")


def comes_back_with_other_sockets(rig, peach, hand, pads, card):
    """A card that is taken out stops nothing by itself; back again, its new sockets are known."""
    comparison.reach(peach, hand, "target")
    card.take_out()
    card.put_in()
    card.plug("Front Headphone Jack")
    time.sleep(LONG_ENOUGH)
    assert peach.events("sessionStopped")[-1]["reason"] == "asked", "practice was stopped"
    hand.tap(models.APC_STOP)
    peach.wait_for("sessionStopped", reason="asked")
    comparison.reach(peach, hand, "reference")
    pulled_out(rig, peach, pads, card, "reference", "Front Headphone Jack")
