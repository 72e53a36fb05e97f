"""The lights that a mapping defines, derived from its file and compared with the bytes sent to the controller."""

from rig.mappings import HALVES, numbers

BANDS = ("dead-centre", "close", "moderate", "far")
"""The kinds of a matching result in the event stream, by the number of their cue."""


class Lights:
    """The sure lights of a mapping. A picture is the set of lit lights: (channel, values) by (kind, number)."""

    def __init__(self, mapping):
        """`mapping` is a `mappings.Mapping`."""
        data = mapping.data
        feedback = data.get("feedback", {})
        self._cues = feedback.get("cues", {})
        self._colours = {
            name: tuple(value) if isinstance(value, list) else (value,)
            for name, value in feedback.get("colours", {}).items()
        }
        self._areas = {
            area: [place for group in groups for place in _places(group)]
            for area, groups in feedback.get("lights", {}).items()
        }
        self._meanings = {}
        """(place, state) by the bytes that set it."""
        channels = {step["channel"] for step in _steps(self._cues) if "channel" in step}
        self._frames = list({place.frame.start: place.frame for place in self._all() if place.frame}.values())
        self._coloured = {(0x90 | c - 1, p.number): p for p in self._all() for c in p.channels}
        """A light that takes a note on each of several channels, by the beginnings of its messages."""
        for place in self._all():
            if place.frame or place.channels:
                continue
            for name, values in self._colours.items():
                for channel in {place.channel, *channels}:
                    shown = None if name == "dark" else (channel, values)
                    self._meanings.setdefault(place.message(channel, values), (place.address, shown))
        self.init = [_message(entry) for entry in data.get("init", []) if "pause" not in entry and _is_sure(entry)]
        if "heartbeat" in data:
            self.init.insert(0, _message(data["heartbeat"]["send"]))
        others = [*data.get("exit", []), *(step["send"] for step in _steps(self._cues) if "send" in step)]
        if "tick" in feedback:
            others.append(feedback["tick"])
        self._others = {*self.init, *(_message(entry) for entry in others if _is_sure(entry))}
        sliders = data.get("roles", {}).get("slider", [])
        self._motors = tuple(start for entry in sliders if "motor" in entry for start in _motor_starts(entry))

    def picture(self, cue, pressed=None, direction=None):
        """The lights of `cue`: a word of mapping files, with the pressed half; or a result, by its band and sign."""
        lit = {}
        for step in self._steps(cue, direction):
            if "light" not in step:
                continue
            values = self._colours[step["colour"]]
            for place in self._lights(step["light"], pressed, lit):
                if step["colour"] == "dark":
                    lit.pop(place.address, None)
                else:
                    lit[place.address] = step.get("channel", place.channel), place.values(values)
        return lit

    def pictures(self, messages):
        """All that was shown, from dark on: (time in ns, picture) of each of `messages` that is to a light. Fails on bytes that
        no cue has."""
        lit, shown, halfway = {}, [(0, {})], {}
        for message in messages:
            if message.data in self._others or message.data.startswith(self._motors):
                continue
            lit = dict(lit)
            for address, meaning in self._told(message, halfway):
                lit.pop(address, None)
                if meaning:
                    lit[address] = meaning
            shown.append((message.time, lit))
        return shown

    def _told(self, message, halfway):
        """(address, state) of each light a message sets. `halfway` keeps the values of colours that take several."""
        dark = self._colours.get("dark")
        for frame in self._frames:
            if (colours := frame.colours(message.data, len(dark))) is not None:
                assert set(colours) <= set(self._colours.values()), f"{message} has a colour that the mapping has not"
                return [
                    ((frame.start, number), None if colour == dark else (1, colour))
                    for number, colour in zip(frame.numbers, colours, strict=True)
                ]
        if place := self._coloured.get(tuple(message.data[:2])):
            values = halfway.setdefault(place.address, {})
            values[(message.data[0] & 0x0F) + 1] = message.data[2]
            colour = tuple(values.get(channel) for channel in place.channels)
            if message.data[0] & 0x0F != place.channels[-1] - 1:
                return []
            names = [name for name, known in self._colours.items() if place.values(known) == colour]
            assert names, f"{message} completes a colour that the mapping has not: {colour}"
            return [(place.address, None if "dark" in names else (place.channel, colour))]
        assert message.data in self._meanings, f"{message} is nothing that the mapping has"
        return [self._meanings[message.data]]

    def _steps(self, cue, direction):
        if cue not in BANDS:
            mode = self._cues.get("mode", {})
            return mode.get(cue, []) if cue.startswith("start-") else self._cues.get(cue, [])
        band = BANDS.index(cue)
        steps = self._cues.get("dead-centre" if band == 0 else direction, [])
        steps = steps.get(band, []) if isinstance(steps, dict) else steps
        return [*steps, *self._cues.get("band", {}).get(band, [])]

    def _lights(self, area, pressed, lit):
        if area == "lit":
            return [place for place in self._all() if place.address in lit]
        other = HALVES[1 - HALVES.index(pressed)] if pressed else None
        areas = {"both": HALVES, "pressed": (pressed,), "other": (other,)}.get(area, (area,))
        return [place for name in areas for place in self._areas.get(name, [])]

    def _all(self):
        return [place for places in self._areas.values() for place in places]


class Frame:
    """Lights that one message sets together."""

    def __init__(self, template, numbers):
        """`template` as in a mapping, with `{colours}`."""
        start, end = template.split("{colours}")
        self.start, self._end = bytes.fromhex(start), bytes.fromhex(end)
        self.numbers = numbers

    def colours(self, data, size):
        """The colour of each light, of `size` values; None if the message is another one."""
        if not data.startswith(self.start) or len(data) != len(self.start) + size * len(self.numbers) + len(self._end):
            return None
        values = data[len(self.start) : -len(self._end)]
        return [tuple(values[place : place + size]) for place in range(0, len(values), size)]


class Place:
    """One light."""

    def __init__(self, kind, number, channel, channels=(), frame=None):
        self._kind, self.number, self.channel = kind, number, channel
        self.channels, self.frame = channels, frame
        self.address = frame.start if frame else kind, number

    def values(self, colour):
        """The value of a colour: the same on all channels, if it has one value."""
        return colour * len(self.channels) if self.channels and len(colour) == 1 else colour

    def message(self, channel, values):
        """The bytes that set it."""
        status = {"notes": 0x90, "cc": 0xB0, "poly-pressure": 0xA0}.get(self._kind)
        if status:
            return bytes([status | channel - 1, self.number, values[0]])
        words = self._kind.replace("{light}", f"{self.number:02x}")
        return bytes.fromhex(words.replace("{colour}", " ".join(f"{value:02x}" for value in values)))


def _places(group):
    if not _is_sure(group):
        return []
    for kind in ("notes", "cc", "poly-pressure"):
        if kind in group:
            channels = group.get("channels", [])
            channel = channels[0] if channels else group.get("channel", 1)
            return [Place(kind, number, channel, channels) for number in numbers(group[kind])]
    template = " ".join(word if "{" in word else word.zfill(2) for word in group["sysex"].split())
    frame = Frame(template, numbers(group["of"])) if "of" in group else None
    return [Place(template, number, 1, frame=frame) for number in numbers(group["numbers"])]


def _is_sure(entry):
    return entry.get("confidence", "source") == "source"


def _message(entry):
    """The bytes of a message in a mapping."""
    if "sysex" in entry:
        return bytes.fromhex(" ".join(word.zfill(2) for word in entry["sysex"].split()))
    channel = entry.get("channel", 1) - 1
    if "note" in entry:
        return bytes([0x90 | channel, entry["note"], entry["velocity"]])
    if "cc" in entry:
        return bytes([0xB0 | channel, entry["cc"], entry["value"]])
    if "note-off" in entry:
        return bytes([0x80 | channel, entry["note-off"], entry["velocity"]])
    if "poly-pressure" in entry:
        return bytes([0xA0 | channel, entry["poly-pressure"], entry["value"]])
    return bytes([0xC0 | channel, entry["program"]])


def _steps(cues):
    """All steps of cues, however deep."""
    if isinstance(cues, dict):
        if "send" in cues or "light" in cues:
            return [cues]
        return [step for value in cues.values() for step in _steps(value)]
    return [step for value in cues or [] for step in _steps(value)]


def _motor_starts(entry):
    """The beginning of the messages to a slider's motor."""
    if "pitch-bend" in entry:
        return [bytes([0xE0 | entry["pitch-bend"] - 1])]
    status = 0xB0 | entry["channel"] - 1
    if "cc" in entry:
        return [bytes([status, numbers(entry["cc"])[0]])]
    upper = entry["cc-pair"]
    return [bytes([status, number]) for number in (upper, entry.get("least", upper + 32))]
