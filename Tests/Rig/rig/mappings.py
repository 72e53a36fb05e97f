"""Controller mappings, read from Peach's own files by an independent reader: the identity of a controller, and how to
play it.

Its lights are in `mapping_lights`. Channels count from 1; where a mapping says `any` the first one is played.
"""

import time
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from rig.comparison import LONG_PRESS

FOLDER = Path(__file__).resolve().parents[3] / "config/controllers"
HALVES = ("higher", "lower")
STEP_SECONDS = 0.008


@dataclass
class Mapping:
    """One file of `config/controllers`."""

    file: Path
    data: dict
    usb: list = field(init=False)
    """(vendor, product) pairs, sure all of them."""
    port: int = field(init=False)
    """The place, from 0, of the port it is for."""
    _buttons: dict = field(init=False, default_factory=dict)
    """By role: a toggle button knows its state."""

    def __post_init__(self):
        match = self.data["match"]
        self.usb = [usb for word in match.get("usb", []) for usb in _usb_ids(word)]
        self.port = match.get("port", 0)

    @property
    def name(self):
        """As events call it."""
        return self.data["name"]

    @property
    def is_complete(self):
        """Whether it has everything in its sources."""
        return self.data.get("extent") == "complete"

    @property
    def product(self):
        """The USB product name: the first client's; any, where the USB id alone finds it."""
        return self.data["match"].get("clients", [self.name])[0].replace("*", "49").strip()

    def buttons(self, role):
        """The controls that have a role which is pressed."""
        if role not in self._buttons:
            self._buttons[role] = [Button(entry) for entry in self.data.get("roles", {}).get(role, [])]
        return self._buttons[role]

    def half(self, half):
        """A control that plays Higher or Lower: one with the role, otherwise a pad of a grid, otherwise a key."""
        if buttons := self.buttons(half):
            return buttons[0]
        rules = self.data.get("halves", [])
        for rule in [rule["grid"] for rule in rules if "grid" in rule]:
            for note in _grid_half(rule, half):
                if not self._has_role(note, _channel(rule)):
                    return Button({"notes": note, "channel": _channel(rule)})
        for rule in [rule["keyboard"] or {} for rule in rules if "keyboard" in rule]:
            split, channel = rule.get("split", 60), _channel(rule)
            for note in range(split, 128) if half == "higher" else range(split - 1, -1, -1):
                if not self._has_role(note, channel) and not self._is_pad(note, channel):
                    return Button({"notes": note, "channel": channel})
        raise AssertionError(f"{self.name} has nothing that plays {half}")

    def slider(self):
        """The first control that tunes; None without one."""
        entries = self.data.get("roles", {}).get("slider", [])
        return Slider(entries[0]) if entries else None

    def _has_role(self, note, channel):
        entries = [entry for entries in self.data.get("roles", {}).values() for entry in entries]
        entries += [entry["touch"] for entry in entries if "touch" in entry]
        entries += [entry["long-press"] for entry in entries if "long-press" in entry]
        entries += [part for entry in entries if "together" in entry for part in entry["together"]]
        return any(
            "notes" in entry and note in numbers(entry["notes"]) and entry.get("channel", "any") in ("any", channel)
            for entry in entries
        )

    def _is_pad(self, note, channel):
        grids = [rule["grid"] for rule in self.data.get("halves", []) if "grid" in rule]
        return any(
            grid.get("channel", "any") in ("any", channel) and any(note in _grid_half(grid, half) for half in HALVES)
            for grid in grids
        )


def read_mappings(folder=FOLDER):
    """All shipped mappings, by file name. Read in C: emulated, Python would take seconds for it."""
    return [Mapping(file, yaml.load(file.read_text(), yaml.CSafeLoader)) for file in sorted(folder.glob("*.yaml"))]


def _usb_ids(word):
    """(vendor, product) of `09e8:0049`, or each of `1235:0069-0078`."""
    vendor, _, products = word.partition(":")
    first, _, last = products.partition("-")
    return [(int(vendor, 16), product) for product in range(int(first, 16), int(last or first, 16) + 1)]


def numbers(written):
    """The numbers of `36`, `36-51` or a list of such."""
    if isinstance(written, int):
        return [written]
    if isinstance(written, list):
        return [number for part in written for number in numbers(part)]
    first, _, last = written.partition("-")
    return list(range(int(first), int(last or first) + 1))


class Button:
    """A control that is pressed, of any kind that mappings know."""

    def __init__(self, entry):
        """`entry` as in a mapping file."""
        self._parts = [Button(part) for part in entry.get("together", [])]
        self._seconds = 0.05
        self._latches, self._is_on = "latch" in entry, False
        self._down = self._up = b""
        if "long-press" in entry:
            self._parts = [Button(entry["long-press"])]
            self._seconds = entry.get("milliseconds", 800) / 1000 + LONG_PRESS - 0.8
        if self._parts:
            return
        channel = _channel(entry) - 1
        if "notes" in entry:
            note = numbers(entry["notes"])[0]
            self._down, self._up = bytes([0x90 | channel, note, 100]), bytes([0x80 | channel, note, 64])
        elif "cc" in entry:
            number = numbers(entry["cc"])[0]
            self._down, self._up = (bytes([0xB0 | channel, number, value]) for value in (127, 0))
        elif "poly-pressure" in entry:
            number = numbers(entry["poly-pressure"])[0]
            self._down, self._up = (bytes([0xA0 | channel, number, value]) for value in (127, 0))
        elif "channel-pressure" in entry:
            channel = _channel({"channel": entry["channel-pressure"]}) - 1
            self._down, self._up = (bytes([0xD0 | channel, value]) for value in (127, 0))
        elif "program-change" in entry:
            self._down = bytes([0xC0 | channel, numbers(entry["program-change"])[0]])
        elif "nrpn" in entry:
            self._down, self._up = (_parameter(channel, entry["nrpn"], value) for value in (16383, 0))
        else:
            raise AssertionError(f"the rig cannot press {entry}")

    def press(self, controller):
        """Presses it."""
        for part in self._parts:
            part.press(controller)
        if self._latches:
            self._is_on = not self._is_on
            controller.send(self._down if self._is_on else self._up)
        elif self._down:
            controller.send(self._down)

    def release(self, controller):
        """Lets it go."""
        for part in self._parts:
            part.release(controller)
        if self._up and not self._latches:
            controller.send(self._up)

    def tap(self, controller):
        """Presses it for as long as its meaning requires, and releases it."""
        self.press(controller)
        time.sleep(self._seconds)
        self.release(controller)


FINGER_CHANNEL, FINGER_KEY = 3, 72
"""A channel of MPE's lower zone, and a key of Higher."""


class Slider:
    """A control that tunes, of any kind that mappings know."""

    FAR = 0.8
    """Its target position, as a share of its travel; it starts in the middle."""
    STEPS = 12
    """How far a control without places is turned."""

    def __init__(self, entry):
        """`entry` as in a mapping file."""
        self._entry = entry
        self.release = entry.get("release", "none")
        self._finger = self.release == "lift"
        self._touch = Button(entry["touch"]) if "touch" in entry else None
        self._place = None

    def settle_in(self, controller):
        """Reveals its position at the hub."""
        if "relative" not in self._entry and not self._finger:
            self._go(controller, 0.47, 0.5)

    def move(self, controller):
        """Touches it and moves it, in 0.1 s."""
        if self._touch:
            self._touch.press(controller)
        if self._finger:
            controller.send(bytes([0x90 | FINGER_CHANNEL - 1, FINGER_KEY, 80]))
            time.sleep(0.3)
            self._go(controller, *(0.5 + 0.001 * part for part in range(1, 9)))
        elif "relative" in self._entry:
            for _ in range(self.STEPS):
                self._send(controller, 1)
                time.sleep(STEP_SECONDS)
        else:
            self._go(controller, *(0.5 + (self.FAR - 0.5) * part / 12 for part in range(1, 13)))

    def let_go(self, controller):
        """Lets it go: a wheel is at rest 50 ms later."""
        if self._touch:
            self._touch.release(controller)
        elif self._finger:
            controller.send(bytes([0x80 | FINGER_CHANNEL - 1, FINGER_KEY, 64]))
        elif self.release == "spring-back":
            self._go(controller, *(0.5 + (self.FAR - 0.5) * (1 - part / 6) for part in range(1, 7)))

    def _go(self, controller, *places):
        for place in places:
            self._send(controller, place)
            time.sleep(STEP_SECONDS)

    def _send(self, controller, value):
        entry, channel = self._entry, _channel(self._entry) - 1
        fine, coarse = round(value * 16383), round(value * 127)
        if "pitch-bend" in entry:
            channel = (FINGER_CHANNEL if self._finger else _channel({"channel": entry["pitch-bend"]})) - 1
            data = bytes([0xE0 | channel, fine & 0x7F, fine >> 7])
        elif "cc-pair" in entry:
            upper = entry["cc-pair"]
            data = bytes([0xB0 | channel, upper, fine >> 7, 0xB0 | channel, entry.get("least", upper + 32), fine & 0x7F])
        elif "cc" in entry:
            data = bytes([0xB0 | channel, numbers(entry["cc"])[0], coarse])
        elif "relative" in entry:
            up = {"binary-offset": 64 + value}.get(entry.get("encoding"), value)
            data = bytes([0xB0 | channel, numbers(entry["relative"])[0], up])
        elif "channel-pressure" in entry:
            channel = _channel({"channel": entry["channel-pressure"]}) - 1
            data = bytes([0xD0 | channel, coarse])
        elif "poly-pressure" in entry:
            data = bytes([0xA0 | channel, numbers(entry["poly-pressure"])[0], coarse])
        elif "nrpn" in entry:
            data = _parameter(channel, entry["nrpn"], fine)
        else:
            raise AssertionError(f"the rig cannot move {entry}")
        controller.send(data)


def _channel(entry):
    channel = entry.get("channel", "any")
    return 1 if channel == "any" else channel


def _parameter(channel, number, value):
    pairs = ((99, number >> 7), (98, number & 0x7F), (6, value >> 7), (38, value & 0x7F))
    return b"".join(bytes([0xB0 | channel, controller, data]) for controller, data in pairs)


def _grid_half(grid, half):
    """The notes of the upper or the lower rows of a grid; the middle one of an odd number is neither."""
    rows, columns = grid["rows"], grid["columns"]
    step = grid.get("row-step", columns)
    is_first_half = (half == "lower") == (grid.get("first-row", "bottom") == "bottom")
    chosen = range(rows // 2) if is_first_half else range(rows - rows // 2, rows)
    return [grid["first"] + row * step + column for row in chosen for column in range(columns)]
