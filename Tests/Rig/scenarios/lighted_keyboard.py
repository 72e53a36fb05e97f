"""A lighted keyboard, which also sends back what it receives: tried out first, its half that was right then lights after
each answer, never over a note, and goes dark at the exit."""

from rig import agreement, comparison
from rig.comparison import Hand
from rig.learning import Learning, Player
from rig.lights import all_in, picture, wait_for_picture

EXERCISES = 12
NOTE_SECONDS = 0.3
HIGHER, LOWER = 72, 48
"""The keys of the hand. The keyboard lights the same ones, on other channels."""
LATEST = 25
"""ms until the messages for an event have arrived. A note is heard later: its cycle has first to be played."""
LIGHTS = {"higher": all_in((72, 76, 79), channel=4, velocity=1), "lower": all_in((48, 52, 55), channel=3, velocity=1)}


def scenario(rig):
    rig.jack()
    keyboard = rig.controller("CASIO USB-MIDI", vendor=0x07CF, product_id=0x6803, manufacturer="CASIO")
    keyboard.loops_back = True
    home = rig.folder / "home"
    try_out(rig, keyboard, home)
    practise(rig, keyboard, home)


def try_out(rig, keyboard, home):
    """Confirms the lights of both halves, and leaves the tick off: the player's own file has this from then on."""
    learning = Learning(home, rig.logs / "try.log", command=("devices", "--try"))
    rig.ends_with(learning.kill)
    player = Player(learning, keyboard, HIGHER, LOWER)
    for half, lit in LIGHTS.items():
        assert picture(keyboard.lights()) == {}
        player.answer(f'Next, lights "{half}"', is_yes=True)
        learning.wait_for("Is it lit now")
        wait_for_picture(keyboard, lit)
        player.press(HIGHER)
        learning.wait_for("Is it dark again")
        wait_for_picture(keyboard, {})
        player.press(HIGHER)
    player.answer("Next, the percussion sound", is_yes=False)
    learning.wait_for("Saved as casio-piano-or-keyboard.yaml.")
    assert learning.wait() == 0, learning.output()
    rig.keep(home / "config/peach/controllers/casio-piano-or-keyboard.yaml")


def practise(rig, keyboard, home):
    """Twelve answers by keys alone, half of them right, and one more after which the program ends while a half is lit."""
    begin = comparison.now()
    peach = rig.peach("--seed", "12", home=home, settings={"note-duration": NOTE_SECONDS})
    peach.wait_for("controllerConnected", mapping="Casio piano or keyboard")
    hand = Hand(keyboard, HIGHER, LOWER)
    corrects, delays = comparison.seeded_answers(rig, EXERCISES)
    comparison.start(peach, hand)
    comparison.play(peach, hand, corrects, delays)
    peach.wait_for("feedbackEnded")
    last = comparison.hear_target(peach)
    hand.answer(last, correct=False)
    wait_for_picture(keyboard, LIGHTS[right_half(last)])
    assert peach.stop() == 0
    wait_for_picture(keyboard, {})

    told = comparison.exercises(finished(peach.events()))
    rows = peach.rows("SELECT * FROM comparison ORDER BY number")
    agreement.assert_right(told, corrects)
    agreement.assert_saved(told, rows[:EXERCISES], keyboard.product)
    assert [row["correct"] for row in rows[EXERCISES:]] == [0], rows[EXERCISES:]
    assert_lights(rig, keyboard.lights(since=begin), told, [*(exercise.started for exercise in told), last], peach.events())


def right_half(started):
    """The half of the right answer to the exercise of an `exerciseStarted`."""
    return "higher" if started["target"]["cents"] > 0 else "lower"


def finished(events):
    """The events of all exercises but the last, which was cut off."""
    cut = max(place for place, event in enumerate(events) if event["event"] == "exerciseStarted")
    saved = [event for event in events if event["event"] == "recordSaved"]
    return [event for event in events[:cut] if event["event"] != "recordSaved"] + saved[:EXERCISES]


def assert_lights(rig, messages, told, started, events):
    """After each answer only its right half was lit; while a note sounded, all was dark."""
    lit, shown = {}, []
    for number, message in enumerate(messages):
        before, lit = lit, picture(messages[: number + 1])
        if lit and not before:
            shown.append([message.time, None, {}])
        if lit:
            shown[-1][2] |= lit
        elif before:
            shown[-1][1] = message.time
    assert [lights for _, _, lights in shown] == [LIGHTS[right_half(each)] for each in started], shown
    assert sum(message.data[2] > 0 for message in messages) == 3 * len(started), "a light was lit twice"

    starts = [event["time"] for event in events if event["event"] == "noteStarted" and event["role"] == "reference"]
    after = [(lit - exercise.answered["time"]) / 1e6 for (lit, _, _), exercise in zip(shown, told)]
    late = [(dark - start) / 1e6 for (_, dark, _), start in zip(shown, starts[1:])]
    rig.measured(
        f"{len(started)} halves lit, {len(messages)} messages, all sent back, and none was an answer; lit "
        f"{min(after):.1f} to {max(after):.1f} ms after the answer, dark {min(late):.1f} to {max(late):.1f} ms from the next note"
    )
    assert min(after) > 0 and max(after) < LATEST, after
    assert max(late) < LATEST, late
