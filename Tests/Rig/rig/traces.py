"""Messages that arrived at the sequencer from a controller, with the sequencer's time stamps."""

import signal
import struct
import time
from typing import NamedTuple

from rig import sequencer
from rig.messages import message_length
from rig.waiting import wait_until

FRAMES, TICKS = 25, 40
"""SMPTE time of the recorded file: 25 frames a second of 40 ticks make a tick a millisecond."""

ON_ITS_WAY_SECONDS = 0.2


class Arrival(NamedTuple):
    """One message, and when it arrived, in ms since the recording's start."""

    time: int
    data: bytes

    @property
    def bend(self):
        """The position of a pitch bend, 0 to 16383."""
        return self.data[1] | self.data[2] << 7


class Trace:
    """Records a controller's messages until `stop`."""

    def __init__(self, rig, controller):
        self._file = rig.folder / "trace.mid"
        address = f"{controller.client}:0"
        self._program = rig.program("arecordmidi", "-p", address, "-f", str(FRAMES), "-t", str(TICKS), self._file)
        wait_until(lambda: sequencer.listeners(controller.client) == ["arecordmidi"], "arecordmidi to listen")

    def stop(self):
        """Everything that arrived, in order. Waits for the last message to arrive."""
        time.sleep(ON_ITS_WAY_SECONDS)
        self._program.stop(signal.SIGINT)
        return parse(self._file.read_bytes())


def parse(data):
    """The channel messages of a MIDI file, in the order of time, as `Arrival`s in ticks."""
    assert data[:4] == b"MThd", data[:16]
    position, arrivals = 14, []
    while position < len(data):
        name, length = struct.unpack(">4sI", data[position : position + 8])
        position += 8
        if name == b"MTrk":
            arrivals += _track(data[position : position + length])
        position += length
    return sorted(arrivals, key=lambda arrival: arrival.time)


def _track(data):
    position, moment, status, arrivals = 0, 0, None, []
    while position < len(data):
        delta, position = _number(data, position)
        moment += delta
        if data[position] >= 0x80:
            status = data[position]
            position += 1
        if status == 0xFF or status in (0xF0, 0xF7):
            length, position = _number(data, position + (status == 0xFF))
            position += length
            continue
        length = message_length(status) - 1
        arrivals.append(Arrival(moment, bytes([status]) + data[position : position + length]))
        position += length
    return arrivals


def _number(data, position):
    """A number of seven bits a byte, and the position after it."""
    value = 0
    while True:
        byte = data[position]
        position += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, position
