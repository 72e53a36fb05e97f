"""A sound card without hardware, with sockets that headphones are plugged into."""

import os
import subprocess
from pathlib import Path

from rig.waiting import wait_until

DRIVER = Path("/sys/bus/platform/drivers/snd_dummy")
DEVICE = "snd_dummy.0"


class SoundCard:
    """The kernel's dummy card. It is there once this is made."""

    def __init__(self):
        subprocess.run(["modprobe", "-d", "/run/rig/kernel", "snd-dummy"], check=True)
        self._wait()

    @property
    def number(self):
        """The card's number; None while it is out."""
        folders = [path for path in Path("/proc/asound").glob("card[0-9]*") if _text(path / "id") == "Dummy"]
        return int(folders[0].name.removeprefix("card")) if folders else None

    def plug(self, name="Headphone Jack", plugged=True):
        """Plugs into the socket of this name, which is created if necessary."""
        subprocess.run([os.environ["RIG_SOCKET"], str(self.number), name, str(int(plugged))], check=True)

    def pull(self, name="Headphone Jack"):
        """Pulls it out."""
        self.plug(name, plugged=False)

    def take_out(self):
        """Takes the card itself out of the machine, with all who have it open."""
        (DRIVER / "unbind").write_text(DEVICE)
        wait_until(lambda: self.number is None, "the card to go")

    def put_in(self):
        """Puts it in again; its sockets are gone."""
        (DRIVER / "bind").write_text(DEVICE)
        self._wait()

    def remove(self):
        """Takes it out for good."""
        subprocess.run(["modprobe", "-d", "/run/rig/kernel", "-r", "snd-dummy"], check=True)

    def _wait(self):
        wait_until(
            lambda: self.number is not None and Path(f"/dev/snd/controlC{self.number}").exists(), "the dummy sound card"
        )


def _text(path):
    try:
        return path.read_text().strip()
    except OSError:  # It has just gone.
        return ""
