"""Practice timers by pads alone, from Quick Start to the end: with training, with pairs to listen to in its rests, and free; then pulled
out and killed."""

import json
import time

from rig import comparison, models, rest_agreement
from rig.analysis import load, sounding
from rig.lights import picture, wait_for_picture
from rig.models import APC_COMMIT, APC_HIGHER, APC_LOWER, APC_STOP
from rig.waiting import sleep_until, wait_until

PADS = {"for-time": 112, "amrap": 113, "emom": 114}
CONFIRM, CANCEL = 115, 116
LONG = 1.0
PAUSE = 0.3
"""Seconds: a hand goes from one pad to the next."""
CONFIGURATIONS = {
    "for-time": ["--rounds", "2"],
    "amrap": ["--duration", "35", "--mode", "free"],
    "emom": ["--intervals", "2", "--every", "15", "--rounds", "1"],
}
SETTINGS = {"note-duration": 0.3, "equal-loudness": "off", "speech": "off", "rest-listening": "on"}
RATE = 48_000
FRAMES = 48
"""How far a cue may be from its plan: a millisecond."""
LATE = 480
"""The permitted lateness of an event that could not be planned: ten."""


def scenario(rig):
    jack = rig.jack()
    pads, hand = models.apc_mini(rig)
    home = rig.folder / "home-timers"
    for kind, options in CONFIGURATIONS.items():
        remember(rig, pads, hand, home, kind, options)
    rig.record()
    peach = rig.peach("--seed", "5", home=home, settings=SETTINGS)
    comparison.wait_for_sound(peach)
    for_time(rig, peach, pads, hand)
    pairs = emom(rig, peach, pads, hand)
    free = amrap(rig, peach, pads, hand)
    recording = rig.stop_recording()
    heard(rig, recording, free)
    rig.judge(rest_agreement.assert_heard, recording, pairs, free, note_frames=round(SETTINGS["note-duration"] * RATE))
    interrupted(rig, jack, peach, pads, hand, home)


def remember(rig, pads, hand, home, kind, options):
    """A timer configured on the command line is shown, waits for a pad, and is then Quick Start's configuration."""
    peach = rig.peach(*options, home=home, settings=SETTINGS, timer=kind)
    peach.wait_for("timerPhase", phase="confirming")
    comparison.wait_for_sound(peach)
    hand.tap(CONFIRM)
    peach.wait_for("timerStarted")
    hand.hold(APC_STOP, LONG)
    peach.wait_for("timerPhase", phase="paused")
    peach.wait_for("timerPhase", phase="finished", complete=False)
    assert peach.stop() == 0


def quick_start(peach, pads, hand, kind):
    """The timer's pad shows it, which is lit; confirm begins it."""
    hand.tap(PADS[kind])
    peach.wait_for("timerPhase", phase="confirming")
    wait_until(lambda: picture(pads.lights()), "a light that asks")
    hand.tap(CONFIRM)
    started = peach.wait_for("timerStarted")
    peach.wait_for("timerPhase", phase="running")
    return started


def answer(peach, hand, seconds=10):
    """Answers the next exercise, which begins within `seconds`; returns its round and its reference's frame."""
    exercise = peach.wait_for("exerciseStarted", seconds, mode="comparison")
    reference = peach.wait_for("noteStarted", role="reference")
    target = peach.wait_for("noteStarted", role="target")
    sleep_until(target["time"] + round(comparison.UNTIL_HEARD * 1e9))
    hand.answer(exercise, correct=True)
    peach.wait_for("answered")
    return peach.wait_for("timerRound"), reference["frame"]


def finish(peach, pads, hand):
    """The end is reported, by light as well; then the timer is left."""
    peach.wait_for("timerPhase", 40, phase="finished", complete=True)
    hand.tap(CANCEL)
    peach.wait_for("timerPhase", phase="idle")
    wait_for_picture(pads, {})


def for_time(rig, peach, pads, hand):
    started = quick_start(peach, pads, hand, "for-time")
    splits = [answer(peach, hand)[0]["split"] for _ in range(2)]
    finish(peach, pads, hand)
    workout = history(peach, started)
    assert workout["state"] == "complete" and kept_splits(workout) == splits, workout
    rig.measured(f"For Time: 2 rounds in {sum(splits):.1f} s, told and kept alike")


def emom(rig, peach, pads, hand):
    """Training waits for the interval, and its next reference begins on its frame; until then there are pairs, which are returned."""
    started = quick_start(peach, pads, hand, "emom")
    answer(peach, hand)
    _, second = answer(peach, hand, seconds=20)
    finish(peach, pads, hand)
    # The first reference comes as soon after the press as this slow machine allows: only planned events are measured.
    three = [event["frame"] for event in peach.events("cueStarted") if event["tone"] == "low"][-1]
    away = second - three - 3 * RATE
    rig.measured(f"EMOM: the second interval's reference {away} frames from 3 s after the tone for three")
    missed = [event for event in peach.events("xruns") if event["time"] > started["time"]]
    assert -RATE * bool(missed) - FRAMES <= away <= FRAMES, away
    assert [each["interval"] for each in rounds(history(peach, started))] == [1, 2]
    return rests(peach, second)


def rests(peach, second):
    """The pairs of the rests before and after the frame `second`: reported, only in the rests, and stored as
    listening."""
    pairs = rest_agreement.told_pairs(peach.events())
    assert [exercise["mode"] for exercise, _, _ in pairs] == ["listen"] * len(pairs), pairs
    told = [listened["answer"] for _, _, listened in pairs]
    assert told == ["higher" if exercise["target"]["cents"] > 0 else "lower" for exercise, _, _ in pairs], pairs
    before = sum(frames["target"] < second for _, frames, _ in pairs)
    assert 0 < before < len(pairs), f"{before} of {len(pairs)} pairs in the first rest"
    rows = peach.rows("SELECT * FROM listening ORDER BY number")
    assert ["higher" if row["cents"] > 0 else "lower" for row in rows] == told, (told, rows)
    return pairs


def amrap(rig, peach, pads, hand):
    """Free practice: each press of the commit pad is a round. Returns the cues that sounded."""
    started = quick_start(peach, pads, hand, "amrap")
    for _ in range(3):
        time.sleep(PAUSE)
        hand.tap(APC_COMMIT)
        peach.wait_for("timerRound")
    finish(peach, pads, hand)
    cues = [event for event in peach.events("cueStarted") if event["time"] > started["time"]]
    assert [cue["tone"] for cue in cues] == ["start", "warning", "finish"], cues
    assert all(cue["sounded"] for cue in cues), cues
    late, _, away = [cue["frame"] - cues[1]["frame"] - planned for cue, planned in zip(cues, (-5 * RATE, 0, 30 * RATE), strict=True)]
    rig.measured(f"AMRAP: 3 rounds; the last cue {away} frames from its plan, the first {late}")
    # Cycles that this slow machine has missed contain no frames: later events are on time, but earlier in frames.
    missed = [event for event in peach.events("xruns") if event["time"] > started["time"]]
    assert -RATE * bool(missed) - FRAMES <= away <= FRAMES, away
    # The first comes as soon after the press as this machine can.
    assert -FRAMES <= late <= (RATE if missed else LATE), late
    told = [event["cue"] for event in peach.events("timerCue") if event["time"] > started["time"]]
    assert told == ["start", "thirty-seconds", "finish"], told
    workout = history(peach, started)
    assert len(rounds(workout)) == 3 and workout["state"] == "complete", workout
    return cues


def heard(rig, recording, cues):
    """The recording has the cues, and silence between them. The recorder counts its own frames: the first cue aligns
    them."""
    signal = load(recording.path, recording.channels)[:, 0]
    stretches = [start for start, _ in sounding(signal, round(0.1 * RATE), 1e-4)][-len(cues) :]
    errors = [(start - stretches[0]) - (cue["frame"] - cues[0]["frame"]) for start, cue in zip(stretches, cues, strict=True)]
    rig.measured(f"{len(cues)} cues heard, within {max(map(abs, errors))} frames of each other as told")
    # A tone grows from silence: where it passes the threshold differs a little from one to the next.
    assert max(map(abs, errors)) <= FRAMES, errors


def interrupted(rig, jack, peach, pads, hand, home):
    """Unplugged it is paused; killed it is paused as well, with every round that was reported as saved."""
    started = quick_start(peach, pads, hand, "amrap")
    time.sleep(PAUSE)
    hand.tap(APC_COMMIT)
    peach.wait_for("timerRound")
    pads.unplug()
    peach.wait_for("timerPhase", phase="paused")
    pads.plug()
    peach.wait_for("controllerConnected")
    hand.tap(CONFIRM)
    peach.wait_for("timerPhase", phase="running")
    time.sleep(PAUSE)
    hand.tap(APC_COMMIT)
    peach.wait_for("timerRound")
    # Its round is the newest change there is.
    peach.wait_for("workoutSaved")
    saved = len(peach.events("timerRound"))
    assert saved, "no round was told"
    peach.kill()
    # A client that is killed may leave the server hanging.
    jack.kill()
    rig.jack()
    again = rig.peach("--seed", "6", home=home, settings=SETTINGS)
    again.wait_for("timerPhase", phase="paused")
    comparison.wait_for_sound(again)
    hand.tap(CONFIRM)
    again.wait_for("timerPhase", phase="running")
    time.sleep(PAUSE)
    hand.tap(APC_COMMIT)
    assert again.wait_for("timerRound")["number"] == 3
    hand.hold(APC_STOP, LONG)
    again.wait_for("timerPhase", phase="finished", complete=False)
    workout = history(again, started)
    assert workout["state"] == "incomplete" and len(rounds(workout)) == 3, workout
    assert again.stop() == 0
    rig.measured("pulled out, then killed: paused each time, 3 rounds kept of 3")


def history(peach, started):
    """The workout of a `timerStarted`, from `peach history --json`."""
    return next(each for each in json.loads(peach.run("history", "--json")) if each["id"] == started["id"])


def rounds(workout):
    return [each for part in workout["sets"] for each in part["rounds"]]


def kept_splits(workout):
    return [each["split"] / 1e9 for each in rounds(workout)]
