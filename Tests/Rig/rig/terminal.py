"""A terminal with a screen and keys, for programs that want one."""

import codecs
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading
import time

from rig.programs import Program

COLUMNS, ROWS = 80, 24
KEYS = {
    "up": b"\x1b[A", "down": b"\x1b[B", "shift-up": b"\x1b[1;2A", "shift-down": b"\x1b[1;2B", "space": b" ",
    "escape": b"\x1b", "q": b"q",
}
_SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([@-~])")


class Screen:
    """The screen of a terminal, from the ECMA-48 sequences that Peach writes. A long line continues in the next."""

    def __init__(self, columns=COLUMNS, rows=ROWS):
        self._columns, self._rows = columns, rows
        self._cells = [[" "] * columns for _ in range(rows)]
        self._row = self._column = 0
        self._rest = ""

    def feed(self, text):
        """Accepts a program's output; a sequence may come in parts."""
        text, self._rest = self._rest + text, ""
        position = 0
        while position < len(text):
            character = text[position]
            if character == "\x1b":
                found = _SEQUENCE.match(text, position)
                if not found:
                    assert len(text) - position < 16, f"{text[position:position + 16]!r} is no sequence that is known here"
                    self._rest = text[position:]
                    return
                self._obey(found[2], found[1])
                position = found.end()
                continue
            self._write(character)
            position += 1

    @property
    def cursor(self):
        """Column and row, counted from 0. After the last column of a line it is still on it."""
        return min(self._column, self._columns - 1), self._row

    def cells(self):
        """All characters, line by line."""
        return "".join(character for row in self._cells for character in row)

    def lines(self):
        """The lines without their ends, up to the last one that is not empty."""
        lines = ["".join(row).rstrip() for row in self._cells]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def _write(self, character):
        if character == "\r":
            self._column = 0
        elif character == "\n":
            self._down()
        elif character == "\b":
            self._column = max(0, self._column - 1)
        elif character >= " ":
            if self._column == self._columns:
                self._column = 0
                self._down()
            self._cells[self._row][self._column] = character
            self._column += 1

    def _down(self):
        if self._row < self._rows - 1:
            self._row += 1
        else:
            self._cells = [*self._cells[1:], [" "] * self._columns]

    def _obey(self, command, parameters):
        number = int(parameters) if parameters.isdigit() else 1
        match command:
            case "A":
                self._row = max(0, self._row - number)
            case "B":
                self._row = min(self._rows - 1, self._row + number)
            case "C":
                self._column = min(self._columns - 1, self._column + number)
            case "G":
                self._column = min(self._columns, number) - 1
            case "H":
                row, _, column = parameters.partition(";")
                self._row, self._column = int(row or 1) - 1, int(column or 1) - 1
            case "J":
                if parameters == "2":
                    self._cells = [[" "] * self._columns for _ in range(self._rows)]
                else:
                    self._clear(self._row, self._column)
                    for row in range(self._row + 1, self._rows):
                        self._clear(row, 0)
            case "K":
                self._clear(self._row, 0 if parameters == "2" else self._column)
            case "m" | "h" | "l":
                pass
            case _:
                raise AssertionError(f"the sequence ESC [ {parameters} {command} is not known here")

    def _clear(self, row, column):
        self._cells[row][column:] = [" "] * (self._columns - column)


class TerminalProgram(Program):
    """A running program whose terminal this is: its output goes to a screen and, as it is written, to its log."""

    def _start(self, arguments, environment):
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._before = termios.tcgetattr(slave)
        self._slave = slave  # kept open, so that the program's output can be inspected after its end
        self._screen, self._lock = Screen(), threading.Lock()
        self._written = []

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        process = subprocess.Popen(
            arguments, stdin=slave, stdout=slave, stderr=slave, preexec_fn=take_terminal, env=environment | {"TERM": "xterm"}
        )
        threading.Thread(target=self._read, daemon=True).start()
        return process

    def _read(self):
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        with open(self.log, "wb") as log:
            while data := os.read(self._master, 4096):
                moment = time.monotonic_ns()
                log.write(data)
                log.flush()
                with self._lock:
                    self._written.append((moment, data))
                    self._screen.feed(decoder.decode(data))

    def press(self, *names):
        """Presses keys of KEYS, each as a separate read; returns when the last one went down."""
        for name in names:
            moment = time.monotonic_ns()
            os.write(self._master, KEYS[name])
            time.sleep(0.02)
        return moment

    def screen(self):
        """The lines on the screen now."""
        with self._lock:
            return self._screen.lines()

    def written(self, since=0, until=None):
        """The bytes written in a stretch of time (ns of CLOCK_MONOTONIC)."""
        with self._lock:
            return b"".join(data for moment, data in self._written if since <= moment and (until is None or moment < until))

    def assert_given_back(self):
        """After its end the terminal must be as it was found."""
        now = termios.tcgetattr(self._slave)
        assert now == self._before, f"the terminal was left as {now} and found as {self._before}"
