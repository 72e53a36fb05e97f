"""The terminal's steps of docs/developing/screen-reader-steps.md with brltty: the content of a display of 40 cells,
without a key of the display."""

import json
import os
import pathlib
import time
import unittest

from braille import Console, cells
from double import catalogue, project

program = pathlib.Path(os.environ.get("PEACH") or project / ".build" / "release" / "peach").resolve()


class Walk:
    """One player at one console."""

    def __init__(self, console, language):
        self.console, self.language, self.texts = console, language, catalogue(language)
        self.event_file = console.folder / "events.jsonl"

    def t(self, key, **values):
        text = self.texts[key]
        for name, value in values.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def events(self, kind):
        if not self.event_file.exists():
            return []
        # One that is still being written has no end.
        lines = self.event_file.read_text("utf-8").split("\n")[:-1]
        return [event for event in map(json.loads, lines) if event["event"] == kind]

    def newest(self):
        """The line of the terminal that was said last."""
        return self.console.screen.lines()[-1]

    def start(self):
        self.console.feel("$")
        self.console.type(f"{program} practice --audio dummy --screen off --seed 3 --lang {self.language} --events {self.event_file}\n")
        self.console.await_true(lambda: self.events("soundReady"), "there should be sound")
        self.feel_hub()

    def feel_hub(self, after=None):
        """Waits until, below a line if one is named, practice is ready to begin; the newest line is on the display
        then."""
        ready = tuple(self.t(f"hub.{each}").partition("{")[0] for each in ("ready", "no-controller", "asleep"))

        def is_told():
            lines = self.console.screen.lines()
            below = lines[lines.index(after):] if after in lines else [] if after else lines
            return any(line.startswith(ready) for line in below)
        self.console.await_true(is_told, f"one of {ready} should be told")
        # Other lines about a machine are its own, and may appear at any time.
        self.console.await_true(lambda: self.console.felt == self.newest()[:cells].rstrip(), "the display should show the newest line")

    def press(self, key, kind, count):
        """Presses a key until it has had its effect: before sound is there, or before a note is heard, it is early."""
        def is_done():
            self.console.type(key)
            end = time.monotonic() + 0.2
            while time.monotonic() < end:
                if len(self.events(kind)) >= count:
                    return True
                time.sleep(0.01)
            return False
        self.console.await_true(is_done, f"{key!r} should come to {kind}")

    def practise(self):
        self.press(" ", "sessionStarted", 1)
        letters = {name: self.t(f"key.letter.{name}") for name in ("higher", "lower")}
        keys = f"{self.t('keys.up')}, {letters['higher']}: "
        self.console.await_true(lambda: self.newest().startswith(keys), f"the keys should be told, {keys!r}")
        keys = self.newest()
        self.console.feel(keys)
        # A reader at the end of a line is shown the next one from its beginning.
        self.console.pan()
        self.console.feel(keys[cells:])
        for count in range(1, 15):
            self.press(letters["higher"], "answered", count)
            told = self.events("answered")[-1]
            self.console.feel(self.t("feedback.correct" if told["correct"] else "feedback.incorrect"))
            self.console.pan()

    def ask(self):
        self.console.type("q")
        self.console.await_true(lambda: self.events("sessionStopped"), "practice should stop")
        self.feel_hub(after=self.t("practice.stopped"))
        self.console.pan()
        # On a busy machine sound may be lost and found again, which is reported, too, and until then nothing can be
        # expected.
        told = self.events("answered")[-1]
        last = self.t("here.result", result=self.t("feedback.correct" if told["correct"] else "feedback.incorrect"))
        line = f"{self.t('here.hub')}. {last}. {self.t('here.level', level=20)}."
        end = time.monotonic()

        def is_told():
            nonlocal end
            if time.monotonic() > end:
                self.console.type("w")
                end = time.monotonic() + 10
            return self.console.felt == line[:cells].rstrip()
        self.console.await_true(is_told, f"the display should show {line!r}")

    def leave(self):
        self.console.type("q")
        self.console.feel("$")
        lines = self.console.screen.lines()
        kept = self.t("practice.kept.other").partition("(")[0].replace("{count}", str(len(self.events("answered"))))
        assert any(line.startswith(kept) for line in lines), lines
        assert lines[-1] == "$" and self.console.screen.cursor == (2, len(lines) - 1), lines


class BrlttyTests(unittest.TestCase):
    def walk(self, language):
        console = Console(language)
        self.addCleanup(console.close)
        walk = Walk(console, language)
        walk.start()
        walk.practise()
        walk.ask()
        walk.leave()

    def test_english(self):
        self.walk("en")

    def test_german(self):
        self.walk("de")


if __name__ == "__main__":
    unittest.main()
