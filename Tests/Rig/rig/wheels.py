"""Hands on pitch wheels: they turn, hold still and let go."""

import time

from rig.hands import CENTRE, HIGHEST, HOLD_SECONDS, MESSAGE_SECONDS, MOVE_SECONDS, Deed, Hand


class Wheel(Hand):
    """A pitch wheel that springs back. `step` is 1 for 14 bits and 128 for 7."""

    control = "pitch-bend"
    springs_back = True

    def __init__(self, controller, starts, commit, rest=CENTRE, step=1):
        super().__init__(controller, starts, commit)
        self.rest, self._step = self._possible(rest, step), step
        self.highest = self._possible(HIGHEST, step)
        self.value = self.rest

    @staticmethod
    def _possible(value, step):
        return value // step * step

    def settle_in(self):
        """Both ends and the rest, slowly."""
        for value in (self.highest, 0, self.rest):
            self.move(value, 0.3)
            time.sleep(0.3)

    def move(self, value, seconds=MOVE_SECONDS):
        """Turns the wheel there, evenly."""
        count = max(1, round(seconds / MESSAGE_SECONDS))
        first, wanted = self.value, self._possible(value, self._step)
        for number in range(1, count + 1):
            self._send([self._possible(round(first + (wanted - first) * number / count), self._step)])
            time.sleep(MESSAGE_SECONDS)

    def deflection(self, chance):
        """Its target: 30 to 90 % of either side."""
        end = chance.choice((0, self.highest))
        return self.rest + chance.uniform(0.3, 0.9) * (end - self.rest)

    def share(self):
        """How far it is turned, of the side it is on."""
        return (self.value - self.rest) / abs((self.highest if self.value > self.rest else 0) - self.rest)

    def turn_and_hold(self, chance):
        """Turns it and holds it still; returns the share."""
        self.move(self.deflection(chance))
        time.sleep(HOLD_SECONDS)
        return self.share()

    def let_go(self, chance):
        """Lets it go; returns when."""
        began = time.monotonic_ns()
        for values in snap(chance, self.value, self.rest, self._step):
            self._send(values)
            time.sleep(MESSAGE_SECONDS)
        return began

    def play(self, chance, number):
        """Mostly lets go; now and then commits by the pedal, with the wheel held or untouched."""
        if number % 6 == 2:
            return self.leave_alone()
        share = self.turn_and_hold(chance)
        if number % 6 == 4:
            return Deed("button", share, None, self.commit())
        return Deed("spring-back", share, None, self.let_go(chance))

    def find_place(self):
        """Still held from a commit by pedal, it is turned back by hand."""
        if self.value != self.rest:
            self.move(self.rest)

    def _send(self, values):
        """Sends positions as one piece: a USB frame often has several. A wheel sends none twice in a row."""
        data = bytearray()
        for value in values:
            if value != self.value:
                data += bytes([0xE0, value & 0x7F, value >> 7])
                self.value = value
        if data:
            self.controller.send(bytes(data))


def snap(chance, start, rest, step, bunch=MESSAGE_SECONDS):
    """The run of a wheel that is let go, as bunches of positions: 40 to 70 ms to its rest, at most 12 % past it, and back.

    A position each 1 to 2 ms, of which some are missing, but never the last one; each is a multiple of `step`.
    """
    seconds, overshoot = chance.uniform(0.04, 0.07), chance.choice((0, 0, chance.uniform(0.02, 0.12)))
    path = _run(chance, start, rest - overshoot * (start - rest), seconds)
    if overshoot:
        path += [(seconds + moment, value) for moment, value in _run(chance, path[-1][1], rest, 0.03)]
    bunches = [[] for _ in range(int(path[-1][0] / bunch) + 1)]
    for moment, value in path:
        value = min(max(round(value), 0), HIGHEST) // step * step
        if chance.random() > 0.2 or moment == path[-1][0]:
            bunches[int(moment / bunch)].append(value)
    # The last position is exact: `rest` is a multiple of `step`.
    bunches[-1][-1] = rest
    return bunches


def _run(chance, start, end, seconds):
    """(moment, position) from `start` to `end`, quickest in the middle, the last one at the end."""
    path, moment = [], 0.0
    while (moment := moment + chance.uniform(0.001, 0.002)) < seconds:
        done = moment / seconds
        path.append((moment, start + (end - start) * done * done * (3 - 2 * done)))
    return [*path, (seconds, end)]
