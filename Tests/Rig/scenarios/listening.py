"""Three pairs of listening, on pads with lights, without input: their answers, lit, reported and stored as
listening."""

from rig import models
from rig.lights import note_ons, wait_for_picture
from rig.models import APC_HIGHER, APC_LOWER

PAIRS = 3
FULL, GREEN = 7, 21


def scenario(rig):
    rig.jack()
    pads, _ = models.apc_mini(rig)
    settings = {"note-duration": 0.3, "speech": "off"}
    peach = rig.peach("--seed", "2", "--mode", "listen", "--exercises", str(PAIRS), settings=settings)
    assert peach.wait() == 0
    wait_for_picture(pads, {})

    told = [event["answer"] for event in peach.events("listened")]
    rows = peach.rows("SELECT * FROM listening ORDER BY number")
    assert ["higher" if row["cents"] > 0 else "lower" for row in rows] == told and len(told) == PAIRS, (told, rows)
    assert peach.rows("SELECT * FROM comparison") == [] and peach.events("answered") == []

    # One pad stands for each half.
    halves = {data: half for half, pads_of in (("higher", APC_HIGHER), ("lower", APC_LOWER))
              for data in note_ons([min(pads_of)], FULL, GREEN)}
    lit = [(halves[message.data], message.time) for message in pads.lights() if message.data in halves]
    assert [half for half, _ in lit] == told, f"lit {lit}, told {told}"
    delays = [(time - event["time"]) / 1e6 for (_, time), event in zip(lit, peach.events("listened"), strict=True)]
    rig.measured(f"{PAIRS} pairs; answer to light {min(delays):.1f} to {max(delays):.1f} ms")
