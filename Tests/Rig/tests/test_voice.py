"""Which sentence was heard."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

from rig.voice import Voice
from tests.test_listening import RATE

WORDS = {"Last time:": 1.5, "correct.": 0.6, "incorrect.": 0.64}
"""Seconds that each takes."""


class Parrot(Voice):
    """Speaks in noise, each word in its own."""

    def _sound(self, text):
        first, last = text.rsplit(" ", 1)
        return np.concatenate([self.word(first), self.word(last)])

    def word(self, text):
        generator = np.random.default_rng(list(text.encode()))
        return 0.3 * generator.standard_normal(round(WORDS[text] * RATE))


class VoiceTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.enterContext(mock.patch.dict(os.environ))
        self.voice = Parrot(Path(folder.name))
        self.said = Path(folder.name) / "said"

    def test_sentences_of_the_same_beginning_and_length_are_distinguished(self):
        sentences = ("Last time: correct.", "Last time: incorrect.")
        self.said.write_text("\n".join(sentences))
        for text in sentences:
            heard = np.concatenate([np.zeros(300), 0.5 * self.voice._sound(text), np.zeros(700)])
            self.assertEqual(self.voice.words(heard), text)

    def test_unspoken_sound_has_no_words(self):
        self.said.write_text("Last time: correct.")
        self.assertIsNone(self.voice.words(np.random.default_rng(9).standard_normal(round(2.1 * RATE))))


if __name__ == "__main__":
    unittest.main()
