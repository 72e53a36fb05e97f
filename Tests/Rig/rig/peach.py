"""Peach itself: started with options in a separate home, followed through its event stream, and inspected
afterwards."""

import json
import os
import re
import signal
import sqlite3
from pathlib import Path

from rig.programs import Program
from rig.terminal import TerminalProgram
from rig.waiting import PATIENCE, wait_until

PORTS = ("peach:left", "peach:right")
"""The JACK ports it plays through."""


class Peach:
    """One run of `peach practice`.

    `wait_for` reads the event stream forwards: it returns the next event of a name after the one it returned last.
    """

    def __init__(self, home, log, options=(), events=None, settings=None, terminal=False, recording=None, timer=None):
        """Starts it with `options`, with one line per change in its output, or in a terminal with keys (`self.terminal`).

        `home` (a path) holds settings, data and runtime files, and may be an earlier run's; `events` names the file of
        events, otherwise it is in `home`; `settings` are first written into its settings file; `recording` names a new
        file for `peach record`; `timer` is a kind of `peach timer`.
        """
        self.home = home
        self._environment = environment(home)
        self._write_settings(settings or {})
        self._events_path = events or home / "events.jsonl"
        self._events_path.unlink(missing_ok=True)
        self._lines = None
        self._partial = ""
        self._events = []
        self._position = 0
        command = ["record", recording] if recording else ["timer", timer] if timer else ["practice"]
        pages = [] if "--screen" in options else ["--screen", "off"]
        arguments = [os.environ["PEACH"], *command, "--events", self._events_path, *pages, *options]
        if terminal:
            self.terminal = self._program = TerminalProgram(arguments, log, self._environment)
        else:
            self._program = Program([*arguments, "--plain"], log, self._environment)

    # Events

    def events(self, name=None):
        """All events so far, oldest first, or those of one name."""
        self._read_events()
        return [event for event in self._events if name in (None, event["event"])]

    def wait_for(self, name, seconds=PATIENCE, **fields):
        """Waits for the next event of this name (and with these fields), and returns it."""

        def look():
            running = self._program.running  # before reading, so that the last events are read before its end is noticed
            self._read_events()
            while self._position < len(self._events):
                event = self._events[self._position]
                self._position += 1
                if event["event"] == name and fields.items() <= event.items():
                    return event
            assert running, f"peach ended with {self._program.wait()}:\n{self._program.output()}"
            return None

        wanted = ", ".join([name, *(f"{field} {value}" for field, value in fields.items())])
        return wait_until(look, f"event {wanted}", seconds)

    # The end

    @property
    def running(self):
        """Whether it has not ended yet."""
        return self._program.running

    @property
    def own_bytes(self):
        """Its private memory (RssAnon). The system maps more and more of its program's files as they are used."""
        status = Path(f"/proc/{self._program.process.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s*(\d+) kB", status)[1]) * 1024

    @property
    def open_files(self):
        """How many file descriptors it has."""
        return len(os.listdir(f"/proc/{self._program.process.pid}/fd"))

    @property
    def stopped(self):
        """Whether a signal has stopped it without ending it."""
        status = Path(f"/proc/{self._program.process.pid}/stat").read_text()
        return status.rpartition(")")[2].split()[0] == "T"

    def assert_no_terminal(self):
        """Fails if anything could be typed to it: its input is empty, and no terminal is its own."""
        process = Path(f"/proc/{self._program.process.pid}")
        assert os.readlink(process / "fd/0") == "/dev/null", os.readlink(process / "fd/0")
        terminal = (process / "stat").read_text().rpartition(")")[2].split()[4]
        assert terminal == "0", f"its terminal is {terminal}"

    def send_signal(self, number):
        """Sends it a signal."""
        self._program.send_signal(number)

    def wait(self, seconds=PATIENCE):
        """Waits until it ends by itself, and returns the exit code."""
        return self._program.wait(seconds)

    def stop(self, number=signal.SIGTERM, seconds=PATIENCE):
        """Asks it to end, with a signal, and returns the exit code."""
        return self._program.stop(number, seconds)

    def kill(self):
        """Ends it at once."""
        return self._program.kill()

    def output(self):
        """Its terminal output so far."""
        return self._program.output()

    # Its files

    @property
    def database(self):
        """Path of its database."""
        return self.home / "data/peach/peach.sqlite"

    def rows(self, query):
        """The result of a query in its database: a list of dictionaries by column name."""
        return query_rows(self.database, query)

    def _write_settings(self, settings):
        """Writes settings into the file as players do, one on a line: a start of the program for each would take seconds outside."""
        if not settings:
            return
        file = self.home / "config/peach/settings.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = file.read_text().splitlines() if file.exists() else []
        kept = [line for line in lines if line.split(":")[0] not in settings]
        file.write_text("".join(f"{line}\n" for line in kept + [f"{name}: {value}" for name, value in settings.items()]))

    def run(self, *arguments):
        """The output of another command in the same home."""
        return run_peach(self.home, *arguments)

    def _read_events(self):
        if self._lines is None:
            if not self._events_path.exists():
                return
            self._lines = open(self._events_path, encoding="utf-8")
        *lines, self._partial = (self._partial + self._lines.read()).split("\n")
        self._events += [json.loads(line) for line in lines]


def run_peach(home, *arguments):
    """The output of a command that ends by itself, in a home."""
    program = Program([os.environ["PEACH"], *arguments], home / "command.log", environment(home))
    assert program.wait() == 0, f"peach {' '.join(arguments)}:\n{program.output()}"
    return program.output()


def environment(home):
    """The environment of a user whose files all lie in `home`; makes the folders."""
    folders = {"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state", "XDG_RUNTIME_DIR": "runtime"}
    for folder in folders.values():
        (home / folder).mkdir(parents=True, exist_ok=True)
    (home / "runtime").chmod(0o700)
    inherited = {name: os.environ[name] for name in ("PATH", "LANG")}
    return inherited | {"HOME": str(home)} | {name: str(home / folder) for name, folder in folders.items()}


def query_rows(database, query):
    """The result of a query in a database file, which must exist: a list of dictionaries by column name."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(query)]
    finally:
        connection.close()
