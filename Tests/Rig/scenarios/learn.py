"""An unknown controller is learned from nothing, by pressing alone, and then used for practice."""

import time

from rig import comparison, matching
from rig.learning import Learning, Player
from rig.lights import picture, wait_for_picture
from rig.wheels import Wheel

NAME = "Rig Box 6"
LOWER, COMMIT, STOP, HIGHER, COMPARISON, MATCHING = range(36, 42)
FADER, TOUCH = 20, 104
GREEN, RED, YELLOW, LIT, DARK = 21, 5, 13, 127, 0
LIGHTS = (
    ("Higher: is its pad lit now?", LIT), ("Higher: is its pad dark again?", DARK), ("Higher: is its pad green now?", GREEN),
    ("Higher: is its pad red now?", RED), ("Higher: is its pad yellow now?", YELLOW),
)
"""The questions about the light of Higher, in order, and its state at each."""


def scenario(rig):
    rig.jack()
    box = rig.controller(NAME, vendor=0x1209, product_id=0x00B0, manufacturer="Rig")
    wheel = Wheel(box, {"matching": lambda: tap(box, MATCHING)}, lambda: tap(box, COMMIT))
    home = rig.folder / "home"
    file = learn(rig, box, wheel, home)
    rig.keep(file)
    practise(rig, box, wheel, home)


def learn(rig, box, wheel, home):
    """From an empty folder to a mapping; returns its file."""
    learning = Learning(home, rig.logs / "learn.log")
    rig.ends_with(learning.kill)
    player = Player(learning, box, HIGHER, LOWER)
    chance = rig.random("learn")
    learning.wait_for(f"Teaching Peach: {NAME}.", 30)
    began = time.monotonic()

    player.teach("Higher", HIGHER)
    player.teach("Lower", LOWER)
    player.answer("Is Higher everything from", is_yes=False)
    player.teach_movement("Tune", lambda: both_ends(wheel, chance), "Pitch wheel on channel 1")
    learning.wait_for("It springs back")
    player.teach("Done", COMMIT)
    player.teach("Stop", STOP)
    # Unplugged and plugged in again, under the same number or another: the pending question is asked again.
    box.unplug()
    learning.wait_for("The controller was pulled out")
    box.plug()
    learning.wait_for("The controller is back.")
    player.teach("Start comparison", COMPARISON)
    player.teach("Start pitch matching", MATCHING)
    for role in ("Start interval comparison", "Start interval pitch matching", "Start the last mode"):
        player.leave_out(role)
    player.teach_movement("Level", lambda: touch_and_slide(box), f"Fader or knob, CC {FADER} on channel 1")
    player.leave_out_the_rest("Cancel")
    for question, colour in LIGHTS:
        learning.wait_for(question)
        wait_for_picture(box, {HIGHER: (1, colour)} if colour else {})
        player.press(HIGHER)
    learning.wait_for("Lower: is its pad lit now?")
    wait_for_picture(box, {LOWER: (1, LIT)})
    player.press(HIGHER)

    learning.wait_for("Try it")
    wait_for_picture(box, {})
    for note, role in ((HIGHER, "Higher"), (LOWER, "Lower"), (STOP, "Stop"), (MATCHING, "Start pitch matching")):
        player.press(note)
        learning.wait_for(f"{role}.")
        time.sleep(0.6)  # longer than two that are pressed together
    player.press(50)
    learning.wait_for("This one has no role")
    both_together(box)
    player.answer("Save it?", is_yes=True)
    learning.wait_for("Saved as rig-box-6.yaml.")
    assert learning.wait() == 0, learning.output()
    rig.measured(f"learned in {time.monotonic() - began:.0f} s, by pressing alone")
    file = home / "config/peach/controllers/rig-box-6.yaml"
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    assert picture(box.lights()) == {}, picture(box.lights())
    return file


def practise(rig, box, wheel, home):
    """A right and a wrong comparison, a stop, and a matching exercise: each with the learned controls and lights."""
    peach = rig.peach("--seed", "5", home=home, settings=matching.SETTINGS)
    assert peach.wait_for("controllerConnected")["mapping"] == NAME
    hand = comparison.Hand(box, higher=HIGHER, lower=LOWER, start=COMPARISON)
    comparison.start(peach, hand)
    for correct in (True, False):
        exercise = comparison.hear_target(peach)
        box.wait_for_light(bytes([0x90, HIGHER, LIT]), since=exercise["time"])
        pressed, moment = hand.answer(exercise, correct)
        assert peach.wait_for("answered")["correct"] == correct
        other = LOWER if pressed == HIGHER else HIGHER
        box.wait_for_light(bytes([0x90, *((pressed, GREEN) if correct else (other, RED))]), since=moment)
    tap(box, STOP)
    assert peach.wait_for("sessionStopped")["reason"] == "asked"
    wait_for_picture(box, {})

    chance = rig.random("match")
    wheel.settle_in()
    wheel.start("matching")
    peach.wait_for("sessionStarted", mode="matching")
    exercise = peach.wait_for("exerciseStarted")
    matching.hear_tunable(peach)
    moment = comparison.now()
    matching.wait_for_commit(peach, exercise, wheel.play(chance, 0))
    committed = peach.events("committed")[-1]
    assert (committed["gesture"], committed["control"]) == ("spring-back", "pitch-bend 1"), committed
    cents = round(committed["cents"])
    light = (HIGHER, LIT) if cents > 0 else (LOWER, LIT) if cents < 0 else (HIGHER, GREEN)
    box.wait_for_light(bytes([0x90, *light]), since=moment)
    tap(box, STOP)
    assert peach.wait_for("sessionStopped")["reason"] == "asked"
    wait_for_picture(box, {})
    assert peach.stop() == 0
    rig.measured("played by the learned mapping: a right and a wrong answer, a stop, a commit by the wheel; all lit")


def tap(box, note):
    """Presses a pad and lets it go; returns when it was pressed."""
    moment = box.press(note)
    box.release(note)
    return moment


def both_ends(wheel, chance):
    """Turns a wheel to both ends, holds it there, and lets it spring back."""
    for end in (wheel.highest, 0):
        wheel.move(end, 0.4)
        time.sleep(0.3)
        wheel.let_go(chance)
        time.sleep(0.3)


def touch_and_slide(box):
    """A fader that feels the finger: touched, moved to both ends, left a third up, let go."""
    box.press(TOUCH, 127)
    for value in (*range(40, 128, 3), *range(127, -1, -3), *range(0, 43, 3)):
        box.control(FADER, value)
        time.sleep(0.01)
    box.release(TOUCH)


def both_together(box):
    """Higher and Lower at once."""
    box.press(HIGHER)
    box.press(LOWER)
    time.sleep(0.1)
    box.release(HIGHER)
    box.release(LOWER)
    time.sleep(0.2)  # one that comes back at once has bounced
