"""The steps of docs/how-to/screen-reader-steps.md with Orca: all that it says, as text that people read.

`RECORD_GOLDEN=1` writes them anew.
"""

import difflib
import os
import unittest

from desk import Desk, here
from double import Program

golden = here / "spoken"


class Walk:
    """One player at one desk, and what they hear after each step."""

    def __init__(self, desk, program):
        self.desk, self.program, self.t = desk, program, program.t
        self.told = []

    def note(self, step, said):
        self.told.extend([f"== {step}", *said, ""])
        return said

    def press(self, step, keys, *wanted, silence=False):
        self.desk.press(*keys.split())
        return self.note(f"{step}: {keys}", self.desk.hear(*wanted, silence=silence))

    def tab_to(self, name, key="Tab", limit=20):
        for _ in range(limit):
            if any(line.startswith(name) for line in self.press(f"on to {name}", key)):
                return
        raise AssertionError(f"{name} is not reached by Tab")

    def arrive(self):
        self.desk.browse(self.program.address)
        said = self.desk.hush(self.t("page.start.comparison"))
        # Before the page itself stands what the browser is called while it loads; and Orca may begin to read before the links of the
        # header are there. Both are a matter of time.
        begin = said.index(self.t("page.common.name"))
        preview = self.t("page.server.preview", cents=self.t("page.server.unit.cents", value=12))
        self.note("the page is opened", said[begin:begin + 2] + said[said.index(preview):])
        self.press("headings", "h", self.t("page.common.name"))
        self.tab_to(self.t("page.start.comparison"))

    def practise(self):
        self.press("comparison", "Return", self.t("page.start.comparison"))
        # The same words each time: each time they are said.
        for count in range(3):
            self.program.sound_target()
            self.press("an answer", "Up", self.t("feedback.correct"))
            self.program.await_intent("answer", count + 1)
            self.program.go_on()


class OrcaTests(unittest.TestCase):
    maxDiff = None

    def walk(self, language, *steps):
        program = Program(language)
        self.addCleanup(program.close)
        desk = Desk(language)
        self.addCleanup(desk.close)
        walk = Walk(desk, program)
        try:
            walk.arrive()
            for step in steps:
                step(walk)
        except AssertionError as error:
            raise AssertionError("\n".join([str(error), "Before that:", *walk.told])) from error
        return walk.told

    def judge(self, language, name, *steps):
        told, file = self.walk(language, *steps), golden / f"{name}.text"
        if "RECORD_GOLDEN" in os.environ:
            golden.mkdir(exist_ok=True)
            file.write_text("\n".join(told), "utf-8")
        kept = file.read_text("utf-8").split("\n")
        difference = list(difflib.unified_diff(kept, told, "kept", "found", lineterm="", n=4))
        self.assertEqual(difference, [], "\n" + "\n".join(difference))
        return told

    def test_english(self):
        self.judge("en", "en", Walk.practise)

    def test_german(self):
        self.judge("de", "de", Walk.practise)


if __name__ == "__main__":
    unittest.main()
