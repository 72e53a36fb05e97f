"""The run of a wheel that is let go is tested without a wheel."""

import random
import unittest

from rig.hands import MESSAGE_SECONDS
from rig.wheels import snap


class SnapTests(unittest.TestCase):
    def test_a_snap_is_quick_and_ends_at_rest(self):
        for seed in range(500):
            chance = random.Random(seed)
            step = chance.choice((1, 128))
            rest = 8192 + chance.choice((-2, 0, 1)) * 128
            start = chance.choice((0, 16383, rest + 3000, rest - 3000)) // step * step
            bunches = snap(chance, start, rest, step)
            path = [value for bunch in bunches for value in bunch]
            self.assertLessEqual(len(bunches) * MESSAGE_SECONDS, 0.12)
            self.assertEqual(path[-1], rest)
            self.assertTrue(all(value % step == 0 and 0 <= value <= 16383 for value in path), path)
            self.assertGreater(len(path), 12)
            past = [value for value in path if (value - rest) * (start - rest) < 0]
            self.assertLessEqual(max((abs(value - rest) for value in past), default=0), 0.13 * abs(start - rest) + step)
            inward = path[: path.index(min(path, key=lambda value: (value - rest) * (1 if start > rest else -1))) + 1]
            self.assertEqual(inward, sorted(inward, reverse=start > rest), seed)
