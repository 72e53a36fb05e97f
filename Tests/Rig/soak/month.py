"""A month by ear and hand. A simulated blind player teaches Peach an unknown controller by answering its spoken
questions, practises for thirty days in every mode and with three timers, changes to another controller halfway, and has
the profile read out.

The player decides only by the recorded sound, the voice's words, the lines that a screen reader would read, and touch;
`story.txt` logs it. Days pass by the machine's clock, which is set; within a day it runs.
"""

import os
import re
import time
from dataclasses import dataclass
from functools import partial

from rig.blind import Blind, next_morning, spoken_over_notes
from rig.comparison import LONG_PRESS
from rig.hands import MotorFader
from rig.learning import TAP_SECONDS, Learning
from rig.models import motor_fader
from rig.peach import run_peach
from rig.waiting import wait_until
from rig.wheels import Wheel

LIMIT = 4 * 3600
DAYS = int(os.environ["RIG_DAYS"])
CHANGE = DAYS // 2
"""The day on which there is a new controller."""
PATIENCE = 2.0
"""Seconds: the longest wait for where practice is."""
PAIRS = 5
"""How many pairs a day of comparison has: enough in a month for an estimate of this ear."""
HIGHER, LOWER, COMMIT, STOP, COMPARISON, MATCHING, INTERVAL_COMPARISON, INTERVAL_MATCHING, CANCEL = range(36, 45)
LEVEL = 20
PADS = {
    "Higher": HIGHER, "Lower": LOWER, "Done": COMMIT, "Stop": STOP, "Start comparison": COMPARISON,
    "Start pitch matching": MATCHING, "Start interval comparison": INTERVAL_COMPARISON,
    "Start interval pitch matching": INTERVAL_MATCHING, "Start the last mode": None, "Hear the reference again": None,
    "Cancel": CANCEL,
}
"""The control to press for each role; None without a pad."""
MODES = {
    "Comparison": COMPARISON, "Pitch Matching": MATCHING, "Interval Comparison": INTERVAL_COMPARISON,
    "Interval Pitch Matching": INTERVAL_MATCHING,
}
TIMERS = {
    "for-time": ("--rounds", "2"), "amrap": ("--duration", "30"), "emom": ("--intervals", "2", "--every", "15", "--rounds", "1"),
}
SETTINGS = {"speech": "on", "note-duration": "0.6", "matching-cue": "clicks"}


@dataclass
class Box:
    """A controller in the hands of this player."""

    controller: object
    higher: int
    lower: int
    tuner: object
    starts: dict


class SpringWheel(Wheel):
    """A wheel that is turned until it sounds right."""

    reach = 8000

    def grasp(self):
        """It needs no touch."""


class Motor:
    """A motor fader that is moved until it sounds right, and felt."""

    reach = 8000

    def __init__(self, fader: MotorFader):
        self._fader = fader
        self.settle_in, self.grasp, self.move = fader.settle_in, fader.grasp, fader.move
        self.felt = fader.motor_messages

    @property
    def value(self):
        """Its position."""
        return self._fader.value

    def let_go(self, chance):
        """Takes the finger off."""
        return self._fader.let_go()


def scenario(rig):
    first = time.time()
    rig.jack()
    me = Blind(rig)
    home = rig.folder / "home"
    controller = rig.controller("Rig Box 16", vendor=0x1209, product_id=0x00B1, manufacturer="Rig")
    box = Box(controller, HIGHER, LOWER, SpringWheel(controller, {}, None), MODES)
    next_morning(0, first)
    learn(rig, me, box, home)
    set_up(me, home)
    overs = []
    for day in range(DAYS):
        next_morning(day, first)
        me.tell(f"Day {day + 1}.")
        if day == CHANGE:
            controller.unplug()
            one, fader = motor_fader(rig)
            box = Box(one, 92, 91, Motor(fader), {})
            me.tell("The box stays at home from today on; I plug in a new controller, a fader with a motor.")
        overs += practise(rig, me, box, home, day)
        if day % 7 == 6:
            rig.measured(f"{day + 1} days have passed")
    read_profile(me, home)
    rig.measured(
        f"{DAYS} days in {me.steps} lines; steps that need eyes: {me.looked}; utterances: {me.said}, over a note: {len(overs)}; "
        f"where I am: asked {len(me.waits)} times, longest wait {max(me.waits):.2f} s; sounds not understood: {len(me.unknown)}"
    )
    assert me.looked == 0 and not overs and not me.unknown, (me.looked, overs, me.unknown)
    assert max(me.waits) <= PATIENCE, me.waits


# The first day


def learn(rig, me, box, home):
    """`peach learn`, answered by ear: every question is answered, in any order."""
    rig.record("peach:left")
    me.listen()
    me.tell("I have a box that nobody knows. I type `peach learn`.")
    learning = Learning(home, rig.logs / "learn.log")
    rig.ends_with(learning.kill)
    act = None
    while "Try it" not in (said := me.hear_words()):
        if asked := re.search(r"([A-Z][A-Za-z ]+): (press|move) the", said):
            act = teach(me, box, *asked.groups())
        elif "again to keep it" in said:
            me.tell("  The same again.")
            act()
        elif "?" in said:
            me.tell("  I cannot tell, or it is not so: no.")
            me.tap(box.controller, LOWER)
    for note, role in ((STOP, "Stop"), (CANCEL, "Cancel")):
        me.tell(f"  I try {role}.")
        me.tap(box.controller, note)
        me.hear_words(f"{role}.")
    me.tell("  Both halves at once, to end this.")
    for act in (box.controller.press, box.controller.release):
        act(HIGHER)
        act(LOWER)
        time.sleep(0.1)
    me.hear_words("Save it?")
    me.tell("  Yes.")
    me.tap(box.controller, HIGHER)
    me.hear_words("Saved as")
    assert learning.wait() == 0, learning.output()
    rig.keep(next((home / "config/peach/controllers").iterdir()))
    rig.stop_recording()
    assert me.roles == {*PADS, "Tune", "Level"}, me.roles


def teach(me, box, role, verb):
    """Answers a question for a role; returns what does the same again."""
    me.roles.add(role)
    if verb == "move":
        act = partial(both_ends, me, box) if role == "Tune" else partial(slide, box)
        me.tell("  I move it to both ends.")
    elif PADS[role] is None:
        act = partial(me.tap, box.controller, HIGHER)
        me.tell("  I have no pad for that, and skip it.")
    else:
        act = partial(me.tap, box.controller, PADS[role])
        me.tell("  I press a pad.")
    act()
    return act


def both_ends(me, box):
    for end in (box.tuner.highest, 0):
        box.tuner.move(end, 0.4)
        time.sleep(0.3)
        box.tuner.let_go(me.chance)
        time.sleep(0.3)


def slide(box):
    for value in (*range(40, 128, 3), *range(127, -1, -3), *range(0, 100, 3)):
        box.controller.control(LEVEL, value)
        time.sleep(0.01)


# A day


def practise(rig, me, box, home, day):
    """One day's practice; returns any speech over notes."""
    timer = dict(enumerate(TIMERS, start=4)).get(day) if box.starts else None
    rig.record("peach:left")
    me.listen()
    peach = rig.peach(*(TIMERS[timer] if timer else ()), "--seed", str(day + 1), home=home, timer=timer)
    me.tell(f"I type `peach timer {timer} {' '.join(TIMERS[timer])}`." if timer else "I type `peach`.")
    ready = (box.controller.product, *(() if timer else ("Ready.",)))
    wait_until(lambda: all(words in peach.output() for words in ready), "the line that it is ready")
    me.tell(f"  The screen reader reads: “{peach.output().strip().splitlines()[-1]}”")
    if timer:
        timed(me, box)
    else:
        untimed(me, box, day)
    assert peach.stop() == 0
    me.tell(f"  I close it. The screen reader reads: “{peach.output().strip().splitlines()[-1]}”")
    recording = rig.stop_recording()
    recording.assert_complete()
    return spoken_over_notes(me.spoken, peach.events(), recording)


def untimed(me, box, day):
    """A mode, where I am in it, and the way home."""
    mode = list(MODES)[day % 4]
    if day % 4 == 0:
        me.tell("  I hold both halves for two seconds.")
        me.ask(box)
    if day == 2:
        me.tell("  I pull the level's fader down, and ask.")
        for value in range(99, 60, -3):
            box.controller.control(LEVEL, value)
            time.sleep(0.01)
        me.ask(box)
    if "Matching" in mode:
        box.tuner.settle_in()
    me.interval = 0
    me.skip()
    start(me, box, mode)
    me.hear_words(mode)
    if "Matching" in mode:
        heard = me.match(box, box.tuner)
        if not box.starts:
            assert box.tuner.felt(), "the motor has not moved"
            me.tell(f"  Under my hand the fader moves by itself: {len(box.tuner.felt())} messages to its motor until today.")
    else:
        heard = me.compare_many(box, PAIRS)
    me.tell("  I hold both halves for two seconds, which ends it.")
    told = me.ask(box)
    assert re.search(f"Last time: {heard}\\.", told), (heard, told)


def start(me, box, mode):
    """Its own pad, or a half: the lower one for matching, held for intervals."""
    if box.starts:
        me.tell(f"  I press the pad of {mode}.")
        return me.tap(box.controller, box.starts[mode])
    half, key = ("lower", box.lower) if "Matching" in mode else ("upper", box.higher)
    held = "Interval" in mode
    me.tell(f"  I {'hold' if held else 'press'} the {half} half, for {mode}.")
    return me.tap(box.controller, key, LONG_PRESS if held else TAP_SECONDS)


def timed(me, box):
    """A timer that was shown by a command: said, begun, practised to its end, and left."""
    me.hear_words("Start or cancel?")
    me.interval = 0
    me.tell("  I press Higher, which starts it.")
    me.tap(box.controller, HIGHER)
    me.rounds(box)
    me.tap(box.controller, CANCEL)


# Commands


def typed(me, home, *arguments, lines=6):
    """Types a command and has its output read out."""
    return me.read(f"peach {' '.join(arguments)}", run_peach(home, *arguments), lines)


def set_up(me, home):
    """The few settings of a blind player who likes short notes."""
    for name, value in SETTINGS.items():
        typed(me, home, "settings", "set", name, value)


def read_profile(me, home):
    """The profile, the history of timers, and an export of everything."""
    sentences = " ".join(typed(me, home, "profile", "--text", lines=12))
    assert "Unison: threshold" in sentences, sentences
    timers = " ".join(typed(me, home, "history"))
    assert all(name in timers for name in ("For Time", "AMRAP", "EMOM")), timers
    file = home / "answers.csv"
    typed(me, home, "export", str(file))
    assert len(file.read_text().splitlines()) > DAYS
