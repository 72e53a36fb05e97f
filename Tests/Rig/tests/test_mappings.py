"""The rig's own reading of controller mappings."""

import unittest

from rig.messages import Message
from rig.mapping_lights import Lights
from rig.mappings import numbers, read_mappings


class Recorder:
    """A controller that stores the messages sent to it."""

    def __init__(self):
        self.sent = []

    def send(self, data):
        self.sent.append(data)


def mapping(name):
    return next(mapping for mapping in read_mappings() if mapping.name == name)


def presses(button):
    recorder = Recorder()
    button.press(recorder)
    return recorder.sent


class MappingTest(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual(numbers(36), [36])
        self.assertEqual(numbers("36-38"), [36, 37, 38])
        self.assertEqual(numbers(["36-37", 44, "50"]), [36, 37, 44, 50])

    def test_every_shipped_mapping_can_be_played_and_seen(self):
        for each in read_mappings():
            with self.subTest(each.name):
                self.assertTrue(each.product)
                higher, lower = presses(each.half("higher")), presses(each.half("lower"))
                self.assertTrue(higher and lower and higher != lower)
                lights = Lights(each)
                for cue in ("can-answer", "correct", "incorrect"):
                    lights.picture(cue, pressed="higher")
                for band in ("dead-centre", "close", "moderate", "far"):
                    lights.picture(band, direction="flat")

    def test_halves_come_from_roles_then_grids_then_keys(self):
        self.assertEqual(presses(mapping("PreSonus FaderPort").half("higher")), [bytes([0xA0, 21, 127])])
        self.assertEqual(presses(mapping("Akai APC mini mk2").half("higher")), [bytes([0x90, 32, 100])])
        self.assertEqual(presses(mapping("Akai MPK mini 3").half("lower")), [bytes([0x99, 36, 100])])

    def test_pictures_follow_the_bytes(self):
        lights = Lights(mapping("Akai APC mini mk2"))
        wanted = lights.picture("far", direction="sharp")
        self.assertEqual(wanted, {("notes", note): (7, (5,)) for note in range(40, 64)})
        told = [Message(note, bytes([0x96, note, 5])) for note in range(40, 64)]
        told += [Message(100 + note, bytes([0x96, note, 0])) for note in range(40, 64)]
        shown = lights.pictures(told)
        self.assertEqual(shown[24], (63, wanted))
        self.assertEqual(shown[-1], (163, {}))

    def test_lights_of_one_message_are_seen_one_by_one(self):
        lights = Lights(mapping("Akai LPD8 mk2"))
        dark, green = "00 " * 6, "00 00 00 7F 00 00 "
        told = [bytes.fromhex("F0 47 7F 4C 06 00 30 " + pads + "F7") for pads in (dark * 4 + green * 4, dark * 8)]
        shown = lights.pictures([Message(moment, data) for moment, data in enumerate(told)])
        self.assertEqual([picture for _, picture in shown[1:]], [lights.picture("correct", pressed="higher"), {}])
        with self.assertRaises(AssertionError):
            lights.pictures([Message(0, told[0].replace(b"\x7f\x00\x00", b"\x7e\x00\x00", 1))])

    def test_a_colour_in_several_notes_is_seen_once_it_is_complete(self):
        lights = Lights(mapping("PreSonus ATOM"))
        told = [bytes([0x90 + place, note, value]) for note in range(44, 52) for place, value in enumerate((127, 0, 127, 0))]
        shown = lights.pictures([Message(moment, data) for moment, data in enumerate(told)])
        self.assertEqual(shown[-2][1].get(("notes", 51)), None)
        self.assertEqual(shown[-1][1], lights.picture("correct", pressed="higher"))

    def test_a_toggle_button_reports_each_press_by_the_other_value(self):
        button = mapping("Alesis V").buttons("stop")[0]
        self.assertEqual([presses(button) for _ in range(3)], [[bytes([0xB0, 51, value])] for value in (127, 0, 127)])

    def test_a_range_of_ids_is_each_of_them(self):
        self.assertEqual(mapping("Novation Launchpad MK2").usb, [(0x1235, product) for product in range(0x69, 0x79)])

    def test_bytes_that_no_cue_has_are_found(self):
        lights = Lights(mapping("Akai APC mini mk2"))
        with self.assertRaises(AssertionError):
            lights.pictures([Message(0, bytes([0x90, 0, 99]))])

    def test_messages_before_the_lights(self):
        lights = Lights(mapping("Novation Launchpad Mini MK3"))
        self.assertEqual(lights.init, [bytes.fromhex("F0 00 20 29 02 0D 0E 01 F7")])
        lights.pictures([Message(0, lights.init[0])])


if __name__ == "__main__":
    unittest.main()
