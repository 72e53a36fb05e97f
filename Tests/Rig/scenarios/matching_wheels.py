"""Pitch wheels that spring back, of 14 and of 7 bits: letting go commits the held pitch."""

from rig import models
from rig.matching_practice import modes, practise


def scenario(rig):
    rig.jack()
    for number, model in enumerate((models.wheel, models.coarse_wheel)):
        for mode in modes(number):
            controller, _, told, *_ = practise(rig, model, mode, seed=20 + number)
            assert controller.lights() == [], [str(message) for message in controller.lights()]
            rig.measured(f"{controller.product}, {mode}: {gestures(told)}")
            controller.unplug()


def gestures(told):
    """How often each gesture committed."""
    words = [exercise.committed["gesture"] for exercise in told]
    return ", ".join(f"{words.count(word)} by {word}" for word in sorted(set(words)))
