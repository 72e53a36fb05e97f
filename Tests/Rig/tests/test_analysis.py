"""Measuring is tested on synthetic sound whose truth is known."""

import unittest

import numpy as np

from rig import analysis

RATE = 48000
LEVEL = 0.1
NOTES = range(21, 109, 3)


def hertz_of(note):
    return 440 * 2 ** ((note - 69) / 12)


def note(hertz, frames, phase=0.0, attack=480, release=1200):
    """A note as Peach makes it: its first and last frames are silent."""
    frame = np.arange(frames)
    level = np.minimum(
        (1 - np.cos(np.pi * np.clip(frame / attack, 0, 1))) / 2,
        (1 - np.cos(np.pi * np.clip((frames - 1 - frame) / release, 0, 1))) / 2,
    )
    return LEVEL * level * np.sin(2 * np.pi * hertz * frame / RATE + phase)


def released(hertz, frames, start, phase=0.0):
    """A steady sine that is released at frame `start`."""
    frame = np.arange(frames)
    level = (1 + np.cos(np.pi * np.clip(frame - start, 0, 1200) / 1200)) / 2
    return LEVEL * level * np.sin(2 * np.pi * hertz * frame / RATE + phase)


def noise(generator, frames, low=400, high=1500):
    """Noise between two frequencies, 12 dB under the notes."""
    spectrum = np.fft.rfft(generator.standard_normal(frames))
    hertz = np.fft.rfftfreq(frames, 1 / RATE)
    spectrum[(hertz < low) | (hertz > high)] = 0
    samples = np.fft.irfft(spectrum, frames)
    return LEVEL / 4 * samples / np.abs(samples).max()


def as_recorded(samples):
    return samples.astype(np.float32)


class Where(unittest.TestCase):
    def test_sounding_finds_notes_that_touch(self):
        first, second = note(440, 24000, phase=0.3), note(466, 24000, phase=0.3)
        signal = as_recorded(np.concatenate([np.zeros(1000), first, second, np.zeros(500)]))
        self.assertEqual(analysis.sounding(signal), [(1001, 24999), (25001, 48999)])

    def test_sounding_in_silence(self):
        self.assertEqual(analysis.sounding(np.zeros(100)), [])

    def test_sounding_ignores_zero_crossings(self):
        self.assertEqual(len(analysis.sounding(as_recorded(note(RATE / 16, 4800)))), 1)

    def test_steady_sine_never_changes(self):
        for number in NOTES:
            hertz = hertz_of(number)
            steady = as_recorded(LEVEL * np.sin(2 * np.pi * hertz * np.arange(RATE) / RATE))
            self.assertIsNone(analysis.first_change(steady, hertz, RATE), number)

    def test_first_change_of_pitch(self):
        increments = np.concatenate([np.full(5000, 440.0), np.full(5000, 440.05)]) / RATE
        glide = as_recorded(LEVEL * np.sin(2 * np.pi * np.cumsum(increments)))
        self.assertAlmostEqual(analysis.first_change(glide, 440, RATE), 5000, delta=20)

    def test_fade_start_is_found_to_the_frame(self):
        for number in NOTES:
            for phase in np.linspace(0, np.pi, 7):
                start = 9000 + number
                signal = as_recorded(released(hertz_of(number), 12000, start, phase))
                sine = analysis.fit_sine(signal[:8000], RATE)
                self.assertEqual(analysis.fade_start(signal, sine, RATE), start, (number, phase))
                self.assertAlmostEqual(analysis.first_change(signal, sine.hertz, RATE), start, delta=40)

    def test_no_fade(self):
        steady = as_recorded(LEVEL * np.sin(2 * np.pi * 440 * np.arange(9000) / RATE))
        self.assertIsNone(analysis.fade_start(steady, analysis.fit_sine(steady, RATE), RATE))


class HowHigh(unittest.TestCase):
    def test_pitch_within_a_hundredth_of_a_cent(self):
        for number in NOTES:
            for length in (4800, 12000, 48000):
                hertz = hertz_of(number + 0.37)
                samples = as_recorded(LEVEL * np.sin(2 * np.pi * hertz * np.arange(length) / RATE + 1.1))
                sine = analysis.fit_sine(samples, RATE)
                self.assertAlmostEqual(analysis.cents(hertz, sine.hertz), 0, delta=0.01, msg=f"{number}, {length}")
                self.assertAlmostEqual(sine.amplitude, LEVEL, delta=1e-6)
                self.assertAlmostEqual(sine.phase, 1.1, delta=1e-4)
                self.assertLess(sine.residual, 1e-8)

    def test_samples_continue_the_fit(self):
        samples = LEVEL * np.sin(2 * np.pi * 261.6 * np.arange(9600) / RATE + 2)
        sine = analysis.fit_sine(samples[:4800], RATE)
        np.testing.assert_allclose(sine.samples(4800, 9600, RATE), samples[4800:], atol=1e-8)

    def test_cents(self):
        self.assertAlmostEqual(analysis.cents(440, 880), 1200)
        self.assertLess(analysis.cents(440, 439), 0)


class WithoutPitch(unittest.TestCase):
    def setUp(self):
        self.generator = np.random.default_rng(7)

    def test_noise_is_unpitched_and_a_note_is_not(self):
        self.assertTrue(analysis.is_unpitched(noise(self.generator, 960), RATE))
        self.assertFalse(analysis.is_unpitched(note(440, 4800), RATE))
        self.assertFalse(analysis.is_unpitched(note(65, 1440), RATE))

    def test_two_clicks_in_silence_to_the_frame(self):
        signal = np.zeros(9600)
        for start in (1000, 3400):
            signal[start : start + 960] = noise(self.generator, 960)
        first, second = analysis.clicks(as_recorded(signal), RATE, threshold=0)
        self.assertEqual((first.start, first.end), (1000, 1960))
        self.assertEqual((second.start, second.end), (3400, 4360))
        self.assertTrue(400 < first.centroid < 1500)
        self.assertGreater(analysis.band_share(signal[1000:1960], RATE, 350, 1600), 0.9)

    def test_two_clicks_while_a_note_fades(self):
        for number in NOTES:
            hertz, fade = hertz_of(number), 9600
            signal = released(hertz, 16000, fade)
            for start in (fade, fade + 2400):
                signal[start : start + 960] += noise(self.generator, 960)
            signal = as_recorded(signal)
            sine = analysis.fit_sine(signal[:9000], RATE)
            change = analysis.first_change(signal, sine.hertz, RATE)
            self.assertAlmostEqual(change, fade, delta=2)
            found = analysis.clicks(analysis.without_fade(signal, sine, change, RATE), RATE)
            self.assertEqual(len(found), 2, number)
            self.assertAlmostEqual(found[0].start, fade, delta=20)
            self.assertAlmostEqual(found[1].start, fade + 2400, delta=20)

    def test_a_fade_alone_has_no_clicks(self):
        for number in NOTES:
            signal = as_recorded(released(hertz_of(number), 16000, 9600))
            sine = analysis.fit_sine(signal[:9000], RATE)
            start = analysis.fade_start(signal, sine, RATE)
            self.assertEqual(analysis.clicks(analysis.without_fade(signal, sine, start, RATE), RATE), [])


class Time(unittest.TestCase):
    def test_frame_at_counts_from_the_cycle_that_had_begun(self):
        cycles = np.array([[0, 1_000_000_000], [1024, 1_021_333_333]])
        self.assertEqual(analysis.frame_at(1_010_000_000, cycles, RATE), 480)
        self.assertAlmostEqual(analysis.frame_at(1_022_333_333, cycles, RATE), 1024 + 48)

    def test_frame_at_stands_still_while_the_server_hangs(self):
        cycles = np.array([[0, 1_000_000_000], [1024, 1_700_000_000]])
        self.assertEqual(analysis.frame_at(1_600_000_000, cycles, RATE), 1024)
