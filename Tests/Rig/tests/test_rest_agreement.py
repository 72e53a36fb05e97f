import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from rig.rest_agreement import assert_heard, told_pairs
from tests.test_listening import NOTE, RATE, sine

APART = 3 * RATE
"""Frames from one pair to the next."""
EARLY = 700
"""Frames by which the recorder's count is behind the stream's."""


def events(pairs):
    """The stream's reports of an exercise, of pairs and of a cue, as intended."""
    told = [{"event": "exerciseStarted", "mode": "comparison"}, {"event": "noteStarted", "role": "reference", "frame": 10}]
    for number, (reference, target) in enumerate(pairs):
        frame = EARLY + (1 + number) * APART
        told.append({"event": "exerciseStarted", "mode": "listen", "reference": {"hertz": reference}, "target": {"hertz": target}})
        told.append({"event": "noteStarted", "role": "reference", "frame": frame})
        told.append({"event": "noteStarted", "role": "target", "frame": frame + NOTE})
        told.append({"event": "listened", "answer": "higher"})
    return told


class RestAgreementTests(unittest.TestCase):
    pairs = [(220.0, 221.0), (523.25, 520.0)]

    def judge(self, signal):
        """The result of assert_heard for a recording that ends with a cue."""
        told = told_pairs(events(self.pairs))
        self.assertEqual([listened["answer"] for *_, listened in told], ["higher"] * 2)
        cue = (1 + len(self.pairs)) * APART
        signal = np.concatenate([signal, np.zeros(cue + RATE - len(signal))])
        signal[cue + 1 : cue + 4_800] = 0.01
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "recording.f32"
            np.column_stack([signal, signal]).astype(np.float32).tofile(path)
            recording = SimpleNamespace(path=path, channels=2, rate=RATE)
            rig = SimpleNamespace(measured=lambda what: None)
            assert_heard(rig, recording, told, [{"frame": EARLY + cue}], NOTE)

    def sound(self, **changes):
        """Both pairs as reported, except for the notes by number that are to differ."""
        signal = np.zeros((1 + len(self.pairs)) * APART)
        for number, hertz in enumerate(hertz for pair in self.pairs for hertz in pair):
            pair, second = divmod(number, 2)
            start = (1 + pair) * APART + second * NOTE
            signal[start : start + NOTE] = changes.get(f"note{number}", sine(hertz))
        return signal

    def test_pairs_that_are_heard(self):
        self.judge(self.sound())

    def test_a_pair_that_is_silent_late_out_of_tune_or_cut_short_is_found(self):
        silent, shorter = np.zeros(NOTE), sine(520.0) * (np.arange(NOTE) < NOTE // 2)
        for changes in ({"note0": silent, "note1": silent}, {"note3": silent}, {"note3": shorter}, {"note2": sine(524.0)}):
            with self.assertRaises(AssertionError):
                self.judge(self.sound(**changes))
        with self.assertRaises(AssertionError):
            self.judge(np.roll(self.sound(), RATE // 5))

    def test_something_that_follows_a_pair_at_once_is_found(self):
        signal = self.sound()
        end = APART + 2 * NOTE
        signal[end : end + 2_000] = 0.01
        with self.assertRaises(AssertionError):
            self.judge(signal)


if __name__ == "__main__":
    unittest.main()
