"""Whether a repeated reference that differs from its report is rejected."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from rig.repeat_agreement import assert_repeated, gather
from tests.practice import Rig
from tests.test_held_agreement import Heard, note
from tests.test_tuned_listening import RATE

NOTE, GAP, TUNED, OFFSET = 14_400, 9_600, 30_000, 5_000
FADE, RELEASE = 1_440, 1_200


class RepeatAgreement(unittest.TestCase):
    def judge(self, stored=1, again=0.0, back=0.0, late=0, silent=False):
        """Judges one exercise with a repeated reference; returns the complaint unless everything is correct."""
        reference, final = 220.0, 220.0 * 2 ** (-17 / 1200)
        first = 900
        tunable = first + NOTE + GAP
        second = tunable + TUNED + FADE + late
        last = second + NOTE + GAP
        signal = np.zeros(last + 2 * TUNED + 9_600)
        notes = (
            (first, reference, NOTE, NOTE - RELEASE), (tunable, final, TUNED + RELEASE, TUNED),
            (second, reference * 2 ** (again / 1200), 0 if silent else NOTE, NOTE - RELEASE),
            (last, final * 2 ** (back / 1200), TUNED + RELEASE, TUNED),
        )
        for start, hertz, frames, fade in notes:
            signal[start : start + frames] += note(hertz, frames, fade)
        events = [{"event": "exerciseStarted", "index": 1}]
        for role, (start, hertz, *_) in zip(("reference", "tunable") * 2, notes):
            events.append({"event": "noteStarted", "role": role, "hertz": hertz, "frame": start + OFFSET})
        events.append({"event": "committed", "repeats": stored})
        row = {"repeats": stored, "reference_hertz": reference, "final_hertz": final * 2 ** (back / 1200)}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sound"
            np.repeat(signal, 2).astype(np.float32).tofile(path)
            rig = Rig()
            assert_repeated(rig, Heard(path), gather(events), [row])
            return rig.said

    def test_correct_sound_passes(self):
        (said,) = self.judge()
        self.assertIn("1 references are heard again", said)

    def test_wrong_sound_is_refused(self):
        cases = {
            "where 2 repeats are stored": {"stored": 2},
            "a reference is heard": {"again": 0.2},
            "the note that goes on is heard": {"back": 0.2},
            "frames after the fade, not 1440": {"late": 5},
            "3 notes are heard, 4 are told": {"silent": True},
        }
        for why, change in cases.items():
            with self.subTest(why), self.assertRaisesRegex(AssertionError, why):
                self.judge(**change)


if __name__ == "__main__":
    unittest.main()
