import unittest

import numpy as np

from rig.listening import HeardTick, listen
from rig.analysis import cents

RATE = 48000
NOTE, ATTACK, RELEASE = 14400, 480, 1200


def sine(hertz, level=0.1):
    """A note as it is meant: a silent frame at either end."""
    frames = np.arange(NOTE)
    rise = np.sin(np.pi / 2 * np.clip(frames / ATTACK, 0, 1)) ** 2
    fall = np.sin(np.pi / 2 * np.clip((NOTE - 1 - frames) / RELEASE, 0, 1)) ** 2
    return level * rise * fall * np.sin(2 * np.pi * hertz * frames / RATE)


def faded(note, start):
    """A note that is let go from frame `start` on."""
    frames = np.arange(len(note))
    return note * np.sin(np.pi / 2 * np.clip((start + RELEASE - 1 - frames) / RELEASE, 0, 1)) ** 2


def tick(generator):
    """Two clicks of noise."""
    sound = np.zeros(4320)
    frames = np.arange(1920)
    for start in (0, 2400):
        hertz, phases = 400 + 1100 * generator.random(96), 2 * np.pi * generator.random(96)
        noise = np.sin(2 * np.pi * np.outer(frames, hertz) / RATE + phases).sum(axis=1)
        sound[start : start + 1920] = 0.003 * noise * np.sin(np.pi * frames / 1920) ** 2
    return sound


def recording(*parts):
    """Parts as (frame, samples), added up in two seconds."""
    signal = np.zeros(2 * RATE)
    for start, samples in parts:
        signal[start : start + len(samples)] += samples
    return signal.astype(np.float32)


class Listening(unittest.TestCase):
    def setUp(self):
        self.generator = np.random.default_rng(3)

    def test_a_pair_of_notes_without_a_gap(self):
        for hertz in (65.4, 261.6, 1046.5, 2093.0):
            notes, ticks = listen(recording((1000, sine(hertz)), (1000 + NOTE, sine(hertz * 1.01))), RATE)
            self.assertEqual([note.start for note in notes], [1001, 1001 + NOTE])
            self.assertEqual([note.end for note in notes], [999 + NOTE, 999 + 2 * NOTE])
            self.assertEqual([note.fade for note in notes], [1000 + n * NOTE - RELEASE - 1 for n in (1, 2)])
            self.assertAlmostEqual(cents(hertz, notes[0].hertz), 0, delta=1e-4)
            self.assertAlmostEqual(cents(hertz * 1.01, notes[1].hertz), 0, delta=1e-4)
            self.assertAlmostEqual(notes[0].amplitude, 0.1, delta=1e-6)
            self.assertEqual(ticks, [])

    def test_an_early_fade_to_the_frame(self):
        for start in range(5000, 5040):
            (note,), _ = listen(recording((1000, faded(sine(130.8), start))), RATE)
            self.assertEqual(note.fade, 1000 + start - 1)

    def test_a_tick_in_silence(self):
        _, ticks = listen(recording((1000, sine(440)), (20_000, tick(self.generator))), RATE)
        self.assertEqual(ticks, [HeardTick(20_001)])

    def test_a_tick_that_begins_with_the_fade_of_a_note(self):
        for number, hertz in enumerate((65.4, 261.6, 1046.5)):
            start = 7000 + number
            notes, ticks = listen(recording((0, faded(sine(hertz), start)), (start, tick(self.generator))), RATE)
            self.assertEqual(ticks, [HeardTick(start + 1)])
            self.assertAlmostEqual(cents(hertz, notes[0].hertz), 0, delta=1e-3)
            self.assertIsNone(notes[0].fade)

    def test_a_tick_within_the_release_and_right_after_the_note(self):
        for start in (NOTE - 800, NOTE - 1, NOTE, NOTE + 1):
            _, ticks = listen(recording((0, sine(261.6)), (start, tick(self.generator))), RATE)
            self.assertEqual(ticks, [HeardTick(start + 1)])

    def test_half_a_tick_is_refused(self):
        with self.assertRaises(AssertionError):
            listen(recording((3000, tick(self.generator)[:2000])), RATE)

    def test_a_note_cut_off_is_refused(self):
        with self.assertRaises(AssertionError):
            listen(recording((0, sine(440)[:2000])), RATE)

    def test_a_note_that_continues_under_a_tick_is_refused(self):
        with self.assertRaises(AssertionError):
            listen(recording((0, sine(440)[: 7000 + 1920]), (7000, tick(self.generator))), RATE)


if __name__ == "__main__":
    unittest.main()
