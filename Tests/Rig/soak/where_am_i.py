"""The status, requested with two keys alone: by holding on after a stop, and at the hub. A longer hold plays the
examples of higher and lower."""

from rig import comparison
from rig.hands_only import HandsOnly, Instrument


def scenario(rig):
    rig.jack()
    rig.record()
    keys = rig.controller("Rig Keys 25", vendor=0x1209, product_id=0x0002, manufacturer="Rig")
    settings = {"note-duration": 0.6, "equal-loudness": "off", "speech": "on"}
    peach = rig.peach("--seed", "4", "--screen", "off", settings=settings)
    peach.assert_no_terminal()
    peach.wait_for("soundReady", 20)
    session = HandsOnly(rig, peach, Instrument(keys, comparison.Hand(keys, higher=72, lower=48), {}))
    session.plug_in()
    session.start("comparison")
    peach.wait_for("noteStarted", role="reference")
    session.ask("in practice, which stops")
    peach.wait_for("sessionStopped", reason="asked")
    session.ask("at the hub")
    session.explain()
    assert peach.stop() == 0
    session.prove(rig.stop_recording())
