"""Lights without a reliable source: none is sent before a yes, confirmed ones are saved, and practice uses them."""

import json
import os
import subprocess
import time

from rig import comparison
from rig.learning import TAP_SECONDS, Learning
from rig.lights import all_in, wait_for_picture
from rig.peach import environment

CHANNEL = 10
HIGHER, LOWER = 40, 36
LIGHTS = {"higher": [38, 40, 44, 46, 49, 51, 53, 55], "lower": [36, 37, 42, 43, 45, 47, 48, 82]}
FILE = "akai-mpk-mini-mk2.yaml"


def scenario(rig):
    rig.jack()
    box = rig.controller("MPKmini2", vendor=0x09E8, product_id=0x0045, manufacturer="AKAI")
    home = rig.folder / "home"
    folder = home / "config/peach/controllers"
    assert devices(home)["off"] == ["lights higher", "lights lower"]
    assert "To try it: peach devices --try" in report(home)

    # The upper pads are lit, the lower ones are not.
    trying = ask(rig, home, "first")
    trying.wait_for('Next, lights "higher" in the colour "on": note-on 38, 40, 44, 46, 49, 51, 53, 55, velocity 127, channel 10.', 30)
    time.sleep(0.5)
    assert box.lights() == [], box.lights()
    confirm(box, trying, "higher")
    trying.wait_for('Next, lights "lower"')
    press(box, HIGHER)
    wait_for_picture(box, all_in(LIGHTS["lower"], CHANNEL, 127))
    trying.wait_for("Is it lit now")
    press(box, LOWER)
    wait_for_picture(box, {})
    trying.wait_for(f"Saved as {FILE}.")
    assert trying.wait() == 0, trying.output()
    assert [path.name for path in folder.iterdir()] == [FILE]
    text = (folder / FILE).read_text()
    assert text.startswith("# A copy of akai-mpk-mini-2.yaml"), text
    assert "higher: [{notes: [38, 40, 44, 46, 49, 51, 53, 55], channel: 10}]" in text, text
    assert "lower: [{notes: [36, 37, 42, 43, 45, 47, 48, 82], channel: 10, confidence: unsure}]" in text, text
    port = devices(home)
    assert (port["off"], port["own"]) == (["lights lower"], True), port

    # Now they are, and the player's own file is changed after a yes.
    trying = ask(rig, home, "second")
    trying.wait_for('Next, lights "lower"', 30)
    confirm(box, trying, "lower")
    trying.wait_for("Write the confirmed parts to your own file")
    assert (folder / FILE).read_text() == text
    press(box, HIGHER)
    trying.wait_for(f"Saved as {FILE}.")
    assert trying.wait() == 0, trying.output()
    assert [path.name for path in folder.iterdir()] == [FILE]
    assert (folder / FILE).read_text() == text.replace("channel: 10, confidence: unsure}]", "channel: 10}]")
    rig.keep(folder / FILE)

    # Nothing is left to be tried, and nothing is asked.
    trying = ask(rig, home, "third")
    trying.wait_for("there is nothing to try", 30)
    assert trying.wait() == 0, trying.output()
    practise(rig, box, home)


def practise(rig, box, home):
    """A right and a wrong answer on the keys, shown by the pads."""
    peach = rig.peach("--seed", "5", home=home)
    assert peach.wait_for("controllerConnected")["mapping"] == "Akai MPK mini mk2"
    hand = comparison.Hand(box, higher=72, lower=48)
    comparison.start(peach, hand)
    for correct in (True, False):
        exercise = comparison.hear_target(peach)
        for half in LIGHTS.values():
            box.wait_for_light(bytes([0x99, half[0], 127]), since=exercise["time"])
        pressed, moment = hand.answer(exercise, correct)
        assert peach.wait_for("answered")["correct"] == correct
        dark = "lower" if (pressed == 72) == correct else "higher"
        box.wait_for_light(bytes([0x99, LIGHTS[dark][0], 0]), since=moment)
    assert peach.stop() == 0
    wait_for_picture(box, {})
    rig.measured("unsure lights sent after a yes only, kept in an own file, and lit by practice")


def ask(rig, home, name):
    """Starts `peach devices --try`."""
    trying = Learning(home, rig.logs / f"try-{name}.log", command=("devices", "--try"))
    rig.ends_with(trying.kill)
    return trying


def confirm(box, trying, half):
    """Says yes to being sent something, to its being lit, and to its being dark."""
    press(box, HIGHER)
    wait_for_picture(box, all_in(LIGHTS[half], CHANNEL, 127))
    trying.wait_for("Is it lit now")
    press(box, HIGHER)
    wait_for_picture(box, {})
    trying.wait_for("Is it dark again?")
    press(box, HIGHER)


def press(box, pad):
    """Presses a pad and lets it go."""
    box.press(pad, channel=CHANNEL)
    time.sleep(TAP_SECONDS)
    box.release(pad, channel=CHANNEL)
    time.sleep(TAP_SECONDS)


def devices(home):
    """The controller's entry in `peach devices --json`."""
    ports = json.loads(run(home, "--json"))["ports"]
    (port,) = [port for port in ports if port["client"] == "MPKmini2"]
    assert (port["why"], port["mapping"]) == ("usb", "Akai MPK mini mk2"), port
    return port


def report(home):
    """The output of `peach devices`."""
    return run(home, "--lang", "en")


def run(home, *options):
    """Runs `peach devices` to its end."""
    arguments = [os.environ["PEACH"], "devices", *options]
    return subprocess.run(arguments, env=environment(home), check=True, capture_output=True, text=True).stdout
