import unittest

from rig.traces import Arrival, parse


class TraceTests(unittest.TestCase):
    def test_running_status_long_times_and_lines_without_a_message(self):
        track = bytes.fromhex("00 ff0103414243  00 e0 0040  8148 7f7f  05 b0 4000  02 f0 02 7df7  00 90 3c64  00 ff2f00")
        header = b"MThd" + bytes.fromhex("00000006 0000 0001 e728")
        data = header + b"MTrk" + len(track).to_bytes(4, "big") + track
        wanted = [(0, "e00040"), (200, "e07f7f"), (205, "b04000"), (207, "903c64")]
        self.assertEqual(parse(data), [Arrival(time, bytes.fromhex(message)) for time, message in wanted])
        self.assertEqual([arrival.bend for arrival in parse(data)[:2]], [8192, 16383])
