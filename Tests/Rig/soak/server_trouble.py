"""The sound server dies, hangs and is disconnected while practice is in each of its states; and signals end practice."""

import signal
import subprocess
import time

from rig import comparison, models
from rig.lights import all_in, wait_for_picture
from rig.models import APC_HIGHER, APC_LOWER
from rig.waiting import wait_until

CAN_ANSWER = all_in([*APC_HIGHER, *APC_LOWER], 1, 3)
GONE_WITHIN, HUNG_WITHIN = 2.0, 1.5
"""Seconds. Natively a hang is reported within 0.6 s; emulation and its coarse clock get the rest."""
PORTS = (("peach:left", "system:playback_1"), ("peach:right", "system:playback_2"))


def scenario(rig):
    jack = rig.jack()
    pads, hand = models.apc_mini(rig)
    peach = rig.peach("--seed", "6", settings={"note-duration": 1.0})
    comparison.wait_for_sound(peach)
    killed, hung = [], []
    for state in comparison.STATES:
        comparison.reach(peach, hand, state)
        moment = comparison.now()
        jack.kill()
        killed.append(sound_is_lost(peach, pads, "server-gone", moment, state, GONE_WITHIN))
        nothing_starts_without_sound(peach, hand)
        jack = rig.jack()
        it_works_again(peach, hand)
    for state in comparison.STATES:
        comparison.reach(peach, hand, state)
        moment = comparison.now()
        jack.freeze()
        hung.append(sound_is_lost(peach, pads, "hung", moment, state, HUNG_WITHIN))
        jack.thaw()
        it_works_again(peach, hand)
    rig.measured(f"server killed: told after {milliseconds(killed)} ms; frozen: told after {milliseconds(hung)} ms")

    connections_go(rig, peach, pads, hand)
    stopped_by_a_signal(rig, peach, pads, hand)
    assert_nothing_lost(peach)
    ended_by_signals(rig, peach, pads, hand)
    left_while_the_server_hangs(rig, jack, pads, hand)


def sound_is_lost(peach, pads, reason, moment, state, within):
    """The reason is reported, practice stops in its current state, and the lights go out; returns the seconds until the
    report."""
    lost = peach.wait_for("soundLost")
    assert lost["reason"] == reason, lost
    peach.wait_for("sessionStopped", reason="sound-lost")
    print(f"{reason} in {state}: practice was in {comparison.state_at_stop(peach.events())}")
    wait_for_picture(pads, {})
    seconds = (lost["time"] - moment) / 1e9
    assert seconds < within, f"{reason} is told after {seconds:.2f} s"
    return seconds


def nothing_starts_without_sound(peach, hand):
    """A start is refused, with a cue."""
    hand.start()
    assert peach.wait_for("trouble")["what"] == "no-sound"


def it_works_again(peach, hand):
    """Sound comes back by itself, practice does not; then an exercise can be practised as ever."""
    comparison.wait_for_sound_again(peach)
    last = [event["event"] for event in peach.events() if event["event"].startswith("session")][-1]
    assert last == "sessionStopped", "practice went on by itself"
    exercise = comparison.reach(peach, hand, "target")
    hand.answer(exercise, correct=True)
    peach.wait_for("answered", correct=True)
    peach.wait_for("feedbackEnded")
    stop(peach, hand)


def stop(peach, hand):
    """Stops with the stop button."""
    hand.tap(models.APC_STOP)
    peach.wait_for("sessionStopped", reason="asked")


def connections_go(rig, peach, pads, hand):
    """Without one of the two connections practice continues; without the last one sound is lost, until a connection is
    made again."""
    losses = len(peach.events("soundLost"))
    comparison.reach(peach, hand, "target")
    disconnect(*PORTS[0])
    peach.wait_for("noteEnded", role="target")
    wait_for_picture(pads, CAN_ANSWER)
    assert len(peach.events("soundLost")) == losses, "one channel of two is not the end of sound"
    moment = comparison.now()
    disconnect(*PORTS[1])
    seconds = sound_is_lost(peach, pads, "disconnected", moment, "awaiting", GONE_WITHIN)
    rig.measured(f"last connection removed: told after {1000 * seconds:.0f} ms")
    for ports in PORTS:
        subprocess.run(["jack_connect", *ports], check=True)
    it_works_again(peach, hand)


def stopped_by_a_signal(rig, peach, pads, hand):
    """SIGTSTP stops practice and then the process; continued, it is at the hub."""
    comparison.reach(peach, hand, "target")
    wait_for_picture(pads, CAN_ANSWER)
    peach.send_signal(signal.SIGTSTP)
    peach.wait_for("sessionStopped", reason="paused")
    wait_until(lambda: peach.stopped, "the process to be stopped")
    wait_for_picture(pads, {})
    losses = len(peach.events("soundLost"))
    time.sleep(1)
    peach.send_signal(signal.SIGCONT)
    wait_until(lambda: not peach.stopped, "the process to go on")
    time.sleep(0.5)
    # Its watchdog was stopped with it: it may take the cycles it missed for a hang.
    if len(peach.events("soundLost")) > losses:
        comparison.wait_for_sound_again(peach)
    exercise = comparison.reach(peach, hand, "target")
    hand.answer(exercise, correct=False)
    peach.wait_for("answered", correct=False)
    stop(peach, hand)


def assert_nothing_lost(peach):
    """The database has every answer, and no others."""
    answered = peach.events("answered")
    wait_until(lambda: len(peach.events("recordSaved")) == len(answered), "every record to be saved")
    rows = peach.rows("SELECT id FROM comparison ORDER BY number")
    assert [row["id"] for row in rows] == [event["id"] for event in peach.events("recordSaved")]


def ended_by_signals(rig, peach, pads, hand):
    """SIGHUP, SIGINT and SIGTERM end practice in good order: with 0, and dark."""
    seconds = []
    for number, reason in ((signal.SIGHUP, "hangup"), (signal.SIGINT, "interrupt"), (signal.SIGTERM, "terminate")):
        comparison.reach(peach, hand, "target")
        wait_for_picture(pads, CAN_ANSWER)
        moment = comparison.now()
        peach.send_signal(number)
        peach.wait_for("sessionStopped", reason=reason)
        assert peach.wait() == 0
        seconds.append((comparison.now() - moment) / 1e9)
        wait_for_picture(pads, {})
        if number != signal.SIGTERM:
            peach = rig.peach("--seed", "7", settings={"note-duration": 1.0})
            comparison.wait_for_sound(peach)
    rig.measured(f"ended by a signal within {milliseconds(seconds)} ms")


def left_while_the_server_hangs(rig, jack, pads, hand):
    """Leaving works although the server hangs."""
    peach = rig.peach("--seed", "8", settings={"note-duration": 1.0})
    comparison.wait_for_sound(peach)
    comparison.reach(peach, hand, "target")
    jack.freeze()
    peach.wait_for("soundLost", reason="hung")
    moment = comparison.now()
    assert peach.stop(signal.SIGTERM) == 0
    rig.measured(f"left a hung server after {(comparison.now() - moment) / 1e6:.0f} ms")
    wait_for_picture(pads, {})


def disconnect(source, sink):
    subprocess.run(["jack_disconnect", source, sink], check=True)


def milliseconds(seconds):
    return ", ".join(f"{1000 * value:.0f}" for value in seconds)
