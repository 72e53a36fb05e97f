"""The list of clients is tested on a text as the kernel writes it."""

import unittest

from rig.sequencer import parse_clients

TEXT = """Client info
  cur  clients : 3
  peak clients : 4
  max  clients : 192

Client   0 : "System" [Kernel Legacy]
  Port   0 : "Timer" (Rwe-)
  Port   1 : "Announce" (R-e-)
    Connecting To: 128:0, 129:3[r:0]
Client  20 : "MPK mini 3" [Kernel Legacy]
  Port   0 : "MPK mini 3 MIDI 1" (RWeX)
    Connecting To: 128:0[real:0]
    Connected From: 128:0
Client 128 : "peach" [User Legacy]
"""


class ParseClients(unittest.TestCase):
    def test_names_and_connections(self):
        clients = parse_clients(TEXT)
        self.assertEqual([(number, client.name) for number, client in clients.items()], [(0, "System"), (20, "MPK mini 3"), (128, "peach")])
        self.assertEqual(clients[0].ports[1].sends_to, [(128, 0), (129, 3)])
        keys = clients[20].ports[0]
        self.assertEqual((keys.name, keys.sends_to, keys.receives_from), ("MPK mini 3 MIDI 1", [(128, 0)], [(128, 0)]))
        self.assertEqual(clients[128].ports, {})
