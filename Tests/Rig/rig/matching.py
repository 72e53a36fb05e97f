"""Matching practice played by simulated movements, and its event stream."""

from dataclasses import dataclass

from rig.comparison import UNTIL_HEARD, wait_for_sound
from rig.hands import Deed
from rig.stream import gather, state_at
from rig.waiting import sleep_until, wait_until

MODES = ("matching", "interval-matching")
STATES = ("reference", "tunable", "tuning", "feedback")
"""Tunable: the note sounds and nothing has moved. Tuning: the wheel is held away from its rest."""
INTERVALS = ("P5 up", "m3 down", "P8 up")
NOTE_SECONDS = 0.3
SETTINGS = {
    "note-duration": NOTE_SECONDS, "equal-loudness": "off", "speech": "off", "intervals": ", ".join(INTERVALS),
}
ORDER = (
    "exerciseStarted", "noteStarted reference", "noteStarted tunable", "tuningEnabled", "committed", "feedbackStarted",
    "feedbackEnded",
)
COMMIT_SECONDS = 2.0
"""A commit is reported within this time, even by an emulated machine."""


@dataclass
class Exercise:
    """One committed exercise, from the event stream."""

    started: dict
    notes: dict
    """The `noteStarted` of each note, by role."""
    enabled: dict
    """The `tuningEnabled`."""
    committed: dict
    feedback: dict
    feedback_ended: dict
    saved: str
    """The id of its record."""

    @property
    def start_hertz(self):
        """The start of the tunable note."""
        return self.started["tunable"]["hertz"]

    @property
    def start_cents(self):
        """The same against the correct pitch."""
        return self.started["tunable"]["cents"]

    def __str__(self):
        committed = self.committed
        return (
            f"exercise {self.started['index']} ({self.started['interval']}, from {self.start_cents:+.2f} cents, "
            f"{committed['gesture']} by {committed.get('control')} at {committed['cents']:+.2f})"
        )


def exercises(events, order=ORDER):
    """The exercises of a stream in which each was committed, in order; fails unless each has exactly one of every
    event."""
    return [
        Exercise(
            told["exerciseStarted"], {event["role"]: event for name, event in told.items() if name.startswith("noteStarted ")},
            told["tuningEnabled"], told["committed"], told["feedbackStarted"], told["feedbackEnded"], told["saved"],
        )
        for told in gather(events, order)
    ]


def start(peach, hand, mode):
    """Waits for sound, makes the control known, and starts a mode from the hub."""
    wait_for_sound(peach)
    hand.settle_in()
    hand.start(mode)
    return peach.wait_for("sessionStarted", mode=mode)


def play(peach, hand, chance, count, between=lambda number: None):
    """Plays this many exercises; `between` is called after each commit. Returns the movements, a `Deed` for each."""
    deeds = []
    for number in range(count):
        exercise = peach.wait_for("exerciseStarted")
        hear_tunable(peach, chance.uniform(0, 0.15))
        deed = hand.play(chance, number)
        wait_for_commit(peach, exercise, deed)
        deeds.append(deed)
        between(number)
        hand.find_place()
    return deeds


def hear_tunable(peach, more=0.0):
    """Waits until a tunable note is heard for sure, and `more` seconds."""
    note = peach.wait_for("noteStarted", role="tunable")
    sleep_until(note["time"] + round((UNTIL_HEARD + more) * 1e9))


def wait_for_commit(peach, exercise, deed):
    """Waits until the exercise is committed by a deed."""
    try:
        peach.wait_for("committed", COMMIT_SECONDS)
    except AssertionError as error:
        raise AssertionError(f"exercise {exercise['index']} after {deed}: {error}; the last events are {peach.events()[-4:]}")


def reach(peach, wheel, chance, state, mode="matching"):
    """Plays with a wheel from the hub until practice is in one of STATES."""
    wheel.start(mode)
    peach.wait_for("sessionStarted", mode=mode)
    exercise = peach.wait_for("exerciseStarted")
    if state == "reference":
        return
    hear_tunable(peach)
    if state == "tunable":
        return
    share = wheel.turn_and_hold(chance)
    if state == "tuning":
        return
    wait_for_commit(peach, exercise, Deed("spring-back", share, None, wheel.let_go(chance)))


def state_at_stop(events):
    """The one of STATES in which the last practice stopped; movements in between are not reported ("tunable")."""

    def rules(event, running):
        match event:
            case {"event": "sessionStarted" | "feedbackEnded" | "exerciseStarted"}:
                return "reference"
            case {"event": "noteStarted", "role": "tunable"}:
                return "tunable"
            case {"event": "committed"}:
                return "feedback"
        return None

    return state_at(events, rules)


def assert_dropped(peach, committed):
    """Only committed attempts are stored, after a stop: this many."""
    told = [event for event in peach.events() if event["event"] == "committed"]
    assert len(told) == committed, f"{len(told)} commits are told where {committed} were made"
    wait_until(lambda: len(peach.events("recordSaved")) >= committed, f"{committed} records to be saved")
    rows = peach.rows("SELECT id FROM matching ORDER BY number")
    saved = [event["id"] for event in peach.events("recordSaved")]
    assert [row["id"] for row in rows] == saved, f"rows {rows} where {saved} are called saved"
    assert len(rows) == committed, f"{len(rows)} attempts are stored where {committed} were committed"
