"""The voice, by its text: espeak-ng as Peach starts it, which leaves each text behind with what it sounds like."""

import os
import shutil

import numpy as np

from rig.sound import RATE

WRAPPER = """#!/bin/sh
said=$(mktemp -p '{folder}')
cat >"$said"
'{espeak}' "$@" <"$said" >"$said.wav" || exit
mv "$said" "$said.text"
exec cat "$said.wav"
"""
LOUD = 0.01
"""Of its loudest sample: more than this is heard."""
ALIKE = 0.08
"""Seconds: what differs more in length is something else that is said."""
SAME = 0.5
"""Two sounds have so much in common, 1 being all, if they are the same words."""


class Voice:
    """Every sentence that programs have said since it was made. They find it by the PATH of this process."""

    def __init__(self, folder):
        """`folder` is empty and stays."""
        self._folder = folder / "voice"
        programs = folder / "programs"
        for each in (self._folder, programs):
            each.mkdir()
        wrapper = programs / "espeak-ng"
        wrapper.write_text(WRAPPER.format(folder=self._folder, espeak=shutil.which("espeak-ng")))
        wrapper.chmod(0o755)
        os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
        self._known = {}

    def words(self, heard):
        """The text of which `heard` is the sound, or None."""
        self._learn()
        heard = _trimmed(heard)
        fitting = [text for text, sound in self._known.items() if abs(len(sound) - len(heard)) < ALIKE * RATE]
        likeness, text = max(((_likeness(heard, self._known[text]), text) for text in fitting), default=(0, None))
        return text if likeness > SAME else None

    def _learn(self):
        for file in self._folder.glob("*.text"):
            text = file.read_text().strip()
            wave = file.with_suffix(".wav").read_bytes()
            rate = int.from_bytes(wave[24:28], "little")
            samples = np.frombuffer(wave[44:], np.int16)
            moments = np.arange(len(samples) * RATE // rate) * (rate / RATE)
            self._known[text] = _trimmed(np.interp(moments, np.arange(len(samples)), samples))
            file.unlink()


def _trimmed(samples):
    loud = np.flatnonzero(np.abs(samples) > LOUD * np.abs(samples).max())
    return samples[loud[0] : loud[-1] + 1]


def _likeness(one, other):
    """How often both are on the same side of zero, where they fit best: what limits a level leaves that as it was."""
    length = min(len(one), len(other), RATE)
    signs = (np.sign(each[:length]) for each in (one, other))
    size = 1 << (2 * length).bit_length()
    first, second = (np.fft.rfft(each, size) for each in signs)
    return float(np.fft.irfft(first * second.conj(), size).max()) / length
