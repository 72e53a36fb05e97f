"""A session played with nothing but a controller, step by step, and the proof of each step: a light or a sound.

Lights are proved when they are shown, sounds when the recording is complete: see `HandsOnly.prove`.
"""

import time
from dataclasses import dataclass, field

import numpy as np

from rig import comparison, matching
from rig.analysis import cents, fit_sine, frame_at, is_unpitched, load, load_cycles, prediction_error, sounding
from rig.hands import HOLD_SECONDS, Deed
from rig.lights import picture, wait_for_picture
from rig.waiting import sleep_until, wait_until

EXPLAINING = 5_000_000_000
"""ns: two keys held for this time start the examples of Higher and Lower."""
EXAMPLES = (100, 25, -100, -25)
"""Cents between the notes of the examples."""
HOLD = 1.1
"""Seconds: two keys held for this time set a split or wake: longer than 0.8 s even if emulation is slow."""
ASKING = 2_000_000_000
"""ns: two keys held for this time request the status, and within as much again it is spoken."""
LEVEL_TAPS = 6
"""The number of taps next to a held key that move the level to the limit of one hold."""
LEVEL_DECIBELS = 6.0
RELEASE, ATTACK = 0.026, 0.012
"""Seconds: a note's ends, a little longer than they are."""
LATEST_LIGHT = 100_000_000
"""ns in which emulation delivers a light."""
BANDS = ("dead-centre", "close", "moderate", "far")


@dataclass
class Instrument:
    """A controller and what hands do on it."""

    controller: object
    hand: comparison.Hand
    tuners: dict
    """The control that tunes and commits in each matching mode: has `play(chance, number)`, which returns a `Deed`."""
    starts: dict = field(default_factory=dict)
    """The control that starts a mode, if it is neither key: by default Higher and Lower do, held for the interval
    modes."""
    stop: int = None
    """The button that stops; by default both halves are held."""
    knob: object = None
    """Moves the level in matching by dB, if the controller has a control for it."""
    mode_light: object = None
    """The picture of a mode; None where none is lit, and it is spoken."""
    answer_light: object = None
    """The lights of an answer (`higher` or `lower`, and whether it is correct); None if only the tick reports it."""
    result_light: object = None
    """The picture of a result (cents, band); None if clicks report it."""


class StepKeys:
    """Tunes by Higher and Lower alone: three steps up, and both together commit."""

    def __init__(self, hand):
        self._hand = hand

    def play(self, chance, number):
        """Steps, listens, and commits; returns the deed."""
        for _ in range(3):
            self._hand.tap(self._hand.keys["higher"])
            time.sleep(0.05)
        time.sleep(HOLD_SECONDS)
        moment = press_both(self._hand)
        time.sleep(0.05)
        release_both(self._hand)
        return Deed("chord", None, 3, moment)


class HandsOnly:
    """One session, from plug-in to its end. `peach` provides events (`wait_for`, `events`), for any kind of start."""

    def __init__(self, rig, peach, instrument):
        self.rig, self.peach, self.instrument = rig, peach, instrument
        self.hand, self.controller = instrument.hand, instrument.controller
        self._chance = rig.random(instrument.controller.product)
        self._claims = []

    # At the hub

    def plug_in(self):
        """Waits until the controller is known and sound is at full level, in either order."""
        connected = wait_until(self._connected, f"{self.controller.product} to be connected")
        comparison.wait_for_sound(self.peach)
        self._seen("plugged in", f"served by {connected['mapping']}")

    def _connected(self):
        told = self.peach.events("controllerConnected")
        return next((event for event in told if event["client"] == self.controller.product), None)

    def hold_two(self, low, high, what="the split is set"):
        """Holds two keys at the hub, which sets a keyboard's split or wakes: one click says so."""
        began = time.monotonic_ns()
        self.controller.press(low)
        self.controller.press(high)
        time.sleep(HOLD)
        self.controller.release(low)
        self.controller.release(high)
        time.sleep(0.3)
        ended = time.monotonic_ns()
        self._heard(what, lambda sound: sound.one_click(began, ended))

    def ask(self, what):
        """Holds a key of each half until the status, and waits for its end."""
        ear = self.rig.ear()
        asked = press_both(self.hand) + ASKING
        sleep_until(asked)
        told = ear.wait_for_sound(ear.now)
        release_both(self.hand)
        ear.wait_for_silence(told)
        self._heard(f"asked where practice is, {what}", lambda sound: sound.told(asked))

    def explain(self):
        """Holds a key of each half until the status, then the examples of Higher and Lower; listens to all of them, and ends them with
        a press."""
        sessions = len(self.peach.events("sessionStarted"))
        pressed = press_both(self.hand)
        begun = self.peach.wait_for("explanation", state="begun")
        assert begun["time"] - pressed >= EXPLAINING, "it begins too early"
        release_both(self.hand)
        self._heard("held on, where practice is", lambda sound: sound.told_to_its_end(pressed + ASKING, begun["time"]))
        before = begun["time"]
        for size in EXAMPLES:
            reference, target = (self.peach.wait_for("noteStarted", role=role) for role in ("reference", "target"))
            ended = self.peach.wait_for("noteEnded", role="target")
            self._example(size, reference["frame"], target["frame"], ended["frame"], said=(before, reference["time"]))
            before = ended["time"]
        self.hand.tap(self.hand.keys["higher"])
        stopped = self.peach.wait_for("explanation", state="stopped")
        self._heard("a press ends it", lambda sound: sound.silence_after(stopped["time"]))
        time.sleep(0.5)
        assert len(self.peach.events("sessionStarted")) == sessions, "the press has started something"

    def _example(self, size, reference, target, end, said):
        self._heard(f"an example of {size:+d} cents", lambda sound: sound.example(size, reference, target, end, said))

    def start(self, mode):
        """Starts a mode; its light or its name in speech says so."""
        light = self.instrument.mode_light
        began = time.monotonic_ns()
        self._start(mode)
        started = self.peach.wait_for("sessionStarted", mode=mode)
        # The reference comes when the mode has been said.
        first = self.peach.wait_for("exerciseStarted", 15)
        if light:
            self._shown(f"{mode} is started", light(mode), began, first["time"])
        else:
            self._heard(f"{mode} is started", lambda sound: sound.speech(started["time"], first["time"]))
        return first

    def _start(self, mode):
        if press := self.instrument.starts.get(mode):
            self.hand.tap(press)
            return
        key = self.hand.keys["lower" if "matching" in mode else "higher"]
        if mode.startswith("interval"):
            self.hand.hold(key)
        else:
            self.hand.tap(key)

    def stop(self):
        """Stops: the notes fade, the lights go out, nothing follows."""
        if self.instrument.stop:
            self.hand.tap(self.instrument.stop)
            stopped = self.peach.wait_for("sessionStopped", reason="asked")
        else:
            press_both(self.hand)
            stopped = self.peach.wait_for("sessionStopped", reason="asked")
            release_both(self.hand)
        self._heard("stopped", lambda sound: sound.silence_after(stopped["time"]))
        wait_for_picture(self.controller, {})
        time.sleep(0.5)

    def stop_in_reference(self):
        """Stops once the next reference has sounded long enough for its level to be heard; returns its start."""
        reference = self.peach.wait_for("noteStarted", role="reference")
        sleep_until(reference["time"] + 350_000_000)
        self.stop()
        return reference

    # Comparison

    def comparison(self, mode):
        """A right answer, a wrong one, stop; then the level up and down by taps at the hub, which the next reference has."""
        exercise = self.start(mode)
        self.answer(exercise, correct=True)
        self.answer(self.peach.wait_for("exerciseStarted"), correct=False)
        reference = self.stop_in_reference()
        for half, decibels in (("higher", LEVEL_DECIBELS), ("lower", -LEVEL_DECIBELS)):
            before = reference["frame"]
            self.level_by_taps(half)
            self.start(mode)
            reference = self.stop_in_reference()
            what = f"{mode}, {LEVEL_TAPS} taps of {half} beside the other half: the level by {decibels:+g} dB"
            self._heard(what, lambda sound, frame=before, by=decibels: sound.level_changed(frame, by))

    def answer(self, exercise, correct):
        """Answers the exercise, whose reference sounds, once its target is heard."""
        target = self.peach.wait_for("noteStarted", role="target")
        sleep_until(target["time"] + round(comparison.UNTIL_HEARD * 1e9))
        self.hand.answer(exercise, correct)
        answered = self.peach.wait_for("answered")
        assert answered["correct"] == correct, answered
        feedback, ended = self.peach.wait_for("feedbackStarted"), self.peach.wait_for("feedbackEnded")
        what = f"{exercise['mode']}, a {'right' if correct else 'wrong'} answer"
        if light := self.instrument.answer_light:
            self._shown(what, light(answered["answer"], correct), answered["time"], ended["time"])
        else:
            self._heard(what, lambda sound: sound.silence_or_tick(feedback["frame"], tick=not correct))

    def level_by_taps(self, half):
        """At the hub, holds a key of the other half and taps one of this half."""
        held, tapped = self.hand.keys["lower" if half == "higher" else "higher"], self.hand.keys[half]
        self.controller.press(held)
        for _ in range(LEVEL_TAPS):
            time.sleep(0.2)
            self.hand.tap(tapped)
        time.sleep(0.2)
        self.controller.release(held)
        time.sleep(0.3)

    # Matching

    def matching(self, mode):
        """A commit, the level down and up where the controller has a control for it, and stop."""
        self.commit(mode, self.start(mode))
        if self.instrument.knob:
            for decibels in (-LEVEL_DECIBELS, LEVEL_DECIBELS):
                self.level_by_knob(mode, decibels)
        self.stop_in_reference()

    def commit(self, mode, exercise):
        """Tunes and lets go; lights or clicks report the result."""
        matching.hear_tunable(self.peach)
        tuner = self.instrument.tuners[mode]
        deed = tuner.play(self._chance, 0)
        matching.wait_for_commit(self.peach, exercise, deed)
        committed = self.peach.events("committed")[-1]
        assert committed["gesture"] == deed.gesture, f"{committed} after {deed}"
        feedback, ended = self.peach.wait_for("feedbackStarted"), self.peach.wait_for("feedbackEnded")
        cents, band = feedback["cents"], BANDS.index(feedback["kind"])
        what = f"{mode}, a commit by {deed.gesture}, {cents:+d} cents"
        if light := self.instrument.result_light:
            self._shown(what, light(cents, band), committed["time"], ended["time"])
        else:
            self._heard(what, lambda sound: sound.clicks(feedback["frame"], band))

    def level_by_knob(self, mode, decibels):
        """Turns the knob late in a reference; the next reference has the new level."""
        exercise = self.peach.wait_for("exerciseStarted")
        reference = self.peach.wait_for("noteStarted", role="reference")
        sleep_until(reference["time"] + 400_000_000)
        turned = self.instrument.knob(decibels)
        self.commit(mode, exercise)
        self._heard(f"{mode}, the level by {turned:+.2f} dB", lambda sound: sound.level_changed(reference["frame"], turned))

    # Proof

    def prove(self, recording):
        """Checks every claim about sound against the recording of the session, and logs the number of verified
        steps."""
        recording.assert_complete()
        sound = Sound(recording, self.peach.events("noteStarted"))
        for what, check in self._claims:
            self._seen(what, check(sound))
        self.rig.measured(f"{self.controller.product}: by hand alone, {len(self._claims)} steps proved by sound")

    def _heard(self, what, check):
        self._claims.append((what, check))

    def _shown(self, what, wanted, first, last):
        messages = self.controller.lights()
        moments = [number + 1 for number, message in enumerate(messages) if first <= message.time <= last + LATEST_LIGHT]
        shown = [picture(messages[:moment]) for moment in moments]
        assert wanted in shown, f"{what}: {wanted} is not among what was lit: {shown}"
        self._seen(what, f"{len(wanted)} lights of (channel, colour) {sorted(set(wanted.values()))}")

    def _seen(self, what, how):
        print(f"{self.controller.product}: {what}: {how}")


class Sound:
    """The sounds of one session. Frames are the event stream's, times ns of CLOCK_MONOTONIC."""

    def __init__(self, recording, notes):
        self._signal = load(recording.path, recording.channels)[:, 0]
        self._rate = recording.rate
        self._cycles = load_cycles(recording.path)
        self._references = [note["frame"] for note in notes if note["role"] == "reference"]
        first = next(note for note in notes if note["role"] == "reference")
        self._offset = self._align(first)

    def _align(self, first):
        """The recorder counts its own frames: every reference that begins after silence aligns the two."""
        about = frame_at(first["time"], self._cycles, self._rate)
        starts = [start - 1 for start, _ in sounding(self._signal) if abs(start - about) < self._rate / 2]
        offsets = [start - first["frame"] for start in starts]
        fitting = [offset for offset in offsets if all(self._begins(frame + offset) for frame in self._references)]
        assert len(fitting) == 1, f"the recording fits the events at offsets {fitting} of {len(offsets)}"
        return fitting[0]

    def _begins(self, frame):
        return not self._signal[frame - 2 : frame + 1].any() and self._signal[frame + 1] != 0

    def _frames(self, first, last):
        """The samples from one time to another, both ns."""
        ends = (int(frame_at(moment, self._cycles, self._rate)) for moment in (first, last))
        return self._signal[slice(*ends)]

    def _after(self, frame, first, last):
        """The samples from `first` to `last` seconds after a frame of the stream."""
        begin = frame + self._offset
        return self._signal[begin + round(first * self._rate) : begin + round(last * self._rate)]

    def _bursts(self, samples):
        return sounding(samples, round(0.005 * self._rate), 1e-4)

    def one_click(self, began, ended):
        """A single unpitched click."""
        samples = self._frames(began, ended)
        bursts = self._bursts(samples)
        assert len(bursts) == 1, f"{len(bursts)} sounds where one click is meant"
        start, end = bursts[0]
        assert is_unpitched(samples[start:end], self._rate), "the click has a pitch"
        return f"one click of {1000 * (end - start) / self._rate:.0f} ms"

    def speech(self, began, first_note):
        """Something was said before the first note."""
        samples = np.abs(self._frames(began, first_note))
        loud = sum(bool((block > 1e-3).any()) for block in np.array_split(samples, max(1, len(samples) * 100 // self._rate)))
        assert loud >= 30, f"of {len(samples) / self._rate:.2f} s before the first note {loud / 100:.2f} s are heard"
        return f"{loud / 100:.2f} s of speech before the first note"

    def told(self, asked):
        """Speech follows soon after its request, and nothing sounds before."""
        assert not self._frames(asked - 700_000_000, asked - 10_000_000).any(), "something sounds before it was asked for"
        loud = np.flatnonzero(np.abs(self._frames(asked, asked + 6_000_000_000)) > 1e-3)
        assert len(loud) and loud[0] < self._rate * ASKING / 1e9, "nothing is said in time"
        assert loud[-1] - loud[0] > self._rate, "it is too short for a sentence"
        return f"said after {1000 * loud[0] / self._rate:.0f} ms, for {(loud[-1] - loud[0]) / self._rate:.1f} s"

    def told_to_its_end(self, asked, begun):
        """The requested sentence is spoken, and is over before the next sound has begun."""
        told = self.told(asked)
        assert not self._frames(begun - 200_000_000, begun).any(), "it is cut off"
        return told

    def example(self, size, reference, target, end, said):
        """Something is said first, then two pure notes sound so far apart, with nothing over them."""
        words = self.speech(*said)
        length = (target - reference) / self._rate
        notes = []
        for frame in (reference, target):
            steady = self._after(frame, ATTACK, length - RELEASE)
            sine = fit_sine(steady, self._rate)
            assert prediction_error(steady, sine.hertz, self._rate).max() < 1e-6, "something sounds over a note"
            notes.append(sine.hertz)
        assert abs(cents(*notes) - size) < 0.1, f"{cents(*notes):+.2f} cents where {size:+d} are meant"
        assert not self._after(end, 0.01, 0.5).any(), "something is heard right after the notes"
        return f"{words}, then {cents(*notes):+.2f} cents"

    def silence_or_tick(self, frame, tick):
        """After an answer: a tick if it was wrong, else nothing."""
        heard = self._after(frame, RELEASE, 0.4)
        assert heard.any() == tick, f"{'nothing' if tick else 'a sound'} is heard after the answer"
        if not tick:
            return "silence"
        # The second of its clicks is clear of the note's release.
        start, end = self._bursts(self._after(frame, 0.045, 0.4))[0]
        assert is_unpitched(self._after(frame, 0.045, 0.4)[start:end], self._rate), "the tick has a pitch"
        return "a tick"

    def clicks(self, frame, count):
        """After a commit: as many clicks as the result is far off."""
        bursts = self._bursts(self._after(frame, 0.05, 0.4))
        assert len(bursts) == count, f"{len(bursts)} clicks where {count} are meant"
        return f"{count} clicks"

    def level_changed(self, frame, decibels):
        """The next reference after the one at `frame` differs by this many dB."""
        following = min(later for later in self._references if later > frame)
        before, after = (self._amplitude(at) for at in (frame, following))
        change = 20 * np.log10(after / before)
        assert abs(change - decibels) < 0.05, f"the level changes by {change:+.2f} dB"
        return f"{change:+.2f} dB from one reference to the next"

    def _amplitude(self, frame):
        return fit_sine(self._after(frame, ATTACK, 0.25), self._rate).amplitude

    def silence_after(self, moment):
        """The sound has faded soon after a stop, and nothing follows."""
        heard = self._frames(moment + 150_000_000, moment + 400_000_000)
        assert not heard.any(), "something is heard after the stop"
        return "silence from 0.15 s on"


def press_both(hand):
    """Presses a key of each half; returns when."""
    hand.controller.press(hand.keys["lower"])
    return hand.controller.press(hand.keys["higher"])


def release_both(hand):
    """Lets both go."""
    for key in hand.keys.values():
        hand.controller.release(key)
