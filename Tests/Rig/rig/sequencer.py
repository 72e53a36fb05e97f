"""The ALSA sequencer as /proc shows it: clients, ports, and who listens to whom."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from rig.waiting import PATIENCE, wait_until

CLIENTS = Path("/proc/asound/seq/clients")
INNER_CLIENT = "f_midi"
"""The inside of a gadget appears as a client of this name; messages sent there are key presses."""

_CLIENT_LINE = re.compile(r'Client\s+(\d+) : "(.*)" \[')
_PORT_LINE = re.compile(r'  Port\s+(\d+) : "(.*)" \(')
_CONNECTION_LINE = re.compile(r"    Connect(ing To|ed From): (.*)")
_ADDRESS = re.compile(r"(\d+):(\d+)")


@dataclass
class Port:
    """A port, and the (client, port) numbers it sends to and receives from."""

    name: str
    sends_to: list = field(default_factory=list)
    receives_from: list = field(default_factory=list)


@dataclass
class Client:
    """A sequencer client; `ports` is by port number."""

    name: str
    ports: dict = field(default_factory=dict)


def parse_clients(text):
    """The entries of a text like /proc/asound/seq/clients, by client number."""
    clients = {}
    for line in text.splitlines():
        if found := _CLIENT_LINE.match(line):
            client = clients[int(found[1])] = Client(found[2])
        elif found := _PORT_LINE.match(line):
            port = client.ports[int(found[1])] = Port(found[2])
        elif found := _CONNECTION_LINE.match(line):
            addresses = [(int(number), int(port_number)) for number, port_number in _ADDRESS.findall(found[2])]
            (port.sends_to if found[1] == "ing To" else port.receives_from).extend(addresses)
    return clients


def clients():
    """All clients of this moment, by client number."""
    return parse_clients(CLIENTS.read_text())


def client_names():
    """The names of all clients of this moment."""
    return [client.name for client in clients().values()]


def wait_for_client(name, seconds=PATIENCE):
    """Waits until a client of this name exists, and returns its number."""

    def look():
        return next((number for number, client in clients().items() if client.name == name), None)

    return wait_until(look, f"sequencer client {name!r}", seconds)


def listeners(number, port=0):
    """The names of the clients that listen to a port."""
    now = clients()
    return sorted(now[other].name for other, _ in now[number].ports[port].sends_to)


def assert_inner_client_untouched():
    """Fails if any program is connected to the inside of a gadget."""
    for number, client in clients().items():
        if client.name == INNER_CLIENT:
            for port_number, port in client.ports.items():
                connected = port.sends_to + port.receives_from
                assert not connected, f"{INNER_CLIENT} {number}:{port_number} is connected with {connected}"
