"""The program itself on a separate sound server: `jackd` with its dummy driver, which is inaudible."""

import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

from double import catalogue, project
from processes import end_process, end_with_parent
from support import close_browser, stories

program_path = pathlib.Path(os.environ.get("PEACH") or project / ".build" / "debug" / "peach").resolve()
patience = 20
slots = 4


class SoundServer:
    """A `jackd` of this process's own.

    JACK has room for eight servers on a machine, and one that was killed keeps its place until one of the same name starts:
    so there are four names, one for each run at a time, and a run waits where none is free.

    It runs in real time if permitted, as a player's does: otherwise other work on the machine would stall it so often
    that no exercise reaches its second note.
    """

    def __init__(self, period=1024):
        self.name, self.lock = self.take_name()
        self.log = tempfile.TemporaryFile()
        # If two start at the same moment, one ends: both take the same slot in the machine's list of servers.
        with open(self.lock_folder / "peach-pages-start.lock", "w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            self.process = subprocess.Popen(
                ["jackd", "-n", self.name, "-R", "-d", "dummy", "-r", "48000", "-p", str(period)],
                stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT, preexec_fn=end_with_parent)
            ready = subprocess.run(["jack_wait", "-w", "-t", str(patience), "-s", self.name], capture_output=True)
        if ready.returncode != 0:
            self.log.seek(0)
            said = self.log.read()
            self.close()
            raise AssertionError(f"jackd did not start: {ready.stdout!r} {said!r}")

    lock_folder = pathlib.Path(tempfile.gettempdir())

    @classmethod
    def take_name(cls):
        end = time.monotonic() + 10 * patience
        while True:
            for slot in range(slots):
                lock = open(cls.lock_folder / f"peach-pages-{slot}.lock", "w")
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return f"peach-pages-{slot}", lock
                except BlockingIOError:
                    lock.close()
            if time.monotonic() > end:
                raise AssertionError("all sound servers for pages are in use")
            time.sleep(0.1)

    def close(self):
        end_process(self.process)
        self.log.close()
        self.lock.close()


class ModuleServer:
    """A sound server for all tests of a module, whose `setUpModule` and `tearDownModule` are its `start` and `close`."""

    def start(self):
        self.running = SoundServer()

    @property
    def name(self):
        return self.running.name

    def close(self):
        close_browser()
        self.running.close()


class Peach:
    """`peach practice` with separate folders, and its event stream.

    With the `folder` of an earlier one it continues from there.
    """

    def __init__(self, server, language="en", settings=None, folder=None, seed=1, arguments=()):
        self.language = language
        self.texts = catalogue(language)
        self.own = folder is None
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="peach-pages-"))
        self.settings_file = self.folder / "config" / "peach" / "settings.yaml"
        if folder is None:
            self.settings_file.parent.mkdir(parents=True)
            lines = {"note-duration": 0.3, **(settings or {})}
            self.settings_file.write_text("".join(f"{key}: {value}\n" for key, value in lines.items()), "utf-8")
        self.events_file = self.folder / f"events-{time.monotonic_ns()}.jsonl"
        self.read = self.position = 0
        self.all = []
        self.environment = {
            **os.environ, "JACK_DEFAULT_SERVER": server.name, "LANG": "C", "LC_ALL": "C", "TERM": "dumb",
            "XDG_RUNTIME_DIR": str(self.folder), **{f"XDG_{name.upper()}_HOME": str(self.folder / name) for name in ("config", "data", "state")},
        }
        self.output_file = self.folder / "output"
        if not program_path.exists():
            raise AssertionError(f"there is no {program_path}: build it with swift build --build-tests, or name another by PEACH")
        with open(self.output_file, "wb") as output:
            self.process = subprocess.Popen(
                [program_path, "practice", "--audio", "jack", "--screen", "0", "--plain", "--lang", language, "--seed", str(seed),
                 "--events", self.events_file, *arguments],
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=self.environment, preexec_fn=end_with_parent)
        try:
            self.address = self.await_address()
            self.await_events("soundReady")
        except BaseException:
            self.close()
            raise

    @property
    def port(self):
        return int(self.address.rsplit(":", 1)[1])

    def t(self, key, /, **values):
        text = self.texts[key]
        for name, value in values.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def said(self):
        """Everything it has written so far."""
        return self.output_file.read_text("utf-8")

    def await_address(self):
        end = time.monotonic() + patience
        while True:
            found = re.search(r"http://127\.0\.0\.1:\d+", self.said())
            if found:
                return found[0]
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"no address: {self.said()}")
            time.sleep(0.01)

    def events(self, kind=None):
        """The events so far, oldest first. An incomplete last line is left for the next call."""
        if self.events_file.exists():
            with open(self.events_file, "rb") as file:
                file.seek(self.position)
                text = file.read()
            whole = text[:text.rfind(b"\n") + 1]
            self.position += len(whole)
            self.all += [json.loads(line) for line in whole.splitlines()]
        return [event for event in self.all if kind in (None, event["event"])]

    def await_events(self, kind, count=1, limit=patience):
        """Waits until that many of them have come, and gives them."""
        end = time.monotonic() + limit
        while len(found := self.events(kind)) < count:
            if self.process.poll() is not None:
                raise AssertionError(f"the program has ended: {self.said()}")
            if time.monotonic() > end:
                raise AssertionError(f"{count} × {kind} did not come; there were {[each['event'] for each in self.events()]}; {self.said()}")
            time.sleep(0.005)
        return found

    def listen(self):
        """Waits until the second note is heard: earlier answers do not count. Returns the exercise."""
        turns = {"exerciseStarted", "answerEnabled", "tuningEnabled", "answered", "committed", "sessionStopped"}
        end = time.monotonic() + patience
        while not (past := [each for each in self.events() if each["event"] in turns]) or not past[-1]["event"].endswith("Enabled"):
            if time.monotonic() > end:
                raise AssertionError(past)
            time.sleep(0.005)
        self.wait_latency(past[-1]["time"])
        return self.events("exerciseStarted")[-1]

    def wait_latency(self, begin):
        """Waits until the output since `begin` has surely been heard."""
        sound = self.events("soundReady")[0]
        heard = begin + 3 * sound["latency"] / sound["rate"] * 1e9
        time.sleep(max(0, (heard - time.monotonic_ns()) / 1e9))

    def run(self, *arguments):
        """The output of another `peach` that shares the folders."""
        return subprocess.run([program_path, *arguments, "--lang", self.language], env=self.environment, capture_output=True,
                              text=True, timeout=patience, check=True).stdout

    def end(self):
        """Ends it as a service manager does; everything is kept."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(patience)
        assert code == 0, f"ended with {code}: {self.said()}"

    def story(self):
        """The last events, a line each, and the program's output."""
        told = ("reason", "mode", "source", "answer", "cents", "kind", "loss", "what")
        lines = [f"{event['time'] / 1e9:.3f} {event['event']} " + " ".join(f"{key}={event[key]}" for key in told if key in event)
                 for event in [each for each in self.events() if each["event"] != "xruns"][-40:]]
        lines.append(f"{len(self.events('xruns'))} times there were xruns.")
        return "\n".join(["What the program did last:", *lines, "What it said:", self.said()])

    def close(self):
        stories.append(self.story())
        if self.process.poll() is None:
            end_process(self.process)
        if self.own:
            shutil.rmtree(self.folder, ignore_errors=True)
