"""A JACK server without hardware, and a recorder of its output."""

import json
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

from rig.programs import Program
from rig.waiting import wait_until

RATE = 48000
"""Frames a second of the JACK server."""


class IncompleteRecording(AssertionError):
    """A recording has a hole in it: not the fault of the program under test."""


class Jack:
    """jackd with the dummy driver: not real-time, and 1024 frames a period, at which emulation keeps up.

    It waits for its clients in each cycle (`-S`): a late one then costs time, not sound.
    """

    def __init__(self, log, period=1024, run_as=()):
        """Starts the server; `log` is a path, `period` counts frames. `run_as` makes it another user's: see `Player`."""
        remove_sockets()
        arguments = [*run_as, "jackd", "-r", "-S", "-d", "dummy", "-r", RATE, "-p", period]
        self._program = Program(arguments, log)
        # Not `jack_wait`, which is a client: one that opens while another closes (libjack 1.9.21) may miss its end, and
        # wakes it instead of the client that gets its number next. That client then never runs, and no cycle of the
        # server ends.
        wait_until(lambda: any(sockets()), "jackd's socket")

    def stop(self):
        """Ends it in good order."""
        return self._program.stop()

    def kill(self):
        """Ends it at once (SIGKILL)."""
        return self._program.kill()

    def freeze(self):
        """Stops it without ending it (SIGSTOP): no client is called any more."""
        self._program.send_signal(signal.SIGSTOP)

    def thaw(self):
        """Lets a frozen server continue."""
        self._program.send_signal(signal.SIGCONT)


@dataclass
class Recording:
    """A finished recording, in files."""

    path: Path
    """32-bit floats of this machine, the channels interleaved."""
    rate: int
    channels: int
    frames: int
    xruns: int
    lostFrames: int
    """Frames which JACK delivered and the recorder could not keep."""
    skippedFrames: int
    """Frames which JACK counted without delivering them."""
    serverLost: bool
    """Whether the server's end was the recording's end."""
    name: str = ""
    """The name of its stored file."""

    def assert_complete(self):
        """Raises IncompleteRecording unless every frame is there.

        An xrun alone is not a hole: the server waits for late clients, which costs time and not frames.
        """
        print(self)
        if self.lostFrames or self.skippedFrames:
            raise IncompleteRecording(f"{self.lostFrames} frames lost, {self.skippedFrames} skipped, {self.xruns} xruns")

    def __str__(self):
        return f"{self.frames} frames, {self.lostFrames} lost, {self.skippedFrames} skipped, {self.xruns} xruns"


class Recorder:
    """Records output ports by their full names, whenever they appear, until it is stopped."""

    def __init__(self, path, sources, run_as=()):
        """Starts recording each of `sources` (for instance "peach:left") as one channel into the file `path`.

        `run_as` is the server's, which accepts clients of its user only.
        """
        self.path, self.channels = path, len(sources)
        self._process = subprocess.Popen(
            [*run_as, os.environ["RIG_RECORDER"], str(path), *sources], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout.readline() == "ready\n", "the recorder did not start"

    def stop(self):
        """Ends the recording (if the server's end has not done so) and returns it."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        summary, _ = self._process.communicate(timeout=10)
        return Recording(self.path, **json.loads(summary))

    def kill(self):
        """Ends the recorder; the recording is not wanted."""
        self._process.kill()
        self._process.communicate()


def sockets():
    """The sockets of JACK servers of any user; a killed one leaves its socket behind."""
    return Path("/dev/shm").glob("jack_default_*_0")


def remove_sockets():
    """Removes those that are left behind."""
    for socket in sockets():
        socket.unlink()


def keep(recording, folder):
    """Copies a recording's files into a folder, next to earlier ones; returns it with its name there."""
    number = 1 + len(list(folder.glob("recording*.cycles")))
    name = recording.path.name if number == 1 else f"recording-{number}.f32"
    for suffix in ("", ".cycles"):
        shutil.copyfile(f"{recording.path}{suffix}", folder / f"{name}{suffix}")
    return replace(recording, name=name)
