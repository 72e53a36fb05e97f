"""Sessions played half from a controller and half on a page: sound, events, states, database agree one to one."""

from rig import agreement, comparison, matching, matching_agreement, models
from rig.comparison import UNTIL_HEARD
from rig.page import Page
from rig.waiting import sleep_until

EXERCISES = 8
NOTES = 4
KEYS_FIRST = ["controller", "page"] * (EXERCISES // 2)
PAGE_FIRST = ["page", "controller"] * (NOTES // 2)
"""Who answers or commits each exercise."""
PORT = 4400
NOTE_SECONDS = 0.3
HEARD_SECONDS = 0.3
"""The delay after which a pitch requested by a page sounds, even on an emulated machine; it is then constant for as
long."""


def scenario(rig):
    rig.jack()
    compare(rig)
    match(rig)


def compare(rig):
    """Comparison: the key starts and answers every other exercise, the page all others; each shows the other's
    actions."""
    rig.record()
    keys, hand = models.mpk_mini(rig)
    settings = {"note-duration": NOTE_SECONDS, "equal-loudness": "off"}
    peach = rig.peach("--screen", str(PORT), "--seed", "3", "--exercises", str(EXERCISES), settings=settings)
    page = Page(PORT)
    corrects, delays = comparison.seeded_answers(rig, EXERCISES)
    comparison.start(peach, hand)
    for number, (correct, delay) in enumerate(zip(corrects, delays, strict=True)):
        exercise = peach.wait_for("exerciseStarted")
        target = peach.wait_for("noteStarted", role="target")
        sleep_until(target["time"] + round((UNTIL_HEARD + delay) * 1e9))
        if KEYS_FIRST[number] == "controller":
            hand.answer(exercise, correct)
        else:
            state = page.wait_for(canAnswer=True, epoch=exercise["epoch"])
            higher = (exercise["target"]["cents"] > 0) == correct
            page.post("answer", answer="higher" if higher else "lower", epoch=state["epoch"])
        peach.wait_for("answered")
    peach.wait_for("sessionStopped", reason="finished")
    assert peach.wait() == 0
    recording = rig.stop_recording()
    recording.assert_complete()

    told = comparison.exercises(peach.events())
    rows = peach.rows("SELECT * FROM comparison ORDER BY number")
    agreement.assert_right(told, corrects)
    agreement.assert_saved(told, rows, keys.product, sources=KEYS_FIRST)
    rig.judge(agreement.assert_heard, recording, told, note_frames=round(NOTE_SECONDS * recording.rate))
    shown = {
        state["epoch"]: (state["feedback"]["answer"], state["feedback"]["correct"])
        for state in page.states if state.get("feedback")
    }
    wanted = {each.started["epoch"]: (each.answered["answer"], each.answered["correct"]) for each in told}
    assert shown == wanted, f"the page showed {shown} where {wanted} was answered"
    rig.measured(f"comparison: {EXERCISES} answers, half by key and half on the page; the page showed all of them")
    keys.unplug()


def match(rig):
    """Matching: the page starts; its slider and the wheel bring home every other note."""
    rig.record()
    keys, wheel = models.wheel(rig)
    chance = rig.random(4)
    peach = rig.peach("--screen", str(PORT), "--seed", "4", "--exercises", str(NOTES), settings=matching.SETTINGS)
    page = Page(PORT)
    peach.wait_for("controllerConnected", client=keys.product)
    comparison.wait_for_sound(peach)
    wheel.settle_in()
    page.post("start", mode="matching")
    peach.wait_for("sessionStarted", mode="matching")
    positions = {}
    for source in PAGE_FIRST:
        exercise = peach.wait_for("exerciseStarted")
        matching.hear_tunable(peach)
        if source == "page":
            epoch = page.wait_for(canTune=True, epoch=exercise["epoch"])["epoch"]
            positions[exercise["index"]] = position = chance.choice((-1, 1)) * chance.uniform(0.2, 0.9)
            for step in range(1, 21):
                page.post("slide", position=position * step / 20, epoch=epoch)
            sleep_until(comparison.now() + round(HEARD_SECONDS * 1e9))
            page.post("commit", epoch=epoch)
            peach.wait_for("committed", source="page")
        else:
            matching.wait_for_commit(peach, exercise, wheel.play(chance, 0))
            wheel.find_place()
    peach.wait_for("sessionStopped", reason="finished")
    assert peach.wait() == 0
    recording = rig.stop_recording()
    recording.assert_complete()

    told = matching.exercises(peach.events())
    rows = peach.rows("SELECT * FROM matching ORDER BY number")
    seen = [source == "page" for source in PAGE_FIRST]  # a page shows the result; this controller has no lights
    matching_agreement.assert_told(told, "matching")
    matching_agreement.assert_saved(told, rows, keys.product, "matching", PAGE_FIRST)
    rig.judge(matching_agreement.assert_heard, recording, told, round(matching.NOTE_SECONDS * recording.rate), seen)
    for exercise, row in zip(told, rows, strict=True):
        if (position := positions.get(exercise.started["index"])) is None:
            continue
        moved = matching_agreement.cents(exercise.start_hertz, exercise.committed["hertz"])
        wanted = position * row["range_cents"]
        matching_agreement.check(abs(moved - wanted) < 1e-3, exercise, f"the slider at {position} moved it {moved:+.3f} cents")
    results = {state["epoch"]: state["result"]["text"] for state in page.states if state.get("result")}
    assert len(results) == len(told), f"the page showed {results} of {len(told)} results"
    rig.measured(f"matching: {len(told)} notes brought home, half by wheel and half by the page's slider")
