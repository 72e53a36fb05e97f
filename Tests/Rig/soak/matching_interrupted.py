"""Matching is interrupted in each of its states: uncommitted notes are dropped, and no held note survives."""

import signal

import numpy as np

from rig import agreement, comparison, matching, models
from rig.analysis import frame_at, load, load_cycles
from rig.sequencer import listeners
from rig.waiting import wait_until

AFTERWARDS_SECONDS = 0.6
"""Longer than any release, and long enough to hear a note that is left behind."""
SETTINGS = matching.SETTINGS | {"note-duration": 0.6}


def scenario(rig):
    jack = rig.jack()
    pulled_out(rig)
    jack = server_dies(rig, jack)
    quits(rig)


def pulled_out(rig):
    """The controller in use is pulled out, in one state with its wheel held: that hold is forgotten with it."""
    rig.record()
    keys, wheel, peach, chance = sit_down(rig, seed=60)
    committed = 0
    for state in matching.STATES:
        matching.reach(peach, wheel, chance, state)
        keys.unplug()
        peach.wait_for("controllerDisconnected", client=keys.product)
        stopped(rig, peach, "unplugged", state, "unplugged")
        committed += state == "feedback"
        matching.assert_dropped(peach, committed)
        keys.plug()
        peach.wait_for("controllerConnected", client=keys.product)
        wait_until(lambda: any("peach" in name.lower() for name in listeners(keys.client)), "peach to listen again")
        wheel.value = wheel.rest  # it sprang back while it was out
    assert peach.stop() == 0
    recording = rig.stop_recording()
    recording.assert_complete()
    rig.judge(agreement.assert_silent_at_the_hub, recording, peach.events())
    keys.unplug()


def server_dies(rig, jack):
    """The sound server ends; when it is back nothing sounds, whatever the wheel does, until practice is started."""
    keys, wheel, peach, chance = sit_down(rig, seed=61)
    committed = 0
    for state in matching.STATES:
        matching.reach(peach, wheel, chance, state)
        jack.kill()
        assert peach.wait_for("soundLost")["reason"] == "server-gone"
        stopped(rig, peach, "sound-lost", state, "server killed")
        committed += state == "feedback"
        matching.assert_dropped(peach, committed)
        jack = rig.jack()
        rig.record()
        comparison.wait_for_sound_again(peach)
        if wheel.value != wheel.rest:
            wheel.let_go(chance)
        wheel.commit()
        comparison.sleep_until(comparison.now() + round(AFTERWARDS_SECONDS * 1e9))
        recording = rig.stop_recording()
        signal_heard = load(recording.path, recording.channels)
        assert len(signal_heard) > AFTERWARDS_SECONDS * recording.rate, f"only {recording}"
        loud = np.flatnonzero(np.abs(signal_heard).max(axis=1))
        assert not len(loud), f"after a death in {state} there is sound in frame {loud[0]} of {recording}, before any start"
        assert len(peach.events("committed")) == committed, f"{wheel.control} committed at the hub after a death in {state}"
    assert peach.stop() == 0
    matching.assert_dropped(peach, committed)
    keys.unplug()
    return jack


def quits(rig):
    """SIGTERM ends the program with 0 during the note, which fades; the uncommitted match is dropped."""
    for number, state in enumerate(matching.STATES):
        rig.record()
        keys, wheel, peach, chance = sit_down(rig, seed=62 + number)
        matching.reach(peach, wheel, chance, state)
        moment = comparison.now()
        assert peach.stop(signal.SIGTERM) == 0
        stopped(rig, peach, "terminate", state, "SIGTERM")
        matching.assert_dropped(peach, int(state == "feedback"))
        comparison.sleep_until(comparison.now() + 200_000_000)
        recording = rig.stop_recording()
        recording.assert_complete()
        assert_faded(rig, recording, moment, state)
        keys.unplug()


def assert_faded(rig, recording, moment, state):
    """The last sound ends within a second of `moment`, and softly."""
    heard = np.abs(load(recording.path, recording.channels)).max(axis=1)
    last = int(np.flatnonzero(heard)[-1])
    late = last / recording.rate - frame_at(moment, load_cycles(recording.path), recording.rate) / recording.rate
    edge = heard[max(0, last - round(0.001 * recording.rate)) : last + 1].max()
    rig.measured(f"SIGTERM in {state}: silent after {1000 * late:.0f} ms, the last millisecond at {edge:.1e} of full scale")
    assert late < 1, f"after SIGTERM in {state} there is sound for {late:.2f} s"
    assert edge < 0.01 * agreement.LEVEL + 0.001, f"the sound ends at {edge:.3f} after SIGTERM in {state}: no fade"


def sit_down(rig, seed):
    """A wheel, and practice that waits at the hub with sound."""
    keys, wheel = models.wheel(rig)
    peach = rig.peach("--seed", str(seed), settings=SETTINGS)
    peach.wait_for("controllerConnected", client=keys.product)
    comparison.wait_for_sound(peach)
    return keys, wheel, peach, rig.random(seed)


def stopped(rig, peach, reason, state, what):
    """Practice stops for this reason, in the state that was meant."""
    peach.wait_for("sessionStopped", reason=reason)
    hit = matching.state_at_stop(peach.events())
    meant = "tunable" if state == "tuning" else state
    rig.measured(f"{what} in {state}: practice was in {hit}")
    assert hit == meant, f"{what} in {state}: practice had gone on to {hit}"
