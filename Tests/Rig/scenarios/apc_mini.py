"""Ten exercises on pads with lights: as on the keyboard, with every light message checked."""

from rig import agreement, comparison, models
from rig.lights import note_ons, wait_for_picture
from rig.models import APC_COMPARISON, APC_HIGHER, APC_LOWER

EXERCISES = 10
NOTE_SECONDS = 0.3
DIM, FULL = 1, 7
"""Channels: brightness."""
WHITE, RED, GREEN, ON, OFF = 3, 5, 21, 1, 0
DARK = note_ons([*APC_HIGHER, *APC_LOWER], FULL, OFF) | note_ons(range(100, 104), 1, OFF)


def scenario(rig):
    rig.jack()
    rig.record()
    pads, hand = models.apc_mini(rig)
    settings = {"note-duration": NOTE_SECONDS, "equal-loudness": "off"}
    peach = rig.peach("--seed", "2", "--exercises", str(EXERCISES), settings=settings)
    connected = peach.wait_for("controllerConnected")
    assert (connected["mapping"], connected["usb"]) == ("Akai APC mini mk2", "09e8:004f"), connected

    corrects, delays = comparison.seeded_answers(rig, EXERCISES)
    comparison.start(peach, hand)
    presses = comparison.play(peach, hand, corrects, delays)
    assert peach.wait() == 0
    wait_for_picture(pads, {})
    recording = rig.stop_recording()
    recording.assert_complete()

    told = comparison.exercises(peach.events())
    rows = peach.rows("SELECT * FROM comparison ORDER BY number")
    agreement.assert_right(told, corrects)
    agreement.assert_saved(told, rows, controller="APC mini mk2")
    rig.judge(agreement.assert_heard, recording, told, note_frames=round(NOTE_SECONDS * recording.rate))
    rig.judge(agreement.measure_response_times, recording, told, presses, rows)
    assert_lights(rig, pads.lights(), told)


def assert_lights(rig, messages, told):
    """The light messages are exactly the mapping's for the whole course of events."""
    position = 0

    def take(what, wanted):
        """The next messages are `wanted`, in any order; returns when the first and the last was read (ns)."""
        nonlocal position
        block = messages[position : position + len(wanted)]
        position += len(wanted)
        assert {message.data for message in block} == wanted, f"{what}: {', '.join(map(str, block))}"
        return block[0].time, block[-1].time

    take("dark at first", DARK)
    take("the mode", note_ons([APC_COMPARISON], 1, ON))
    before = note_ons([APC_COMPARISON], 1, OFF)
    to_result, whole_result, shown = [], [], []
    for exercise in told:
        pressed, other = (APC_HIGHER, APC_LOWER) if exercise.answered["answer"] == "higher" else (APC_LOWER, APC_HIGHER)
        take("can answer", note_ons([*APC_HIGHER, *APC_LOWER], DIM, WHITE) | before)
        if exercise.answered["correct"]:
            result = note_ons(pressed, FULL, GREEN) | note_ons(other, FULL, OFF)
        else:
            result = note_ons(other, FULL, RED) | note_ons(pressed, FULL, OFF)
        lit, whole = take("the result", result)
        cleared, _ = take("dark after feedback", DARK)
        to_result.append((lit - exercise.answered["time"]) / 1e6)
        whole_result.append((whole - lit) / 1e6)
        shown.append((cleared - lit) / 1e6)
        before = set()
    while position < len(messages):
        take("dark at the end", DARK)
    rig.measured(
        f"{len(messages)} light messages; answer to first light {min(to_result):.1f} to {max(to_result):.1f} ms, the others "
        f"within {max(whole_result):.1f} ms; shown for {min(shown):.0f} to {max(shown):.0f} ms"
    )
    assert all(350 < milliseconds < 500 for milliseconds in shown), shown
