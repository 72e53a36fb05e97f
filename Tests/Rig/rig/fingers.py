"""A finger on an expressive keyboard: it lands, slides, holds with a little wobble, and lifts with a jerk."""

import math
import time

from rig.hands import CENTRE, HIGHEST, MESSAGE_SECONDS, Deed, Hand

RANGE = 4800
"""Cents of a full bend: MPE's default."""
LAND_SECONDS = 0.35
"""From landing to the slide: the landing place is known then."""
REST_SECONDS = 0.6
"""It rests longer than any wobble lasts, so that the audible pitch is constant."""
REACH = 100
"""Cents of the matching range."""


class Finger(Hand):
    """A finger on a key that bends its own note; each landing is on another channel of MPE's lower zone."""

    control = "pitch-bend"
    creeps = True

    def __init__(self, controller, starts, commit, key=72):
        super().__init__(controller, starts, commit)
        self._key = key
        self._channel = 2

    def play(self, chance, number):
        """Mostly slides and lifts; now and then commits by the pedal, with the finger down."""
        self._channel = 2 + number % 15
        self._bend(0)
        self.controller.send(bytes([0x90 | self._channel - 1, self._key, 80]))
        self._jerk(chance.uniform(-12, 12), 0, 0.03)
        time.sleep(LAND_SECONDS)
        slide = chance.choice((-1, 1)) * chance.uniform(15, 80)
        self._glide(0, slide, 0.25)
        time.sleep(REST_SECONDS)
        if number % 6 == 4:
            deed = Deed("button", slide / REACH, None, self.commit())
            self._lift()
            return deed
        began = time.monotonic_ns()
        self._jerk(slide, slide + chance.uniform(-25, 25), 0.03)
        self._lift()
        return Deed("touch", slide / REACH, None, began)

    def _lift(self):
        self.controller.send(bytes([0x80 | self._channel - 1, self._key, 64]))
        self._bend(0)

    def _jerk(self, first, last, seconds):
        self._glide(first, last, seconds)

    def _glide(self, first, last, seconds):
        count = max(1, round(seconds / MESSAGE_SECONDS))
        for number in range(1, count + 1):
            share = (1 - math.cos(math.pi * number / count)) / 2
            self._bend(first + (last - first) * share)
            time.sleep(MESSAGE_SECONDS)

    def _bend(self, cents):
        value = min(max(CENTRE + round(cents / RANGE * CENTRE), 0), HIGHEST)
        self.controller.send(bytes([0xE0 | self._channel - 1, value & 0x7F, value >> 7]))
