"""Measuring a recording by itself: where sound begins and changes, how high it is, and which sounds have no pitch.

Signals are one-dimensional arrays of samples, positions are frames counted from the start of the array, and rates are
frames a second. This module does not know the intended sound.
"""

from typing import NamedTuple

import numpy as np

RELEASE_SECONDS = 0.025
"""Length of a note's raised-cosine release."""


class Sine(NamedTuple):
    """A steady sine: amplitude · sin(2π · hertz · frame / rate + phase), frame 0 being the first of the fitted array."""

    hertz: float
    amplitude: float
    phase: float
    """Radians."""
    residual: float
    """Root mean square of the residual after removing the sine."""

    def samples(self, first, end, rate):
        """Its samples from frame `first` up to, without, `end`."""
        return self.amplitude * np.sin(2 * np.pi * self.hertz * np.arange(first, end) / rate + self.phase)

    def later(self, frames, rate):
        """The same sine, counted from a frame that comes `frames` later."""
        return self._replace(phase=float((self.phase + 2 * np.pi * self.hertz * frames / rate) % (2 * np.pi)))


class Click(NamedTuple):
    """A short burst of noise."""

    start: int
    end: int
    """The first frame after it."""
    centroid: float
    """Hertz: the mean of its spectrum, weighted by power."""


def load(path, channels=1):
    """A recording's file as an array of frames by channels."""
    return np.fromfile(path, dtype=np.float32).reshape(-1, channels)


def load_cycles(path):
    """A recording's cycles: two columns, the first frame of each and its start in ns of CLOCK_MONOTONIC."""
    return np.fromfile(f"{path}.cycles", dtype=np.int64).reshape(-1, 2)


def frame_at(time, cycles, rate):
    """The frame (not rounded) that JACK's graph processed at `time` (ns), by the cycle that had begun.

    While the server hangs, the graph stands still: a cycle has a fixed number of frames, even if it lasts longer.
    """
    number = max(0, np.searchsorted(cycles[:, 1], time, side="right") - 1)
    frame, start = cycles[number]
    reached = frame + (time - start) * rate / 1e9
    return reached if number + 1 == len(cycles) else min(reached, cycles[number + 1, 0])


def cents(reference, hertz):
    """How far `hertz` lies above `reference`, in cents."""
    return 1200 * np.log2(hertz / reference)


# Where


def sounding(signal, silence=2, threshold=0.0):
    """The stretches of sound, as pairs (first frame, first frame after), between runs of at least `silence` silent frames.

    A frame is silent if its absolute value is at most `threshold`. A sine crosses zero, but never for two frames.
    """
    loud = np.flatnonzero(np.abs(signal) > threshold)
    if not len(loud):
        return []
    gaps = np.flatnonzero(np.diff(loud) > silence)
    starts = loud[np.concatenate(([0], gaps + 1))]
    ends = loud[np.concatenate((gaps, [len(loud) - 1]))] + 1
    return list(zip(starts.tolist(), ends.tolist()))


def prediction_error(signal, hertz, rate):
    """|x[n] − 2 cos ω · x[n−1] + x[n−2]|: zero wherever a sine of this frequency continues unchanged.

    The result is as long as the signal; its first two frames are zero.
    """
    samples = np.asarray(signal, dtype=np.float64)
    error = np.zeros(len(samples))
    coefficient = 2 * np.cos(2 * np.pi * hertz / rate)
    error[2:] = np.abs(samples[2:] - coefficient * samples[1:-1] + samples[:-2])
    return error


def first_change(signal, hertz, rate, threshold=1e-7):
    """The first frame in which a steady sine of this frequency does not continue as before, or None.

    A fade begins gently, so it is found late (up to 40 frames in a low note) where the sine crosses zero: see `fade_start`.
    """
    changed = np.flatnonzero(prediction_error(signal, hertz, rate) > threshold)
    return int(changed[0]) if len(changed) else None


def fade_start(signal, sine, rate, release_seconds=RELEASE_SECONDS):
    """The first frame of the raised-cosine release of a steady sine, to the frame, or None if it does not fade.

    `signal` begins in the part to which the steady sine was fitted, and contains nothing else. In frame n of the
    release the level is (1 + cos(π · n / length)) / 2, so that the first frame of a release still has the whole level.
    """
    change = first_change(signal, sine.hertz, rate)
    if change is None:
        return None
    length = round(release_seconds * rate)
    first, end = max(0, change - 200), min(len(signal), change + length // 2)
    heard, steady = signal[first:end], sine.samples(first, end, rate)
    positions = np.arange(first, end)
    errors = [np.sum((heard - steady * _release(positions - start, length)) ** 2) for start in range(first, change + 1)]
    return first + int(np.argmin(errors))


def without_fade(signal, sine, start, rate, release_seconds=RELEASE_SECONDS):
    """The residual of a signal in which a steady sine is released at frame `start`."""
    steady = sine.samples(0, len(signal), rate)
    return signal - steady * _release(np.arange(len(signal)) - start, round(release_seconds * rate))


def _release(step, length):
    """The level in frame `step` of a raised-cosine release of `length` frames: whole before it, none after it."""
    return (1 + np.cos(np.pi * np.clip(step, 0, length) / length)) / 2


# How high


def fit_sine(signal, rate, hertz=None):
    """The steady sine that fits best, by least squares, to far below 0.1 cent from 50 ms on.

    `hertz` is a first guess, within half a period over the length of the signal; without one, the highest peak of the
    windowed spectrum is it.
    """
    samples = np.asarray(signal, dtype=np.float64)
    frames = np.arange(len(samples)) - (len(samples) - 1) / 2
    guess = 2 * np.pi * (hertz or _spectral_peak(samples, rate)) / rate
    for _ in range(20):
        cosine, sine = np.cos(guess * frames), np.sin(guess * frames)
        columns = np.column_stack([cosine, sine])
        (a, b), *_ = np.linalg.lstsq(columns, samples, rcond=None)
        slope = frames * (b * cosine - a * sine)
        (a, b, step), *_ = np.linalg.lstsq(np.column_stack([columns, slope]), samples, rcond=None)
        guess += step
        if abs(step) * len(samples) < 1e-10:
            break
    left = samples - columns @ (a, b)
    phase = np.arctan2(a, b) + guess * frames[0]
    return Sine(guess * rate / (2 * np.pi), float(np.hypot(a, b)), float(phase % (2 * np.pi)), float(np.sqrt(np.mean(left**2))))


def _spectral_peak(samples, rate):
    """Hertz of the highest peak of the spectrum under a Hann window, between the bins by a parabola."""
    size = 4 * len(samples)
    power = np.log(np.abs(np.fft.rfft(samples * np.hanning(len(samples)), size)) + 1e-300)
    peak = int(np.argmax(power[1:-1])) + 1
    left, middle, right = power[peak - 1 : peak + 2]
    return (peak + (left - right) / (2 * (left - 2 * middle + right))) * rate / size


class Stretch(NamedTuple):
    """Frames in which only one steady sine sounds."""

    start: int
    end: int
    """The first frame after it."""
    sine: Sine
    """Its frame 0 is `start`."""


def last_steady(signal, rate, seconds=0.060, tolerance=1e-5):
    """The last stretch of at least `seconds` in which pitch and level stand still, or None.

    A sample belongs to it if it is within `tolerance` of the amplitude predicted by the sine: float samples are within
    1e-7, and a pitch that moves by a cent is out of step after some frames, however low. It ends a little late if the
    level changes gently: see `fade_start`.
    """
    samples = np.asarray(signal, dtype=np.float64)
    size = round(seconds * rate)
    for end in range(len(samples), size - 1, -(size // 3)):
        block = samples[end - size : end]
        if np.abs(block).max() < tolerance:
            continue
        sine = fit_sine(block, rate)
        if sine.residual < tolerance / 10 * sine.amplitude:
            return _widened(samples, end - size, end, sine, rate, tolerance)
    return None


def _widened(samples, start, end, sine, rate, tolerance):
    """The whole stretch that contains frames `start` to `end` and is fitted by `sine`."""
    for _ in range(2):  # the second time with the pitch of nearly all of it
        apart = np.abs(samples - sine.samples(-start, len(samples) - start, rate))
        wrong = np.flatnonzero(apart > tolerance * sine.amplitude)
        before, after = wrong[wrong < start], wrong[wrong >= end]
        start = int(before[-1]) + 1 if len(before) else 0
        end = int(after[0]) if len(after) else len(samples)
        sine = fit_sine(samples[start:end], rate, hertz=sine.hertz)
    return Stretch(start, end, sine)


class Drift(NamedTuple):
    """The end of a sine whose pitch moves evenly: amplitude · sin(phase + turn · t + bend · t²), t frames from its end."""

    amplitude: float
    phase: float
    turn: float
    """Radians a frame, at its end."""
    bend: float
    residual: float
    """Root mean square of the residual after removing it."""

    def hertz(self, rate):
        """The pitch it ends on."""
        return self.turn * rate / (2 * np.pi)

    def fading_at(self, fade, first, end, rate, release_seconds=RELEASE_SECONDS):
        """Its samples from `first` up to, excluding, `end`, counted from its end: at `fade` its pitch is constant and
        its release begins."""
        frames = np.arange(first, end)
        moving = np.minimum(frames, fade)
        phase = self.phase + self.turn * moving + self.bend * moving**2
        phase += (frames - moving) * (self.turn + 2 * self.bend * fade)
        return self.amplitude * np.sin(phase) * _release(frames - fade, round(release_seconds * rate))


def fit_drift(signal, rate, hertz, amplitude):
    """The drift that fits best, by least squares; its level is known, and its pitch to a few cents."""
    samples = np.asarray(signal, dtype=np.float64)
    frames = np.arange(len(samples)) - float(len(samples))
    turn, bend = 2 * np.pi * hertz / rate, 0.0
    columns = np.column_stack([np.cos(turn * frames), np.sin(turn * frames)])
    (a, b), *_ = np.linalg.lstsq(columns, samples, rcond=None)
    phase = float(np.arctan2(a, b))
    for _ in range(20):
        angle = phase + turn * frames + bend * frames**2
        left = samples - amplitude * np.sin(angle)
        slope = amplitude * np.cos(angle)
        scale = len(samples)
        columns = np.column_stack([slope, slope * frames / scale, slope * (frames / scale) ** 2])
        steps, *_ = np.linalg.lstsq(columns, left, rcond=None)
        phase, turn, bend = phase + steps[0], turn + steps[1] / scale, bend + steps[2] / scale**2
        if np.abs(steps).max() < 1e-11:
            break
    left = samples - amplitude * np.sin(phase + turn * frames + bend * frames**2)
    return Drift(amplitude, phase, turn, bend, float(np.sqrt(np.mean(left**2))))


def drifting_fade(signal, sine, rate, seconds=0.005, tolerance=1e-6):
    """The frame at which a sine that drifts by up to a few cents is released, and the `Drift` that ends there; None
    without one.

    `sine` gives its level, and its earlier pitch; `signal` is from there to the end of the sound. Exact to the frame,
    as `fade_start`.
    """
    samples = np.asarray(signal, dtype=np.float64)
    size, step = round(seconds * rate), round(0.001 * rate)
    for end in range(len(samples), size - 1, -step):
        drift = fit_drift(samples[end - size : end], rate, sine.hertz, sine.amplitude)
        if drift.residual > tolerance * sine.amplitude:
            continue
        # It may have taken in the first frames of the release, which are nearly at full level.
        drift = fit_drift(samples[end - step - size : end - step], rate, drift.hertz(rate), sine.amplitude)
        whole = samples[end - step : end + round(RELEASE_SECONDS * rate) // 2]
        errors = [np.sum((whole - drift.fading_at(fade, 0, len(whole), rate)) ** 2) for fade in range(3 * step)]
        fade = end - step + int(np.argmin(errors))
        return fade, fit_drift(samples[fade - size : fade], rate, drift.hertz(rate), sine.amplitude)
    return None


# Without pitch


def spectrum(signal, rate):
    """Hertz and power of each bin of a Hann-windowed spectrum, finely interpolated."""
    size = 1 << (8 * len(signal) - 1).bit_length()
    power = np.abs(np.fft.rfft(signal * np.hanning(len(signal)), size)) ** 2
    return np.fft.rfftfreq(size, 1 / rate), power


def is_unpitched(signal, rate):
    """Whether less than 0.9 of the power lies in the main lobe around the highest peak, where a sine has all of it."""
    hertz, power = spectrum(signal, rate)
    lobe = np.abs(hertz - hertz[np.argmax(power)]) <= 2 * rate / len(signal)
    return bool(power[lobe].sum() < 0.9 * power.sum())


def band_share(signal, rate, low, high):
    """The share of the power that lies between two frequencies."""
    hertz, power = spectrum(signal, rate)
    return float(power[(hertz >= low) & (hertz <= high)].sum() / power.sum())


def clicks(signal, rate, threshold=1e-3, gap_seconds=0.005):
    """The bursts of noise: stretches above `threshold`, apart by at least `gap_seconds`, which have no pitch.

    If a note still fades in the signal, remove it first: see `without_fade`. In digital silence a threshold of 0 finds
    them to the frame.
    """
    gap = round(gap_seconds * rate)
    found = []
    for start, end in sounding(signal, gap, threshold):
        burst = signal[start:end]
        if end - start >= gap and is_unpitched(burst, rate):
            hertz, power = spectrum(burst, rate)
            found.append(Click(start, end, float(np.sum(hertz * power) / np.sum(power))))
    return found
