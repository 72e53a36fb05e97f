"""Movements that tune on faders, motor faders and encoders; `wheels` has the others. Each returns a description of
itself."""

import time
from typing import NamedTuple

HOLD_SECONDS = 0.35
"""How long a hand holds still before it lets go or commits: at least 200 ms of it are heard."""
MOVE_SECONDS = 0.15
MESSAGE_SECONDS = 0.008
"""Between two messages of a control that is moved slowly."""
CENTRE, HIGHEST = 8192, 16383


class Deed(NamedTuple):
    """A movement in one exercise."""

    gesture: str
    """How it committed, in the words of the event stream."""
    share: float
    """The final position of the control: 0 is its position at the start of the exercise, ±1 the end of its travel; None
    if the ends are unknown."""
    steps: int = None
    """How many steps from where the exercise found it, if the control has steps; positive is up."""
    began: int = None
    """When the letting go or the commit began (ns of CLOCK_MONOTONIC)."""


class Hand:
    """A hand on a controller: what starts each mode, what commits, and (in subclasses) what tunes."""

    control = None
    """The control in the words of mapping files."""
    springs_back = False
    creeps = False
    """Whether the audible pitch is a mean, into which the release creeps."""

    def __init__(self, controller, starts, commit):
        """`starts` has a function for each mode; `commit` presses what commits and returns when it did."""
        self.controller = controller
        self._starts = starts
        self.commit = commit

    def start(self, mode):
        """Starts a mode from the hub."""
        self._starts[mode]()

    def settle_in(self):
        """Makes the control known at the hub: the player moves it once."""

    def find_place(self):
        """Brings the control where every exercise finds it, while no note can be tuned."""

    def leave_alone(self):
        """Listens, and commits without having moved anything."""
        time.sleep(HOLD_SECONDS)
        return Deed("button", 0, 0, self.commit())


class Fader(Hand):
    """A plain fader (7-bit CC): it stays where it is left, and a button or pedal commits."""

    def __init__(self, controller, starts, commit, number, standing, channel=1):
        super().__init__(controller, starts, commit)
        self.control = f"cc {number}"
        self.standing = standing
        self._number, self._channel = number, channel
        self.value = None

    def settle_in(self):
        """Moves it a little and back, which reveals its position."""
        nearby = self.standing - 3 if self.standing > 63 else self.standing + 3
        for value in (nearby, self.standing):
            self._set(value)
            time.sleep(0.05)

    def find_place(self):
        """Back to its position, as slowly as a hand: a control that returns at once looks like one with a spring."""
        if self.value != self.standing:
            self.move(self.standing, 0.35)

    def move(self, value, seconds=MOVE_SECONDS):
        """Pushes it there, evenly."""
        count = max(1, round(seconds / MESSAGE_SECONDS))
        first = self.value
        for number in range(1, count + 1):
            self._set(round(first + (value - first) * number / count))
            time.sleep(MESSAGE_SECONDS)

    def play(self, chance, number):
        """Mostly moves it and commits; now and then commits without having moved it."""
        if number % 3 == 1:
            return self.leave_alone()
        end = chance.choice([end for end in (0, 127) if end != self.standing])
        self.move(round(self.standing + chance.uniform(0.2, 0.9) * (end - self.standing)))
        time.sleep(HOLD_SECONDS)
        steps = self.value - self.standing
        return Deed("button", steps / abs(end - self.standing), steps, self.commit())

    def _set(self, value):
        if value != self.value:
            self.value = value
            self.controller.control(self._number, value, self._channel)


class MotorFader(Hand):
    """A motor fader that feels the finger: pitch bend on a channel and a touch note."""

    def __init__(self, controller, starts, commit, channel=1, touch=104):
        super().__init__(controller, starts, commit)
        self.control = f"pitch-bend {channel}"
        self._channel, self._touch = channel, touch
        self._moved_at = 0
        self._value = CENTRE
        self.touches = []
        """Each touch: when it began and ended (ns), and where it left the fader."""

    def settle_in(self):
        """Touches it, moves it up and back to the centre."""
        self.grasp()
        for value in (CENTRE + 200, CENTRE):
            self._set(value)
            time.sleep(0.05)
        self.let_go()

    @property
    def value(self):
        """Its position: where the hand left it, or where the motor has moved it since."""
        told = [light for light in self.motor_messages() if light.time > self._moved_at]
        return told[-1].data[1] | told[-1].data[2] << 7 if told else self._value

    def motor_messages(self, since=0):
        """The messages to its motor."""
        return [light for light in self.controller.lights(since) if light.data[0] == 0xE0 | self._channel - 1]

    def play(self, chance, number):
        """Touches it, moves it and lets it go; now and then its last position comes after the touch's end."""
        if number % 8 == 5:
            return self.leave_alone()
        first, end = self.value, chance.choice((0, HIGHEST))
        self.grasp()
        time.sleep(0.03)
        self.move(first + chance.uniform(0.2, 0.9) * (end - first))
        time.sleep(HOLD_SECONDS)
        share = (self._value - first) / abs(end - first)
        began = self.let_go(value_after=number % 3 == 0)
        return Deed("touch", share, None, began)

    def move(self, value):
        """Pushes it there, evenly."""
        first, count = self.value, round(MOVE_SECONDS / MESSAGE_SECONDS)
        for number in range(1, count + 1):
            self._set(round(first + (value - first) * number / count))
            time.sleep(MESSAGE_SECONDS)

    def hold_on(self, until):
        """Touches it again until `until()` returns, without moving it: no motor may move in between."""
        self.grasp()
        until()
        self.let_go()

    def grasp(self):
        """Puts a finger on it."""
        self.touches.append([self.controller.press(self._touch, 127), None, None])

    def let_go(self, value_after=False):
        """Takes the finger off; returns when."""
        if value_after:
            data = bytes([0x90, self._touch, 0, *self._bend()])
        else:
            data = bytes([*self._bend(), 0x90, self._touch, 0])
        self.touches[-1][1:] = self._moved_at, _ = self.controller.send(data), self._value
        return self._moved_at

    def _bend(self):
        self._value = self.value
        return 0xE0 | self._channel - 1, self._value & 0x7F, self._value >> 7

    def _set(self, value):
        self._value = value
        self._moved_at = self.controller.bend(value, self._channel)


class Encoder(Hand):
    """An endless encoder whose bit 6 means minus: it has steps, and neither ends nor a place."""

    def __init__(self, controller, starts, commit, number, channel=1):
        super().__init__(controller, starts, commit)
        self.control = f"relative {number} channel {channel}"
        self._number, self._channel = number, channel

    def settle_in(self):
        """A step up and one down."""
        for steps in (1, -1):
            self._turn(steps)
            time.sleep(0.05)

    def play(self, chance, number):
        """Mostly turns it, by single steps and by several in a message, and commits."""
        if number % 6 == 3:
            return self.leave_alone()
        direction, left = chance.choice((-1, 1)), chance.randint(5, 30)
        steps = direction * left
        while left:
            taken = min(left, chance.choice((1, 1, 1, 2, 3)))
            self._turn(direction * taken)
            left -= taken
            time.sleep(chance.uniform(0.008, 0.02))
        time.sleep(HOLD_SECONDS)
        return Deed("button", None, steps, self.commit())

    def _turn(self, steps):
        self.controller.control(self._number, abs(steps) | (0x40 if steps < 0 else 0), self._channel)


class TwoKeys(Hand):
    """Two keys that step the pitch, a cent with each press; pressed together and let go they commit."""

    control = "steps"

    def __init__(self, controller, starts, higher, lower):
        super().__init__(controller, starts, self._press_both)
        self._higher, self._lower = higher, lower

    def play(self, chance, number):
        """Steps one way, and commits."""
        return self.step(chance.choice((-1, 1)) * chance.randint(3, 9))

    def step(self, count):
        """Steps up this many times, down if negative, and commits."""
        for _ in range(abs(count)):
            key = self._higher if count > 0 else self._lower
            self.controller.press(key)
            time.sleep(0.04)
            self.controller.release(key)
            time.sleep(0.06)
        time.sleep(HOLD_SECONDS)
        return Deed("chord", None, count, self.commit())

    def _press_both(self):
        moment = self.controller.press(self._higher)
        self.controller.press(self._lower)
        time.sleep(0.1)
        self.controller.release(self._lower)
        self.controller.release(self._higher)
        return moment
