"""The screen is tested on what Peach writes, and a terminal on a program of this machine."""

import tempfile
import unittest
from pathlib import Path

from rig.terminal import Screen, TerminalProgram
from rig.waiting import wait_until


def shown(*parts, columns=20, rows=4):
    screen = Screen(columns, rows)
    for part in parts:
        screen.feed(part)
    return screen.lines()


class ScreenTests(unittest.TestCase):
    def test_lines(self):
        self.assertEqual(shown("one\r\ntwo"), ["one", "two"])

    def test_lines_are_written_again_in_place(self):
        first = "\rMatching   Listen.\x1b[K\r\n\x1b[2mkeys\x1b[22m\x1b[K\x1b[J"
        self.assertEqual(shown(first, "\r\x1b[1A↑ +4\x1b[K\r\nkeys\x1b[K\x1b[J"), ["↑ +4", "keys"])

    def test_fewer_lines_leave_nothing_below(self):
        self.assertEqual(shown("a\r\nb\r\nc", "\r\x1b[2Ad\x1b[K\x1b[J"), ["d"])

    def test_a_sequence_in_two_parts(self):
        self.assertEqual(shown("ab\x1b", "[1", "mc"), ["abc"])

    def test_the_window_scrolls(self):
        self.assertEqual(shown("\r\n".join("abcdef")), ["c", "d", "e", "f"])

    def test_a_long_line_continues_in_the_next(self):
        self.assertEqual(shown("0123456789abc", columns=10), ["0123456789", "abc"])

    def test_an_unknown_sequence_is_refused(self):
        with self.assertRaises(AssertionError):
            shown("\x1b[3S")


class TerminalTests(unittest.TestCase):
    def test_a_program_has_keys_and_a_screen_and_gives_the_terminal_back(self):
        script = "stty raw -echo; printf 'ready\\r\\n'; head -c 4 | od -An -c; stty sane -raw echo; exit 3"
        with tempfile.TemporaryDirectory() as folder:
            program = TerminalProgram(["/bin/sh", "-c", script], Path(folder) / "log", {"PATH": "/usr/bin:/bin"})
            wait_until(lambda: program.screen() == ["ready"], "the program to be ready")
            program.press("up", "space")
            self.assertEqual(program.wait(), 3)
            wait_until(lambda: "033   [   A" in " ".join(program.screen()), f"the keys in {program.screen()}")
            self.assertIn(b"ready", program.written())
