"""Claims about the sound of a session are tested on sound whose truth is known."""

import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rig.hands_only import Sound
from tests.test_tuned_listening import RATE, click, recording, tuned

SHIFT = 5000
"""The offset of the stream's frames from the recording's."""
MILLISECOND = 1_000_000
GENERATOR = np.random.default_rng(4)


@dataclass
class Heard:
    path: Path
    rate: int = RATE
    channels: int = 2


def ns(frame):
    return round(frame / RATE * 1e9)


class Session:
    """Two references, 6 dB apart, with sounds between and before them."""

    FIRST, SECOND = 96_000, 192_000
    FEEDBACK = 144_000

    def __init__(self, *parts):
        self.parts = parts

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory()
        path = Path(self._folder.name) / "recording.f32"
        notes = (self.FIRST, tuned(220)), (self.SECOND, 10 ** (6 / 20) * tuned(330))
        np.repeat(recording(*notes, *self.parts, seconds=6), 2).tofile(path)
        cycles = np.arange(0, 6 * RATE, 1024)
        np.column_stack([cycles, (cycles / RATE * 1e9).astype(np.int64)]).tofile(f"{path}.cycles")
        told = [
            {"role": "reference", "frame": frame + SHIFT, "time": ns(frame) + 20 * MILLISECOND}
            for frame in (self.FIRST, self.SECOND)
        ]
        return Sound(Heard(path), told)

    def __exit__(self, *_):
        self._folder.cleanup()


def noise(start, first, last):
    return start, click(GENERATOR, first, last)


class SoundTest(unittest.TestCase):
    def test_the_level_from_one_reference_to_the_next(self):
        with Session() as sound:
            self.assertIn("+6.00", sound.level_changed(Session.FIRST + SHIFT, 6.0))
            with self.assertRaises(AssertionError):
                sound.level_changed(Session.FIRST + SHIFT, 5.5)

    def test_a_tick_and_silence_are_distinguished(self):
        frame = Session.FEEDBACK
        for parts, tick in (((), False), ((noise(frame, 400, 1500), noise(frame + 2400, 400, 1500)), True)):
            with Session(*parts) as sound:
                sound.silence_or_tick(frame + SHIFT, tick)
                with self.assertRaises(AssertionError):
                    sound.silence_or_tick(frame + SHIFT, not tick)

    def test_a_pitched_sound_is_not_a_tick(self):
        with Session((Session.FEEDBACK + 100, tuned(440, fade=8000))) as sound:
            with self.assertRaises(AssertionError):
                sound.silence_or_tick(Session.FEEDBACK + SHIFT, tick=True)

    def test_clicks_are_counted(self):
        for count in range(4):
            parts = [noise(Session.FEEDBACK + 2880 + 4800 * number, 2000, 6000) for number in range(count)]
            with Session(*parts) as sound:
                sound.clicks(Session.FEEDBACK + SHIFT, count)
                with self.assertRaises(AssertionError):
                    sound.clicks(Session.FEEDBACK + SHIFT, count + 1)

    def test_one_click_at_the_hub(self):
        with Session(noise(40_000, 2000, 6000)) as sound:
            self.assertIn("one click", sound.one_click(ns(30_000), ns(60_000)))
            for began, ended in ((50_000, 80_000), (30_000, 110_000)):
                with self.assertRaises(AssertionError):
                    sound.one_click(ns(began), ns(ended))

    def test_speech_before_the_first_note(self):
        said = [noise(20_000 + 2000 * number, 200, 3000) for number in range(20)]
        with Session(*said) as sound:
            sound.speech(ns(15_000), ns(Session.FIRST))
        with Session() as sound, self.assertRaises(AssertionError):
            sound.speech(ns(15_000), ns(Session.FIRST))

    def test_silence_after_a_stop(self):
        with Session() as sound:
            sound.silence_after(ns(Session.FEEDBACK))
            with self.assertRaises(AssertionError):
                sound.silence_after(ns(Session.SECOND - 10_000))


if __name__ == "__main__":
    unittest.main()
