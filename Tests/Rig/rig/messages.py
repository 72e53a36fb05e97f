"""MIDI bytes to messages."""

from typing import NamedTuple


class Message(NamedTuple):
    """One complete MIDI message, with its status byte."""

    time: int
    """When its last byte was read, in ns of CLOCK_MONOTONIC."""
    data: bytes

    def __str__(self):
        return self.data.hex(" ").upper()


class Parser:
    """Cuts a stream of bytes into messages: running status, system exclusive, and real-time bytes within others."""

    def __init__(self):
        self._status = None
        self._pending = bytearray()

    def feed(self, data, time):
        """Returns the messages completed by `data`, which was read at `time` (ns)."""
        messages = []
        for byte in data:
            if byte >= 0xF8:
                messages.append(Message(time, bytes([byte])))
            elif self._accept(byte):
                messages.append(Message(time, bytes(self._pending)))
                self._pending.clear()
        return messages

    def _accept(self, byte):
        """Takes a byte that is not real-time; true if `_pending` is now a whole message."""
        if byte == 0xF7:
            whole = self._status == 0xF0
            self._pending.append(byte)
            self._status = None
            if not whole:
                self._pending.clear()
            return whole
        if byte >= 0x80:
            self._status = byte
            self._pending[:] = [byte]
        elif self._status is None:
            return False
        else:
            if not self._pending:
                self._pending.append(self._status)
            self._pending.append(byte)
        if self._status == 0xF0 or len(self._pending) < message_length(self._status):
            return False
        if self._status >= 0xF0:
            self._pending[:] = self._pending[: message_length(self._status)]
            self._status = None
        return True


def message_length(status):
    """The number of bytes of a message with this status byte (system exclusive has none)."""
    if status >= 0xF0:
        return {0xF1: 2, 0xF2: 3, 0xF3: 2}.get(status, 1)
    return 2 if status & 0xF0 in (0xC0, 0xD0) else 3
