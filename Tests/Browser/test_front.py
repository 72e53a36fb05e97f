"""The picture of the pages in README and docs: it must not be older than the pages. `RECORD_GOLDEN=1` retakes it.

Five pages of the program itself, side by side, with a year of answers. Beside the picture lies what can be read in it; if the pages show
other words, the picture shows a program that no longer exists.
"""

import base64
import os
import re
import unittest

from hands import Pointer
from real import ModuleServer, Peach
from support import *
from test_pictures import a_year

server = ModuleServer()
setUpModule, tearDownModule = server.start, server.close
pictures = project / "docs" / "pictures"
gap, scale = 24, 0.75
words_in_view = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width > 1 && box.top < innerHeight) found.push(walker.currentNode.data.trim());
  }
  return found.filter((text) => text).join('\\n');
}"""


class FrontPicture(BrowserTest):
    def test_front_picture(self):
        peach = Peach(server, "en", settings={"note-duration": 1, "speech": "off"})
        self.addCleanup(peach.close)
        peach.end()
        (peach.folder / "year.csv").write_text(a_year(), "utf-8")
        peach.run("import", str(peach.folder / "year.csv"))
        peach = Peach(server, "en", folder=peach.folder)
        self.addCleanup(peach.close)
        self.taken, self.read = [], []
        self.still(peach, "/", "light")
        self.practised(peach, "comparison", "light", self.compare)
        self.practised(peach, "interval-matching", "dark", self.match)
        self.still(peach, "/profile", "dark")
        self.still(peach, "/timers", "light")
        words = "\n".join(self.read)
        if "RECORD_GOLDEN" in os.environ:
            (pictures / "pages.txt").write_text(words, "utf-8")
            self.compose()
        self.assertEqual(words, (pictures / "pages.txt").read_text("utf-8"),
                         "docs/pictures/pages.png is older than the pages: RECORD_GOLDEN=1 Tests/Browser/run test_front.py takes it anew")

    def still(self, peach, path, theme):
        page = self.open(peach, path, color_scheme=theme)
        page.wait_for_selector(".said li" if path == "/" else "main > *")
        if path != "/timers":
            page.wait_for_selector("img")
        await_true(page, "[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
        # The state of this machine's sound and controllers.
        page.evaluate("document.querySelector('.said')?.remove()")
        self.keep(page, path)
        page.context.close()

    def practised(self, peach, mode, theme, play):
        page = self.open(peach, color_scheme=theme)
        hand = Pointer(page, peach)
        hand.start(mode)
        play(peach, page, hand)
        self.keep(page, f"/{mode}")
        hand.let_go()
        hand.go_to("start")
        page.context.close()

    def compare(self, peach, page, hand):
        hand.await_answering()
        exercise = peach.listen()
        hand.answer("higher" if exercise["target"]["cents"] > 0 else "lower")
        page.wait_for_selector(".result.correct")

    def match(self, peach, page, hand):
        hand.await_tuning()
        hand.tune_sharper()

    def keep(self, page, name):
        """Takes the picture, and reads its text; numbers differ from run to run."""
        self.taken.append(page.screenshot())
        self.read.append(f"== {name}\n" + re.sub(r"\d+([.,:]\d+)*", "#", page.evaluate(words_in_view)) + "\n")

    def compose(self):
        """One picture of all of them."""
        width, height = round(phone["width"] * scale), round(phone["height"] * scale)
        images = "".join(f'<img src="data:image/png;base64,{base64.b64encode(each).decode()}">' for each in self.taken)
        context = browser()[1].new_context(viewport={"width": len(self.taken) * (width + gap) + gap, "height": height + 2 * gap})
        self.addCleanup(context.close)
        page = context.new_page()
        page.set_content(f"""<style>
          body {{ margin: {gap}px; display: flex; gap: {gap}px; background: #b8bcc4 }}
          img {{ width: {width}px; height: {height}px; border-radius: 12px }}
        </style>{images}""")
        await_true(page, "[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
        page.screenshot(path=pictures / "pages.png")


if __name__ == "__main__":
    unittest.main()
