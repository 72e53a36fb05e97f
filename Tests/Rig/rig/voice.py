"""The voice, by its text: espeak-ng as Peach starts it, which logs its text."""

import os
import shutil
import subprocess

import numpy as np

from rig.sound import RATE

WRAPPER = """#!/bin/sh
IFS= read -r text
printf '%s\\n' "$text" >>'{said}'
exec '{espeak}' "$@" <<TEXT
$text
TEXT
"""
"""Nothing but the shell's own words: each program that is started takes time where it is emulated, in which nothing is heard."""
LOUD = 0.01
"""As a share of its loudest sample: above this it is audible."""
ALIKE = 0.08
"""Seconds: what differs more in length is something else that is said."""
SAME = 0.5
"""Two sounds have so much in common, 1 being all, if they are the same words."""


class Voice:
    """Every sentence that programs have said since it was made. They find it by the PATH of this process."""

    def __init__(self, folder):
        """`folder` is empty and stays."""
        self._said, self._espeak = folder / "said", shutil.which("espeak-ng")
        self._said.touch()
        programs = folder / "programs"
        programs.mkdir()
        wrapper = programs / "espeak-ng"
        wrapper.write_text(WRAPPER.format(said=self._said, espeak=self._espeak))
        wrapper.chmod(0o755)
        os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
        self._known = {}

    def words(self, heard):
        """The text whose sound is `heard`, or None."""
        self._learn()
        heard = _trimmed(heard)
        fitting = [text for text, sound in self._known.items() if abs(len(sound) - len(heard)) < ALIKE * RATE]
        likeness, text = max(((_likeness(heard, self._known[text]), text) for text in fitting), default=(0, None))
        return text if likeness > SAME else None

    def _learn(self):
        for text in self._said.read_text().splitlines():
            if text not in self._known:
                self._known[text] = _trimmed(self._sound(text))

    def _sound(self, text):
        """The sound of a text, in English."""
        command = [self._espeak, "--stdin", "--stdout", "-b", "1", "-z", "-v", "en"]
        wave = subprocess.run(command, input=f"{text}\n".encode(), stdout=subprocess.PIPE, check=True).stdout
        rate, samples = int.from_bytes(wave[24:28], "little"), np.frombuffer(wave[44:], np.int16)
        moments = np.arange(len(samples) * RATE // rate) * (rate / RATE)
        return np.interp(moments, np.arange(len(samples)), samples)


def _trimmed(samples):
    loud = np.flatnonzero(np.abs(samples) > LOUD * np.abs(samples).max())
    return samples[loud[0] : loud[-1] + 1]


def _likeness(one, other):
    """How often both are on the same side of zero, laid so that their beginnings fit best: what limits a level leaves that as
    it was."""
    length = min(len(one), len(other), RATE)
    size = 1 << (2 * length).bit_length()
    first, second = (np.fft.rfft(np.sign(each[:length]), size) for each in (one, other))
    shift = int(np.fft.irfft(first * second.conj(), size).argmax())
    shift -= size if shift > size // 2 else 0
    one, other = one[max(shift, 0) :], other[max(-shift, 0) :]
    length = min(len(one), len(other))
    return float(np.mean(np.sign(one[:length]) * np.sign(other[:length])))
