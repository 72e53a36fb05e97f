"""A blind player: hears the recording, has the computer's lines read out, feels motors, and writes a log of it."""

import re
import subprocess
import time
from datetime import datetime, timezone

import numpy as np

from rig.analysis import cents, frame_at, load_cycles
from rig.ear import Listener
from rig.hands import HOLD_SECONDS
from rig.learning import TAP_SECONDS
from rig.sound import RATE
from rig.voice import Voice

ASKING = 2.0
"""Seconds: a key of each half held for this time requests the status."""
PATIENCE = 20
"""Seconds of silence after which this player would have to look."""
NOISE = 20.0
"""Cents: how far this player's judgement of a pitch is off, as a standard deviation."""
FIFTH = 700


class NothingHeard(AssertionError):
    """From here on only sight could reveal the program's actions."""


class Blind:
    """One player through a month. `story` logs each step in plain words."""

    def __init__(self, rig):
        self._rig, self.chance = rig, rig.random("ears")
        self.voice = Voice(rig.folder)
        self._story = open(rig.logs / "story.txt", "w", encoding="utf-8")
        self.steps, self.looked, self.waits, self.said = 0, 0, [], 0
        self.roles = set()
        """The role that `peach learn` asks for."""
        self.unknown = []
        """A sound longer than a tone that is neither a note nor requested speech."""
        self._ear = self._listener = None
        self.interval = self._answered = 0
        self.last_said = None

    def tell(self, what):
        """A line of the story; each is a step."""
        self.steps += 1
        line = f"{datetime.now(timezone.utc):%d %b %H:%M} {what}"
        print(line)
        print(line, file=self._story, flush=True)

    def listen(self):
        """Starts to listen to the recording."""
        self._ear = self._rig.ear()
        self._listener = Listener(self._ear, self.voice)
        self.spoken = []

    # Ears

    def hear(self, seconds=PATIENCE):
        """The next thing that is heard; None after `seconds` of silence."""
        heard = self._listener.next(seconds)
        if heard and heard.kind == "said":
            self.said += 1
            self.spoken.append((heard.start, heard.end, heard.what))
            self.interval = FIFTH if "fifth" in heard.what else self.interval
            self.last_said = heard.what
            self.tell(f"  I hear: “{heard.what}”")
        if heard and heard.kind == "sound" and heard.end - heard.start > RATE:
            self.unknown.append(heard)
        return heard

    def hear_words(self, *words):
        """Waits until a sentence with one of these words is spoken (without words: any sentence), and returns it."""
        while True:
            heard = self._anything(f"“{words[0]}”" if words else "words")
            if heard.kind == "said" and (not words or any(word.lower() in heard.what.lower() for word in words)):
                return heard.what

    def _anything(self, what):
        heard = self.hear()
        if heard is None:
            self.looked += 1
            self.tell(f"  Nothing is heard where I expected {what}: I would have to look.")
            raise NothingHeard(what)
        return heard

    def hear_note(self):
        """Waits for the next note; returns its pitch in hertz, and the sounds before it."""
        sounds = []
        while (heard := self._anything("a note")).kind != "note":
            sounds.append(heard)
        return heard.what, sounds

    def skip(self):
        """Earlier sounds no longer matter."""
        self._listener.skip()

    # Hands

    def tap(self, controller, note, seconds=TAP_SECONDS):
        """Presses and lets go."""
        controller.press(note)
        time.sleep(seconds)
        controller.release(note)

    def ask(self, box):
        """Holds both halves until the status begins to be spoken; measures the time."""
        self.skip()
        box.controller.press(box.lower)
        box.controller.press(box.higher)
        moment = time.monotonic_ns() + round(ASKING * 1e9)
        time.sleep(ASKING)
        # A longer hold requests the examples of higher and lower, which replace the current sentence.
        self._ear.wait_for_sound(self._ear.now)
        for note in (box.lower, box.higher):
            box.controller.release(note)
        while (heard := self._anything("where I am")).kind != "said" or "Level" not in heard.what:
            pass
        asked = frame_at(moment, load_cycles(self._ear.path), RATE)
        self.waits.append((heard.start - asked) / RATE)
        self.tell(f"  That came after {self.waits[-1]:.1f} s.")
        return heard.what

    # Practice

    def judge(self, first, second):
        """How much sharper the second note is than it should be, as far as this player hears."""
        return cents(first, second) - self.interval + self.chance.gauss(0, NOISE)

    def _answer(self, box, first, second):
        """Hears the second note out, and answers."""
        self._ear.wait_for_silence(self._ear.now, pause=0.1)
        sharper = self.judge(first, second) > 0
        self.skip()
        self.tap(box.controller, box.higher if sharper else box.lower)
        self._answered = self._ear.now + RATE // 4
        self.tell(f"  Two notes; the second is {'sharper' if sharper else 'flatter'}, I say.")

    def verdict(self, sounds):
        """The sound before the next note: none, or a tick. Returns its name."""
        wrong = any(sound.kind == "sound" and sound.what >= 2 for sound in sounds)
        self.tell("  A soft double tick: that was wrong." if wrong else "  Silence: that was right.")
        return "Incorrect" if wrong else "Correct"

    def compare_many(self, box, count):
        """Several pairs, the last of which is answered as well; the following note is not answered. Returns the last
        verdict."""
        for number in range(count):
            first, sounds = self.hear_note()
            if number:
                self.verdict(sounds)
            second, _ = self.hear_note()
            self._answer(box, first, second)
        _, sounds = self.hear_note()
        return self.verdict(sounds)

    def match(self, box, tuner):
        """Tunes the second note to the first (or to its interval) by ear, lets go, and counts the clicks. Returns a pattern of
        what that is called."""
        first, _ = self.hear_note()
        start, _ = self.hear_note()
        wanted = first * 2 ** (self.interval / 1200)
        tuner.grasp()
        off, place = cents(wanted, start), tuner.value
        travel = -tuner.reach if off > 0 else tuner.reach
        tuner.move(place + travel / 4)
        heard = self._listener.pitch()
        for _ in range(4):
            change = cents(start, heard) / (tuner.value - place)
            tuner.move(tuner.value - cents(wanted, heard) / change)
            heard = self._listener.pitch()
            if abs(cents(wanted, heard)) < 4:
                break
        time.sleep(HOLD_SECONDS)
        tuner.let_go(self.chance)
        self.tell(f"  A note, and one that is {'sharp' if off > 0 else 'flat'}. I tune it until it is right, and let go.")
        self._listener.skip_note()
        _, sounds = self.hear_note()
        clicks = sum(sound.what for sound in sounds)
        self.tell(f"  Clicks: {clicks}." if clicks else "  Silence: dead centre.")
        return r"\d+ cents? (sharp|flat)" if clicks else "Dead centre"

    def rounds(self, box):
        """Answers pair after pair until a timer says that it is done."""
        notes, count = [], 0
        while (heard := self._anything("a note or the end")).kind != "said" or not re.search("The end|Complete", heard.what):
            if heard.kind == "sound" and heard.start > self._answered:
                self.tell(f"  A tone of {1000 * (heard.end - heard.start) // RATE} ms.")
            notes += [heard.what] * (heard.kind == "note")
            if len(notes) == 2:
                self._answer(box, *notes)
                notes, count = [], count + 1
        self.tell(f"  I have counted {count} rounds.")

    # The computer

    def read(self, what, text, lines=6):
        """Has lines read out that a command wrote."""
        told = [line.strip() for line in text.splitlines() if line.strip()]
        self.tell(f"I type `{what}`; the screen reader reads:" if told else f"I type `{what}`, and nothing is read: it is done.")
        for line in told[:lines]:
            self.tell(f"  “{line}”")
        if len(told) > lines:
            self.tell(f"  … and {len(told) - lines} lines more.")
        return told


def next_morning(day, first):
    """Sets the machine's clock to nine o'clock on a day of the month, 0 for the first."""
    moment = int(np.floor(first / 86_400)) * 86_400 + day * 86_400 + 9 * 3_600
    subprocess.run(["date", "-s", f"@{moment}"], check=True, stdout=subprocess.DEVNULL)


def spoken_over_notes(spoken, events, recording):
    """Which utterances (first frame, last frame, words) were heard while a note sounded, by the event stream."""
    cycles = load_cycles(recording.path)
    notes, running = [], {}
    for event in events:
        if event["event"] == "noteStarted":
            running[event["role"]] = event["time"]
        elif event["event"] == "noteEnded" and event["role"] in running:
            notes.append((running.pop(event["role"]), event["time"]))
    frames = [tuple(frame_at(moment, cycles, recording.rate) for moment in note) for note in notes]
    # The stream reports a note a little after it was rendered.
    slack = RATE // 10
    return [
        words for start, end, words in spoken if any(start < last - slack and first < end - slack for first, last in frames)
    ]
