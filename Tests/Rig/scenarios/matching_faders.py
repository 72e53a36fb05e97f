"""Plain faders that stand at an end and in the middle: they tune from where they stand, and a button commits."""

from rig import models
from rig.lights import picture
from rig.matching_agreement import assert_nothing_told_by_lights, assert_open_side, assert_results_lit
from rig.matching_practice import modes, practise

PLACES = (
    ("bottom", lambda rig: models.apc_fader(rig, standing=0), 0),
    ("top", lambda rig: models.modulation(rig, standing=127), 127),
    ("middle", lambda rig: models.apc_fader(rig, standing=64, number=49), 64),
)


def scenario(rig):
    rig.jack()
    seen = 0
    for number, (place, model, standing) in enumerate(PLACES):
        lit = place != "top"
        for mode in modes(number):
            controller, _, told, _, deeds = practise(rig, model, mode, seed=30 + number, lit=lit)
            seen += assert_open_side(told, deeds, standing)
            if lit:
                assert_nothing_told_by_lights(told, controller.lights(), picture)
                assert_results_lit(told, controller.lights(), picture, models.apc_result)
            else:
                assert controller.lights() == [], [str(message) for message in controller.lights()]
            rig.measured(f"{controller.product}, fader at the {place}, {mode}")
            controller.unplug()
    rig.measured(f"{seen} targets asked of a fader that stood at an end lay on its open side")
