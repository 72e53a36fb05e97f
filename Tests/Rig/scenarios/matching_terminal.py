"""Interval matching by the keys of a terminal alone, start to stop, in English and in German."""

import time

from rig import matching
from rig.analysis import cents
from rig.comparison import UNTIL_HEARD
from rig.matching_agreement import assert_saved, assert_told, check
from rig.waiting import sleep_until, wait_until

EXERCISES = 8
MODE = "interval-matching"
NAMES = {
    "en": {"P5 up": "Perfect fifth up", "m3 down": "Minor third down", "P8 up": "Octave up"},
    "de": {"P5 up": "Reine Quinte aufwärts", "m3 down": "Kleine Terz abwärts", "P8 up": "Oktave aufwärts"},
}
UNIT = {"en": ("cent", "cents"), "de": ("Cent", "Cent")}
TUNE = {
    "en": "Tune with the arrows, then press Space.",
    "de": "Stimme den Ton mit den Pfeilen, dann drücke die Leertaste.",
}
ASKED = {
    "en": "Tune the second note until both make the named interval.",
    "de": "Stimme den zweiten Ton, bis beide das genannte Intervall ergeben.",
}
"""The text until the first answer."""
MARKS = {"dead-centre": "•", "close": "↑", "moderate": "↑↑", "far": "↑↑↑"}
STEPS = {"up": 1.0, "down": -1.0, "shift-up": 0.1, "shift-down": -0.1}
DRAWN_SECONDS = 0.25
"""A change that a key makes is on the screen within this time, even on an emulated machine."""
DRAWN_WHOLE = b"\x1b[J"
"""The end of each drawing."""


def scenario(rig):
    rig.jack()
    screens = {}
    for language in NAMES:
        screens[language] = practise(rig, language)
    assert screens["en"].isdisjoint(screens["de"]), "something on the screen is the same in both languages"


def practise(rig, language):
    """Plays, and returns the visible text while a note was tuned."""
    chance = rig.random(language)
    peach = rig.peach("--mode", MODE, "--lang", language, "--seed", "50", settings=matching.SETTINGS, terminal=True)
    terminal = peach.terminal
    peach.wait_for("sessionStarted", 20, mode=MODE)
    seen, presses = {}, []
    for _ in range(EXERCISES):
        exercise = peach.wait_for("exerciseStarted")
        interval = exercise["interval"]
        note = peach.wait_for("noteStarted", role="tunable")
        peach.wait_for("tuningEnabled")
        # However late it comes: a program that has just been started draws for the first time (see PATIENCE).
        wait_until(lambda: is_drawn(terminal, TUNE[language], note["time"]), f"{TUNE[language]!r} on {terminal.screen()}")
        sleep_until(note["time"] + round(UNTIL_HEARD * 1e9))
        since, before = time.monotonic_ns(), terminal.screen()
        assert (ASKED[language] in before) == (not presses), before
        before = [row for row in before if row not in (ASKED[language], "")]
        assert any(NAMES[language][interval] in line for line in before), f"{interval} is not named on {before}"
        keys = chance.choices(list(STEPS), k=chance.randint(0, 12))
        if keys:
            terminal.press(*keys)
        presses.append(keys)
        time.sleep(DRAWN_SECONDS)
        written = terminal.written(since)
        assert not written, f"while {interval} was tuned by {keys} the terminal was told {written!r}"
        seen.setdefault(interval, before)
        assert before == seen[interval], f"while {interval} was tuned the screen showed {before}, once {seen[interval]}"
        committed = terminal.press("space")
        peach.wait_for("committed")
        feedback = peach.wait_for("feedbackStarted")
        line = result(feedback, language)
        wait_until(lambda: line in terminal.written(committed).decode(errors="replace"), f"{line!r} on {terminal.screen()}")
        peach.wait_for("feedbackEnded")
        wait_until(lambda: not any(line in row for row in terminal.screen()), f"{line!r} to go from {terminal.screen()}")
    stop_and_leave(peach)
    told = matching.exercises(peach.events())
    assert_told(told, MODE)
    assert_saved(told, peach.rows("SELECT * FROM matching ORDER BY number"), None, MODE)
    for exercise, keys in zip(told, presses, strict=True):
        assert_steps(exercise, keys)
    assert len(seen) > 1, f"only {set(seen)} was asked"
    rig.measured(f"{language}: {len(told)} exercises by keys alone; {', '.join(sorted(seen))} shown, and nothing while tuning")
    return {line for lines in seen.values() for line in lines}


def is_drawn(terminal, text, since):
    """Whether text is on the screen, and everything drawn with it."""
    return text in " ".join(row.strip() for row in terminal.screen()) and terminal.written(since).endswith(DRAWN_WHOLE)


def result(feedback, language):
    """The screen's line for a result: `↑ +4 cents`."""
    number = feedback["cents"]
    mark = MARKS[feedback["kind"]] if number >= 0 else MARKS[feedback["kind"]].replace("↑", "↓")
    sign = "+" if number > 0 else "\N{MINUS SIGN}" if number else ""
    return f"{mark} {sign}{abs(number)} {UNIT[language][abs(number) != 1]}"


def assert_steps(exercise, keys):
    """The note ends as many cents from its start as the keys say, and no more than the range."""
    deviation = cents(exercise.start_hertz, exercise.committed["hertz"])
    wanted = sum(STEPS[key] for key in keys)
    same = abs(deviation - wanted) < 1e-4
    check(same, exercise, f"{keys} make {wanted:+.1f} cents, but it ends {deviation:+.4f} from its start")
    committed = exercise.committed
    check((committed["gesture"], committed["source"]) == ("key", "keys"), exercise, f"{committed}")
    check(committed.get("control") == ("keys" if keys else None), exercise, f"{committed.get('control')} had the pitch")


def stop_and_leave(peach):
    """q stops within an exercise, which is dropped; q at the hub leaves, and the terminal is as it was."""
    matching.hear_tunable(peach)
    peach.terminal.press("up", "up")
    peach.terminal.press("q")
    peach.wait_for("sessionStopped", reason="asked")
    time.sleep(DRAWN_SECONDS)
    peach.terminal.press("q")
    assert peach.wait() == 0
    peach.terminal.assert_given_back()
