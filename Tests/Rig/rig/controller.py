"""USB MIDI controllers which are plugged in, played and pulled out: gadgets behind the kernel's dummy host controller."""

import fcntl
import itertools
import os
import re
import select
import struct
import threading
import time
from pathlib import Path

from rig import sequencer
from rig.messages import Parser
from rig.waiting import wait_until

GADGETS = Path("/sys/kernel/config/usb_gadget")
SOCKETS = Path("/sys/class/udc")
"""One entry for each socket a controller can be plugged into."""

READING_PRIORITY = 90
"""Above every program's."""

_ordinals = itertools.count(1)
_PREFER_SUBDEVICE = 0x40045542
"""SNDRV_CTL_IOCTL_RAWMIDI_PREFER_SUBDEVICE: which port the next opening of a raw device means."""


class Controller:
    """One controller: its USB identity, its keys (messages sent) and its lights (messages received).

    Reads and writes the gadget's own raw MIDI device. Nothing may subscribe to the sequencer client of the same device.
    Channels count from 1, as musicians count. Every method that sends returns when it did, in ns of CLOCK_MONOTONIC.
    """

    def __init__(self, product, vendor, product_id, manufacturer="", ports=1, port=0):
        """Describes a controller with `ports` MIDI ports; `port` (from 0) is the one to play. It is not plugged in
        yet."""
        self.product = product
        self.port = port
        self.usb_id = f"{vendor:04x}:{product_id:04x}"
        self.card = None
        """Number of the sound card which the plugged-in controller is, else None."""
        self.plugged_at = None
        """When it was plugged in last (ns of CLOCK_MONOTONIC)."""
        self.loops_back = False
        """A cable leads from its output to its input: it sends back everything it receives."""
        self._socket = None
        self._device = None
        self._reader = None
        self._stop = None
        self._messages = []
        self._received = threading.Condition()

        self._inner_id = f"Inner{next(_ordinals)}"
        self._gadget = GADGETS / self._inner_id
        self._gadget.mkdir()
        self._write("idVendor", f"{vendor:#06x}")
        self._write("idProduct", f"{product_id:#06x}")
        for folder in ("strings/0x409", "configs/c.1", "functions/midi.x"):
            (self._gadget / folder).mkdir()
        self._write("strings/0x409/product", product)
        self._write("strings/0x409/manufacturer", manufacturer)
        self._write("functions/midi.x/id", self._inner_id)
        self._write("functions/midi.x/in_ports", ports)
        self._write("functions/midi.x/out_ports", ports)
        (self._gadget / "configs/c.1/midi.x").symlink_to(self._gadget / "functions/midi.x")

    # Plugging

    def plug(self):
        """Plugs it into a free socket and waits until its sequencer client is there."""
        assert self._socket is None, f"{self.product} is plugged in already"
        self._socket = _free_socket()
        self.plugged_at = time.monotonic_ns()
        self._write("UDC", self._socket)
        self._open_inside()  # before any program can connect, so that the first lights are read
        self.card = wait_until(self._find_card, f"the sound card of {self.product}")
        wait_until(self._client_exists, f"the sequencer client of {self.product}")

    def unplug(self):
        """Pulls it out and waits until its sequencer client is gone."""
        assert self._socket is not None, f"{self.product} is not plugged in"
        self._close_inside()
        self._write("UDC", "\n")
        wait_until(lambda: not self._client_exists(), f"the end of the sequencer client of {self.product}")
        wait_until(lambda: not Path(f"/proc/asound/card{self.card}").exists(), f"the end of the card of {self.product}")
        self._socket = self.card = None

    def remove(self):
        """Pulls it out if it is plugged in, and forgets it, if that was not done before."""
        if not self._gadget.exists():
            return
        if self._socket is not None:
            self.unplug()
        (self._gadget / "configs/c.1/midi.x").unlink()
        for folder in ("functions/midi.x", "configs/c.1", "strings/0x409", "."):
            (self._gadget / folder).rmdir()

    @property
    def client(self):
        """Number of its sequencer client: the kernel derives it from the number of the card."""
        return 16 + 4 * self.card

    # Hands

    def send(self, data):
        """Sends any bytes, as one write."""
        moment = time.monotonic_ns()
        written = os.write(self._device, data)
        assert written == len(data), f"{self.product} took {written} of {len(data)} bytes"
        return moment

    def stream(self, data, piece=1024, rest=0.002):
        """Sends many bytes in pieces as fast as they are taken, with `rest` seconds after each.

        More than 4 kB in transit would overrun the computer's raw device, which is not the subject of a scenario.
        """
        writable = select.poll()
        writable.register(self._device, select.POLLOUT)
        position = 0
        while position < len(data):
            assert writable.poll(10_000), f"{self.product} takes no more after {position} of {len(data)} bytes"
            try:
                position += os.write(self._device, data[position : position + piece])
            except BlockingIOError:
                pass  # less room than the kernel asks for before it takes anything
            time.sleep(rest)

    def press(self, note, velocity=100, channel=1):
        """Presses the key or pad of a note number."""
        return self.send(bytes([0x90 | channel - 1, note, velocity]))

    def release(self, note, style="off", channel=1):
        """Lets a key go, by a note-off (`off`) or by a note-on of velocity zero (`velocity0`)."""
        status = {"off": 0x80, "velocity0": 0x90}[style]
        return self.send(bytes([status | channel - 1, note, 0]))

    def bend(self, value, channel=1):
        """Moves the pitch wheel: 0 to 16383, centre 8192."""
        return self.send(bytes([0xE0 | channel - 1, value & 0x7F, value >> 7]))

    def control(self, number, value, channel=1):
        """Moves a control (CC)."""
        return self.send(bytes([0xB0 | channel - 1, number, value]))

    def arrived(self):
        """How many bytes of its port have reached the computer, and how many of them the kernel's raw device has dropped."""
        text = Path(f"/proc/asound/card{self.card}/midi0").read_text()
        port = text.split(f"Input {self.port}\n")[1].split("\nInput")[0]
        return tuple(int(re.search(rf"{name}\s*: (\d+)", port)[1]) for name in ("Rx bytes", "Overruns"))

    # Lights

    def lights(self, since=0):
        """The messages it received, oldest first, starting at `since` (ns of CLOCK_MONOTONIC)."""
        with self._received:
            return [message for message in self._messages if message.time >= since]

    def wait_for_light(self, data, since=0, seconds=5.0):
        """Waits for a message with exactly these bytes, and returns it."""
        with self._received:
            found = self._received.wait_for(lambda: self._find_light(data, since), seconds)
            assert found, f"no {data.hex(' ')} within {seconds:g} s, only: {', '.join(map(str, self._messages))}"
            return found

    def read_in_real_time(self):
        """Reads its messages with priority over all programs: a real device would not wait for the computer either."""
        os.sched_setscheduler(self._reader.native_id, os.SCHED_FIFO, os.sched_param(READING_PRIORITY))

    # Inside

    def _find_light(self, data, since):
        return next((light for light in self._messages if light.data == data and light.time >= since), None)

    def _open_inside(self):
        link = Path(f"/proc/asound/{self._inner_id}")
        wait_until(link.exists, f"the inside of {self.product}")
        inner_card = os.readlink(link).removeprefix("card")
        path = Path(f"/dev/snd/midiC{inner_card}D0")
        wait_until(path.exists, str(path))
        control = os.open(f"/dev/snd/controlC{inner_card}", os.O_RDWR)
        try:
            fcntl.ioctl(control, _PREFER_SUBDEVICE, struct.pack("i", self.port))
            self._device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        finally:
            os.close(control)
        stop, self._stop = os.pipe()
        self._reader = threading.Thread(target=self._read, name=self.product, args=(self._device, stop))
        self._reader.start()

    def _close_inside(self):
        os.close(self._stop)
        self._reader.join()
        os.close(self._device)
        self._device = None

    def _read(self, device, stop):
        parser = Parser()
        poll = select.poll()
        poll.register(device, select.POLLIN)
        poll.register(stop, select.POLLHUP)
        while True:
            ready = dict(poll.poll())
            if device in ready:
                moment = time.monotonic_ns()
                data = os.read(device, 4096)
                if self.loops_back:
                    os.write(device, data)
                with self._received:
                    self._messages += parser.feed(data, moment)
                    self._received.notify_all()
            if stop in ready:
                os.close(stop)
                return

    def _write(self, attribute, value):
        (self._gadget / attribute).write_text(str(value))

    def _find_card(self):
        bus = Path("/sys/devices/platform") / self._socket.replace("udc", "hcd")
        found = next(bus.glob("usb*/*/*/sound/card*"), None)
        return found and int(found.name.removeprefix("card"))

    def _client_exists(self):
        return self.client in sequencer.clients()


def _free_socket():
    """The name of the first socket in which nothing is plugged."""
    for socket in sorted(SOCKETS.glob("dummy_udc.*")):
        if not (socket / "function").read_text().strip():
            return socket.name
    raise AssertionError("every socket is taken")
