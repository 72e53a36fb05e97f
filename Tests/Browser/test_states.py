"""Every page in every state, in both languages, light and dark: axe, contrast, and pictures to look at."""

import itertools
import unittest

from states import walk
from support import *


class StateTests(BrowserTest):
    def test_states(self):
        # Once each: a text that is too long is so in either theme, a colour that is too pale in either language.
        seen = itertools.product(("en", "de"), ("light", "dark")) if takes_pictures else (("en", "light"), ("de", "dark"))
        for language, theme in seen:
            def look(page, name):
                if name == "comparison next":
                    return  # as when it begins
                with self.subTest(language=language, theme=theme, state=name):
                    # The content under an example is measured without it.
                    self.check(page, name, colours="explaining" not in name)
                    self.shoot(page, f"phone-{language}-{theme}-{name.replace(' ', '-')}")
            walk(self, language, theme, look)


def tearDownModule():
    close_browser()


if __name__ == "__main__":
    unittest.main()
