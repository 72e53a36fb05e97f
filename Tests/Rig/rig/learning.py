"""`peach learn` and `peach devices --try`, answered from the controller alone: their output is read, and only pads and
controls are touched."""

import os
import time

from rig.comparison import LONG_PRESS
from rig.peach import environment
from rig.programs import Program
from rig.waiting import PATIENCE, wait_until

TAP_SECONDS = 0.12
"""How long a finger stays on a pad."""


class Learning:
    """One run of `peach learn`, or of another command that asks, without terminal and standard input.

    `wait_for` reads its lines forwards: it returns the next line with these words after the one it returned last.
    """

    def __init__(self, home, log, options=(), command=("learn",)):
        """Starts it; `home` (a path) holds settings and mappings, and may be another run's."""
        self.home = home
        self._position = 0
        self._program = Program([os.environ["PEACH"], *command, "--lang", "en", *options], log, environment(home))

    def wait_for(self, words, seconds=PATIENCE):
        """Waits for the next line with these words, and returns it."""

        def look():
            running = self._program.running  # before reading, so that the last lines are read before its end is noticed
            lines = self._program.output().splitlines()
            while self._position < len(lines):
                line = lines[self._position]
                self._position += 1
                if words in line:
                    return line
            assert running, f"peach ended with {self._program.wait()}:\n{self._program.output()}"
            return None

        return wait_until(look, f'the line "{words}" after:\n{self._program.output()}\n', seconds)

    def output(self):
        """Its output so far."""
        return self._program.output()

    def wait(self, seconds=PATIENCE):
        """Waits until it ends by itself, and returns the exit code."""
        return self._program.wait(seconds)

    def kill(self):
        """Ends it at once."""
        return self._program.kill()


class Player:
    """A player who teaches a controller to a `Learning`, using only sound and the controller's lights."""

    def __init__(self, learning, controller, higher, lower):
        self.learning = learning
        self.controller = controller
        self.higher, self.lower = higher, lower

    def press(self, note, seconds=TAP_SECONDS):
        """Presses a pad and lets it go."""
        self.controller.press(note)
        time.sleep(seconds)
        self.controller.release(note)
        time.sleep(TAP_SECONDS)

    def teach(self, role, note):
        """Answers the question for a role by a pad: pressed, and pressed again."""
        self.learning.wait_for(f"{role}: press the pad or key")
        self.press(note)
        self.learning.wait_for(f"key {note} on channel 1: press it again")
        self.press(note)
        self.learning.wait_for(f"{role}: pad or key {note} on channel 1.")

    def teach_movement(self, role, move, control):
        """Answers the question for a role by a movement, made twice."""
        self.learning.wait_for(f"{role}: move the wheel")
        move()
        self.learning.wait_for(f"{control}: move it again")
        move()
        self.learning.wait_for(f"{role}: {control[0].lower()}{control[1:]}.")

    def leave_out(self, role):
        """Leaves out a role, by Higher."""
        self.learning.wait_for(f"{role}: press the pad or key")
        self.press(self.higher)
        self.learning.wait_for(f"{role}: skipped")

    def leave_out_the_rest(self, role):
        """Leaves out this role and all after it, by Higher held."""
        self.learning.wait_for(f"{role}: press the pad or key")
        self.press(self.higher, LONG_PRESS)
        self.learning.wait_for(f"{role}: skipped")

    def answer(self, question, is_yes):
        """Answers a question by Higher (yes) or Lower (no)."""
        self.learning.wait_for(question)
        self.press(self.higher if is_yes else self.lower)
