"""Listening to notes that are tuned is tested on synthetic sound whose truth is known."""

import unittest

import numpy as np

from rig.analysis import cents, last_steady
from rig.tuned_listening import listen_to_tuning

RATE = 48000
LEVEL = 0.1
RELEASE = 1200
HERTZ = (65.4, 130.8, 261.6, 1046.5, 2093.0)


def glide(hertz, moves, frames):
    """The pitch in each frame: `hertz`, and from each frame in `moves` on a glide of 480 frames by its cents."""
    offset = np.zeros(frames)
    for frame, change in moves:
        offset += change * np.clip((np.arange(frames) - frame) / 480, 0, 1)
    return hertz * 2 ** (offset / 1200)


def tuned(hertz, moves=(), fade=24000, phase=0.0):
    """A note as it is meant, whose pitch moves: silent in its first frame and its last, below full level from `fade` on."""
    frames = fade + RELEASE
    position = np.arange(frames)
    level = np.sin(np.pi / 2 * np.clip(position / 480, 0, 1)) ** 2
    level *= (1 + np.cos(np.pi * np.clip(position - fade + 1, 0, RELEASE) / RELEASE)) / 2
    turns = np.concatenate(([0], np.cumsum(glide(hertz, moves, frames) / RATE)[:-1]))
    return LEVEL * level * np.sin(2 * np.pi * turns + phase)


def wander(generator, first, last, to):
    """Moves every 240 frames from `first` to `last`, which end `to` cents from where they began."""
    frames = np.arange(first, last, 240)
    steps = generator.standard_normal(len(frames)) * 5
    return list(zip(frames.tolist(), (steps + (to - steps.sum()) / len(frames)).tolist()))


def click(generator, low=400, high=1500):
    frames = np.arange(1920)
    hertz, phases = low + (high - low) * generator.random(96), 2 * np.pi * generator.random(96)
    noise = np.sin(2 * np.pi * np.outer(frames, hertz) / RATE + phases).sum(axis=1)
    return 0.003 * noise * np.sin(np.pi * frames / 1920) ** 2


def recording(*parts, seconds=3):
    """Parts as (frame, samples), added up."""
    signal = np.zeros(seconds * RATE)
    for start, samples in parts:
        signal[start : start + len(samples)] += samples
    return signal.astype(np.float32)


class LastSteady(unittest.TestCase):
    def test_the_plateau_before_the_fade(self):
        for hertz in HERTZ:
            moves = [(6000, 40), (9000, -13), (12000, 1)]
            found = last_steady(recording((0, tuned(hertz, moves))), RATE)
            self.assertAlmostEqual(found.start, 12480, delta=60, msg=hertz)
            self.assertAlmostEqual(found.end, 24000, delta=60, msg=hertz)
            self.assertAlmostEqual(cents(hertz, found.sine.hertz), 28, delta=1e-4)

    def test_a_tenth_of_a_cent_is_a_move(self):
        for hertz in HERTZ:
            found = last_steady(recording((0, tuned(hertz, [(12000, 0.1)]))), RATE)
            self.assertAlmostEqual(found.start, 12480, delta=300, msg=hertz)

    def test_a_pitch_that_never_rests(self):
        generator = np.random.default_rng(1)
        self.assertIsNone(last_steady(tuned(440, wander(generator, 0, 24000, 50)), RATE))

    def test_silence(self):
        self.assertIsNone(last_steady(np.zeros(20000), RATE))


class ListeningToTuning(unittest.TestCase):
    def setUp(self):
        self.generator = np.random.default_rng(5)

    def test_an_exercise_to_the_frame_and_to_a_thousandth_of_a_cent(self):
        for number, hertz in enumerate(HERTZ):
            start, end = hertz * 2 ** (-37 / 1200), 30_000 + 17 * number
            reference, note = tuned(hertz, fade=14400 - RELEASE), tuned(start, wander(self.generator, 7000, 15000, 60), end)
            heard = listen_to_tuning(recording((1000, reference), (15400, note)), RATE)
            self.assertEqual([tone.start for tone in heard], [1001, 15401], hertz)
            self.assertEqual([tone.fade for tone in heard], [1000 + 13199, 15400 + end - 1], hertz)
            for tone, first, last in zip(heard, (hertz, start), (hertz, hertz * 2 ** (23 / 1200))):
                self.assertAlmostEqual(cents(first, tone.first_hertz), 0, delta=1e-3)
                self.assertAlmostEqual(cents(last, tone.hertz), 0, delta=1e-3)
                self.assertAlmostEqual(tone.amplitude, LEVEL, delta=1e-6)
                self.assertEqual(tone.clicks, [])
            self.assertGreater(heard[1].held, end - 15600)

    def test_every_fade_to_the_frame(self):
        for fade in range(20000, 20030):
            (note,) = listen_to_tuning(recording((500, tuned(196, [(8000, -20)], fade))), RATE)
            self.assertEqual(note.fade, 500 + fade - 1)

    def test_clicks_are_counted_and_distinguished(self):
        for count in range(4):
            for low, high in ((120, 400), (1200, 4000)):
                parts = [(500, tuned(233, [(8000, 20)]))]
                first = 500 + 24000 + RELEASE + 1
                parts += [(first + 3840 * number, click(self.generator, low, high)) for number in range(count)]
                (note,) = listen_to_tuning(recording(*parts), RATE)
                self.assertEqual(len(note.clicks), count)
                for number, heard in enumerate(note.clicks):
                    self.assertAlmostEqual(heard.start, first + 3840 * number, delta=150)
                    self.assertTrue(low < heard.centroid < high, heard)

    def test_a_click_that_begins_with_the_fade(self):
        parts = (500, tuned(233, [(8000, 20)])), (24500, click(self.generator, 1200, 4000))
        (note,) = listen_to_tuning(recording(*parts), RATE)
        self.assertEqual(len(note.clicks), 1)
        self.assertAlmostEqual(note.fade, 24500, delta=60)
        self.assertAlmostEqual(cents(233 * 2 ** (20 / 1200), note.hertz), 0, delta=1e-3)

    def test_a_snap_that_sounds_is_heard(self):
        """The pitch runs back before the fade: the pitch was held for a shorter time than the hand's, or it is
        rejected."""
        (note,) = listen_to_tuning(recording((0, tuned(262, [(9000, 50), (24000 - 6000, -50)]))), RATE)
        self.assertAlmostEqual(cents(262, note.hertz), 0, delta=1e-3)
        self.assertLess(note.held, 6000)
        for frames in (600, 1000):
            with self.assertRaisesRegex(AssertionError, "neither its fade nor a click"):
                listen_to_tuning(recording((0, tuned(262, [(9000, 50), (24000 - frames, -50)]))), RATE)

    def test_a_partly_audible_run_is_not_a_flicker(self):
        for hertz in HERTZ:
            moves = [(9000, 50), (24000 - 5000, -20), (24000 - 3500, 20)]
            (note,) = listen_to_tuning(recording((0, tuned(hertz, moves))), RATE)
            self.assertLess(note.held, 3500)

    def test_a_step_that_is_undone_is_held(self):
        for hertz in HERTZ:
            moves = [(9000, 50), (24000 - 5000, -1.7), (24000 - 3500, 1.7)]
            (note,) = listen_to_tuning(recording((0, tuned(hertz, moves))), RATE)
            self.assertAlmostEqual(cents(hertz * 2 ** (50 / 1200), note.hertz), 0, delta=1e-3)
            self.assertGreater(note.held, 14000, hertz)

    def test_a_pitch_that_moves_up_to_the_fade_is_refused(self):
        note = tuned(262, wander(self.generator, 9000, 24000, 50))
        with self.assertRaisesRegex(AssertionError, "neither its fade nor a click"):
            listen_to_tuning(recording((0, note)), RATE)

    def test_a_creep_under_a_finger_is_heard_at_the_fade(self):
        """Whether it still moves or has come to rest, with a click in the fade and without: pitch and frame are the
        fade's."""
        for hertz in HERTZ:
            for creep, frames in ((0.05, 480), (0.05, 700), (-0.6, 480), (0.9, 2000), (0, 480)):
                for phase in (0, 1, 2):
                    parts = [(700, tuned(hertz, [(9000, 30), (24000 - frames, creep)], phase=phase))]
                    parts += [(24700, click(self.generator))] if phase == 2 else []
                    (note,) = listen_to_tuning(recording(*parts), RATE, creeps=True)
                    case = (hertz, creep, frames, phase, note)
                    self.assertAlmostEqual(cents(hertz * 2 ** ((30 + creep) / 1200), note.hertz), 0, delta=0.01 if phase < 2 else 0.05, msg=case)
                    self.assertAlmostEqual(note.fade, 24699, delta=1 if phase < 2 else 60, msg=case)
                    self.assertGreater(note.held, 14000, case)
                    self.assertEqual(len(note.clicks), phase // 2, case)

    def test_more_than_a_creep_under_a_finger_is_refused(self):
        for frames, cents_moved in ((600, 3), (1500, -2), (1000, 1.5)):
            with self.assertRaisesRegex(AssertionError, "before its fade|without a fade|neither its fade"):
                listen_to_tuning(recording((0, tuned(262, [(9000, 50), (24000 - frames, cents_moved)]))), RATE, creeps=True)
        with self.assertRaisesRegex(AssertionError, "before its fade|without a fade|neither its fade"):
            listen_to_tuning(recording((0, tuned(262, wander(self.generator, 9000, 24000, 50)))), RATE, creeps=True)

    def test_a_note_cut_off_is_refused(self):
        with self.assertRaises(AssertionError):
            listen_to_tuning(recording((0, tuned(440)[:23000])), RATE)

    def test_noise_before_a_note_is_refused(self):
        with self.assertRaises(AssertionError):
            listen_to_tuning(recording((0, click(self.generator)), (9000, tuned(440))), RATE)

    def test_silence_is_heard_as_nothing(self):
        self.assertEqual(listen_to_tuning(np.zeros(RATE), RATE), [])
