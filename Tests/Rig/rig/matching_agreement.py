"""Whether movements, sound, events and database of a matching practice agree, one to one.

Every failure names the exercise and both sides that disagree.
"""

import math

from rig.agreement import FEEDBACK_FRAMES, LEVEL, RELEASE_FRAMES
from rig.analysis import cents, load
from rig.tuned_listening import listen_to_tuning

SIZES = ("P1", "m2", "M2", "m3", "M3", "P4", "d5", "P5", "m6", "M6", "m7", "M7", "P8")
BANDS = {"dead-centre": range(0, 1), "close": range(1, 10), "moderate": range(10, 31), "far": range(31, 100_000)}
CLICKS = {"dead-centre": 0, "close": 1, "moderate": 2, "far": 3}
EXACT = 1e-6
"""Cents: the rounding error between two reports of one number."""
HEARD = 0.1
"""Cents: the bar for the audible pitch."""
HELD_SECONDS = 0.07
"""The time before the fade in which nothing may move. The hands rest for longer, but the first step of a wheel's return
may sound for a moment before it is detected, and emulated time is coarse: the plateau's pitch has returned by then."""
HAND_SHARE = 0.07
"""As a share of the range: the error that a control's dead zone and unlearned ends may cause."""
SPRING_LEAST = 0.1
"""As a share of the range: a wheel's start offset is never smaller."""


def semitones(interval):
    """The signed size of an interval from its notation (`P5 up`)."""
    size, _, direction = interval.partition(" ")
    return SIZES.index(size) * (-1 if direction == "down" else 1)


def rounded(value):
    """To a whole number, half away from zero."""
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


def away(deviation):
    """A deviation in words."""
    return f"{deviation:+.3f} cents from its start"


def check(condition, exercise, what):
    """Fails, naming the exercise, unless the condition holds."""
    assert condition, f"{exercise}: {what}"


def assert_told(told, mode, springs=False, reach=100):
    """The stream by itself: numbers, intervals, pitches, errors and bands belong together."""
    indexes = [exercise.started["index"] for exercise in told]
    assert indexes == list(range(1, len(told) + 1)), indexes
    for exercise in told:
        started, committed, feedback = exercise.started, exercise.committed, exercise.feedback
        check(started["mode"] == mode, exercise, f"is of mode {started['mode']}, not {mode}")
        size = semitones(started["interval"])
        if mode == "matching":
            check(size == 0, exercise, "is unison, but asks an interval")
        else:
            check(size != 0, exercise, "asks no interval")
        note = started["target"]["note"] - started["reference"]["note"]
        check(note == size, exercise, f"the target lies {note} semitones from the reference")
        asked = cents(started["reference"]["hertz"], started["target"]["hertz"])
        check(abs(asked - 100 * size) < EXACT, exercise, f"the target lies {asked} cents from the reference")
        offset = cents(started["target"]["hertz"], exercise.start_hertz)
        same = abs(offset - exercise.start_cents) < EXACT
        check(same, exercise, f"begins {offset} cents off, but tells {exercise.start_cents}")
        least = SPRING_LEAST * reach if springs else 0
        within = least - EXACT <= abs(offset) <= reach + EXACT
        check(within, exercise, f"begins {offset} cents off: not {least} to {reach}")
        error = cents(started["target"]["hertz"], committed["hertz"])
        same = abs(error - committed["cents"]) < EXACT
        check(same, exercise, f"ends {error} cents off, but tells {committed['cents']}")
        check(feedback["cents"] == rounded(committed["cents"]), exercise, f"shows {feedback['cents']} cents")
        fits = abs(feedback["cents"]) in BANDS[feedback["kind"]]
        check(fits, exercise, f"{feedback['cents']} cents are {feedback['kind']}")
        check(committed["timeTaken"] >= 0, exercise, f"took {committed['timeTaken']} s")


def assert_saved(told, rows, controller, mode, sources=None):
    """The database has exactly the commits of the stream, in order; `sources` lists their sources, if given."""
    made = [exercise.committed["source"] for exercise in told]
    assert made == (sources or made), f"the commits come from {made}, where {sources} made them"
    saved, identities = [exercise.saved for exercise in told], [row["id"] for row in rows]
    assert identities == saved, f"the rows are {identities}, where the stream tells {saved}"
    for row, exercise in zip(rows, told, strict=True):
        started, committed = exercise.started, exercise.committed
        wanted = {
            "mode": mode,
            "reference_note": started["reference"]["note"],
            "reference_hertz": started["reference"]["hertz"],
            "target_note": started["target"]["note"],
            "target_hertz": started["target"]["hertz"],
            "interval": semitones(started["interval"]),
            "start_hertz": started["tunable"]["hertz"],
            "start_cents": started["tunable"]["cents"],
            "final_hertz": committed["hertz"],
            "cents": committed["cents"],
            "gesture": committed["gesture"],
            "control": committed.get("control"),
            "cents_per_step": committed.get("centsPerStep"),
            "time_taken": committed["timeTaken"],
            "controller": controller if committed["source"] == "controller" else None,
            "source": committed["source"],
            "held_level": started.get("heldLevel"),
            "exercise_index": started["index"],
            "epoch": started["epoch"],
        }
        differences = [f"{name}: {row[name]} where {value} is told" for name, value in wanted.items() if row[name] != value]
        check(not differences, exercise, "is stored with " + "; ".join(differences))


def assert_hands(rig, told, rows, deeds, control):
    """The error follows from the movement: the start offset plus the distance the control was moved, no more and no
    less."""
    moved, worst = 0, 0.0
    for exercise, row, deed in zip(told, rows, deeds, strict=True):
        committed = exercise.committed
        deviation, reach = cents(exercise.start_hertz, committed["hertz"]), row["range_cents"]
        check(committed["gesture"] == deed.gesture, exercise, f"the hand did {deed}")
        check(committed["source"] == "controller", exercise, f"is told to come from {committed['source']}")
        travel = (committed["inputTime"] - deed.began) / 1e9
        check(-0.1 < travel < 1, exercise, f"its stamp is {travel:.3f} s after {deed}")
        if not deed.share and not deed.steps:
            check(abs(deviation) < EXACT, exercise, f"nothing was moved, but it ends {away(deviation)}")
            owner = committed.get("control")
            check(owner is None, exercise, f"nothing was moved, but {owner} had the pitch")
            continue
        moved += 1
        check(committed.get("control") == control, exercise, f"{control} had the pitch")
        check(abs(deviation) <= reach + EXACT, exercise, f"ends {away(deviation)}, beyond {reach}")
        up = (deed.share or deed.steps) > 0
        followed = abs(deviation) > 0.5 and (deviation > 0) == up
        check(followed, exercise, f"ends {away(deviation)} after {deed}")
        if deed.share is not None:
            apart = abs(deviation / reach - deed.share)
            worst = max(worst, apart)
            check(apart < HAND_SHARE, exercise, f"ends {away(deviation)}, of {reach}, after {deed}")
        if deed.steps is not None:
            told_step = committed.get("centsPerStep") or 0
            stepped = max(-reach, min(deed.steps * told_step, reach))
            same = abs(deviation - stepped) < 1e-3
            check(same, exercise, f"{deed.steps} steps of {told_step} cents made {deviation:+.4f}")
    errors = [row["cents"] for row in rows]
    rig.measured(
        f"{len(told)} exercises, in {moved} of them the control was moved; the pitch within {100 * worst:.1f} % of the "
        f"range of where the hand reckons it; errors {min(errors):+.0f} to {max(errors):+.0f} cents"
    )


def assert_heard(rig, recording, told, note_frames, lit=False, creeps=False):
    """The recording has exactly the notes and clicks of the stream: on the frame, within 0.1 cent, and no other sound.

    Without lights (`lit`: one for all exercises, or one for each), as many clicks as the band's number report the
    result, sharp ones brighter than flat ones. `creeps` is whether fingers tuned: see `listen_to_tuning`.
    """
    lit = lit if isinstance(lit, list) else [lit] * len(told)
    signal = load(recording.path, recording.channels)
    assert (signal[:, 0] == signal[:, 1]).all(), "left and right differ"
    notes = listen_to_tuning(signal[:, 0], recording.rate, creeps)
    assert len(notes) == 2 * len(told), f"{len(notes)} notes are heard of {2 * len(told)}"
    offset = notes[0].start - 1 - told[0].notes["reference"]["frame"]
    finals, starts, references, levels, brightness = [], [], [], [], {"sharp": [], "flat": []}
    for number, exercise in enumerate(told):
        reference, tunable = notes[2 * number : 2 * number + 2]
        frames = {role: exercise.notes[role]["frame"] for role in exercise.notes}
        feedback = exercise.feedback["frame"]
        _assert_frames(told, number, frames, feedback, note_frames)
        for role, note in (("reference", reference), ("tunable", tunable)):
            late = note.start - 1 - frames[role] - offset
            check(late == 0, exercise, f"the {role} is heard {late} frames late")
            levels.append(abs(note.amplitude / LEVEL - 1))
            check(levels[-1] < 1e-4, exercise, f"the {role} has {note.amplitude / LEVEL:.6f} of its level")
            told_hertz = exercise.notes[role]["hertz"]
            same = abs(cents(exercise.started[role]["hertz"], told_hertz)) < EXACT
            check(same, exercise, f"noteStarted tells {told_hertz} Hz of the {role}")
        late = reference.fade + 1 - (frames["reference"] + note_frames - RELEASE_FRAMES + offset)
        check(late == 0, exercise, f"the reference fades {late} frames late")
        late = tunable.fade + 1 - feedback - offset
        check(late == 0, exercise, f"the fade is heard {late} frames after feedback's first")
        references.append(abs(cents(exercise.started["reference"]["hertz"], reference.hertz)))
        check(references[-1] <= HEARD, exercise, f"the reference is heard {references[-1]:.3f} cents off")
        starts.append(abs(cents(exercise.start_hertz, tunable.first_hertz)))
        check(starts[-1] <= HEARD, exercise, f"the tunable note begins {starts[-1]:.3f} cents off")
        check(
            tunable.held >= HELD_SECONDS * recording.rate, exercise,
            f"its pitch stands still for only {1000 * tunable.held / recording.rate:.0f} ms before the fade",
        )
        finals.append(abs(cents(exercise.committed["hertz"], tunable.hertz)))
        stored = exercise.committed["hertz"]
        check(
            finals[-1] <= HEARD, exercise,
            f"{tunable.hertz} Hz is heard at the fade, and {stored} Hz is stored: {finals[-1]:.3f} cents apart",
        )
        _assert_clicks(exercise, tunable, offset, lit[number], brightness)
    if brightness["sharp"] and brightness["flat"]:
        brighter = min(brightness["sharp"]) > max(brightness["flat"])
        assert brighter, f"sharp clicks are no brighter than flat ones: {brightness}"
    rig.measured(
        f"{len(told)} stored pitches within {max(finals):.1e} cent of what was heard at the fade, start pitches within "
        f"{max(starts):.1e}, references within {max(references):.1e}; level within {max(levels):.1e}; every first frame "
        f"and fade on its frame; {sum(len(note.clicks) for note in notes)} clicks; {recording}"
    )


def _assert_frames(told, number, frames, feedback, note_frames):
    exercise = told[number]
    late = frames["tunable"] - frames["reference"] - note_frames
    check(late == 0, exercise, f"the tunable note follows {late} frames late")
    ended = exercise.feedback_ended["frame"]
    check(ended == feedback + FEEDBACK_FRAMES, exercise, f"feedback lasts {ended - feedback} frames")
    if number:
        late = frames["reference"] - told[number - 1].feedback_ended["frame"]
        check(late == 0, exercise, f"the reference starts {late} frames after feedback's end")


def _assert_clicks(exercise, note, offset, lit, brightness):
    wanted = 0 if lit else CLICKS[exercise.feedback["kind"]]
    heard = len(note.clicks)
    check(heard == wanted, exercise, f"{heard} clicks are heard where {wanted} are meant: {note.clicks}")
    if not note.clicks:
        return
    first, last = exercise.feedback["frame"] + offset, exercise.feedback_ended["frame"] + offset
    within = first <= note.clicks[0].start and note.clicks[-1].end <= last
    check(within, exercise, f"clicks {note.clicks} are not within feedback, {first} to {last}")
    side = "sharp" if exercise.feedback["cents"] > 0 else "flat"
    brightness[side] += [click.centroid for click in note.clicks]


def assert_open_side(told, deeds, standing):
    """A fader at the end of its way is given targets on the side that is open.

    Its known range comes from its movement in an earlier exercise; it is at its end if it was not moved in the last
    one.
    """
    toward = {0: 1, 127: -1}.get(standing)
    seen = 0
    for number in range(1, len(told)):
        if toward and not deeds[number - 1].steps and any(deed.steps for deed in deeds[:number]):
            seen += 1
            check(
                -told[number].start_cents * toward > 0, told[number],
                f"its target lies on the closed side of a fader that stands at {standing}",
            )
    return seen


def assert_nothing_told_by_lights(told, messages, picture):
    """Until feedback the messages to a controller do not depend on the target and the start offset.

    `picture` turns messages into the visible state. It does not change while the note is tuned, and is the same in
    every exercise.
    """
    tuning, listening = [], []
    for exercise in told:
        enabled, shown = exercise.enabled["time"] + 150_000_000, exercise.feedback["time"] - 1_000_000
        late = [str(message) for message in messages if enabled < message.time < shown]
        check(not late, exercise, f"while it was tuned the controller was told {late}")
        tuning.append(picture([message for message in messages if message.time < shown]))
        heard = exercise.notes["tunable"]["time"] - 1_000_000
        listening.append(picture([message for message in messages if message.time < heard]))
    # The mode's own light is visible until the first note can be tuned.
    for what, pictures in (("during tuning", tuning), ("during the reference", listening[1:])):
        for exercise, seen in zip(told[-len(pictures) :], pictures):
            first = pictures[0]
            check(seen == first, exercise, f"{what} its lights differ from the first exercise's: {seen} and {first}")


def assert_results_lit(told, messages, picture, wanted):
    """At feedback's end a controller shows exactly the lights that `wanted` returns for the cents and the band's
    number."""
    for exercise in told:
        seen = picture([message for message in messages if message.time < exercise.feedback_ended["time"] - 1_000_000])
        meant = wanted(exercise.feedback["cents"], CLICKS[exercise.feedback["kind"]])
        check(seen == meant, exercise, f"its lights show {seen} where {meant} is meant")
