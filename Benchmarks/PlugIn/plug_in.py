"""Plugs a controller in again and again, while Peach and aseqdump run side by side and write into a pipe each.

Stores the time from plug-in to the line: Peach's event `controllerConnected`, aseqdump's announcement.
"""

import json
import os
import select
import threading
import time

from rig.peach import environment
from rig.programs import Program
from rig.waiting import wait_until

LIMIT = 1800
"""Seconds this scenario may take: 100 plug-ins take 5 minutes."""
EARLIEST, LATEST = 0.2, 0.6
"""Seconds for which the controller stays out, and in."""


class Lines:
    """Two programs' lines as they come, each with its time (ns of CLOCK_MONOTONIC); named pipes, read by one thread."""

    def __init__(self, folder, *names):
        """Makes a pipe for each name; what writes there never has to wait for us."""
        self.paths = {name: folder / name for name in names}
        self._lines = {name: [] for name in names}
        self._descriptors = {}
        for name, path in self.paths.items():
            os.mkfifo(path)
            self._descriptors[os.open(path, os.O_RDWR | os.O_NONBLOCK)] = name
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        poll = select.poll()
        partial = dict.fromkeys(self._descriptors, b"")
        for descriptor in self._descriptors:
            poll.register(descriptor, select.POLLIN)
        while True:
            for descriptor, _ in poll.poll():
                moment = time.monotonic_ns()
                *whole, partial[descriptor] = (partial[descriptor] + os.read(descriptor, 65536)).split(b"\n")
                self._lines[self._descriptors[descriptor]] += [(moment, line.decode()) for line in whole]

    def first(self, name, since, *words):
        """When the first line after `since` (ns) with all of `words` came; None as long as none has."""
        found = (time for time, line in self._lines[name] if time >= since and all(word in line for word in words))
        return next(found, None)

    def wait(self, name, since, *words):
        """Waits for such a line, and returns when it came."""
        return wait_until(lambda: self.first(name, since, *words), f"{words} from {name}", 30)


def scenario(rig):
    plan = json.loads((rig.output.parent / "plan.json").read_text())
    rig.jack()
    keys = rig.controller("MPK mini 3", vendor=0x09E8, product_id=0x0049, manufacturer="AKAI")
    lines = Lines(rig.folder, "peach", "aseqdump")
    programs = [
        Program(["stdbuf", "-oL", "aseqdump", "-p", "0:1"], lines.paths["aseqdump"]),
        Program(
            [os.environ["PEACH"], "practice", "--plain", "--screen", "off", "--events", lines.paths["peach"]],
            rig.output / "peach.log", environment(rig.folder / "home"),
        ),
    ]  # fmt: skip
    try:
        lines.wait("peach", 0, '"controllerConnected"')
        lines.wait("peach", 0, '"soundReady"')
        chance = rig.random(1)
        moments = {"peach": [], "aseqdump": []}
        for _ in range(plan["count"]):
            moment = time.monotonic_ns()
            keys.unplug()
            lines.wait("peach", moment, '"controllerDisconnected"')
            time.sleep(chance.uniform(EARLIEST, LATEST))
            moment = time.monotonic_ns()
            keys.plug()
            moments["peach"].append(lines.wait("peach", moment, '"controllerConnected"') - moment)
            moments["aseqdump"].append(lines.wait("aseqdump", moment, "Port start", f"{keys.client}:0") - moment)
            time.sleep(chance.uniform(EARLIEST, LATEST))
    finally:
        for program in programs:
            program.kill()
    (rig.output / "moments.json").write_text(json.dumps(moments))
