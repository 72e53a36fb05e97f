"""Controllers: the drawing, and giving a role to a control that is pressed; by pointer, by keyboard, and by the tree alone."""

import unittest

from hands import find, press, tab_to, tree
from support import *

first, second = "20:0", "24:0"


def open_page(test, program, **options):
    page = test.open(program, "/controllers", **options)
    page.wait_for_selector(".role")
    return page


def place(page, controller, role):
    """The content of a role's row."""
    return page.locator(f'[data-place="{controller} {role}"] .role-place').first.inner_text()


def await_place(page, controller, role, text):
    await_true(page, "([place, text]) => document.querySelector(`[data-place=\"${place}\"] .role-place`)?.textContent.includes(text)",
               [f"{controller} {role}", text])


lit_witness = """() => {
  window.lit = [];
  new MutationObserver(() => {
    const lit = document.querySelectorAll('.drawn.lit');
    if (lit.length) window.lit.push({count: lit.length, opacity: getComputedStyle(lit[0].querySelector('.lamp')).opacity});
  }).observe(document.body, {subtree: true, attributes: true, attributeFilter: ['class']});
}"""
"""A light stays on for 250 ms: this keeps it for a slow machine."""


class DrawingTests(BrowserTest):
    def test_everything_is_drawn_with_its_label(self):
        program = self.program()
        page = open_page(self, program, viewport=desktop)
        for controller in program.controllers()["controllers"]:
            card = page.locator(".group").filter(has_text=controller["why"])
            labels = {role["role"]: role["label"] for role in controller["roles"] + controller["free"]}
            text = card.locator(".drawing").inner_text()
            for part in controller["drawing"]:
                for role in {part.get("role"), *(mark["role"] for mark in part.get("marks", []))} - {None}:
                    self.assertIn(labels.get(role, role), text)
            keys = next(part for part in controller["drawing"] if part["kind"] == "keys")
            self.assertEqual(card.locator(".key").count(), keys["to"] - keys["from"] + 1)
            halves = [card.locator(f".drawn-halves .{half}").bounding_box() for half in ("lower", "higher")]
            split = card.locator("path.split").bounding_box()
            self.assertAlmostEqual(halves[0]["x"] + halves[0]["width"], split["x"] + split["width"] / 2, delta=4)
        # Higher lies above Lower.
        boxes = [page.locator(f'.drawn-pads[data-role="{half}"]').bounding_box() for half in ("higher", "lower")]
        self.assertLessEqual(boxes[0]["y"] + boxes[0]["height"], boxes[1]["y"] + 1)
        self.assertEqual(page.locator(".drawn-pads .drawn").count(), 11)
        self.assertEqual(page.locator(".drawing").first.get_attribute("aria-hidden"), "true")

    def test_a_used_control_lights_up(self):
        """The very pad or key that is drawn; else all that have the role. Opacity alone, and no fade where none is wanted."""
        program = self.program()
        for motion in ("no-preference", "reduce"):
            page = open_page(self, program, reduced_motion=motion)
            program.messages.clear()
            page.wait_for_timeout(50)
            page.evaluate(lit_witness)
            for role, note, count in (("higher", 44, 1), ("higher", 60, 1), ("slider", None, 8), ("lower", 20, 15)):
                page.evaluate("window.lit = []")
                program.send_message(id=first, time=1, text=f"{role} {note}", role=role, note=note)
                await_true(page, "window.lit.length > 0")
                page.wait_for_selector(".drawn.lit", state="detached")
                lit = page.evaluate("window.lit")
                self.assertEqual(lit[0], {"count": count, "opacity": "1"})
                self.assertLessEqual(max(each["count"] for each in lit), count)
            moving = page.evaluate("document.getAnimations().filter((each) => each.transitionProperty !== 'opacity').length")
            self.assertEqual(moving, 0)
            fading = page.evaluate("getComputedStyle(document.querySelector('.drawn .lamp')).transitionDuration")
            self.assertEqual(fading, "0.3s" if motion == "no-preference" else "0s")
            # A role that nothing drawn has, and a message without one.
            program.send_message(id=first, time=1, text="done", role="cancel")
            page.get_by_text("done", exact=True).wait_for()
            page.context.close()
            program.messages.clear()


class PointerTests(BrowserTest):
    def test_a_role_gets_the_pressed_pad(self):
        program = self.program()
        page = open_page(self, program)
        page.get_by_role("button", name="Higher: Pads 5–8, keys from C4 · has a light. Change").click()
        self.assertEqual(program.await_learning(), (first, "higher"))
        await_place(page, first, "higher", "Press the control for Higher; Esc cancels.")
        self.assertEqual(page.locator(".waiting").count(), 1)
        program.press("pad 36 on channel 10", lost="stop")
        await_place(page, first, "higher", "pad 36 on channel 10")
        self.assertEqual(page.locator(".waiting").count(), 0)
        outcome = page.locator(".outcome").first
        outcome.wait_for()
        self.assertEqual(outcome.inner_text(), "Higher: pad 36 on channel 10. No longer assigned: Stop.")
        self.assertEqual(page.evaluate("document.getElementById('said').textContent"), outcome.inner_text())
        # It belongs to this page, which receives the outcome.
        self.assertEqual({len(each[2]) for each in program.asked_to_learn}, {36})

    def test_the_drawing_can_be_clicked(self):
        program = self.program()
        page = open_page(self, program)
        page.locator(".drawn-control").filter(has_text="Level").locator("svg").click()
        self.assertEqual(program.await_learning(), (first, "level"))
        # The row is shown where the answer comes.
        await_place(page, first, "level", "Move the control for Level")
        self.assertTrue(page.locator(f'[data-place="{first} level"]').is_visible())
        page.locator(".drawn.key.lower").first.click(position={"x": 3, "y": 90})
        program.await_learning()
        await_place(page, first, "lower", "Press the control for Lower")
        await_place(page, first, "level", "not assigned")

    def test_the_same_button_ends_the_wait(self):
        program = self.program()
        page = open_page(self, program)
        page.locator(f'[data-place="{first} stop"]').click()
        program.await_learning()
        page.get_by_text("Cancel", exact=True).click()
        program.await_learning(False)
        page.locator(".outcome").get_by_text("Nothing was changed.").wait_for()
        self.assertEqual(place(page, first, "stop"), "Shift · has a light")

    def test_the_wait_ends_with_the_page(self):
        program = self.program()
        page = open_page(self, program)
        page.locator(f'[data-place="{first} stop"]').click()
        program.await_learning()
        page.get_by_role("link", name="Back to start").click()
        program.await_learning(False)
        page.get_by_role("link", name="Controllers").click()
        page.locator(f'[data-place="{second} higher"]').click()
        self.assertEqual(program.await_learning(), (second, "higher"))
        page.evaluate("""() => {
          Object.defineProperty(document, 'hidden', {value: true, configurable: true});
          document.dispatchEvent(new Event('visibilitychange'));
        }""")
        self.assertEqual(page.locator(".waiting").count(), 0)

    def test_the_reason_for_a_refusal_is_announced(self):
        program = self.program()
        page = open_page(self, program)
        program.learn_refusal = program.t("page.server.learn.not-now")
        page.locator(f'[data-place="{first} stop"]').click()
        page.locator(".outcome").get_by_text(program.learn_refusal or program.t("page.server.learn.not-now")).wait_for()
        self.assertEqual(page.locator(".waiting").count(), 0)
        page.complaints.clear()  # the browser's own word on the status
        page.locator(f'[data-place="{first} stop"]').click()
        program.await_learning()
        program.end_learning(program.t("page.server.learn.unplugged"))
        page.locator(".outcome").get_by_text("The controller was pulled out. Nothing was changed.").wait_for()

    def test_a_change_is_undone_and_redone(self):
        program = self.program()
        page = open_page(self, program)
        self.assertEqual(page.get_by_role("button", name="Back to the previous mapping").count(), 0)
        page.locator(f'[data-place="{first} stop"]').click()
        program.press("button 20")
        page.get_by_role("button", name="Back to the previous mapping").click()
        page.get_by_text("The previous mapping is back.").first.wait_for()
        await_place(page, first, "stop", "Shift")
        undo = page.get_by_role("button", name="Restore the roles I assigned")
        # The pressed button has become this one, and still has focus.
        self.assertTrue(undo.evaluate("(each) => each === document.activeElement"))
        undo.click()
        await_place(page, first, "stop", "button 20")
        page.get_by_role("button", name="Back to the previous mapping").wait_for()

    def test_another_page_follows(self):
        program = self.program()
        page, other = open_page(self, program), open_page(self, program)
        page.locator(f'[data-place="{first} commit"]').click()
        program.press("button 21")
        for each in (page, other):
            await_place(each, first, "commit", "button 21")
        self.assertEqual(other.locator(".outcome").first.inner_text(), "")


class KeyboardTests(BrowserTest):
    def test_by_keyboard_alone(self):
        program = self.program()
        page = open_page(self, program)
        tab_to(page, "Lower: Pads 1–4, keys below C4 · has a light. Change")
        page.keyboard.press("Enter")
        self.assertEqual(program.await_learning(), (first, "lower"))
        await_place(page, first, "lower", "Press the control for Lower")
        page.keyboard.press("Escape")
        program.await_learning(False)
        page.locator(".outcome").get_by_text("Nothing was changed.").wait_for()
        # Without anything that is waited for, Esc is nothing.
        page.keyboard.press("Escape")
        page.keyboard.press("Space")
        self.assertEqual(program.await_learning(), (first, "lower"))
        program.press("pad 40")
        await_place(page, first, "lower", "pad 40")
        self.assertEqual(page.evaluate("document.activeElement.dataset.place"), f"{first} lower")
        tab_to(page, "More roles")
        page.keyboard.press("Enter")
        tab_to(page, "Start the last mode: not assigned. Assign a control")
        page.keyboard.press("Enter")
        self.assertEqual(program.await_learning(), (first, "again"))
        program.press("pad 41")
        page.locator(".outcome").get_by_text("pad 41").wait_for()
        self.assertTrue(page.locator("details").first.evaluate("(each) => each.open"))


class TreeTests(BrowserTest):
    def test_by_the_tree_alone(self):
        program = self.program()
        page = open_page(self, program)
        press(page, "button", "Done: Button Stop all clips. Change")
        program.await_learning()
        find(page, "button", "Press the control for Done; Esc cancels. Cancel")
        self.assertEqual(page.locator("#said").text_content(), "Press the control for Done; Esc cancels.")
        program.press("button 99")
        find(page, "button", "Done: button 99. Change")
        await_true(page, "document.getElementById('said').textContent === 'Done: button 99.'")
        # The drawing is nothing here.
        _, nodes = tree(page)
        self.assertNotIn("image", [node["role"].lower() for node in nodes])


class StateTests(BrowserTest):
    def test_states(self):
        """axe, width, targets and pictures while a control is waited for and afterwards."""
        for language in ("en", "de"):
            for theme, viewport in (("light", phone), ("dark", desktop)):
                program = self.program(language)
                page = open_page(self, program, color_scheme=theme, viewport=viewport, reduced_motion="reduce")
                name = f"controllers-{language}-{theme}"
                with self.subTest(language=language, theme=theme):
                    page.locator("details").first.evaluate("(each) => { each.open = true; }")
                    page.locator(f'[data-place="{first} higher"]').click()
                    program.await_learning()
                    page.wait_for_selector(".waiting")
                    page.evaluate(lit_witness)
                    program.send_message(id=first, time=1, text="x", role="higher", note=44)
                    await_true(page, "window.lit.length > 0")
                    self.shoot(page, f"{name}-waiting")
                    self.check(page, f"{name} waiting")
                    program.press("Pad 36")
                    page.get_by_text("Pad 36").first.wait_for()
                    page.wait_for_selector('[data-place$=" way"]')
                    self.check(page, f"{name} learned")
                    self.shoot(page, f"{name}-learned")

    def test_preferences(self):
        for name, options in {"contrast": {"contrast": "more"}, "forced": {"forced_colors": "active"},
                              "narrow": {"viewport": {"width": 320, "height": 640}}}.items():
            program = self.program("de")
            page = open_page(self, program, **options)
            page.locator(f'[data-place="{first} slider"]').click()
            page.wait_for_selector(".waiting")
            with self.subTest(preference=name):
                self.check(page, name, name != "forced")
                self.shoot(page, f"controllers-{name}")

    def test_words_come_from_catalogues(self):
        program = self.program("de", is_marked=True)
        page = open_page(self, program)
        page.locator("details").first.evaluate("(each) => { each.open = true; }")
        page.locator(f'[data-place="{first} stop"]').click()
        page.wait_for_selector(".waiting")
        unmarked = """() => [...document.querySelectorAll('main *')].flatMap((node) =>
          [node.getAttribute('aria-label'), ...[...node.childNodes].filter((each) => each.nodeType === 3).map((each) => each.data)])
          .filter((each) => each && /\\p{L}/u.test(each.replace(/⟦.*⟧/su, '')))"""
        self.assertEqual(page.evaluate(unmarked), [])
        program.press("Pad 36", lost="higher")
        page.wait_for_selector('[data-place$=" way"]')
        self.assertEqual(page.evaluate(unmarked), [])


def tearDownModule():
    close_browser()


if __name__ == "__main__":
    unittest.main()
