"""Clumsy players and chatty controllers: only deliberate presses are answers, and nothing hangs."""

import time

from rig import agreement, comparison, models
from rig.waiting import sleep_until


def scenario(rig):
    rig.jack()
    keys, hand = models.mpk_mini(rig)
    the_end_of_the_target(rig, hand)

    peach = rig.peach("--seed", "3", settings={"note-duration": 1.0})
    comparison.start(peach, hand)
    too_early(peach, hand)
    the_moment_it_is_made(peach, hand)
    held_from_the_reference_on(peach, hand)
    twice_in_one_breath(peach, hand)
    twice_with_a_bouncing_key(peach, hand)
    velocity_zero(peach, hand)
    unmapped_talk(peach, hand)
    clock_flood(rig, peach, hand)
    a_megabyte_of_system_exclusive(rig, peach, hand)
    stop_chord(rig, peach, hand)
    stop_chord_in_the_reference(peach, hand)
    assert peach.stop() == 0
    told = peach.events("answered")
    rows = peach.rows("SELECT * FROM comparison ORDER BY number")
    assert [row["withdrawn"] for row in rows] == [0] * (len(told) - 1) + [1], "the last answer alone is withdrawn"
    rig.measured(f"{len(told)} answers, {len(rows)} rows, one of them withdrawn")


def the_end_of_the_target(rig, hand, note_seconds=0.3, count=24):
    """Presses around the target's last frame: each is one answer, and every sound is whole."""
    rig.record()
    settings = {"note-duration": note_seconds, "equal-loudness": "off"}
    peach = rig.peach("--seed", "4", "--exercises", str(count), settings=settings)
    corrects, _ = comparison.seeded_answers(rig, count)
    # Emulated hands are some milliseconds late: so the presses spread around the end.
    delays = [note_seconds - 0.045 + 0.060 * number / count for number in range(count)]
    comparison.start(peach, hand)
    comparison.play(peach, hand, corrects, delays)
    assert peach.wait() == 0
    recording = rig.stop_recording()
    recording.assert_complete()
    told = comparison.exercises(peach.events())
    length = round(note_seconds * recording.rate)
    agreement.assert_right(told, corrects)
    ends = [exercise.feedback["frame"] - exercise.frames["target"] - length for exercise in told]
    in_release = sum(-agreement.RELEASE_FRAMES <= end < 0 for end in ends)
    rig.measured(f"answers took effect {min(ends)} to {max(ends)} frames from the target's end, {in_release} in its release")
    assert in_release, sorted(ends)
    rig.judge(agreement.assert_heard, recording, told, length)


def too_early(peach, hand):
    """A press during the reference is not an answer, then or later."""
    exercise = peach.wait_for("exerciseStarted")
    hand.answer(exercise, correct=False)
    answer_in_silence(peach, hand, exercise)


def the_moment_it_is_made(peach, hand):
    """A press as the target is made, but perhaps not heard yet, is an answer only if it was: never before its time."""
    exercise = peach.wait_for("exerciseStarted")
    target = peach.wait_for("noteStarted", role="target")
    hand.answer(exercise, correct=True)
    sleep_until(target["time"] + round(comparison.UNTIL_HEARD * 1e9))
    if not (answers := since(peach, exercise, "answered")):
        hand.answer(exercise, correct=True)
        answers = [peach.wait_for("answered")]
    assert len(answers) == 1 and answers[0]["responseTime"] >= 0, answers


def held_from_the_reference_on(peach, hand):
    """Nor is a key that is still held when the target starts."""
    exercise = peach.wait_for("exerciseStarted")
    key = hand.key(exercise, correct=False)
    hand.controller.press(key)
    peach.wait_for("noteEnded", role="target")
    hand.controller.release(key)
    time.sleep(0.2)
    assert_unanswered(peach, exercise)
    hand.answer(exercise, correct=True)
    assert peach.wait_for("answered")["correct"]


def twice_in_one_breath(peach, hand):
    """Of two presses in one packet, right and wrong, the first is the answer."""
    exercise = comparison.hear_target(peach)
    right, wrong = hand.key(exercise, True), hand.key(exercise, False)
    hand.controller.send(bytes([0x90, right, 90, 0x90, wrong, 90, 0x80, right, 0, 0x80, wrong, 0]))
    assert_one_answer(peach, exercise, correct=True)


def twice_with_a_bouncing_key(peach, hand):
    """A key that goes down, up and down again answers once, and the second press is not kept for the next exercise."""
    exercise = comparison.hear_target(peach)
    hand.answer(exercise, correct=False)
    hand.answer(exercise, correct=False)
    assert_one_answer(peach, exercise, correct=False)


def velocity_zero(peach, hand):
    """Note-ons of velocity zero let a key go: the same key answers again and again."""
    for _ in range(3):
        comparison.hear_target(peach)
        hand.tap(hand.keys["lower"], style="velocity0")
        assert peach.wait_for("answered")["answer"] == "lower"


def unmapped_talk(peach, hand):
    """Knobs, pressure and programs are not answers."""
    exercise = comparison.hear_target(peach)
    for data in (b"\xb0\x46\x7f", b"\xd0\x50", b"\xa0\x48\x50", b"\xc0\x05", b"\xe0\x00\x60", b"\xe0\x00\x40"):
        hand.controller.send(data)
    answer_in_silence(peach, hand, exercise)


def clock_flood(rig, peach, hand, count=24_000):
    """Twenty thousand clocks and active sensings, between them an answer at its time.

    A press that the kernel dropped before any program could read it does not count: its raw device shows that.
    """
    exercise = comparison.hear_target(peach)
    flood = b"\xf8\xf8\xf8\xfe" * (count // 4)
    began, received, overruns = comparison.now(), *hand.controller.arrived()
    hand.controller.stream(flood[: count // 2])
    pressed = hand.answer(exercise, correct=True)[1]
    hand.controller.stream(flood[count // 2 :])
    seconds = (comparison.now() - began) / 1e9
    received, overruns = (now - before for now, before in zip(hand.controller.arrived(), (received, overruns)))
    rig.measured(f"{count} real-time bytes in {seconds:.1f} s: {received} bytes arrived, {overruns} of them dropped by the kernel")
    if overruns and not since(peach, exercise, "answered"):
        pressed = hand.answer(exercise, correct=True)[1]
    answered = peach.wait_for("answered", correct=True)
    rig.measured(f"key to stamp {(answered['inputTime'] - pressed) / 1e6:.1f} ms")


def a_megabyte_of_system_exclusive(rig, peach, hand, size=1_000_000):
    """One message of a megabyte, and the answer after it."""
    exercise = peach.wait_for("exerciseStarted")
    peach.wait_for("noteEnded", role="target")
    began = comparison.now()
    hand.controller.stream(b"\xf0\x7d" + bytes(number % 128 for number in range(size)) + b"\xf7")
    seconds = (comparison.now() - began) / 1e9
    assert_unanswered(peach, exercise)
    pressed = hand.answer(exercise, correct=True)[1]
    answered = peach.wait_for("answered", correct=True)
    rig.measured(f"{size} bytes of SysEx in {seconds:.1f} s; key to stamp {(answered['inputTime'] - pressed) / 1e6:.1f} ms")


def stop_chord(rig, peach, hand):
    """Both halves held stop; the answer which the first of them gave is withdrawn; letting go starts nothing."""
    comparison.hear_target(peach)
    pressed = hold_both(hand)
    peach.wait_for("answered")
    stopped = peach.wait_for("sessionStopped", reason="asked")
    rig.measured(f"stop chord: {(stopped['time'] - pressed) / 1e6:.0f} ms from the second key to the stop")
    peach.wait_for("recordWithdrawn")
    let_go(hand)
    time.sleep(0.5)
    assert peach.events()[-1]["event"] != "sessionStarted"
    assert [event["event"] for event in peach.events()].count("sessionStarted") == 1


def stop_chord_in_the_reference(peach, hand):
    """It stops there as well, and nothing is answered."""
    before = len(peach.events("answered"))
    hand.start()
    peach.wait_for("exerciseStarted")
    hold_both(hand)
    peach.wait_for("sessionStopped", reason="asked")
    let_go(hand)
    assert len(peach.events("answered")) in (before, before + 1)


# How


def hold_both(hand):
    """Presses a key of each half; returns when the second went down."""
    hand.controller.press(hand.keys["higher"])
    return hand.controller.press(hand.keys["lower"])


def let_go(hand):
    for key in hand.keys.values():
        hand.controller.release(key)


def answer_in_silence(peach, hand, exercise):
    """Waits for the target's end, by which nothing must have answered, and answers right."""
    peach.wait_for("noteEnded", role="target")
    assert_unanswered(peach, exercise)
    hand.answer(exercise, correct=True)
    assert peach.wait_for("answered")["correct"]


def assert_unanswered(peach, exercise):
    last = [event for event in peach.events() if event["event"] in ("exerciseStarted", "answered")][-1]
    assert last == exercise, f"{last} after {exercise}"


def assert_one_answer(peach, exercise, correct):
    """The exercise gets one answer, and by the next one's reference there is no second."""
    assert peach.wait_for("answered")["correct"] == correct
    ended = peach.wait_for("feedbackEnded")
    sleep_until(ended["time"] + 100_000_000)
    answers = since(peach, exercise, "answered")
    assert len(answers) == 1, answers


def since(peach, event, name):
    """The events of a name after an event."""
    events = peach.events()
    return [later for later in events[events.index(event) :] if later["event"] == name]
