"""The steps of docs/developing/screen-reader-steps.md with Orca: all that it says, as text that people read.

`RECORD_GOLDEN=1` records them again.
"""

import difflib
import os
import unittest

from desk import Desk, here
from double import Program

golden = here / "spoken"


class Walk:
    """One player at one desktop, and the speech after each step."""

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
        raise AssertionError(f"{name} is not reached by {key}")

    def pass_by(self, count):
        """Past that many controls which are like those that were heard."""
        if count:
            self.desk.press(*["Tab"] * count)
            self.desk.hear()

    def go_to(self, name, count):
        """The start page, reloaded, and a link or button on it, after this many others."""
        self.desk.browse(self.program.address)
        self.desk.hush(self.t("page.start.comparison"))
        self.desk.press("ctrl+Home")
        self.desk.hear(self.t("page.common.name"))
        self.pass_by(count)
        self.tab_to(name, limit=1)

    def arrive(self):
        self.desk.browse(self.program.address)
        said = self.desk.hush(self.t("page.start.comparison"))
        # Before the page itself comes the browser's name while it loads, which depends on timing.
        self.note("the page is opened", said[said.index(self.t("page.common.name")):])
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

    def change_settings(self):
        t, label = self.t, lambda key: self.t(f"page.setting.{key}")
        self.go_to(t("page.settings.title"), 1)
        self.press("the page is opened", "Return", t("page.settings.title"))
        self.tab_to(label("note-range-low"))
        self.pass_by(11)
        self.tab_to(f"{label('concert-pitch')} 440 Hz", limit=2)
        self.press("a number", "Up", "441 Hz")
        self.tab_to(label("strategy"))
        self.press("a choice", "Down", t("page.setting.strategy.kazez"))
        self.tab_to(label("natural-mechanical"))
        self.press("a slider", "Right", self.program.decimal("0.51"))
        self.tab_to(t("interval.unison"))
        self.press("an interval", "space")
        self.pass_by(24)
        self.tab_to(label("tuning"))
        self.tab_to(label("tick"))
        self.press("a switch", "space")
        self.tab_to(label("output"))
        self.tab_to(t("page.settings.reset"))
        self.program.await_settings(concert_pitch="441", strategy="kazez", natural_mechanical="0.51", intervals="P1, P5 up", tick="off")

    def read_profile(self):
        t = self.t
        self.go_to(t("page.profile.title"), 2)
        self.press("the page is opened", "Return", t("page.profile.title"))
        # Joined across line breaks: the length of lines depends on fonts.
        self.press("an image", "g", self.program.name("curve"))
        self.press("a heading", "h", t("page.profile.numbers"))
        for label in ("page.server.average-threshold", "picture.variation", "picture.slips", "picture.trend"):
            self.press("a number", "Down", t(label))
        self.press("an image", "g", t("page.server.picture.timeline"))
        self.press("an image", "g", t("page.server.picture.matching"))
        self.press("a heading", "h", t("page.profile.words"))
        for sentence in self.program.summary()["sentences"]:
            self.press("a sentence", "p", sentence)

    def set_timers(self):
        t, amrap = self.t, self.t("timer.name.amrap")
        self.go_to(t("page.timers.title"), 0)
        self.press("the page is opened", "Return", t("page.timers.title"))
        self.tab_to(t("page.timers.configure-kind", timer=amrap))
        self.press("what can be set", "Return", amrap)
        self.tab_to(f"{t('timer.label.duration')} 10:00")
        self.press("a time", "Up", "10:30")
        self.tab_to(t("timer.label.source"))
        self.tab_to(t("timer.label.countdown"))
        self.tab_to(t("timer.cues.start"))
        self.press("a cue", "space")

    def match(self):
        t = self.t
        self.go_to(t("page.start.matching"), 7)
        self.press("matching", "Return", t("page.start.matching"))
        self.program.sound_tunable()
        for key in ("Up", "Down"):
            self.press("tuning", key, silence=True)
        self.program.await_intent("step", 2)
        self.press("the result", "space", t("result.flat.other", count=27))
        self.program.go_on()

    def rate(self):
        """Answers to beats, marked as sure by a key and by a button, from the list of further exercises."""
        t = self.t
        self.program.rates = True
        self.begin_further("beats")
        self.program.sound_second()
        self.press("a sure answer", "shift+Up", t("feedback.correct"))
        self.assert_rated("higher", True)
        self.program.go_on()
        self.press("the first answer", "Tab", f"{t('page.training.slower')} {t('page.training.sure')}")
        self.program.sound_second()
        self.press("a button for sure", "space", t("feedback.incorrect"))
        self.assert_rated("lower", True)
        self.program.rates = False
        self.program.stop()

    def assert_rated(self, answer, is_sure):
        given = [each for each in self.program.intents if each["intent"] == "answer"][-1]
        assert (given["answer"], given.get("sure", False)) == (answer, is_sure), given

    def begin_further(self, mode):
        """An exercise from the list of further ones."""
        t = self.t
        self.go_to(t("page.more.title"), 10)
        self.press("further exercises", "Return", t("page.more.title"))
        self.tab_to(t(f"page.start.{mode}"))
        self.press(mode, "Return", t(f"page.start.{mode}"))

    def tune(self):
        """A chord, then notes of a temperament, one of them again."""
        t = self.t
        self.begin_further("chords")
        self.program.sound_tunable()
        self.press("tuning", "Up", silence=True)
        self.press("the result", "space", t("result.flat.other", count=27))
        self.program.stop()
        self.begin_further("temperament")
        self.program.lay(2)
        self.press("tuning", "Up", silence=True)
        self.press("the result", "space", t("result.flat.other", count=27))
        self.program.go_on()
        self.press("the last note again", "BackSpace", silence=True)
        self.program.await_intent("step-back")
        self.program.lay(1)
        self.note("the note again", self.desk.hear(silence=True))
        self.program.close_circle()
        self.note("the circle is closed", self.desk.hear(self.program.state["laid"][-1]))


pages = [Walk.change_settings, Walk.read_profile, Walk.set_timers, Walk.match]
further = [Walk.rate, Walk.tune]


class OrcaTests(unittest.TestCase):
    maxDiff = None

    def walk(self, language, *steps):
        program = Program(language)
        self.addCleanup(program.close)
        desk = Desk(language)
        self.addCleanup(desk.close)
        walk = Walk(desk, program)
        try:
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
        self.judge("en", "en", Walk.arrive, Walk.practise)

    def test_german(self):
        self.judge("de", "de", Walk.arrive, Walk.practise)

    def test_further_exercises_in_english(self):
        self.judge("en", "en-further", *further)

    def test_further_exercises_in_german(self):
        self.judge("de", "de-further", *further)

    def test_pages_in_english(self):
        self.judge("en", "en-pages", *pages)

    def test_pages_in_german(self):
        self.judge("de", "de-pages", *pages)


if __name__ == "__main__":
    unittest.main()
