"""Whether a chord that differs from its report is rejected."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from rig import chord_agreement
from rig.chord_agreement import assert_chords
from rig.matching import Exercise
from tests.practice import Rig
from tests.test_held_agreement import Heard
from tests.test_tuned_listening import LEVEL, RATE

START, STEADY, FEEDBACK, OFFSET = 900, 1.3, 1.6, 5000


def tone(hertz, fade, end, moved=None, partial=0.0):
    """A string of this pitch, from frame 0 with all phases 0, whose fade begins on frame `fade`; `moved` are its hertz after
    STEADY seconds, and its second partial is `partial` hertz off."""
    position = np.arange(end)
    turns = np.cumsum(np.where(position < STEADY * RATE, hertz, moved or hertz) / RATE)
    turns = np.concatenate(([0], turns[:-1]))
    shape = np.sin(np.pi / 2 * np.clip(position / 480, 0, 1)) ** 2
    shape *= (1 + np.cos(np.pi * np.clip(position - fade + 1, 0, 1200) / 1200)) / 2
    sound = sum(np.sin(2 * np.pi * (number * turns + (number == 2) * partial * position / RATE)) / number for number in range(1, 17))
    return LEVEL / 4 * shape * sound


class ChordAgreement(unittest.TestCase):
    def setUp(self):
        """Shorter chords than the scenario's are enough without a recorder between."""
        self.addCleanup(setattr, chord_agreement, "STEADY_SECONDS", chord_agreement.STEADY_SECONDS)
        chord_agreement.STEADY_SECONDS = 1.2

    def judge(self, flat=0.0, sharp=0.0, partial=0.0, fade=0, note=0, row=None, event=None):
        """Judges one chord of A3; returns the report unless there is a complaint."""
        bass, size = 220.0, round(FEEDBACK * RATE)
        companion, target = bass * 2 ** (7 / 12), bass * 2 ** (4 / 12)
        start, final = target * 2 ** (40 / 1200), target * 2 ** (-6 / 1200)
        signal = np.zeros(START + size + 6000)
        ends = size + 4000
        for sound in (
            tone(bass, size, ends), tone(companion * 2 ** (flat / 1200), size + fade, ends, partial=partial),
            tone(start, size, ends, moved=final * 2 ** (sharp / 1200)),
        ):
            signal[START : START + ends] += sound
        beats = 4 * final - 5 * bass
        told = Exercise(
            {"index": 1, "interval": "M3 up", "reference": {"hertz": bass}, "companion": companion, "chord": "major-third",
             "beats": 4 * target - 5 * bass, "tunable": {"hertz": start, "cents": 40.0}},
            {role: {"frame": START + OFFSET} for role in ("reference", "companion", "tunable")},
            {}, {"hertz": final, "cents": -6.0, "gesture": "touch", "beats": beats}, {"frame": START + size + OFFSET}, {}, "",
        )
        told.notes["companion"] = {"frame": START + OFFSET + note}
        stored = {
            "chord": "major-third", "companion_hertz": companion, "beats": beats, "target_beats": 4 * target - 5 * bass,
            "timbre": "string", "timbre_of_second": "string", "tuning": "equal", "reference_hertz": bass,
            "target_hertz": target, "final_hertz": final,
        }
        told.started |= event or {}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sound"
            np.repeat(signal, 2).astype(np.float32).tofile(path)
            rig = Rig()
            assert_chords(rig, Heard(path), [told], [stored | (row or {})], creeps=False)
            return rig.said

    def test_correct_sound_passes(self):
        (said,) = self.judge()
        self.assertIn("1 chords:", said)
        self.assertIn("pairs of partials beat within", said)

    def test_wrong_sound_is_refused(self):
        cases = {
            "left over|cents off": {"flat": 0.2},
            "partials beat .* Hz off theory": {"partial": 0.003},
            "begin on the frames": {"note": 1},
            "next to or after the fade": {"fade": 20},
            "is stored with beats": {"row": {"beats": 1.0}},
            "has target_beats": {"row": {"target_beats": 0.5}, "event": {"beats": 0.5}},
            "ends .* cents off": {"sharp": 0.3},
        }
        for why, change in cases.items():
            with self.subTest(why), self.assertRaisesRegex(AssertionError, why):
                self.judge(**change)


if __name__ == "__main__":
    unittest.main()
