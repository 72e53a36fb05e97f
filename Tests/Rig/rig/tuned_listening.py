"""The sounds of a matching practice: steady notes, notes whose pitch moves, and clicks.

Frames are counted from the start of the recording, and a note's first and last frames are silent, as in `listening`.
"""

from typing import NamedTuple

import numpy as np

from rig.analysis import cents, clicks, drifting_fade, fade_start, fit_sine, last_steady, sounding, without_fade
from rig.listening import ATTACK_SECONDS, FIRST_FIT_SECONDS

CERTAIN_SECONDS = 0.050
"""So much of a steady stretch, counted from its end, is steady to the last bit."""
SHORTEST_SECONDS = 0.030
"""A pitch that is constant for at least this long before the fade is the held pitch: a sine's pitch is then known to
1e-4 cent."""
FLICKER_SECONDS = 0.120
FLICKER_CENTS = 1.8
"""The first message of a released wheel may be a step of a slow hand: it sounds until the next one decides. So the
pitch may leave the held pitch by one step of a 7-bit wheel, for no longer than the run."""
CREEP_CENTS = 1.0
"""A finger's audible pitch is a mean of its positions. Until the lift is detected, its jerk is in that mean: the pitch
may leave the held pitch by this much, for no longer than a flicker, and fades from there."""
SAME_CENTS = 1e-3
PITCHED = 1e-3
"""The residual of fitting a sine to a note's first moments is up to this share of its amplitude; for noise it is nearly
all."""
LOUDEST_SILENCE = 1e-4
"""A click's edges are softer than this and are not heard."""


class TunedNote(NamedTuple):
    """One note, steady or not."""

    start: int
    """The first frame that is not silent."""
    first_hertz: float
    """Its pitch when it began."""
    hertz: float
    """The pitch at its fade."""
    amplitude: float
    """Before its fade."""
    held: int
    """How many frames before its fade nothing moved."""
    fade: int
    """The last frame at full level."""
    clicks: list
    """The `Click`s heard from its fade to the next note, in frames of the recording."""


def listen_to_tuning(signal, rate, creeps=False):
    """The notes in `signal`, in order. Fails at a sound that is neither note nor click, and at a note without a fade.

    `creeps` is whether the held pitch may drift just before the fade, as it does under a finger.
    """
    stretches = sounding(signal)
    notes = [start for start, end in stretches if _begins_a_note(signal, start, end, rate)]
    first_note = notes[0] if notes else len(signal)
    assert not stretches or stretches[0][0] == first_note, f"a sound at frame {stretches[0][0]} before the first note"
    ends = [*notes[1:], len(signal)]
    return [_tuned_note(signal, start, next_start, rate, creeps) for start, next_start in zip(notes, ends)]


def _begins_a_note(signal, start, end, rate):
    steady, guess = start + round(ATTACK_SECONDS * rate), round(FIRST_FIT_SECONDS * rate)
    if end - steady < guess:
        return False
    sine = fit_sine(signal[steady : steady + guess], rate)
    return sine.residual < PITCHED * sine.amplitude


def _tuned_note(signal, start, next_start, rate, creeps):
    """The note that begins at `start`; the next one begins at `next_start`."""
    steady, guess = start + round(ATTACK_SECONDS * rate), round(FIRST_FIT_SECONDS * rate)
    first = fit_sine(signal[steady : steady + guess], rate)
    whole = signal[steady : _end_of_sound(signal, start, next_start)]
    stretch = last_steady(whole, rate, SHORTEST_SECONDS)
    assert stretch, f"the note at frame {start} is never steady for {SHORTEST_SECONDS * 1000:.0f} ms"
    if creeps:
        return _crept_note(signal, start, next_start, rate, first.hertz, whole, stretch)
    before = _before_flicker(whole, stretch, rate)
    # A glide ends gently, so the stretch begins a little early: its last moments are steady for sure.
    begin = max(stretch.start, stretch.end - round(CERTAIN_SECONDS * rate))
    sine = stretch.sine.later(begin - stretch.start, rate)
    rest = signal[steady + begin : next_start]
    fade = fade_start(rest, sine, rate)
    assert fade is not None, f"the note at frame {start} ends without a fade"
    held, last = begin - (before or stretch).start + fade, steady + begin + fade
    rest = without_fade(rest, sine, fade, rate)[fade:]
    heard = clicks(rest, rate, threshold=LOUDEST_SILENCE)
    others = len(sounding(rest, round(0.005 * rate), LOUDEST_SILENCE)) - len(heard)
    assert not others, (
        f"the note at frame {start} stands still for {held} frames up to frame {last}, and what follows in the next "
        f"{len(rest)} frames is neither its fade nor a click: does its pitch move before the fade?"
    )
    placed = [click._replace(start=last + click.start, end=last + click.end) for click in heard]
    return TunedNote(start, first.hertz, sine.hertz, sine.amplitude, held, last, placed)


def _crept_note(signal, start, next_start, rate, first_hertz, whole, stretch):
    """As `_tuned_note`, where the pitch may creep away between the last steady `stretch` of the `whole` sound and the fade."""
    found = drifting_fade(whole[stretch.start :], stretch.sine, rate)
    assert found, f"the note at frame {start} ends without a fade"
    fade, drift = found
    end = stretch.start + fade
    last = start + round(ATTACK_SECONDS * rate) + end

    def left(held):
        """How long before the fade its pitch left the held pitch, and by how much."""
        return (end - held.end) / rate, cents(held.sine.hertz, drift.hertz(rate))

    seconds, crept = left(stretch)
    assert seconds <= FLICKER_SECONDS and abs(crept) <= CREEP_CENTS, (
        f"the note at frame {start} stands still until {1000 * seconds:.0f} ms before its fade at frame {last}, {crept:+.3f} "
        "cents from there"
    )
    before = last_steady(whole[: stretch.start], rate)
    if before and left(before)[0] <= FLICKER_SECONDS and abs(left(before)[1]) <= CREEP_CENTS:
        stretch = before
    rest = signal[last:next_start] - drift.fading_at(0, 0, next_start - last, rate)
    heard = clicks(rest, rate, threshold=LOUDEST_SILENCE)
    others = len(sounding(rest, round(0.005 * rate), LOUDEST_SILENCE)) - len(heard)
    assert not others, f"what follows the note at frame {start} from frame {last} on is neither its fade nor a click"
    placed = [click._replace(start=last + click.start, end=last + click.end) for click in heard]
    return TunedNote(start, first_hertz, drift.hertz(rate), drift.amplitude, end - stretch.start, last, placed)


def _before_flicker(whole, stretch, rate):
    """The stretch of the same pitch before a flicker of one step, if `stretch` comes after one."""
    before = last_steady(whole[: stretch.start], rate)
    if not before or abs(cents(before.sine.hertz, stretch.sine.hertz)) > SAME_CENTS:
        return None
    seconds = (stretch.start - before.end) / rate
    # A sine that is out of step by this many turns was off by this much on the way: the mean, for any pitch of the
    # note.
    turns = (stretch.sine.phase - before.sine.later(stretch.start - before.start, rate).phase) / (2 * np.pi)
    hertz = stretch.sine.hertz + ((turns + 0.5) % 1 - 0.5) / seconds if seconds > 0 else stretch.sine.hertz
    is_flicker = seconds <= FLICKER_SECONDS and abs(cents(stretch.sine.hertz, hertz)) <= FLICKER_CENTS
    return before if is_flicker else None


def _end_of_sound(signal, start, next_start):
    """The first silent frame after the sound that begins at `start`."""
    return start + sounding(signal[start:next_start])[0][1]
