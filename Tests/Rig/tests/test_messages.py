"""The parser is tested on the bytes controllers send and are sent."""

import unittest

from rig.messages import Parser


class ParserTests(unittest.TestCase):
    def parse(self, *parts):
        parser = Parser()
        return [message.data.hex() for time, part in enumerate(parts) for message in parser.feed(bytes.fromhex(part), time)]

    def test_messages_of_each_length(self):
        self.assertEqual(self.parse("903c64 c005 d040 e00040"), ["903c64", "c005", "d040", "e00040"])

    def test_running_status(self):
        self.assertEqual(self.parse("903c64 3c00 3e64"), ["903c64", "903c00", "903e64"])

    def test_message_in_two_parts_has_the_time_of_its_end(self):
        parser = Parser()
        self.assertEqual(parser.feed(b"\x90\x3c", 1), [])
        self.assertEqual(parser.feed(b"\x64", 2), [(2, b"\x90\x3c\x64")])

    def test_system_exclusive_with_a_real_time_byte_within(self):
        self.assertEqual(self.parse("f0477f f8 49f7 903c64"), ["f8", "f0477f49f7", "903c64"])

    def test_broken_system_exclusive_is_dropped(self):
        self.assertEqual(self.parse("f04701 903c64"), ["903c64"])

    def test_data_without_status_is_dropped(self):
        self.assertEqual(self.parse("3c64 f7 903c64"), ["903c64"])

    def test_system_common_ends_running_status(self):
        self.assertEqual(self.parse("903c64 f200 10 3c64"), ["903c64", "f20010"])

    def test_message_without_data(self):
        self.assertEqual(self.parse("f6 fa"), ["f6", "fa"])
