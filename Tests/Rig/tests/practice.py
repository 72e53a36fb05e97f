"""A matching practice made up here, which agrees in all its parts until a test changes one."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rig import matching_agreement as agreement
from rig.analysis import cents
from rig.hands import Deed
from rig.matching import exercises
from tests.test_tuned_listening import RATE, click, recording, tuned

NOTE = 14400
REACH = 100.0
MILLISECOND = 1_000_000


def ns(frame):
    return round(frame / RATE * 1e9)


@dataclass
class Heard:
    """A recording, as `Recording` has it."""

    path: Path
    rate: int = RATE
    channels: int = 2


class Rig:
    def __init__(self):
        self.said = []

    def measured(self, what):
        self.said.append(what)


class Practice:
    """Three exercises: sharp and far, flat and close, and one in which nothing was moved."""

    DEEDS = ((-0.5, 0.62), (0.3, -0.25), (0.4, 0.0))
    """Start offset and share of the range by which the wheel was moved."""

    def __init__(self, mode="matching", interval="P1", clicks=True):
        generator = np.random.default_rng(2)
        self.events, self.rows, self.deeds, parts, frame = [], [], [], [], 960
        for index, (offset, share) in enumerate(self.DEEDS, 1):
            reference, size = 220.0 * index, agreement.semitones(interval)
            target = reference * 2 ** (size / 12)
            start, final = target * 2 ** (offset * REACH / 1200), target * 2 ** ((offset + share) * REACH / 1200)
            held = 24000 + 100 * index
            feedback = frame + NOTE + held
            parts.append((frame, tuned(reference, fade=NOTE - 1200)))
            parts.append((frame + NOTE, tuned(start, [(8000, share * REACH)] if share else [], held)))
            error = (offset + share) * REACH
            kind = next(kind for kind, band in agreement.BANDS.items() if abs(agreement.rounded(error)) in band)
            band = (1200, 4000) if error > 0 else (120, 400)
            for number in range(agreement.CLICKS[kind] if clicks else 0):
                parts.append((feedback + 1201 + 3840 * number, click(generator, *band)))
            gesture = "spring-back" if share else "button"
            committed = {
                "event": "committed", "hertz": final, "cents": cents(target, final), "gesture": gesture,
                "source": "controller", "inputTime": ns(feedback) - 30 * MILLISECOND, "timeTaken": 0.5,
            }
            if share:
                committed |= {"control": "pitch-bend", "centsPerStep": 0.0122}
            started = {
                "event": "exerciseStarted", "index": index, "epoch": index, "mode": mode, "interval": interval,
                "reference": {"note": 57, "hertz": reference}, "target": {"note": 57 + size, "hertz": target},
                "tunable": {"hertz": start, "cents": cents(target, start)},
            }
            self.tell(frame, started)
            self.tell(frame, {"event": "noteStarted", "role": "reference", "hertz": reference, "frame": frame + 5000})
            second = frame + NOTE + 5000
            self.tell(frame + NOTE, {"event": "noteStarted", "role": "tunable", "hertz": start, "frame": second})
            self.tell(frame + NOTE, {"event": "tuningEnabled"})
            self.tell(feedback, committed)
            cents_shown = agreement.rounded(committed["cents"])
            self.tell(feedback, {"event": "feedbackStarted", "kind": kind, "cents": cents_shown, "frame": feedback + 5000})
            self.tell(feedback, {"event": "recordSaved", "id": f"id {index}"})
            frame = feedback + 19200
            self.tell(frame, {"event": "feedbackEnded", "frame": frame + 5000})
            self.deeds.append(Deed(gesture, share, None if share else 0, committed["inputTime"] - 20 * MILLISECOND))
            self.rows.append(
                {
                    "id": f"id {index}", "mode": mode, "reference_note": 57, "reference_hertz": reference,
                    "target_note": 57 + size, "target_hertz": target, "interval": size, "start_hertz": start,
                    "start_cents": started["tunable"]["cents"],
                    "range_cents": REACH, "final_hertz": final, "cents": committed["cents"], "gesture": gesture,
                    "control": committed.get("control"), "cents_per_step": committed.get("centsPerStep"), "time_taken": 0.5,
                    "held_level": None, "controller": "Keys", "source": "controller", "exercise_index": index, "epoch": index,
                }
            )
        self.parts, self.told = parts, exercises(self.events)

    def tell(self, frame, event):
        self.events.append({"time": ns(frame) + MILLISECOND * len(self.events) // 10, **event})

    def check(self, lit=False, mode="matching", control="pitch-bend"):
        """All that is checked of a practice."""
        rig = Rig()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "recording.f32"
            mono = recording(*self.parts, seconds=6)
            np.repeat(mono, 2).tofile(path)
            agreement.assert_told(self.told, mode, springs=True)
            agreement.assert_saved(self.told, self.rows, "Keys", mode)
            agreement.assert_hands(rig, self.told, self.rows, self.deeds, control)
            agreement.assert_heard(rig, Heard(path), self.told, NOTE, lit)
        return rig.said
