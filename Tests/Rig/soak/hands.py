"""The movements of the matching scenarios, without peach: they arrive complete, in order, and at the speed of a
hand."""

from rig import models
from rig.hands import HOLD_SECONDS
from rig.traces import Trace

GESTURES = 10
SLOWEST_SNAP = 160
"""Milliseconds by the sequencer's stamps: a spring takes no longer."""


def scenario(rig):
    for name, model in (("14-bit wheel", models.wheel), ("7-bit wheel", models.coarse_wheel)):
        a_wheel_is_let_go(rig, name, model)
    a_fader_stays(rig)
    a_motor_fader_is_touched(rig)
    an_encoder_is_turned(rig)


def a_wheel_is_let_go(rig, name, model):
    chance = rig.random(name)
    keys, wheel = model(rig)
    snaps, holds, counts = [], [], []
    for _ in range(GESTURES):
        trace = Trace(rig, keys)
        share = wheel.turn_and_hold(chance)
        held = wheel.value
        wheel.let_go(chance)
        arrivals = trace.stop()
        assert 0.29 < abs(share) < 0.91, share
        assert wheel.value == wheel.rest and arrivals[-1].bend == wheel.rest, f"{name} rests at {arrivals[-1].bend}"
        last = max(number for number, arrival in enumerate(arrivals) if arrival.bend == held)
        run = arrivals[last + 1 :]
        holds.append(run[0].time - arrivals[last].time)
        snaps.append(run[-1].time - run[0].time)
        counts.append(len(run))
    rig.measured(
        f"{name}: {GESTURES} snaps of {min(counts)} to {max(counts)} messages in {min(snaps)} to {max(snaps)} ms (median "
        f"{sorted(snaps)[GESTURES // 2]}), after holds of {min(holds)} to {max(holds)} ms"
    )
    assert min(holds) >= 0.9 * 1000 * HOLD_SECONDS, holds
    assert max(snaps) <= SLOWEST_SNAP, snaps
    keys.unplug()


def a_fader_stays(rig):
    pads, fader = models.apc_fader(rig, standing=0)
    chance = rig.random("fader")
    trace = Trace(rig, pads)
    fader.settle_in()
    deeds = []
    for number in range(GESTURES):
        deeds.append(fader.play(chance, number))
        fader.find_place()
    arrivals = trace.stop()
    commits = [number for number, arrival in enumerate(arrivals) if arrival.data[:2] == bytes([0x90, models.APC_COMMIT])]
    assert len(commits) == GESTURES, f"{len(commits)} commits arrive of {GESTURES}"
    for number, deed in zip(commits, deeds):
        stands = next(arrival.data[2] for arrival in reversed(arrivals[:number]) if arrival.data[0] == 0xB0)
        assert stands == deed.steps, f"the fader stands at {stands} after {deed}"
    rig.measured(f"fader: {GESTURES} commits, {sum(not deed.steps for deed in deeds)} of them without a movement")
    pads.unplug()


def a_motor_fader_is_touched(rig):
    one, fader = models.motor_fader(rig)
    chance = rig.random("motor")
    trace = Trace(rig, one)
    deeds = [fader.play(chance, number) for number in range(GESTURES)]
    arrivals = trace.stop()
    touches = [arrival for arrival in arrivals if arrival.data[:2] == bytes([0x90, 104])]
    told = sum(deed.gesture == "touch" for deed in deeds)
    assert [touch.data[2] for touch in touches] == [127, 0] * told, touches
    shortest = min(off.time - on.time for on, off in zip(touches[::2], touches[1::2]))
    assert shortest > 1000 * HOLD_SECONDS, shortest
    rig.measured(f"motor fader: {told} touches of {shortest} ms and more, {GESTURES - told} commits by the button")
    one.unplug()


def an_encoder_is_turned(rig):
    mini, encoder = models.encoder(rig)
    chance = rig.random("encoder")
    trace = Trace(rig, mini)
    deeds = [encoder.play(chance, number) for number in range(GESTURES)]
    arrivals = trace.stop()
    values = [arrival.data[2] for arrival in arrivals if arrival.data[:2] == b"\xb0\x10"]
    turned = sum((-1 if value & 0x40 else 1) * (value & 0x3F) for value in values)
    wanted = sum(deed.steps for deed in deeds)
    assert turned == wanted, f"{turned} steps arrive of {wanted}"
    rig.measured(f"encoder: {sum(abs(deed.steps) for deed in deeds)} steps, all of which arrived")
    mini.unplug()
