"""The sounds of a comparison practice: notes and ticks, from the recording alone.

Frames are counted from the start of the recording. A note's first frame and its last one are silent, so the first
audible frame is the one after its first, and two notes without a gap are separated by the two silent frames between
them.
"""

from typing import NamedTuple

from rig.analysis import fade_start, first_change, fit_sine, is_unpitched, sounding

ATTACK_SECONDS = 0.010
FIRST_FIT_SECONDS = 0.060
"""How much of a steady note a first guess of its pitch takes."""
CLICK_SECONDS = 0.040
CLICK_SPACING_SECONDS = 0.050
"""A tick is two clicks of noise, from start to start this far apart."""


class HeardNote(NamedTuple):
    """One note."""

    start: int
    """The first frame that is not silent."""
    end: int
    """The first silent frame after it, or after the tick in which it ended."""
    hertz: float
    amplitude: float
    fade: int
    """The last frame at full level, or None if a tick hides it."""


class HeardTick(NamedTuple):
    """One tick."""

    start: int
    """The first frame that is not silent; where a note hides it, as the second click has it."""


def listen(signal, rate):
    """The notes and the ticks in `signal`, each in order. Fails at a sound that is neither."""
    spacing, between = round(CLICK_SPACING_SECONDS * rate), round((CLICK_SPACING_SECONDS - CLICK_SECONDS) * rate)
    notes, ticks = [], []
    clicks = []
    stretches = sounding(signal)
    for position, (start, end) in enumerate(stretches):
        if _is_click(signal[start:end], rate):
            first = clicks and clicks[-1] == start - spacing
            hidden = not first and position and abs(start - stretches[position - 1][1] - between) <= 2
            if first:
                clicks.pop()
                ticks.append(HeardTick(start - spacing))
            elif hidden:
                _end_in_click(notes, signal, start - spacing, rate)
                ticks.append(HeardTick(start - spacing))
            else:
                clicks.append(start)
        else:
            notes.append(_note(signal, start, end, rate))
    assert not clicks, f"clicks without their second half at frames {clicks}"
    return notes, ticks


def _is_click(sound, rate):
    length = CLICK_SECONDS * rate
    return length - 10 <= len(sound) <= length and is_unpitched(sound, rate)


def _note(signal, start, end, rate):
    attack, guess = round(ATTACK_SECONDS * rate), round(FIRST_FIT_SECONDS * rate)
    steady = start + attack
    assert end - steady >= guess, f"a sound of {end - start} frames at frame {start} is neither note nor click"
    rest = signal[steady:end]
    sine = fit_sine(rest[:guess], rate)
    change = first_change(rest, sine.hertz, rate)
    assert change is not None, f"the note at frame {start} ends without a fade"
    sine = fit_sine(rest[: max(guess, change - 50)], rate, hertz=sine.hertz)
    return HeardNote(start, end, sine.hertz, sine.amplitude, steady + fade_start(rest, sine, rate))


def _end_in_click(notes, signal, start, rate):
    """Ends the last note in a click that began at `start`: the remainder of a note after every fade has no pitch."""
    note = notes[-1]
    rest = signal[start + round(0.026 * rate) : note.end]
    assert is_unpitched(rest, rate), f"the note at frame {note.start} goes on under a tick"
    notes[-1] = note._replace(fade=None)
