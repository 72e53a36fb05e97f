"""The look of pages beyond the rules of axe: sizes, preferences, the fade, and the words."""

import unittest

from states import leave_timed, open_sheet, settle, sheets, timed, training
from support import *


class LookTests(BrowserTest):
    def test_sizes(self):
        """Nothing goes beyond the edge, and training keeps its sizes, from a small phone at twice its size to a desk."""
        sizes = {"narrow": ({"width": 320, "height": 640}, 1), "side": (phone_on_its_side, 1), "tablet": (tablet, 1),
                 "desktop": (desktop, 1), "zoomed": ({"width": 640, "height": 400}, 1), "large-text": (phone, 2)}
        program = self.program("de")
        for name, (viewport, scale) in sizes.items():
            page = self.open(program, viewport=viewport, reduced_motion="reduce", color_scheme="dark" if name == "tablet" else "light")
            if scale != 1:
                # As large text in a browser's settings does: rem units follow, the window stays.
                page.add_init_script("addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; })")
                page.reload()
            page.wait_for_selector(".said li")
            with self.subTest(size=name):
                self.check_width(page, "start")
                self.shoot(page, f"{name}-start")
                for mode, states in training.items():
                    for state, put in states[:3]:
                        put(program)
                        settle(page, program)
                        self.check_width(page, f"{mode} {state}")
                        if mode in ("timing", "beats") or mode.endswith("comparison"):
                            self.check_answers(page, viewport, mode)
                    self.shoot(page, f"{name}-{mode}")
                    program.stop()
                    page.wait_for_selector(".start")
                for timer, put in timed:
                    put(program)
                    settle(page, program)
                    self.check_width(page, f"timer {timer}")
                    self.check_targets(page, f"timer {timer}")
                    self.shoot(page, f"{name}-timer-{timer}")
                leave_timed(page, program)
                for sheet in sheets:
                    open_sheet(page, program, sheet)
                    self.check_width(page, sheet)
                    self.check_targets(page, sheet)
                    self.shoot(page, f"{name}-{sheet}")
            page.context.close()

    def check_width(self, page, name):
        """Also: a pressed control keeps away from the edge, and shows all of its text."""
        super().check_width(page, name)
        found = page.evaluate("""() => {
          const told = (each) => `${each.tagName}.${each.className} ${each.textContent.slice(0, 40)}`;
          const seen = [...document.querySelectorAll('a, button, select, input')].filter((each) => each.getClientRects().length > 0);
          const ruler = document.createElement('canvas').getContext('2d');
          const wordsWidth = (each) => {
            const style = getComputedStyle(each);
            ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
            const words = each.matches('select') ? each.selectedOptions[0]?.text : each.value;
            return ruler.measureText(words ?? '').width + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
          };
          const runsIntoItsEdge = (each) => {
            const [box, style, words] = [each.getBoundingClientRect(), getComputedStyle(each), document.createRange()];
            if (style.backgroundColor === 'rgba(0, 0, 0, 0)' && !parseFloat(style.borderLeftWidth)) return false;
            words.selectNodeContents(each);
            return [...words.getClientRects()].some(({ left, right, width }) => width > 1 && (left < box.left + 6 || right > box.right - 6));
          };
          return {
            atEdge: seen.filter((each) => {
              const box = each.getBoundingClientRect();
              return box.left < 7.5 || box.right > innerWidth - 7.5;
            }).map(told),
            cut: seen.filter((each) => each.matches('select, [type=text]') && wordsWidth(each) > each.clientWidth + 1
              || each.matches('button, a') && each.textContent && runsIntoItsEdge(each)).map(told),
          };
        }""")
        self.assertEqual(found, {"atEdge": [], "cut": []}, name)

    def check_answers(self, page, viewport, mode):
        higher, lower = (page.locator(f".answer.{name}").bounding_box() for name in ("higher", "lower"))
        least = 120 if viewport["height"] < 500 else 200
        self.assertGreaterEqual(min(higher["height"], lower["height"]), least)
        is_wide = viewport["width"] > viewport["height"] or mode == "timing"
        order = page.evaluate("[...document.querySelectorAll('.answer')].map((each) => each.matches('.higher') ? 'higher' : 'lower')")
        self.assertEqual(order, ["lower", "higher"] if is_wide else ["higher", "lower"], "Tab goes as eyes do")
        if is_wide:
            self.assertAlmostEqual(lower["x"] + lower["width"] + 8, higher["x"], delta=0.6)
        else:
            self.assertAlmostEqual(higher["y"] + higher["height"] + 8, lower["y"], delta=0.6)
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('.answer')).borderRadius"), "12px")

    def check_targets(self, page, name):
        small = page.evaluate(
            """[...document.querySelectorAll('a, button, select, input, [role=spinbutton]')].filter((each) => {
              const box = each.getBoundingClientRect();
              const height = each.matches('.switch') ? box.height + 16 : box.height;
              return box.width > 0 && !each.matches('.commit') && (height < 43.5 || box.width < 43.5);
            }).map((each) => each.outerHTML.slice(0, 120))""")
        self.assertEqual([each for each in small if "spinbutton" not in each], [], name)

    def test_the_list_of_keys_covers_no_control(self):
        """On the smallest phone they push the page down, and can be read to their end."""
        for language in ("en", "de"):
            program = self.program(language)
            for height in (568, 640):
                page = self.open(program, viewport={"width": 320, "height": height}, reduced_motion="reduce")
                page.wait_for_selector(".said li")
                for mode in (None, *training):
                    if mode:
                        training[mode][0][1](program)
                        settle(page, program)
                    page.keyboard.press("F1")
                    page.wait_for_selector("#keys")
                    covered = page.evaluate("""() => {
                      const keys = document.getElementById('keys');
                      const box = keys.getBoundingClientRect();
                      const isRead = box.top >= 0 && box.bottom <= innerHeight && keys.scrollHeight <= keys.clientHeight + 1;
                      return [...isRead ? [] : ['the keys themselves'], ...[...document.querySelectorAll('a, button, .slider')].filter((each) => {
                        const own = each.getBoundingClientRect();
                        return own.width > 1 && own.top < box.bottom && own.bottom > box.top;
                      }).map((each) => each.className)];
                    }""")
                    self.assertEqual(covered, [], f"{language} {height} {mode}")
                    self.shoot(page, f"keys-{language}-{height}-{mode}")
                    if height == 640:
                        # At this height a result lies over the hint, which is measured without it.
                        self.check(page, f"keys {mode}", colours=False)
                    page.keyboard.press("F1")
                    if mode:
                        program.stop()
                        page.wait_for_selector(".start")
                page.context.close()
                self.pages.remove(page)

    def test_commands_and_names_of_packages_break_only_at_spaces_and_slashes(self):
        for language in ("en", "de"):
            program = self.program(language)
            remedy = program.t("sequencer.missing")
            program.put(notices=[remedy])
            page = self.open(program, reduced_motion="reduce")
            program.info = lambda real=program.info: {**real(), "check": [{"state": "missing", "line": remedy}], "licences": [
                {"name": "GRDB", "licence": "MIT", "address": "https://github.com/groue/GRDB.swift"}, *real()["licences"]]}
            for path, name in (("/", "snd-seq"), ("/info", "snd-seq"), ("/info", "GRDB.swift"), ("/info", "swift-nio")):
                page.goto(program.address + path)
                page.get_by_text(name).first.wait_for()
                for width in range(300, 400, 7):
                    page.set_viewport_size({"width": width, "height": 640})
                    lines = page.evaluate("""(name) => {
                      const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
                      const found = [];
                      while (walk.nextNode()) {
                        const at = walk.currentNode.data.indexOf(name);
                        if (at < 0) continue;
                        const range = document.createRange();
                        range.setStart(walk.currentNode, at);
                        range.setEnd(walk.currentNode, at + name.length);
                        found.push(new Set([...range.getClientRects()].map((each) => each.top)).size);
                      }
                      return found;
                    }""", name)
                    self.assertEqual(set(lines), {1}, f"{path} {name} {width}")
                    self.check_width(page, f"{path} {width}")

    def test_text_of_any_size_leaves_room_for_the_slider(self):
        """200 px of travel for the thumb, no word broken, and nothing over anything else, up to text of 310 %."""
        sizes = [(320, 568), (568, 320), (390, 844), (844, 390), (640, 400), (820, 1180), (1280, 800)]
        measure = """() => {
          const [track, thumb] = ['.slider-track', '.slider-thumb'].map((each) => document.querySelector(each));
          const broken = [];
          const walk = document.createTreeWalker(document.querySelector('.region'), NodeFilter.SHOW_TEXT);
          while (walk.nextNode()) {
            if (walk.currentNode.parentElement.closest('.unseen, .commit')) continue;
            for (const { 0: word, index } of walk.currentNode.data.matchAll(/\\S+/g)) {
              const range = document.createRange();
              range.setStart(walk.currentNode, index);
              range.setEnd(walk.currentNode, index + word.length);
              if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
            }
          }
          const boxes = [...document.querySelectorAll('.interval, .question, .hint, .slider, .answer, .again')]
            .filter((each) => each.getClientRects().length && each.textContent + each.className)
            .map((each) => [each.className, each.getBoundingClientRect()]);
          const over = boxes.flatMap(([one, a], index) => boxes.slice(index + 1)
            .filter(([, b]) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5)
            .map(([other]) => `${one} over ${other}`));
          const cut = [...document.querySelectorAll('.rated .answer')].filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
            .map((each) => each.className);
          const small = boxes.filter(([name, { width, height }]) => /again|answer/.test(name) && Math.min(width, height) < 44).map(([name]) => name);
          return {travel: track ? track.clientHeight - thumb.offsetHeight : 200, broken, over, small, cut};
        }"""
        for language in ("en", "de"):
            program = self.program(language)
            program.hears_again = True
            program.stop()
            page = self.open(program, reduced_motion="reduce")
            page.wait_for_selector(".said li")
            for mode, program.rates in (("matching", False), ("interval-matching", False), *(
                    (mode, rates) for mode in ("interval-comparison", "timing", "beats") for rates in (False, True))):
                program.start(mode)
                if mode.endswith("matching"):
                    program.sound_tunable()
                settle(page, program)
                for scale in (100, 200, 310):
                    page.evaluate("(scale) => { document.documentElement.style.fontSize = `${scale}%`; }", scale)
                    for width, height in sizes:
                        page.set_viewport_size({"width": width, "height": height})
                        name = f"{language} {mode}{' sure' * program.rates} {scale} % {width} × {height}"
                        found = page.evaluate(measure)
                        self.assertGreaterEqual(found.pop("travel"), 200, name)
                        self.assertEqual(found, {"broken": [], "over": [], "small": [], "cut": []}, name)
                        self.shoot(page, f"text-{name.replace(' ', '-')}")
                page.evaluate("document.documentElement.style.fontSize = ''")
                program.stop()
                page.wait_for_selector(".start")

    def test_icons_of_links_show_their_target_to_pointers_and_keys(self):
        program = self.program()
        for path, count in (("/", 5), ("/settings", 1)):
            page = self.open(program, path, viewport={"width": 320, "height": 640})
            page.wait_for_selector(".tool")
            for tool in page.locator(".tool").all():
                shown = """(node) => {
                  const style = getComputedStyle(node, '::after');
                  return style.display === 'block' ? style.content.split('"')[1] : '';
                }"""
                self.assertEqual(tool.evaluate(shown), "")
                tool.hover()
                self.assertEqual(tool.evaluate(shown), tool.get_attribute("aria-label"))
                self.check_width(page, path)
                page.mouse.move(300, 600)
                self.assertEqual(tool.evaluate(shown), "")
            self.assertEqual(page.locator(".tool").count(), count)
            page.keyboard.press("Tab")
            self.assertEqual(page.locator(".tool").first.evaluate(shown), page.locator(".tool").first.get_attribute("aria-label"))
            page.context.close()

    def test_back_is_next_to_its_page(self):
        """On a wide desk the bar is as wide as the column below it."""
        program = self.program()
        for path in ("/settings", "/info", "/profile", "/controllers", "/timers", "/more"):
            page = self.open(program, path, viewport=desktop)
            page.wait_for_selector("main > :not([hidden])")
            back, main = (page.locator(each).bounding_box() for each in (".back", "main"))
            self.assertLess(abs(back["x"] - main["x"]), 24, path)
            page.context.close()

    def test_the_layout_does_not_move(self):
        """Nothing moves during practice."""
        program = self.program()
        page = self.open(program, reduced_motion="reduce")
        page.evaluate("""window.shifts = []; new PerformanceObserver((list) => list.getEntries().forEach((each) =>
            window.shifts.push(each.value))).observe({type: 'layout-shift'})""")
        program.start("interval-comparison")
        page.wait_for_selector(".answers")
        page.wait_for_timeout(100)
        page.evaluate("window.shifts = []")
        for _ in range(3):
            program.sound_target()
            settle(page, program)
            program.tell(True, next_interval=program.third())
            settle(page, program)
            program.go_on()
            settle(page, program)
        page.wait_for_timeout(100)
        self.assertEqual(page.evaluate("window.shifts"), [])

    def test_preferences(self):
        """More contrast, forced colours and no motion are served, and axe finds nothing there either."""
        for name, options in {"contrast": {"contrast": "more"}, "contrast-dark": {"contrast": "more", "color_scheme": "dark"},
                              "forced": {"forced_colors": "active"}}.items():
            program = self.program()
            page = self.open(program, reduced_motion="reduce", **options)
            page.wait_for_selector(".said li")
            # Forced colours are the reader's own.
            colours = name != "forced"
            with self.subTest(preference=name):
                self.check(page, name, colours)
                self.shoot(page, f"{name}-start")
                program.start("comparison")
                settle(page, program)
                self.shoot(page, f"{name}-comparison-listening")
                program.sound_target()
                settle(page, program)
                self.check(page, name, colours)
                program.tell(False)
                settle(page, program)
                self.check(page, name, colours)
                self.shoot(page, f"{name}-comparison")
                program.stop()
                page.wait_for_selector(".start")
                program.start("matching")
                program.sound_tunable()
                settle(page, program)
                self.shoot(page, f"{name}-matching")
                page.goto(f"{program.address}/settings")
                page.wait_for_selector(".setting")
                self.check(page, name, colours)
                self.shoot(page, f"{name}-settings")
            page.context.close()

    def test_fade(self):
        """400 ms, opacity alone, in both kinds of exercise; none if the system asks for less motion, or while an answer
        of listening stays longer."""
        fade = [400, ["opacity"]]
        ends = {"comparison": lambda program: program.tell(True), "matching": lambda program: program.tell_offset(-3),
                "listen": lambda program: program.tell_heard("higher")}
        for mode, motion, expected in (("comparison", "no-preference", fade), ("comparison", "reduce", None), ("matching", "no-preference", fade),
                                       ("matching", "reduce", None), ("listen", "no-preference", None)):
            program = self.program()
            page = self.open(program, reduced_motion=motion)
            program.start(mode)
            ends[mode](program)
            page.wait_for_selector(".result", state="attached")
            found = page.evaluate(
                """() => {
                  const [each] = document.getAnimations();
                  if (!each) return null;
                  const names = new Set(each.effect.getKeyframes().flatMap((frame) => Object.keys(frame)));
                  ['offset', 'easing', 'composite', 'computedOffset'].forEach((name) => names.delete(name));
                  return [each.effect.getTiming().duration, [...names]];
                }""")
            self.assertEqual(found, expected, mode)
            centre = page.evaluate(
                """() => { const [a, b] = ['.result', '.region'].map((name) => document.querySelector(name).getBoundingClientRect());
                     return [a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2]; }""")
            self.assertLess(max(map(abs, centre)), 1)

    def test_marks_of_results(self):
        """A thumb, the dot and the long arrow are as large as each other, 100 px, on a phone on its side as well; the other arrows are 70 and 40."""
        for viewport in (phone, phone_on_its_side, desktop):
            program = self.program()
            page = self.open(program, viewport=viewport, reduced_motion="reduce")
            program.start("matching")
            for cents, height in ((0, 100), (55, 100), (-31, 100), (30, 70), (-10, 70), (9, 40), (-1, 40)):
                program.tell_offset(cents)
                settle(page, program)
                box = page.evaluate("(({width, height}) => [width, height])(document.querySelector('.arrow :is(path, circle)').getBoundingClientRect())")
                self.assertAlmostEqual(box[1], height, delta=0.5, msg=cents)
                self.assertAlmostEqual(box[0], 54 if cents else 100, delta=0.5, msg=cents)
            program.stop()
            page.wait_for_selector(".start")
            program.start("comparison")
            program.tell(False)
            page.wait_for_selector(".thumb")
            self.assertEqual(page.evaluate("document.querySelector('.thumb').getBoundingClientRect().height"), 100)

    def test_words_come_from_catalogues(self):
        """With every text of the program marked, no visible or accessible text on any page lacks a mark."""
        program = self.program("de", is_marked=True)
        page = self.open(program, reduced_motion="reduce")
        page.wait_for_selector(".said li")
        unmarked = """() => {
          const found = [];
          // One text: names in it that are not to be broken, and the lines of a list of keys.
          const body = document.body.cloneNode(true);
          for (const each of body.querySelectorAll('.whole, .key-list')) each.replaceWith(each.textContent);
          body.normalize();
          const walk = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
          while (walk.nextNode()) found.push(walk.currentNode.data);
          for (const node of document.querySelectorAll('*')) {
            for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-valuetext', 'aria-roledescription', 'aria-description']) {
              if (node.hasAttribute(name)) found.push(node.getAttribute(name));
            }
          }
          return found.map((text) => text.trim()).filter((text) => /\\p{L}/u.test(text.replace(/⟦.*⟧/su, '')) && text !== 'Peach');
        }"""
        self.assertEqual(page.evaluate(unmarked), [])
        for mode, states in training.items():
            for name, put in states:
                put(program)
                settle(page, program)
                self.assertEqual(page.evaluate(unmarked), [], f"{mode} {name}")
            program.stop()
            page.wait_for_selector(".start")
        for name, put in timed:
            put(program)
            settle(page, program)
            self.assertEqual(page.evaluate(unmarked), [], f"timer {name}")
        leave_timed(page, program)
        for sheet in sheets:
            open_sheet(page, program, sheet)
            page.wait_for_load_state("networkidle") if sheet == "profile" else None
            # Values from the settings file, or single words, are the program's own.
            self.assertEqual([each for each in page.evaluate(unmarked) if each not in ("C2", "C6")], [], sheet)


def tearDownModule():
    close_browser()


if __name__ == "__main__":
    unittest.main()
