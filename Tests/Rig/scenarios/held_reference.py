"""A reference that keeps sounding while a note is tuned to it, by a wheel, a motor fader and two keys: both end with
the commit."""

from rig import matching, models
from rig.held_agreement import assert_held
from rig.matching_practice import modes, practise

SETTINGS = matching.SETTINGS | {"matching-reference": "held", "matching-cue": "off", "note-gap": 0.5}
CONTROLS = (models.wheel, models.motor_fader, models.two_keys)


def scenario(rig):
    rig.jack()
    for number, model in enumerate(CONTROLS):
        for mode in modes(number):
            controller, *_ = practise(rig, model, mode, seed=80 + number, settings=SETTINGS, judge=held)
            rig.measured(f"{controller.product}, {mode}")
            controller.unplug()


def held(rig, recording, told, rows, note_frames):
    """Has the recording judged outside."""
    rig.judge(assert_held, recording, told, rows, note_frames)
