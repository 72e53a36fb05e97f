import tempfile
import unittest
from pathlib import Path

import numpy as np

from rig import agreement, judging
from rig.sound import RATE, Recording, keep


class JudgingTests(unittest.TestCase):
    """A scenario's recording is analysed with exactly its function and arguments, from the stored file."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.inside, self.outside = Path(temporary.name, "inside"), Path(temporary.name, "outside")
        self.inside.mkdir()
        self.outside.mkdir()

    def record(self, signal):
        """A recording of two channels in cycles of 1024 frames; kept, and gone where it was made."""
        path = self.inside / "recording.f32"
        np.column_stack([signal, signal]).astype(np.float32).tofile(path)
        first = np.arange(0, len(signal), 1024)
        np.column_stack([first, first * 1_000_000_000 // RATE]).astype(np.int64).tofile(f"{path}.cycles")
        kept = keep(Recording(path, RATE, 2, len(signal), 0, 0, 0, False), self.outside)
        path.unlink()
        return kept

    def judge(self, *signals):
        for signal in signals:
            events = [{"event": "sessionStopped", "time": 0}]
            judging.hand_over(self.outside, agreement.assert_silent_at_the_hub, self.record(signal), events)
        judging.judge(self.outside)

    def test_silence_passes_and_sound_fails(self):
        silent, loud = np.zeros(RATE), np.ones(RATE)
        self.judge(silent, silent)
        with self.assertRaises(AssertionError):
            self.judge(loud)
