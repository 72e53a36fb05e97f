"""Whether a repeated reference sounds as reported: alone, as before, and then the other note at its earlier pitch."""

from itertools import pairwise

from rig.analysis import cents, load
from rig.matching_agreement import HEARD
from rig.tuned_listening import listen_to_tuning

FADE_SECONDS = 0.030
"""From the fade of the current notes to the reference."""


def gather(events):
    """The events of each exercise in a stream: its `noteStarted`, in order, and its `committed`."""
    told = []
    for event in events:
        match event["event"]:
            case "exerciseStarted":
                told.append({"notes": [], "started": event})
            case "noteStarted":
                told[-1]["notes"].append(event)
            case "committed":
                told[-1]["committed"] = event
    return told


def assert_repeated(rig, recording, told, rows):
    """Every note sounds on its frame and at its pitch; each reference equals the first one, and each note continues at
    its pitch."""
    signal = load(recording.path, recording.channels)
    assert (signal[:, 0] == signal[:, 1]).all(), "left and right differ"
    heard = iter(notes := listen_to_tuning(signal[:, 0], recording.rate))
    count = sum(len(exercise["notes"]) for exercise in told)
    assert len(notes) == count, f"{len(notes)} notes are heard, {count} are told"
    # The first sounding frame is the second of its note.
    offset = notes[0].start - 1 - told[0]["notes"][0]["frame"]
    worst = 0.0

    def compare(what, wanted, hertz):
        nonlocal worst
        off = abs(cents(wanted, hertz))
        worst = max(worst, off)
        assert off <= HEARD, f"{what} is heard at {hertz} Hz, {off:.3f} cents off {wanted}"

    for exercise, row in zip(told, rows, strict=True):
        name = f"exercise {exercise['started']['index']}"
        played = [next(heard) for _ in exercise["notes"]]
        for note, event in zip(played, exercise["notes"], strict=True):
            apart = note.start - 1 - offset - event["frame"]
            assert apart == 0, f"{name}: its {event['role']} begins {apart} frames after the frame that is told"
            compare(f"{name}: its {event['role']}", event["hertz"], note.first_hertz)
        roles = [event["role"] for event in exercise["notes"]]
        assert roles == ["reference", "tunable"] * (row["repeats"] + 1), f"{name}: {roles} where {row['repeats']} repeats are stored"
        references, tunables = played[::2], played[1::2]
        for reference in references:
            compare(f"{name}: a reference", row["reference_hertz"], reference.first_hertz)
        for before, after in pairwise(tunables):
            compare(f"{name}: the note that goes on", before.hertz, after.first_hertz)
        for before, after in zip(tunables, references[1:]):
            # `fade` is the last frame at full level, and a note's first frame is silent.
            apart = after.start - 1 - (before.fade + 1)
            wanted = round(FADE_SECONDS * recording.rate)
            assert abs(apart - wanted) <= 1, f"{name}: the reference comes {apart} frames after the fade, not {wanted}"
        compare(f"{name}: what is stored", row["final_hertz"], tunables[-1].hertz)
    repeats = sum(row["repeats"] for row in rows)
    rig.measured(f"{repeats} references are heard again, and the other note goes on within {worst:.1e} cent; {recording}")
