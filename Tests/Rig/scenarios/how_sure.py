"""How sure: four answers by hands alone, on the keys of an unknown keyboard and on a grid of pads. No zone is mistaken;
ratings in events and rows agree one to one, feedback is the same for all, and without the setting there is no rating."""

from rig import agreement, comparison, models

EXERCISES = 20
SETTINGS = {"note-duration": 0.3, "sureness": "on"}
KEYS = {
    ("higher", True): range(65, 97), ("higher", False): range(60, 65),
    ("lower", False): range(55, 60), ("lower", True): range(24, 55),
}
"""The keys of each half and rating, with the split at middle C."""
PADS = {
    ("higher", True): range(56, 64), ("higher", False): range(32, 56),
    ("lower", False): range(8, 32), ("lower", True): range(0, 8),
}
"""The same in rows of eight pads, of which the outermost are sure."""


def scenario(rig):
    rig.jack()
    practise(rig, *models.unknown_keys(rig), KEYS, seed=1, settings=SETTINGS)
    practise(rig, *models.apc_mini(rig), PADS, seed=2, settings=SETTINGS)
    practise(rig, *models.unknown_keys(rig), KEYS, seed=3, settings=SETTINGS | {"sureness": "off"})


def practise(rig, controller, hand, zones, seed, settings):
    """Plays EXERCISES, the same number in each zone, in a random order and on random keys."""
    peach = rig.peach("--seed", str(seed), "--exercises", str(EXERCISES), settings=settings)
    comparison.start(peach, hand)
    chance = rig.random(seed)
    given = list(zones) * (EXERCISES // len(zones))
    chance.shuffle(given)
    for zone in given:
        comparison.hear_target(peach)
        hand.tap(chance.choice(zones[zone]))
        peach.wait_for("answered")
    peach.wait_for("sessionStopped", reason="finished")
    assert peach.wait() == 0

    told = comparison.exercises(peach.events())
    ratings = [sure if settings["sureness"] == "on" else None for _, sure in given]
    assert [exercise.answered["answer"] for exercise in told] == [half for half, _ in given]
    assert [exercise.answered.get("sure") for exercise in told] == ratings, [exercise.answered for exercise in told]
    agreement.assert_right(told, [exercise.answered["correct"] for exercise in told])
    rows = peach.rows("SELECT * FROM comparison ORDER BY number")
    agreement.assert_saved(told, rows, controller.product)
    assert [row["sure"] for row in rows] == [None if sure is None else int(sure) for sure in ratings]
    controller.unplug()
