"""Shipped mappings (a sixth of the complete ones, unless others are requested), plugged in one after another:
recognised by USB id, or by name if they have no id; played and lit, by one program."""

import os
import time

from rig import comparison, matching
from rig.plugging import is_heard
from rig.mapping_lights import Lights
from rig.mappings import read_mappings
from rig.waiting import wait_until

SETTINGS = {"note-duration": 0.3, "speech": "off"}
OWN_PROTOCOL = {(0x09E8, 0x0062), (0x1235, 0x000E)}
"""To these the kernel's driver speaks in ways that the gadget does not know."""
NOBODYS = (0x1209, 0x0001)
"""An id without a mapping: a controller with it is matched by name."""


def scenario(rig):
    rig.jack()
    peach = rig.peach("--seed", "6", settings=SETTINGS)
    comparison.wait_for_sound(peach)
    mappings, by_name = chosen(os.environ["RIG_MAPPINGS"]), {}
    assert mappings, "there are no mappings"
    for number, mapping in enumerate(mappings):
        usb, reason = identity(mapping)
        if reason:
            by_name.setdefault(reason, []).append(mapping.name)
        Round(rig, peach, mapping, usb, "higher" if number % 2 else "lower").play()
    assert not peach.events("trouble"), peach.events("trouble")
    assert peach.stop() == 0
    rig.measured(f"{len(mappings)} mappings, one program")
    for reason, names in by_name.items():
        rig.measured(f"by name alone, as {reason}: {', '.join(names)}")


def chosen(which):
    """The requested mappings: a sixth of the complete ones covers all kinds of controllers as well."""
    mappings = read_mappings()
    if named := [mapping for mapping in mappings if mapping.file.stem == which]:
        return named
    mappings = [mapping for mapping in mappings if which == "all" or mapping.is_complete]
    return mappings[::6] if which == "sixth" else mappings


def identity(mapping):
    """The USB id to plug a mapping's controller in with; and why it is not its own, else None."""
    if own := [pair for pair in mapping.usb if pair not in OWN_PROTOCOL]:
        return own[0], None
    return NOBODYS, "the gadget does not speak what the kernel speaks to its id" if mapping.usb else "no source tells its id"


class Round:
    """One mapping: plugged in, an answer, a tuned note, pulled out."""

    def __init__(self, rig, peach, mapping, usb, half):
        self._rig, self._peach, self._mapping = rig, peach, mapping
        self._lights, self._half = Lights(mapping), half
        self._usb = usb
        self._controller = None

    def play(self):
        """Runs all checks, and reports them in one line."""
        began = time.monotonic()
        ready = self._plug_in()
        answered = self._compare()
        self._back_to_the_hub()
        committed = self._match()
        self._pull_out()
        told = [message.data for message in self._controller.lights()]
        self._rig.measured(
            f"{self._mapping.name:36} usb {self._controller.usb_id} port {self._controller.port}, ready after {ready:4.0f} ms; "
            f"{answered['answer']}; {committed.get('control', 'nothing')} by {committed['gesture']}; "
            f"{len(told)} messages, {sum(map(len, told))} bytes; {time.monotonic() - began:.1f} s"
        )
        self._controller.remove()

    def _plug_in(self):
        port = self._mapping.port
        self._controller = self._rig.controller(self._mapping.product, *self._usb, ports=port + 1, port=port)
        connected = self._peach.wait_for("controllerConnected", mapping=self._mapping.name)
        assert connected["usb"] == self._controller.usb_id, connected
        wait_until(lambda: is_heard(self._controller), f"peach to listen to {self._mapping.name}")
        first = len(self._lights.init)
        wait_until(lambda: len(self._controller.lights()) >= first, f"{self._mapping.name} to be put into its mode")
        assert [message.data for message in self._controller.lights()][:first] == self._lights.init
        return (connected["time"] - self._controller.plugged_at) / 1e6

    def _compare(self):
        began = time.monotonic_ns()
        self._start("comparison", "higher")
        exercise = comparison.hear_target(self._peach)
        self._assert_shown("can-answer", since=began)
        moment = time.monotonic_ns()
        self._mapping.half(self._half).tap(self._controller)
        answered = self._peach.wait_for("answered")
        assert answered["answer"] == self._half, answered
        assert answered["correct"] == ((exercise["target"]["cents"] > 0) == (self._half == "higher")), answered
        self._assert_shown("correct" if answered["correct"] else "incorrect", since=moment, pressed=self._half)
        return answered

    def _back_to_the_hub(self):
        """With the button, if it has one, otherwise by holding both halves."""
        if stops := self._mapping.buttons("stop"):
            stops[0].tap(self._controller)
        else:
            self._hold_both(comparison.LONG_PRESS)
        self._peach.wait_for("sessionStopped", reason="asked")

    def _match(self):
        slider = self._mapping.slider()
        if slider:
            slider.settle_in(self._controller)
        self._start("matching", "lower")
        matching.hear_tunable(self._peach)
        moment = time.monotonic_ns()
        committed = self._tune_and_commit(slider)
        feedback = self._peach.wait_for("feedbackStarted")
        self._assert_shown(feedback["kind"], since=moment, direction="sharp" if feedback["cents"] > 0 else "flat")
        return committed

    def _tune_and_commit(self, slider):
        if slider is None:
            self._mapping.half("higher").tap(self._controller)
            return self._commit()
        slider.move(self._controller)
        time.sleep(0.25)
        slider.let_go(self._controller)
        if slider.release in ("touch", "spring-back", "lift"):
            committed = self._peach.wait_for("committed", matching.COMMIT_SECONDS)
        else:
            committed = self._commit()
        assert committed.get("control"), f"{self._mapping.name}: the note was not moved by its slider: {committed}"
        return committed

    def _commit(self):
        if commits := self._mapping.buttons("commit"):
            commits[0].tap(self._controller)
        else:
            self._hold_both(0.2)
        return self._peach.wait_for("committed", matching.COMMIT_SECONDS)

    def _pull_out(self):
        self._controller.unplug()
        self._peach.wait_for("sessionStopped", reason="unplugged")

    def _start(self, mode, half):
        moment = time.monotonic_ns()
        starts = self._mapping.buttons(f"start-{mode}")
        (starts[0] if starts else self._mapping.half(half)).tap(self._controller)
        self._peach.wait_for("sessionStarted", mode=mode)
        self._assert_shown(f"start-{mode}", since=moment)

    def _hold_both(self, seconds):
        halves = [self._mapping.half(half) for half in ("higher", "lower")]
        for half in halves:
            half.press(self._controller)
        time.sleep(seconds)
        for half in halves:
            half.release(self._controller)

    def _assert_shown(self, cue, since, **details):
        """Since a moment (ns) the lights have shown exactly the mapping's lights for a cue."""
        wanted = self._lights.picture(cue, **details)

        def look():
            shown = self._lights.pictures(self._controller.lights())
            # The state at that moment counts as well.
            standing = sum(moment < since for moment, _ in shown) - 1
            return any(picture == wanted for _, picture in shown[max(0, standing) :])

        wait_until(look, f"{self._mapping.name} to show {cue} {details}: {wanted}", 3.0)
