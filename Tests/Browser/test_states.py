"""Every page in every state, in both languages, light and dark: axe, contrast, and pictures to look at."""

import itertools
import unittest

from states import leave_timed, open_sheet, settle, sheets, timed, training
from support import *


class StateTests(BrowserTest):
    def walk(self, language, theme, each):
        """Goes through every page and state, without a fade, and does `each` there."""
        program = self.program(language)
        page = self.open(program, color_scheme=theme, reduced_motion="reduce")
        page.wait_for_selector(".said li")
        settle(page, program)
        each(page, "start")
        for mode, states in training.items():
            for name, put in states:
                put(program)
                settle(page, program)
                each(page, f"{mode} {name}")
            program.stop()
            page.wait_for_selector(".start")
        for name, put in timed:
            put(program)
            settle(page, program)
            each(page, f"timer {name}")
        leave_timed(page, program)
        program.practices.clear()
        program.put(sound={"ready": False, "line": program.t("sound.failed.no-server")},
                    notices=[program.t("sound.realtime-missing")], controllers=[])
        await_true(page, "document.querySelectorAll('.said li').length === 2")
        each(page, "start without sound")
        program.knows_profile = program.with_controllers = False
        for known in (False, True):
            program.knows_profile = program.with_controllers = known
            if known:
                program.keep("emom", rounds=12, sets=2)
                program.keep("for-time", state="incomplete")
            for sheet in sheets if known else ["profile", "controllers", "timers", "history"]:
                open_sheet(page, program, sheet)
                settle(page, program)
                each(page, sheet if known else f"{sheet} empty")
        self.close_program(program, page)
        page.wait_for_selector(".gone-line")
        each(page, "gone")

    def test_states(self):
        # Once each: a text that is too long is so in either theme, a colour that is too pale in either language.
        seen = itertools.product(("en", "de"), ("light", "dark")) if takes_pictures else (("en", "light"), ("de", "dark"))
        for language, theme in seen:
            def look(page, name):
                if name == "comparison next":
                    return  # as when it begins
                with self.subTest(language=language, theme=theme, state=name):
                    self.check(page, name)
                    self.shoot(page, f"phone-{language}-{theme}-{name.replace(' ', '-')}")
            self.walk(language, theme, look)


def tearDownModule():
    close_browser()


if __name__ == "__main__":
    unittest.main()
