"""Answers Peach on one controller, and between the answers plays two others: one answered by a python-rtmidi script,
one whose output the kernel connects to its input.

Stores the time from the bytes of a press, written inside the controller, to the first bytes read there.
"""

import json
import subprocess
import time
from pathlib import Path

from rig import comparison, sequencer
from rig.waiting import wait_until

LIMIT = 3600
"""Seconds this scenario may take: 500 answers take 10 minutes."""
SETTINGS = {"note-duration": 0.3, "tick": "off"}
NOTE_ON = 0x90
HIGHER, LOWER = 92, 91
"""Buttons of the X-Touch One with a light each: an answer puts one of them out, which is a single message."""
EARLIEST, LATEST = 0.01, 0.04
"""Seconds between a moment that suits and the press: it comes at any time within a frame of the bus and a cycle of JACK."""
PATIENCE = 0.04
"""Seconds after a press within which nothing here runs but the thread that waits for bytes, unless they are late."""


def scenario(rig):
    plan = json.loads((rig.output.parent / "plan.json").read_text())
    rig.jack()
    one, scripted, looped = (
        rig.controller(name, vendor=0x1209, product_id=number, manufacturer="Rig")
        for number, name in enumerate(("X-Touch One", "Script Buttons", "Loop Buttons"), 1)
    )
    for controller in (one, scripted, looped):
        controller.read_in_real_time()
    rig.program(
        "/usr/bin/python3", Path(__file__).with_name("light_script.py"), scripted.product, str(HIGHER), str(LOWER)
    )
    subprocess.run(["aconnect", f"{looped.client}:0", f"{looped.client}:0"], check=True)
    peach = rig.peach(
        "--seed", "1", "--exercises", str(plan["count"]), "--controller", one.product, settings=SETTINGS
    )
    wait_until(lambda: len(sequencer.listeners(scripted.client)) == 1, "the script to listen", 60)
    peach.wait_for("controllerConnected", 60, mapping="Behringer X-Touch One")
    comparison.start(peach, comparison.Hand(one, HIGHER, LOWER))
    assert_played_apart(one, scripted, looped)

    chance = rig.random(1)
    moments = {"peach": [], "python-rtmidi": [], "kernel": []}
    for _ in range(plan["count"]):
        peers = [("python-rtmidi", scripted), ("kernel", looped)]
        chance.shuffle(peers)
        for program, controller in peers:
            moments[program].append(taken(controller, HIGHER, chance))
        peach.wait_for("noteStarted", role="target")
        time.sleep(comparison.UNTIL_HEARD)
        moments["peach"].append(taken(one, chance.choice((HIGHER, LOWER)), chance))
        peach.wait_for("answered")
    assert peach.wait() == 0
    (rig.output / "moments.json").write_text(json.dumps(moments))


def taken(controller, button, chance):
    """Presses a button and lets it go; returns the ns from the press to the first bytes that came back."""
    time.sleep(chance.uniform(EARLIEST, LATEST))
    moment = controller.press(button, velocity=127)
    time.sleep(PATIENCE)
    light = wait_until(lambda: first_note_on(controller.lights(moment)), f"bytes for a press on {controller.product}")
    controller.release(button)
    return light.time - moment


def first_note_on(messages):
    """The first of them that is a light or a press come back, not a release."""
    return next((message for message in messages if message.data[0] == NOTE_ON), None)


def assert_played_apart(one, scripted, looped):
    """Fails unless each controller has its one listener: none may cost another time."""
    heard = [sequencer.listeners(controller.client) for controller in (one, scripted, looped)]
    assert [len(names) for names in heard] == [1, 1, 1] and heard[2] == [looped.product], heard
