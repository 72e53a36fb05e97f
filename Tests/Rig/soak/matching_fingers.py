"""Fingers of a Seaboard: lifting commits the held pitch, without the jerk of landing and of lifting, in both matching
modes."""

from rig import models
from rig.matching import MODES
from rig.matching_practice import practise


def scenario(rig):
    rig.jack()
    for number, mode in enumerate(MODES):
        controller, _, told, *_ = practise(rig, models.seaboard, mode, seed=40 + number)
        lifted = [exercise for exercise in told if exercise.committed["gesture"] == "touch"]
        assert lifted, "no lift committed"
        rig.measured(f"{controller.product}, {mode}: {len(lifted)} of {len(told)} by lifting a finger")
        controller.unplug()
