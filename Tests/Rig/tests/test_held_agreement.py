"""Whether a held reference that differs from its report is rejected."""

import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rig.held_agreement import assert_held
from rig.matching import Exercise
from tests.practice import Rig
from tests.test_tuned_listening import LEVEL, RATE, glide

NOTE, OFFSET = 14400, 5000


@dataclass
class Heard:
    path: Path
    rate: int = RATE
    channels: int = 2


def note(hertz, frames, fade, moves=(), level=LEVEL, jump=None):
    """A note of this many frames, at full level before frame `fade`; out of phase from frame `jump` onwards."""
    position = np.arange(frames)
    shape = np.sin(np.pi / 2 * np.clip(position / 480, 0, 1)) ** 2
    shape *= (1 + np.cos(np.pi * np.clip(position - fade + 1, 0, 1200) / 1200)) / 2
    turns = np.concatenate(([0], np.cumsum(glide(hertz, moves, frames) / RATE)[:-1]))
    if jump:
        turns[jump:] += 0.01
    return level * shape * np.sin(2 * np.pi * turns)


class HeldAgreement(unittest.TestCase):
    def judge(self, level=0, cents=0.0, after=0.0, late=(0, 0), loud=1.0, **reference):
        """Judges two exercises; returns the complaint unless everything is correct."""
        signal, told, rows = np.zeros(4 * RATE), [], []
        for number, (hertz, size) in enumerate(((220.0, 0), (110.0, 7))):
            first, held = 900 + number * 80_000, 30_000 + 77 * number
            second, feedback = first + NOTE, first + NOTE + held
            start = hertz * 2 ** (size / 12) * 2 ** (40 / 1200)
            final = start * 2 ** (-37 / 1200)
            parts = note(hertz, 60_000, NOTE + held + late[0], **reference), note(start, 40_000, held + late[1], [(8000, -37 + cents)])
            signal[first : first + 60_000] += parts[0]
            signal[second : second + 40_000] += loud * parts[1]
            signal[feedback + 2_000 : feedback + 2_100] += after
            told.append(
                Exercise(
                    {"index": number + 1, "interval": "P1", "reference": {"hertz": hertz}, "heldLevel": 0,
                     "tunable": {"hertz": start, "cents": 40.0}},
                    {"reference": {"frame": first + OFFSET}, "tunable": {"frame": second + OFFSET}},
                    {}, {"hertz": final, "cents": 3.0, "gesture": "chord"}, {"frame": feedback + OFFSET}, {}, "",
                )
            )
            rows.append({"held_level": level, "note_gap": 0, "final_hertz": final})
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sound"
            np.repeat(signal, 2).astype(np.float32).tofile(path)
            rig = Rig()
            assert_held(rig, Heard(path), told, rows, NOTE)
            return rig.said

    def test_correct_sound_passes(self):
        (said,) = self.judge()
        self.assertIn("2 references are held until they fade on the commit's frame", said)

    def test_wrong_sound_is_refused(self):
        cases = {
            "is stored as held at -3 dB": {"level": -3},
            "the other note is heard": {"cents": 0.2},
            "beside or after the fade": {"after": 1e-3},
            "fade 3 and 0 frames after": {"late": (3, 0)},
            "fade 0 and -2 frames after": {"late": (0, -2)},
            "the other note has 0.9": {"loud": 0.9},
            "where only two should sound": {"jump": NOTE + 15_000},
        }
        for why, change in cases.items():
            with self.subTest(why), self.assertRaisesRegex(AssertionError, why):
                self.judge(**change)

    def test_a_reference_that_ends_before_the_note_is_refused(self):
        with self.assertRaises(AssertionError):
            self.judge(late=(-20_000, 0))


if __name__ == "__main__":
    unittest.main()
