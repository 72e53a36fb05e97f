"""Live listening in the guest: the recording so far."""

from typing import NamedTuple

import numpy as np

from rig.analysis import cents, sounding
from rig.sound import RATE
from rig.waiting import PATIENCE, wait_until

LOUD = 1e-3
"""The level above which a sound is audible."""
PAUSE = 0.7
"""Seconds: a silence that is longer than the ones between two sentences."""

BLOCK = RATE // 100
"""Frames that are heard as one: rough, or a pure tone of one pitch."""
PURE = 1e-6
"""A continuing sine predicts its next frame better than this."""
NOTE = 6
"""The number of blocks of one pitch that make a note."""
EDGE = 4
"""Rough blocks that a note may begin or end with."""
WORD = 0.2
"""Seconds: nothing shorter is speech."""


class Heard(NamedTuple):
    """Something that was heard, in frames of the recording."""

    kind: str
    """`said`, `note`, or `sound`, which is anything else."""
    start: int
    end: int
    """The first frame after it; of a note, where its pitch was certain."""
    what: object
    """The words, the pitch in hertz, or how many bursts the sound has."""


class Ear:
    """Listens to a recording in progress. Frames are the recording's."""

    def __init__(self, recorder):
        self.path, self._channels = recorder.path, recorder.channels

    @property
    def now(self):
        """How many frames there have been."""
        return self.path.stat().st_size // (4 * self._channels)

    def heard(self, first, end=None):
        """The first channel from frame `first` on."""
        count = -1 if end is None else (end - first) * self._channels
        samples = np.fromfile(self.path, np.float32, count, offset=4 * first * self._channels)
        return samples[: len(samples) // self._channels * self._channels : self._channels]

    def wait_for_sound(self, since, seconds=PATIENCE):
        """Waits until something is heard at or after frame `since`; returns when it begins."""
        position = since

        def look():
            nonlocal position
            samples = self.heard(position)
            loud = np.flatnonzero(np.abs(samples) > LOUD)
            begin = position
            position += len(samples)
            return len(loud) and (begin + int(loud[0]),)

        return wait_until(look, "sound", seconds)[0]

    def wait_for_silence(self, since, pause=PAUSE, seconds=PATIENCE):
        """Waits until it has been silent for `pause` seconds after frame `since`; returns the first frame of that silence."""
        position, silent = since, since

        def look():
            nonlocal position, silent
            samples = self.heard(position)
            loud = np.flatnonzero(np.abs(samples) > LOUD)
            if len(loud):
                silent = position + int(loud[-1]) + 1
            position += len(samples)
            return position - silent >= pause * RATE and (silent,)

        return wait_until(look, "silence", seconds)[0]


class Listener:
    """Reports sounds one by one: notes as soon as they have a pitch, all others when they are over."""

    def __init__(self, ear, voice):
        self._ear, self._voice = ear, voice
        self._pitches, self._origin, self._at, self._pitch = [], ear.now, 0, None
        self._looked = None, 0, 0

    def skip(self):
        """Nothing from before this moment is reported."""
        self._read()
        self._at, self._pitch = len(self._pitches), None

    def skip_note(self):
        """Waits for the end of the current sound, without reporting it."""
        self.skip()
        end = self._until(lambda: 0 in self._pitches[self._at :] and 1 + self._pitches.index(0, self._at), PATIENCE)
        self._at = end - 1

    def next(self, seconds):
        """The next sound; None if none begins within `seconds`. A sound that has begun is awaited to its end."""
        return self._until(self._find, seconds)

    def pitch(self):
        """The frequency of the current sound, in hertz, once it is steady."""
        self.skip()
        return self._until(lambda: self._steady(max(self._at, len(self._pitches) - NOTE)), PATIENCE)

    def _until(self, look, seconds):
        looked = -1

        def found():
            nonlocal looked
            self._read()
            if len(self._pitches) == looked:
                return None  # nothing new: looking costs time where it is emulated
            looked = len(self._pitches)
            result = look()
            silent = len(self._pitches) - self._at
            return result or (silent * BLOCK > seconds * RATE and self._is_silent(self._at) and [None])

        result = wait_until(found, "anything at all")
        return None if result == [None] else result

    def _read(self):
        """Each block is 0 if nothing is heard, its pitch in hertz if it is pure, and -1 if it is rough."""
        samples = self._ear.heard(self._origin + len(self._pitches) * BLOCK)
        blocks = samples[: len(samples) // BLOCK * BLOCK].reshape(-1, BLOCK).astype(np.float64)
        around, middle = blocks[:, 2:] + blocks[:, :-2], blocks[:, 1:-1]
        energy = (middle**2).sum(axis=1)
        turn = (around * middle).sum(axis=1) / np.maximum(energy, 1e-30)
        error = np.abs(around - turn[:, None] * middle).max(axis=1, initial=0)
        hertz = np.arccos(np.clip(turn / 2, -1, 1)) * RATE / (2 * np.pi)
        loud = np.abs(blocks).max(axis=1, initial=0) > LOUD
        self._pitches += np.where(loud, np.where(error < PURE, hertz, -1), 0).tolist()

    def _is_silent(self, position):
        return not any(self._pitches[position:])

    def _steady(self, position):
        """The pitch from this block on, if it is steady."""
        run = self._pitches[position : position + NOTE]
        same = len(run) == NOTE and min(run) > 0 and cents(min(run), max(run)) < 1
        return same and float(np.median(run))

    def _note(self, position):
        """The beginning of the steady part of a note that starts at this block; None without one."""
        for begin in range(position, position + EDGE + 1):
            if self._steady(begin):
                return begin
            if begin >= len(self._pitches) or self._pitches[begin] >= 0:
                return None
        return None

    def _find(self):
        # The rest of a note: its steady part, and its edge.
        while self._pitch and self._at < len(self._pitches):
            pitch = self._pitches[self._at]
            if pitch > 0 and abs(cents(self._pitch, pitch)) < 1:
                self._at += 1
            elif pitch > 0 or self._note(self._at):
                self._pitch = None
            else:
                edge = self._pitches[self._at : self._at + EDGE]
                if len(edge) < EDGE:
                    return None
                self._at += next((number for number, each in enumerate(edge) if each >= 0), EDGE)
                self._pitch = None
        position = self._at
        while position < len(self._pitches) and self._pitches[position] == 0:
            position += 1
        begin = self._note(position)
        if begin is not None:
            self._at, self._pitch = begin + NOTE, self._steady(begin)
            return Heard("note", *self._frames(position, self._at), self._pitch)
        return self._rest(position)

    def _rest(self, position):
        """The sound, other than a note, that begins at this block, once it is over."""
        # Blocks are examined once.
        end, last = self._looked[1:] if self._looked[0] == position else (position, position)
        for end in range(end, len(self._pitches) - EDGE - NOTE):
            if self._pitches[end] == 0:
                if (end - last) * BLOCK >= PAUSE * RATE:
                    return self._told(position, last + 1, end)
            elif end > position and self._pitches[end - 1] == 0 and self._note(end) is not None or self._steady(end):
                return self._told(position, last + 1, end)
            else:
                last = end
            self._looked = position, end + 1, last
        return None

    def _told(self, position, end, following):
        self._at = following
        start, end = self._frames(position, end)
        samples = self._ear.heard(start, end)
        bursts = sounding(samples, RATE // 50, LOUD)
        for number, (begin, _) in enumerate(bursts):
            # A tone may come right before words.
            words = self._voice.words(samples[begin:]) if len(samples) - begin > WORD * RATE else None
            if words and number == 0:
                return Heard("said", start, end, words)
            if words:
                self._at = position + begin // BLOCK
                return Heard("sound", start, start + bursts[number - 1][1], number)
        return Heard("sound", start, end, len(sounding(samples, RATE // 200, 1e-4)))

    def _frames(self, first, end):
        return self._origin + first * BLOCK, self._origin + end * BLOCK
