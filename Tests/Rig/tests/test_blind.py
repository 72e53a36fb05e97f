"""The counts of a simulated blind player."""

import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np

from rig.blind import Blind, spoken_over_notes
from rig.ear import Heard
from tests.test_listening import RATE


def note(role, first, last):
    """A note's events, in seconds."""
    return [
        {"event": name, "role": role, "time": round(moment * 1e9)}
        for name, moment in (("noteStarted", first), ("noteEnded", last))
    ]


class SpokenOverNotesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "recording.f32"
        cycles = [(frame, frame * 1_000_000_000 // RATE) for frame in range(0, 10 * RATE, 1024)]
        np.array(cycles, np.int64).tofile(f"{path}.cycles")
        self.recording = SimpleNamespace(path=path, rate=RATE)

    def over(self, first, last):
        """The report of speech over the notes, which sound from 2 to 3 and from 3 to 4 s, for speech in these
        seconds."""
        events = [*note("reference", 2, 3), *note("target", 3, 4), {"event": "answerEnabled", "time": 3_000_000_000}]
        return spoken_over_notes([(round(first * RATE), round(last * RATE), "Correct.")], events, self.recording)

    def test_before_and_after_notes_is_not_over_them(self):
        for first, last in ((0.5, 1.95), (4.0, 6.0)):
            self.assertEqual(self.over(first, last), [])

    def test_over_a_beginning_an_end_or_a_whole_note_is(self):
        for first, last in ((1.0, 2.5), (3.5, 5.0), (2.2, 2.8), (1.0, 2.9), (3.0, 3.9)):
            self.assertEqual(self.over(first, last), ["Correct."], (first, last))


class AskTests(unittest.TestCase):
    def test_keys_are_released_as_soon_as_the_status_begins(self):
        """They were held to its end; then it broke off, and the examples of higher and lower came instead."""
        held, heard = [], []
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "recording.f32"
        np.array([(0, 0), (RATE, 1_000_000_000)], np.int64).tofile(f"{path}.cycles")

        def hear(_):
            self.assertEqual(held, [])
            heard.append("answer")
            return Heard("said", 3 * RATE, 6 * RATE, "Not practising. Level: minus 20 decibels.")

        def begin(_):
            self.assertEqual(sorted(held), [36, 37])

        me = Blind.__new__(Blind)
        me.waits, me.skip, me.tell, me._anything = [], lambda: None, lambda _: None, hear
        me._ear = SimpleNamespace(path=path, now=0, wait_for_sound=begin)
        controller = SimpleNamespace(press=held.append, release=held.remove)
        with patch("rig.blind.time.sleep"):
            told = me.ask(SimpleNamespace(controller=controller, lower=37, higher=36))
        self.assertEqual((heard, told), (["answer"], "Not practising. Level: minus 20 decibels."))


if __name__ == "__main__":
    unittest.main()
