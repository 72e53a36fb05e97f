"""Three pairs of listening, on pads with lights, without input: their answers, lit, reported and stored as
listening. Then a pattern of early or late, reached, heard and left by pads alone."""

from rig import comparison, models, timing
from rig.lights import note_ons, wait_for_picture
from rig.models import APC_HIGHER, APC_LOWER
from rig.waiting import wait_until

PAIRS = 3
FULL, GREEN = 7, 21
STROKE_SECONDS = 0.055
"""A pattern ends this long after its last beat."""


def scenario(rig):
    rig.jack()
    pads, hand = models.apc_mini(rig)
    hear_pairs(rig, pads)
    hear_pattern(rig, pads, hand)


def hear_pairs(rig, pads):
    settings = {"note-duration": 0.3, "speech": "off"}
    peach = rig.peach("--seed", "2", "--mode", "listen", "--exercises", str(PAIRS), settings=settings)
    assert peach.wait() == 0
    wait_for_picture(pads, {})

    told = [event["answer"] for event in peach.events("listened")]
    rows = peach.rows("SELECT * FROM listening ORDER BY number")
    assert ["higher" if row["cents"] > 0 else "lower" for row in rows] == told and len(told) == PAIRS, (told, rows)
    assert peach.rows("SELECT * FROM comparison") == [] and peach.events("answered") == []

    lit = halves_lit(pads)
    assert [half for half, _ in lit] == told, f"lit {lit}, told {told}"
    delays = [(time - event["time"]) / 1e6 for (_, time), event in zip(lit, peach.events("listened"), strict=True)]
    rig.measured(f"{PAIRS} pairs; answer to light {min(delays):.1f} to {max(delays):.1f} ms")


def halves_lit(pads):
    """The halves that were lit, with the times. One pad stands for each half."""
    halves = {data: half for half, pads_of in (("higher", APC_HIGHER), ("lower", APC_LOWER))
              for data in note_ons([min(pads_of)], FULL, GREEN)}
    return [(halves[message.data], message.time) for message in pads.lights() if message.data in halves]


def hear_pattern(rig, pads, hand):
    """Opens the list of further exercises, moves on to its fourth, and starts it: strokes, light, event and row agree."""
    before = len(halves_lit(pads))
    peach = rig.peach("--seed", "2", settings={"speech": "off", "timing-repetitions": "10"})
    wait_until(lambda: peach.events("controllerConnected"), "the pads")
    comparison.start_from_list(rig, peach, hand, "timing-listen")
    started = peach.wait_for("exerciseStarted")
    first = peach.wait_for("noteStarted", role="pattern")["frame"]
    last = peach.wait_for("noteEnded", role="pattern")["frame"]
    told = peach.wait_for("listened")
    feedback = peach.wait_for("feedbackStarted", kind=told["answer"])
    # It may come before the feedback.
    saved = wait_until(lambda: peach.events("recordSaved"), "the record")[0]["id"]
    hand.hold_both()
    peach.wait_for("sessionStopped", reason="asked")
    recording = rig.stop_recording()
    assert peach.stop() == 0

    assert told["answer"] == ("higher" if started["offset"] > 0 else "lower"), (told, started)
    assert halves_lit(pads)[before][0] == told["answer"]
    end = first + 2 * round(60 * recording.rate / started["tempo"])
    assert last - end == round(STROKE_SECONDS * recording.rate) and feedback["frame"] > last, (first, last, feedback)
    [row] = peach.rows("SELECT * FROM timing_listening WHERE exercise_index = 1")
    wanted = {"id": saved, "mode": "timing-listen", "pattern": started["pattern"], "position": started["position"],
              "tempo": started["tempo"], "offset_ns": started["offset"], "repetitions": 2, "epoch": started["epoch"]}
    assert wanted.items() <= row.items(), (row, wanted)
    assert peach.rows("SELECT * FROM timing") == [] and peach.events("answered") == []
    # The end of the second beat takes the place of an answer that stops the sound.
    heard = timing.Exercise(started, first, {"correct": True}, {"frame": end}, saved)
    rig.judge(timing.assert_heard, recording, [heard], [event["time"] for event in peach.events("xruns")])
