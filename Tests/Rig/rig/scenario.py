"""The interface of scenarios: a Rig, whose parts are removed at its end."""

import contextlib
import os
import random
import shutil
import subprocess
from pathlib import Path

from rig.card import SoundCard
from rig.controller import Controller
from rig.ear import Ear
from rig.judging import hand_over
from rig.peach import PORTS, Peach
from rig.player import Player
from rig.programs import Program
from rig.sequencer import assert_inner_client_untouched
from rig.sound import Jack, Recorder, keep

DISK = Path("/run/rig/disk")
REPORTS = Path("/dev/ttyS1")
"""The line on which the machine that boots this one listens."""


def report(*words):
    """Sends the machine outside one line."""
    with open(REPORTS, "w") as line:
        print(*words, file=line)


class Rig:
    """Makes the parts of one scenario.

    `folder` is empty and in memory. Files in `logs`, also in memory, are copied out of the machine at the end. Files in
    `outside` are there at once, but the guest's clock leaps ahead while they are written or read: see README.
    """

    def __init__(self, name, folder, outside):
        self.name = name
        self.folder = folder
        self.outside = outside
        self.logs = folder / "logs"
        self.logs.mkdir()
        self._parts = contextlib.ExitStack()
        self._recorder = None

    def controller(self, product, vendor, product_id, manufacturer="", ports=1, port=0):
        """A controller, plugged in; `port` (from 0) is the one of its ports that is played."""
        controller = Controller(product, vendor, product_id, manufacturer, ports, port)
        self._parts.callback(controller.remove)
        controller.plug()
        return controller

    def virtual_midi(self):
        """Adds the kernel's virtual MIDI card (client "Virtual Raw MIDI ...") until the scenario's end."""
        subprocess.run(["modprobe", "-d", "/run/rig/kernel", "snd-virmidi", "midi_devs=1"], check=True)
        self._parts.callback(subprocess.run, ["modprobe", "-d", "/run/rig/kernel", "-r", "snd-virmidi"], check=True)

    def sound_card(self):
        """Adds the kernel's dummy sound card until the scenario's end."""
        card = SoundCard()
        self._parts.callback(card.remove)
        return card

    def program(self, *arguments):
        """Starts any program; its output goes to a file named after it."""
        name = Path(arguments[0]).name
        program = Program(arguments, self.logs / f"{name}.log")
        self._parts.callback(program.kill)
        return program

    def jack(self, period=1024, run_as=()):
        """A JACK server; `period` counts frames. Sound is judged at 1024 only. `run_as` makes it another user's."""
        jack = Jack(self.logs / "jackd.log", period, run_as)
        self._parts.callback(jack.kill)
        return jack

    def record(self, *sources, run_as=()):
        """Begins a recording of JACK ports, peach's by default; it needs a server, and runs as the user of that
        server."""
        self._recorder = Recorder(self.folder / "recording.f32", sources or PORTS, run_as)
        self._parts.callback(self._recorder.kill)

    def ear(self):
        """Listens to the recording in progress."""
        return Ear(self._recorder)

    def stop_recording(self):
        """Ends the recording, keeps it for outside, and returns it."""
        return keep(self._recorder.stop(), self.outside)

    def peach(self, *options, home=None, settings=None, terminal=False, recording=None, timer=None):
        """Starts peach with options, in a terminal if asked; the home folder is a new one in memory unless it is given.

        Its output and events are kept for outside as peach-1.log and events-1.jsonl, peach-2.log and so on.
        """
        run = 1 + len(list(self.logs.glob("peach-*.log")))
        peach = Peach(
            home or self.folder / f"home-{run}",
            log=self.logs / f"peach-{run}.log",
            options=options,
            events=self.logs / f"events-{run}.jsonl",
            settings=settings,
            terminal=terminal,
            recording=recording,
            timer=timer,
        )
        self._parts.callback(peach.kill)
        return peach

    def player(self, name="player"):
        """A user without a seat, in the group audio, with a systemd user manager that starts services."""
        player = Player(name, self.folder, self.logs)
        self._parts.callback(player.remove)
        return player

    def ends_with(self, end):
        """Has `end()` called when the scenario is over."""
        self._parts.callback(end)

    def disk(self):
        """A folder on a real disk, the only thing that survives a power cut; the same one in each scenario."""
        if not os.path.ismount(DISK):
            subprocess.run(["mount", "-t", "ext4", "/dev/vda", DISK], check=True)
            self._parts.callback(subprocess.run, ["umount", DISK], check=True)
        folder = DISK / self.name
        folder.mkdir(exist_ok=True)
        return folder

    def cut_power(self):
        """Has the power cut within moments. Play on until it happens: nothing runs afterwards but `after_power_cut`."""
        report("power-cut", self.name)

    def measured(self, what):
        """Reports a measurement in words: in the log, and next to the result."""
        print(what)
        report("measured", self.name, what)

    def judge(self, function, recording, *arguments, **options):
        """Has `function(rig, recording, ...)` judge a recording once the scenario has passed: see `judging`."""
        hand_over(self.outside, function, recording, *arguments, **options)

    def random(self, seed):
        """Numbers that are the same in each run of a scenario."""
        return random.Random(f"{self.name} {seed}")

    def keep(self, file):
        """Copies a file out of the machine."""
        shutil.copyfile(file, self.outside / Path(file).name)

    def close(self):
        """Takes everything down, the youngest first, and copies the logs out."""
        try:
            with self._parts:
                assert_inner_client_untouched()
        finally:
            shutil.copytree(self.logs, self.outside, dirs_exist_ok=True)
