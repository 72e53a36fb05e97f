"""Live listening to a recording in progress."""

import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from rig.ear import Ear, Listener
from tests.test_listening import RATE, sine, tick


class Parrot:
    """A voice whose sentences are recognised by their length."""

    def words(self, samples):
        return f"{len(samples) / RATE:.1f} s"


class Sentence:
    """A voice that has said one sentence of this many seconds."""

    def __init__(self, seconds):
        self._seconds = seconds

    def words(self, samples):
        return "Done." if abs(len(samples) / RATE - self._seconds) < 0.05 else None


def speech(generator, seconds):
    """Something that is neither note nor silence, with a pause as between two sentences."""
    sound = 0.05 * generator.standard_normal(round(seconds * RATE))
    sound[round(0.3 * RATE) : round(0.7 * RATE)] = 0
    return sound


class EarTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "recording.f32"
        self.path.touch()
        self.ear = Ear(SimpleNamespace(path=self.path, channels=2))
        self.generator = np.random.default_rng(1)

    def play(self, *parts):
        """Adds parts, a number being seconds of silence, on the first of two channels."""
        with open(self.path, "ab") as file:
            for part in parts:
                first = np.zeros(round(part * RATE)) if isinstance(part, (int, float)) else part
                file.write(np.stack([first, np.zeros(len(first))], axis=1).astype(np.float32).tobytes())

    def heard(self, count):
        listener = self.listener
        return [listener.next(seconds=2) for _ in range(count)]

    def test_notes_ticks_and_speech_are_distinguished(self):
        self.listener = Listener(self.ear, Parrot())
        self.play(0.5, speech(self.generator, 2.0), sine(440), sine(441), 0.3, tick(self.generator), 0.4, sine(220), 2.5)
        said, first, second, ticked, third, nothing = self.heard(6)
        self.assertEqual([each.kind for each in (said, first, second, ticked, third)], ["said", "note", "note", "sound", "note"])
        self.assertEqual(said.what, "2.0 s")
        for note, hertz in ((first, 440), (second, 441), (third, 220)):
            self.assertAlmostEqual(note.what, hertz, delta=0.01)
        self.assertEqual(ticked.what, 2)
        self.assertIsNone(nothing)
        self.assertAlmostEqual(said.start, RATE // 2, delta=RATE // 50)

    def test_a_tone_right_before_words_is_reported_separately(self):
        self.listener = Listener(self.ear, Sentence(2.0))
        rough = 0.05 * self.generator.standard_normal(round(0.2 * RATE))
        self.play(0.5, rough, 0.1, speech(self.generator, 2.0), 2.5)
        tone, said = self.heard(2)
        self.assertEqual((tone.kind, said.kind, said.what), ("sound", "said", "Done."))
        self.assertAlmostEqual((tone.end - tone.start) / RATE, 0.2, delta=0.03)
        self.assertAlmostEqual(said.start / RATE, 0.8, delta=0.03)

    def test_earlier_sounds_are_skipped(self):
        self.listener = Listener(self.ear, Parrot())
        self.play(sine(440), 0.1)
        self.listener.skip()
        self.play(0.2, sine(330), 1.0)
        self.assertAlmostEqual(self.heard(1)[0].what, 330, delta=0.01)

    def test_silence_begins_after_the_last_sound(self):
        self.play(0.2, sine(440), 0.5, sine(440), 1.0)
        self.assertAlmostEqual(self.ear.wait_for_sound(0) / RATE, 0.2, delta=0.01)
        self.assertAlmostEqual(self.ear.wait_for_silence(0) / RATE, 1.3, delta=0.03)


if __name__ == "__main__":
    unittest.main()
