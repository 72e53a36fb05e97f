"""The journeys of the specification: by pointer, by keyboard alone, and by nothing but the accessibility tree."""

import threading
import unittest

from hands import find, press, tab_to
from states import free, sheets
from support import *


class PointerJourneys(BrowserTest):
    def test_comparison(self):
        """Journeys 1, 2 and 7: one press starts, each press down answers once, a link stops."""
        program = self.program()
        page = self.open(program, has_touch=True)
        for mode, name in (("comparison", "Comparison"), ("interval-comparison", "Interval Comparison")):
            with self.subTest(mode=mode):
                program.intents.clear()
                page.get_by_role("button", name=name, exact=True).click()
                page.wait_for_selector('.answer[aria-disabled="true"]')
                self.assertEqual(program.await_intent("start")[0]["mode"], mode)
                self.assertEqual(page.locator(".interval").is_visible(), mode.startswith("interval"))
                # While the reference sounds, nothing is answered.
                page.locator(".higher").dispatch_event("pointerdown", {"button": 0, "pointerType": "mouse"})
                program.sound_target()
                page.wait_for_selector('.answer[aria-disabled="false"]')
                self.assertEqual(program.sent("answer"), [])
                box = page.locator(".higher").bounding_box()
                page.mouse.move(box["x"] + 40, box["y"] + 40)
                page.mouse.down()
                answer = program.await_intent("answer")[0]
                self.assertEqual((answer["answer"], answer["epoch"]), ("higher", program.state["epoch"]))
                page.wait_for_selector(".correct")
                page.mouse.up()
                program.go_on()
                page.wait_for_selector(".feedback", state="hidden")
                program.sound_target()
                page.wait_for_selector('.answer[aria-disabled="false"]')
                page.locator(".lower").tap()
                page.wait_for_selector(".incorrect")
                self.assertEqual([each["answer"] for each in program.sent("answer")], ["higher", "lower"])
                page.get_by_role("link", name="Settings").click()
                page.wait_for_selector(".setting")
                self.assertEqual(program.await_intent("navigate")[0]["to"], "settings")
                page.get_by_role("link", name="Back to start").click()
                page.wait_for_selector(".start")
                self.assertEqual(page.evaluate("location.pathname"), "/")

    def test_listening(self):
        """One press starts; the answer comes by itself, seen and announced, and there is nothing to press."""
        program = self.program()
        page = self.open(program, has_touch=True)
        for mode, name, told in (("listen", "Listening", "Higher"), ("interval-listen", "Listening to Intervals", "Sharp"),
                                 ("timing-listen", "Listening to Rhythms", "Late")):
            with self.subTest(mode=mode):
                program.intents.clear()
                page.get_by_role("link", name="More exercises", exact=True).click()
                page.get_by_role("button", name=name, exact=True).click()
                self.assertEqual(program.await_intent("start")[0]["mode"], mode)
                page.get_by_role("heading", name=name, exact=True).wait_for()
                program.sound_pair()
                self.assertEqual(page.locator(".answer").count(), 0)
                for key in ("h", "l", "ArrowUp", "ArrowDown", "Space"):
                    page.keyboard.press(key)
                program.tell_heard("higher")
                page.locator(".result").get_by_text(told).wait_for()
                await_true(page, "(told) => document.getElementById('said-at-once').textContent.startsWith(told)", told)
                program.go_on()
                page.wait_for_selector(".feedback", state="hidden")
                self.assertEqual([each["intent"] for each in program.intents if each["intent"] in ("answer", "step", "commit")], [])
                page.get_by_role("link", name="Back to start").click()
                page.wait_for_selector(".start")
                self.assertEqual(program.await_intent("navigate")[0]["to"], "start")
                self.assertEqual(page.evaluate("document.activeElement.textContent"), "More exercises")

    def test_tuning_a_chord(self):
        """One press starts, the slider tunes and letting go commits, and the result has the beats in numbers and in words."""
        for language in ("en", "de"):
            program = self.program(language)
            t = program.t
            page = self.open(program, reduced_motion="reduce")
            page.get_by_role("link", name=t("page.more.title"), exact=True).click()
            page.get_by_role("button", name=t("page.start.chords"), exact=True).click()
            self.assertEqual(program.await_intent("start")[0]["mode"], "chords")
            page.get_by_role("application", name=t("page.start.chords")).first.wait_for()
            self.assertEqual(page.locator(".interval [aria-hidden]").inner_text(), program.chord())
            program.sound_tunable()
            page.wait_for_selector('.slider[aria-disabled="false"]')
            page.keyboard.press("ArrowUp")
            self.assertEqual(program.await_intent("step")[0]["cents"], 1)
            page.keyboard.press("Space")
            program.await_intent("commit")
            program.tell_offset(-4, beats="1.2")
            shown = t("result.beats", result=t("result.cents.other", offset="\N{MINUS SIGN}4"), rate=program.decimal("1.2"))
            page.locator(".result .offset").get_by_text(shown).wait_for()
            said = t("result.beats.spoken", result=t("result.flat.other", count=4), rate=program.decimal("1.2"))
            page.wait_for_function("(line) => document.getElementById('said-at-once').textContent.trim() === line", arg=said)
            page.close()

    def test_laying_a_temperament(self):
        """The page names both notes; button and Backspace step back once there is a note; the result opens, and is in words."""
        for language in ("en", "de"):
            program = self.program(language)
            t = program.t
            page = self.open(program, reduced_motion="reduce")
            page.get_by_role("link", name=t("page.more.title"), exact=True).click()
            page.get_by_role("button", name=t("page.start.temperament"), exact=True).click()
            self.assertEqual(program.await_intent("start")[0]["mode"], "temperament")
            page.get_by_role("application", name=f"{t('page.start.temperament')} {program.laying(1)}").first.wait_for()
            program.lay(1)
            page.wait_for_selector('.slider[aria-disabled="false"]')
            back = page.get_by_role("button", name=t("page.training.step-back"), exact=True)
            self.assertFalse(back.is_visible())
            page.keyboard.press("Backspace")
            program.lay(2)
            page.wait_for_function("(line) => document.querySelector('.interval [aria-hidden]').textContent === line", arg=program.laying(2))
            page.keyboard.press("Backspace")
            [intent] = program.await_intent("step-back")
            self.assertEqual(intent["epoch"], program.state["epoch"])
            back.click()
            program.await_intent("step-back", 2)
            self.assertFalse(page.locator(".laid").is_visible())
            program.close_circle()
            laid = page.locator(".laid")
            laid.get_by_text(program.state["laid"][0]).click()
            laid.get_by_text(program.state["laid"][2]).wait_for()
            self.assertEqual(laid.locator("li").all_inner_texts(), program.state["laid"][1:])
            page.close()

    def test_chosen_chords(self):
        """Each chord has a switch; the last one stays on."""
        program = self.program()
        page = self.open(program, "/settings")
        third, fifth = (page.get_by_role("switch", name=program.t(f"page.setting.chords.{each}"), exact=True)
                        for each in ("major-third", "fifth"))
        self.assertEqual((third.is_checked(), third.get_attribute("aria-disabled")), (True, "true"))
        third.click(force=True)
        self.assertTrue(third.is_checked())
        fifth.click()
        program.await_settings(chords="major-third, fifth")
        third.click()
        program.await_settings(chords="fifth")
        page.close()

    def test_early_or_late(self):
        """One press starts, Early is to the left of Late at every width, each press answers once, and before the answer
        nothing changes."""
        for language in ("en", "de"):
            program = self.program(language)
            t = program.t
            page = self.open(program, has_touch=True, reduced_motion="reduce")
            page.get_by_role("link", name=t("page.more.title"), exact=True).click()
            page.get_by_role("button", name=t("page.start.timing"), exact=True).click()
            self.assertEqual(program.await_intent("start")[0]["mode"], "timing")
            page.get_by_role("heading", name=t("page.start.timing"), exact=True).wait_for()
            page.get_by_role("application", name=f"{t('page.start.timing')} {program.rhythm()}").wait_for()
            self.assertEqual(page.locator(".interval [aria-hidden]").inner_text(), program.rhythm())
            early, late = (page.get_by_role("button", name=t(f"page.training.{name}"), exact=True) for name in ("early", "late"))
            self.assertEqual([early.get_attribute("aria-disabled"), late.get_attribute("aria-disabled")], ["true", "true"])
            program.sound_pattern()
            page.wait_for_selector('.answer[aria-disabled="false"]')
            shown = page.evaluate("document.body.innerHTML")
            program.put(phase="awaiting-answer")
            page.wait_for_timeout(100)
            self.assertEqual(page.evaluate("document.body.innerHTML"), shown)
            for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800)):
                page.set_viewport_size({"width": width, "height": height})
                left, right = early.bounding_box(), late.bounding_box()
                self.assertAlmostEqual(left["x"] + left["width"] + 8, right["x"], delta=0.6)
                self.assertEqual((left["y"], left["height"]), (right["y"], right["height"]))
                self.assertAlmostEqual(left["width"], right["width"], delta=0.6)
                self.assertGreaterEqual(left["height"], 120 if height < 500 else 200)
            late.tap()
            page.wait_for_selector(".correct")
            await_true(page, "(told) => document.getElementById('said-at-once').textContent === told", t("feedback.correct"))
            program.go_on()
            page.wait_for_selector(".feedback", state="hidden")
            program.sound_pattern()
            page.wait_for_selector('.answer[aria-disabled="false"]')
            early.tap()
            page.wait_for_selector(".incorrect")
            self.assertEqual([each["answer"] for each in program.sent("answer")], ["higher", "lower"])
            page.get_by_role("link", name=t("page.common.back")).click()
            page.wait_for_selector(".start")
            self.assertEqual(page.evaluate("document.activeElement.textContent"), t("page.more.title"))

    def test_start_has_four_exercises_in_a_column_and_a_link_to_all_others(self):
        """The four modes of the specification, at every width, and below them one link; the link's page starts the
        modes it names."""
        program = self.program()
        for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800), (2560, 1440)):
            page = self.open(program, viewport={"width": width, "height": height})
            page.wait_for_selector(".said li")
            boxes = [each.bounding_box() for each in page.locator(".start .mode, .start .more").all()]
            self.assertEqual(page.locator(".start .mode").all_inner_texts(),
                             ["Comparison", "Pitch Matching", "Interval Comparison", "Interval Pitch Matching"])
            self.assertEqual(page.locator(".start .more").all_inner_texts(), ["More exercises"])
            for above, below in zip(boxes, boxes[1:]):
                self.assertLessEqual(above["y"] + above["height"], below["y"], width)
            page.context.close()
        page = self.open(program, "/more")
        self.assertEqual(page.locator("main button").count(), 8)
        for button in page.locator("main button").all():
            about = button.get_attribute("aria-describedby").split()[0]
            self.assertRegex(page.locator(f"#{about}").inner_text(), r"^(Trains|Shows|Explains) .*\.$")
        program.start("comparison")
        page.wait_for_selector(".answers")

    def test_a_pair_in_a_rest(self):
        """Pairs in a timer's rest are shown and announced as such, on the page of the practised mode."""
        program = self.program()
        page = self.open(program)
        page.keyboard.press("ArrowUp")
        page.wait_for_selector(".answers")
        program.put(phase="waiting", canAnswer=False, feedback=None, result=None)
        for answer, told in (("higher", "Higher"), ("lower", "Lower"), ("lower", "Lower")):
            program.tell_heard(answer, phase="waiting")
            page.locator(".result").get_by_text(told, exact=True).wait_for()
            await_true(page, "(told) => document.getElementById('said-at-once').textContent.startsWith(told)", told)
            page.evaluate("document.getElementById('said-at-once').textContent = ''")
            program.put(result=None)
            page.wait_for_selector(".feedback", state="hidden")
        self.assertEqual(page.locator(".answer").count(), 2)

    def test_matching(self):
        """Journeys 6 and 8: the thumb begins in the middle, up is sharper, and letting go commits the last pitch
        heard."""
        program = self.program()
        page = self.open(program)
        for name in ("Pitch Matching", "Interval Pitch Matching"):
            with self.subTest(mode=name):
                program.intents.clear()
                page.get_by_role("button", name=name, exact=True).click()
                page.wait_for_selector('.slider[aria-disabled="true"]')
                thumb, track = (page.locator(each).bounding_box() for each in (".slider-thumb", ".slider-track"))
                x, y = thumb["x"] + 20, thumb["y"] + thumb["height"] / 2
                self.assertAlmostEqual(y, track["y"] + track["height"] / 2, delta=1)
                # Held before the note: it does not count until it moves.
                page.mouse.move(x, y)
                page.mouse.down()
                program.sound_tunable()
                page.wait_for_selector('.slider[aria-disabled="false"]')
                page.mouse.up()
                self.assertEqual(program.sent("slide") + program.sent("commit"), [])
                page.mouse.down()
                for step in range(1, 21):
                    page.mouse.move(x, y - 5 * step)
                page.mouse.up()
                commit = program.await_intent("commit")[0]
                positions = [each["position"] for each in program.sent("slide")]
                reach = (track["height"] - thumb["height"]) / 2
                self.assertAlmostEqual(positions[-1], 100 / reach, delta=0.01)
                self.assertEqual(positions, sorted(positions))
                self.assertEqual(program.intents[-1], commit)
                page.wait_for_selector(".moderate")
                self.assertEqual(page.locator(".result").inner_text(), "\N{MINUS SIGN}27 cents")
                program.go_on()
                program.sound_tunable()
                page.wait_for_selector('.slider[aria-disabled="false"]')
                self.assertAlmostEqual(page.locator(".slider-thumb").bounding_box()["y"], thumb["y"], delta=1)
                # Past the end it stays at the end.
                page.mouse.move(x, y)
                page.mouse.down()
                page.mouse.move(x, track["y"] + track["height"] + 80)
                page.mouse.up()
                program.await_intent("commit", 2)
                self.assertEqual(program.sent("slide")[-1]["position"], -1)
                page.get_by_role("link", name="Profile").click()
                page.wait_for_selector(".drawn")
                page.go_back()
                page.wait_for_selector(".start")

    def test_hearing_again(self):
        """A button or a key plays the reference again; the thumb does not move, and no key goes to the clicked
        button."""
        program = self.program()
        program.hears_again = True
        program.stop()
        page = self.open(program)
        page.get_by_role("button", name="Pitch Matching", exact=True).click()
        again = page.get_by_role("button", name="Hear again", exact=True)
        self.assertEqual(again.get_attribute("aria-disabled"), "true")
        program.sound_tunable()
        page.wait_for_selector('.slider[aria-disabled="false"]')
        for key in ("ArrowUp", "ArrowUp"):
            page.keyboard.press(key)
        thumb = page.locator(".slider-thumb").bounding_box()
        asks = (again.click, lambda: page.keyboard.press("r"), lambda: page.keyboard.press("F3"))
        for count, ask in enumerate(asks, 1):
            ask()
            self.assertEqual(program.await_intent("repeat", count)[-1]["epoch"], program.state["epoch"])
            page.wait_for_selector('.slider[aria-disabled="true"]')
            self.assertEqual(again.get_attribute("aria-disabled"), "true")
            program.sound_tunable()
            page.wait_for_selector('.slider[aria-disabled="false"]')
            self.assertEqual(page.locator(".slider-thumb").bounding_box(), thumb)
        program.put(letters=None, canTune=False)
        page.wait_for_selector('.slider[aria-disabled="true"]')
        program.sound_tunable()
        page.wait_for_selector('.slider[aria-disabled="false"]')
        page.keyboard.press("r")
        page.keyboard.press("Space")
        program.await_intent("commit")
        self.assertEqual(len(program.sent("repeat")), 3)

    def test_the_question_is_shown_until_the_first_answer(self):
        """One sentence, large enough, above what answers; nothing moves when it goes. The one on intervals is followed by the question."""
        for language in ("en", "de"):
            for mode in ("comparison", "matching", "interval-comparison", "interval-matching", "timing", "beats"):
                program = self.program(language)
                program.unanswered = [mode]
                program.stop()
                page = self.open(program, reduced_motion="reduce")
                program.start(mode)
                asked = page.locator(".question", has_text=program.t(f"ask.{mode}"))
                asked.wait_for()
                self.assertLess(asked.bounding_box()["y"], page.locator(".answers, .slider").bounding_box()["y"])
                # A screen reader reaches it, and is silent while notes sound.
                self.assertEqual(page.evaluate("document.querySelector('.region').getAttribute('aria-describedby')"), "hint" if "matching" in mode else None)
                self.assertEqual(page.evaluate("document.getElementById('said').textContent"), "")
                if "matching" not in mode:
                    program.put(phase="awaiting-answer", canAnswer=True)
                    await_true(page, "(asked) => document.getElementById('said').textContent === asked", program.t(f"ask.{mode}"))
                    program.tell(True)
                else:
                    program.sound_tunable()
                    program.tell_offset(4)
                page.wait_for_selector(".result")
                asked.wait_for(state="hidden")
                self.assertEqual(page.evaluate("document.getElementById('said').textContent"), "")
                standing = page.locator(".question")
                if mode == "interval-comparison":
                    self.assertEqual(standing.inner_text(), program.t("phase.answer.interval"))
                else:
                    self.assertFalse(standing.is_visible())
                program.stop()
                page.wait_for_selector(".start")
                program.start(mode)
                page.wait_for_selector(".region")
                self.assertEqual(standing.is_visible(), mode == "interval-comparison")
                page.context.close()
                self.pages.remove(page)

    def test_nothing_of_repeating_is_visible_while_it_is_off(self):
        program = self.program()
        page = self.open(program)
        page.get_by_role("button", name="Pitch Matching", exact=True).click()
        program.sound_tunable()
        page.wait_for_selector('.slider[aria-disabled="false"]')
        self.assertEqual(page.get_by_role("button", name="Hear again").count(), 0)
        for key in ("r", "F3", "F1", "Space"):
            page.keyboard.press(key)
        self.assertNotIn("reference", page.locator("#keys").inner_text())
        program.await_intent("commit")
        self.assertEqual(program.sent("repeat"), [])

    def test_profile(self):
        """Journeys 3 and 4: the preview leads to the profile, which leads back; nothing there can be changed."""
        program = self.program()
        page = self.open(program)
        preview = page.get_by_role("link", name="Your pitch profile. Average threshold: 12 cents.")
        self.assertTrue(60 <= preview.bounding_box()["height"] <= 80)
        preview.click()
        page.wait_for_selector(".drawn img")
        self.assertEqual(page.locator("main button, main input, main a:not([download])").count(), 0)
        self.assertIn("12.3 cents", page.locator("main").inner_text())
        page.get_by_role("link", name="Back to start").click()
        page.wait_for_selector(".start")

    def test_empty_profile(self):
        program = self.program()
        program.knows_profile = False
        page = self.open(program, "/profile")
        page.wait_for_selector("dd")
        self.assertEqual(set(page.locator("dd").all_inner_texts()), {"—"})


class KeyboardJourneys(BrowserTest):
    def test_comparison(self):
        for language, higher, lower, name in (("en", "h", "l", "Comparison"), ("de", "h", "t", "Vergleichen")):
            with self.subTest(language=language):
                program = self.program(language)
                page = self.open(program)
                tab_to(page, name)
                page.keyboard.press("Enter")
                page.wait_for_selector(".answer")
                self.assertEqual(page.evaluate("document.activeElement.getAttribute('role')"), "application")
                expected = []
                for key, answer in ((higher, "higher"), (lower.upper(), "lower"), ("ArrowUp", "higher"), ("ArrowDown", "lower"),
                                    ("ArrowRight", "higher"), ("ArrowLeft", "lower")):
                    page.keyboard.press(key)
                    program.sound_target()
                    page.wait_for_selector('.answer[aria-disabled="false"]')
                    page.keyboard.press(key)
                    page.keyboard.press(key)
                    expected.append(answer)
                    page.wait_for_selector(".result", state="attached")
                    self.assertEqual([each["answer"] for each in program.await_intent("answer", len(expected))], expected)
                    program.go_on()
                    page.wait_for_selector('.answer[aria-disabled="true"]')
                # A button with focus answers once, too.
                program.sound_target()
                page.wait_for_selector('.answer[aria-disabled="false"]')
                page.locator(".lower").focus()
                page.keyboard.press("Space")
                program.await_intent("answer", len(expected) + 1)
                page.keyboard.press("Escape")
                page.wait_for_selector(".start")
                self.assertEqual(program.await_intent("navigate")[0]["to"], "start")
                self.assertEqual(page.evaluate("document.activeElement.textContent"), name)
                page.context.close()

    def test_early_or_late(self):
        """Left and down are early, right and up late; letters do not answer."""
        for language, letters in (("en", "hl"), ("de", "ht")):
            program = self.program(language)
            page = self.open(program)
            tab_to(page, program.t("page.more.title"))
            page.keyboard.press("Enter")
            tab_to(page, program.t("page.start.timing"))
            page.keyboard.press("Enter")
            page.wait_for_selector(".answer")
            keys = {"ArrowLeft": "lower", "ArrowRight": "higher", "ArrowDown": "lower", "ArrowUp": "higher"}
            for count, key in enumerate(keys, 1):
                page.keyboard.press(key)
                program.sound_pattern()
                page.wait_for_selector('.answer[aria-disabled="false"]')
                for letter in (*letters, *letters.upper()):
                    page.keyboard.press(letter)
                page.keyboard.press(key)
                page.keyboard.press(key)
                page.wait_for_selector(".result", state="attached")
                self.assertEqual([each["answer"] for each in program.await_intent("answer", count)], list(keys.values())[:count])
                program.go_on()
                page.wait_for_selector('.answer[aria-disabled="true"]')
            self.assertEqual([page.locator(f".{each}").get_attribute("aria-keyshortcuts") for each in ("lower", "higher")],
                             ["ArrowLeft ArrowDown", "ArrowRight ArrowUp"])
            order = "[...document.querySelectorAll('.answer')].map((each) => each.matches('.lower') ? 'early' : 'late')"
            self.assertEqual(page.evaluate(order), ["early", "late"], "Tab goes as eyes do")
            page.keyboard.press("F1")
            page.wait_for_selector("#keys")
            shown = page.evaluate("[...document.querySelectorAll('#keys .key-list div')].map((each) => [...each.children].map((part) => part.textContent).join(': '))")
            self.assertEqual(shown[:2], program.t("page.info.keys-timing").split("   "))
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            page.wait_for_selector(".start")

    def test_how_sure(self):
        """The outer buttons and arrows with Shift are sure, in the order of the page; without the setting there are two."""
        orders = {
            ("comparison", "tall"): ["sure higher", "higher", "lower", "sure lower"], ("comparison", "wide"): ["sure lower", "lower", "higher", "sure higher"],
            ("timing", "tall"): ["sure lower", "lower", "sure higher", "higher"], ("timing", "wide"): ["sure lower", "lower", "higher", "sure higher"],
        }
        order = """[...document.querySelectorAll('.answer')].map((each) =>
          `${each.querySelector('.rating') ? 'sure ' : ''}${each.matches('.higher') ? 'higher' : 'lower'}`)"""
        program = self.program()
        program.rates = True
        for (mode, shape), expected in orders.items():
            page = self.open(program, viewport={"width": 390, "height": 844} if shape == "tall" else desktop)
            page.wait_for_selector(".said li")
            begin = len(program.intents)
            program.start(mode)
            page.wait_for_selector(".rated .answer")
            self.assertEqual(page.evaluate(order), expected, (mode, shape))
            button = lambda name: page.locator(".answer").nth(expected.index(name))
            box = {name: button(name).bounding_box() for name in expected}
            if (mode, shape) == ("timing", "tall"):
                self.assertLess(box["sure lower"]["y"], box["lower"]["y"])
                self.assertLess(box["lower"]["x"], box["higher"]["x"])
            else:
                self.assertEqual([name for name, _ in sorted(box.items(), key=lambda each: (each[1]["x"], each[1]["y"]))], expected, (mode, shape))
            left, right = ("ArrowLeft", "ArrowRight") if mode == "timing" else ("ArrowDown", "ArrowUp")
            deeds = [
                (lambda: button("sure higher").click(), ("higher", True)), (lambda: button("lower").click(), ("lower", False)),
                (lambda: page.keyboard.press(f"Shift+{left}"), ("lower", True)), (lambda: page.keyboard.press(right), ("higher", False)),
            ]
            for count, (deed, _) in enumerate(deeds, 1):
                program.sound_target()
                page.wait_for_selector('.answer[aria-disabled="false"]')
                deed()
                page.wait_for_selector(".result", state="attached")
                given = [(each["answer"], each.get("sure", False)) for each in program.intents[begin:] if each["intent"] == "answer"]
                self.assertEqual(given, [wanted for _, wanted in deeds[:count]], (mode, shape))
                program.go_on()
                page.wait_for_selector('.answer[aria-disabled="true"]')
            self.assertEqual(
                [button(name).get_attribute("aria-keyshortcuts") for name in ("sure higher", "sure lower")],
                [f"Shift+{right}", f"Shift+{left}"])
            # The setting was changed elsewhere: from the next exercise on there are two buttons, and the focus stays on its answer.
            button("sure lower").focus()
            program.put(asksSureness=None, epoch=program.state["epoch"] + 1)
            page.wait_for_selector(".answers:not(.rated)")
            self.assertTrue(page.evaluate("document.activeElement.matches('.answer.lower')"), (mode, shape))
            self.assertEqual(page.locator(".answer").count(), 2)
            program.sound_target()
            page.wait_for_selector('.answer[aria-disabled="false"]')
            page.keyboard.press(f"Shift+{right}")
            page.wait_for_selector(".result", state="attached")
            self.assertNotIn("sure", program.await_intent("answer", 1)[-1])
            program.stop()
            page.context.close()

    def test_which_beats_faster(self):
        """Up and the letter of Higher are faster, down and the letter of Lower slower; the timbre that sounds is named."""
        for language, letters in (("en", "hl"), ("de", "ht")):
            program = self.program(language)
            page = self.open(program)
            tab_to(page, program.t("page.more.title"))
            page.keyboard.press("Enter")
            tab_to(page, program.t("page.start.beats"))
            page.keyboard.press("Enter")
            page.wait_for_selector(".answer")
            page.get_by_role("application", name=f"{program.t('page.start.beats')} {program.beating()}").wait_for()
            keys = {"ArrowUp": "higher", "ArrowDown": "lower", letters[0]: "higher", letters[1]: "lower"}
            for count, key in enumerate(keys, 1):
                page.keyboard.press(key)
                program.sound_second()
                page.wait_for_selector('.answer[aria-disabled="false"]')
                page.keyboard.press(key)
                page.wait_for_selector(".result", state="attached")
                self.assertEqual([each["answer"] for each in program.await_intent("answer", count)], list(keys.values())[:count])
                program.go_on()
                page.wait_for_selector('.answer[aria-disabled="true"]')
            self.assertEqual([page.locator(f".answer.{each}").inner_text() for each in ("higher", "lower")],
                             [program.t("page.training.faster"), program.t("page.training.slower")])
            page.keyboard.press("F1")
            page.wait_for_selector("#keys")
            shown = page.evaluate("[...document.querySelectorAll('#keys .key-list div')].map((each) => [...each.children].map((part) => part.textContent).join(': '))")
            self.assertEqual(shown[:2], program.t("page.info.keys-beats", higher=letters[0], lower=letters[1]).split("   "))
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            page.wait_for_selector(".start")

    def test_letters_can_be_off(self):
        program = self.program()
        page = self.open(program)
        program.start("comparison")
        program.put(letters=None)
        program.sound_target()
        page.wait_for_selector('.answer[aria-disabled="false"]')
        page.keyboard.press("h")
        page.keyboard.press("ArrowDown")
        self.assertEqual(program.await_intent("answer")[0]["answer"], "lower")

    def test_matching(self):
        program = self.program()
        page = self.open(program)
        tab_to(page, "Pitch Matching")
        page.keyboard.press("Space")
        page.wait_for_selector(".slider")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Space")
        program.sound_tunable()
        page.wait_for_selector('.slider[aria-disabled="false"]')
        for key in ("ArrowUp", "ArrowUp", "ArrowDown", "Shift+ArrowUp", "Shift+ArrowDown", "Enter", "Enter"):
            page.keyboard.press(key)
        program.await_intent("commit")
        self.assertEqual([each["cents"] for each in program.sent("step")], [1, 1, -1, 0.1, -0.1])
        page.wait_for_selector(".moderate", state="attached")
        self.assertEqual(len(program.sent("commit")), 1)
        program.go_on()
        program.sound_tunable()
        page.wait_for_selector('.slider[aria-disabled="false"]')
        tab_to(page, "Done")
        self.assertEqual(page.evaluate("getComputedStyle(document.activeElement).opacity"), "1")
        page.keyboard.press("Enter")
        self.assertEqual(len(program.await_intent("commit", 2)), 2)

    def test_the_status_is_shown_and_read_during_practice(self):
        for mode in ("comparison", "matching"):
            program = self.program()
            page = self.open(program)
            program.start(mode)
            page.wait_for_selector(".region")
            page.keyboard.press("w")
            program.await_intent("where")
            program.put(here="Comparison. Level: minus 20 decibels.")
            page.get_by_role("status").get_by_text("Comparison. Level: minus 20 decibels.").wait_for()
            program.put(here=None)
            page.get_by_text("Level: minus 20").wait_for(state="detached")
            page.context.close()

    def test_the_example_is_requested_by_a_button_and_read(self):
        """Each sentence is shown where it was requested and announced once; during practice the answer appears in its
        region. It never begins by itself."""
        program = self.program()
        page = self.open(program)
        page.wait_for_selector(".said li")
        self.assertEqual(program.sent("explain"), [])
        page.get_by_role("link", name=program.t("page.more.title"), exact=True).click()
        page.get_by_role("button", name=program.t("page.start.explain"), exact=True).click()
        program.await_intent("explain")
        for answer in ("higher", "lower"):
            told = program.t(f"explain.{answer}")
            program.put(example={"answer": answer, "text": told}, here=told)
            # Large, in the middle, with an arrow at its side, and not in the quiet lines.
            page.locator(".example", has_text=told).wait_for()
            await_true(page, "(told) => document.getElementById('said').textContent.trimEnd() === told", told)
            box, size, points_down = page.evaluate("""() => {
              const [card, words, path] = ['.example', '.example .offset', '.example path'].map((each) => document.querySelector(each));
              const { x, y, width, height } = card.getBoundingClientRect();
              return [[x + width / 2 - innerWidth / 2, y + height / 2 - innerHeight / 2],
                parseFloat(getComputedStyle(words).fontSize), path.hasAttribute('transform')];
            }""")
            self.assertLess(max(map(abs, box)), 1)
            self.assertGreaterEqual(size, 20)
            self.assertEqual(points_down, answer == "lower")
            self.assertEqual(page.locator(".said li", has_text=told).count(), 0)
        program.put(example={"answer": None, "text": program.t("explain.buttons")})
        page.locator(".example", has_text=program.t("explain.buttons")).wait_for()
        self.assertEqual(page.locator(".example .arrow").count(), 0)
        program.put(example=None)
        page.locator(".example").wait_for(state="hidden")
        page.keyboard.press("Escape")
        page.wait_for_selector(".start")
        page.keyboard.press("Escape")
        program.await_intent("stop")
        program.start("comparison")
        page.wait_for_selector(".region")
        page.keyboard.press("x")
        program.await_intent("explain", 2)
        program.put(here=program.t("explain.later"))
        page.get_by_role("status").get_by_text(program.t("explain.later")).wait_for()

    def test_keys_of_the_start_page(self):
        """Those that a terminal has; letters where they are on."""
        for key, intent in (("ArrowUp", {"intent": "start", "mode": "comparison"}), ("ArrowDown", {"intent": "start", "mode": "matching"}),
                            ("Shift+ArrowUp", {"intent": "start", "mode": "interval-comparison"}),
                            ("Shift+ArrowDown", {"intent": "start", "mode": "interval-matching"}), ("Space", {"intent": "again"}),
                            ("o", {"intent": "start", "mode": "listen"}), ("Shift+O", {"intent": "start", "mode": "interval-listen"}),
                            ("b", {"intent": "start", "mode": "timing"}), ("Shift+B", {"intent": "start", "mode": "timing-listen"}),
                            ("c", {"intent": "start", "mode": "chords"}),
                            ("s", {"intent": "start", "mode": "beats"}), ("k", {"intent": "start", "mode": "temperament"}),
                            ("w", {"intent": "where"}), ("F2", {"intent": "where"}),
                            ("x", {"intent": "explain"}), ("F4", {"intent": "explain"}), ("Escape", {"intent": "stop"}),
                            ("f", {"intent": "timer-quick-start", "kind": "for-time"}), ("a", {"intent": "timer-quick-start", "kind": "amrap"}),
                            ("e", {"intent": "timer-quick-start", "kind": "emom"})):
            program = self.program()
            page = self.open(program)
            page.keyboard.press(key)
            found = program.await_intent(intent["intent"])
            self.assertEqual([{name: each[name] for name in each if name != "page"} for each in found], [intent], key)
            if key in "fae":
                page.wait_for_selector("dialog[open]")
                page.keyboard.press("Escape")
                program.await_intent("timer-cancel")
                await_true(page, "!document.querySelector('dialog').open")
                program.put(letters=None, notices=["Letters are off."])
                page.get_by_text("Letters are off.").first.wait_for()
                page.keyboard.press(key)
                page.wait_for_timeout(100)
                self.assertEqual(len(program.sent("timer-quick-start")), 1)
            page.context.close()
        program = self.program()
        page = self.open(program)
        page.keyboard.press("p")
        page.wait_for_selector(".drawn")
        page.keyboard.press("Escape")
        page.wait_for_selector(".start")

    def test_keys_of_a_timer(self):
        program = self.program()
        page = self.open(program, "/timers", reduced_motion="reduce")
        for phase, key, intent in (("countdown", "Escape", "timer-pause"), ("paused", "Space", "timer-confirm"), ("running", "Space", "timer-round"),
                                   ("resting", "Space", "timer-skip-rest"), ("paused", "ArrowUp", "timer-confirm"), ("paused", "ArrowDown", "timer-end"),
                                   ("finished", "Space", "timer-cancel")):
            more = {"pausedIn": "running"} if phase == "paused" else {}
            program.show_timer(phase, free, **more)
            page.wait_for_selector(f".timer-page.{phase}")
            page.locator("h1").focus()
            program.intents.clear()
            page.keyboard.press(key)
            program.await_intent(intent)
            self.assertEqual([each["intent"] for each in program.intents], [intent])

    def test_a_question_mark_shows_the_keys_of_every_page(self):
        for language in ("en", "de"):
            program = self.program(language)
            page = self.open(program, reduced_motion="reduce")
            for path in ("/", *[f"/{sheet}" for sheet in sheets], "comparison"):
                if path == "comparison":
                    program.start("comparison")
                    page.goto(program.address)
                    page.wait_for_selector(".answers")
                else:
                    page.goto(program.address + path)
                    page.wait_for_selector("main > :not([hidden])")
                for key in ("?", "F1"):
                    page.keyboard.press(key)
                    page.wait_for_selector("#keys")
                    shown = page.evaluate("[...document.querySelectorAll('#keys .key-list div')].map((each) => [...each.children].map((part) => part.textContent).join(': '))")
                    self.assertLessEqual(set(program.t("page.info.keys-all").split("   ")), set(shown))
                    if path in ("/", "comparison"):
                        key_of = program.t("page.info.keys-start" if path == "/" else "page.info.keys-comparison", higher="h",
                                           lower="l" if language == "en" else "t")
                        self.assertEqual(shown[:len(key_of.split("   "))], key_of.split("   "), "one to a line")
                        self.shoot(page, f"keys-{language}-{path.strip('/')}")
                        self.check(page, f"keys {language} {path}")
                    page.keyboard.press("Escape")
                    self.assertEqual(page.locator("#keys").count(), 0)
                self.assertEqual(program.sent("navigate"), [], "Escape hides the keys, and no more")

    def test_every_page(self):
        program = self.program()
        page = self.open(program)
        for name in ("Settings", "Profile", "Controllers", "About"):
            tab_to(page, name)
            page.keyboard.press("Enter")
            page.wait_for_selector(".sheet main > *")
            self.assertEqual(page.evaluate("[document.activeElement.tagName, document.activeElement.textContent]"), ["H1", name])
            self.assertEqual(page.title(), f"{name} – Peach")
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("Enter")
            page.wait_for_selector(".start")
            self.assertEqual(page.evaluate("document.activeElement.dataset.to"), {"About": "info"}.get(name, name.lower()))

    def test_settings(self):
        program = self.program()
        page = self.open(program, "/settings")
        page.wait_for_selector(".setting")
        low = page.get_by_role("spinbutton", name="Lowest note")
        low.focus()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("PageUp")
        await_true(page, "document.activeElement.getAttribute('aria-valuetext') === 'B2'")
        page.keyboard.press("End")
        await_true(page, "document.activeElement.getAttribute('aria-valuenow') === '72'")
        page.get_by_role("spinbutton", name="Highest note").focus()
        page.keyboard.press("Home")
        program.await_settings(note_range_low="72", note_range_high="84")

    def test_a_number_being_saved_does_not_announce_the_previous_one(self):
        program = self.program()
        page = self.open(program, "/settings")
        asked, saved, change = threading.Event(), threading.Event(), program.change

        def change_late(*wanted):
            asked.set()
            saved.wait(5)
            return change(*wanted)

        program.change = change_late
        self.addCleanup(saved.set)
        page.wait_for_selector(".setting")
        pitch = page.get_by_role("spinbutton", name="Concert pitch")
        # Screen readers announce the text as soon as the number changes.
        pitch.focus()
        page.keyboard.press("ArrowUp")
        self.assertTrue(asked.wait(5))
        self.assertEqual((pitch.get_attribute("aria-valuenow"), pitch.input_value()), ("440", "440 Hz"))
        saved.set()
        await_true(page, "document.activeElement.getAttribute('aria-valuenow') === '441'")
        self.assertEqual(pitch.input_value(), "441 Hz")


class TreeJourneys(BrowserTest):
    """A player who has only assistive technology: roles, names, states, and pressing."""

    def said(self, page, region="said-at-once"):
        return page.evaluate(f"document.getElementById('{region}').textContent")

    def test_same_result_again(self):
        """A repeated announcement must be a different text: a screen reader does not announce an unchanged one."""
        program = self.program()
        page = self.open(program)
        press(page, "button", "Comparison")
        page.wait_for_selector(".answer")
        told = []
        for _ in range(3):
            program.sound_target()
            page.wait_for_selector('.answer[aria-disabled="false"]')
            press(page, "button", "Higher")
            page.wait_for_selector(".result", state="attached")
            told.append(self.said(page))
            program.go_on()
            page.wait_for_selector(".feedback", state="hidden")
        self.assertEqual([each.strip() for each in told], ["Correct"] * 3)
        self.assertTrue(all(one != next for one, next in zip(told, told[1:])), told)
        self.assertEqual(page.locator("#said-at-once").get_attribute("aria-atomic"), "true")

    def test_practice(self):
        program = self.program()
        page = self.open(program)
        press(page, "button", "Interval Comparison")
        find(page, "application", "Interval Comparison Target interval: Perfect fifth up")
        _, button = find(page, "button", "Higher")
        self.assertTrue(button["properties"]["disabled"])
        program.sound_target()
        page.wait_for_selector('.answer[aria-disabled="false"]')
        press(page, "button", "Higher")
        press(page, "button", "Higher")
        page.wait_for_selector(".result", state="attached")
        self.assertEqual(self.said(page), "Correct")
        program.put(nextInterval=program.third())
        await_true(page, "document.getElementById('said-at-once').textContent === 'Correct. Target interval: Major third down'")
        self.assertEqual(page.locator("#interval [aria-hidden]").text_content(), "Major third down")
        self.assertEqual(len(program.await_intent("answer")), 1)
        program.go_on()
        page.wait_for_selector(".feedback", state="hidden")
        # A late reader still finds it.
        self.assertEqual(self.said(page), "Correct. Target interval: Major third down")
        program.sound_target()
        page.wait_for_selector('.answer[aria-disabled="false"]')
        program.tell(False, next_interval=program.fifth())
        page.wait_for_selector(".result", state="attached")
        self.assertEqual(self.said(page), "Incorrect. Target interval: Perfect fifth up")
        press(page, "link", "Back to start")
        press(page, "button", "Pitch Matching")
        _, slider = find(page, "slider", "Pitch adjustment")
        self.assertTrue(slider["properties"]["disabled"])
        program.sound_tunable()
        page.wait_for_selector('.slider[aria-disabled="false"]')
        press(page, "button", "Done")
        page.wait_for_selector(".result", state="attached")
        self.assertEqual(self.said(page), "27 cents flat")
        press(page, "link", "Profile")
        find(page, "image", "Pitch profile with thresholds from C2 to C6. Average threshold: 12.3 cents.")

    def test_the_question_is_announced_before_it_sounds(self):
        """Start's buttons describe it while nothing sounds, and an interval is read with its description."""
        program = self.program()
        program.unanswered = ["interval-comparison"]
        program.stop()
        page = self.open(program)
        page.wait_for_selector(".said li")
        told = {node["name"]["value"]: node.get("description", {}).get("value", "") for node in
                page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"] if node["role"]["value"] == "button"}
        self.assertEqual(told["Interval Comparison"], program.t("ask.interval-comparison"))
        self.assertEqual(told["Comparison"], "")
        press(page, "button", "Interval Comparison")
        find(page, "application", "Interval Comparison Target interval: Perfect fifth up")
        self.assertEqual(page.locator(".interval [aria-hidden]").inner_text(), "Perfect fifth up")

    def test_an_unanswered_question_is_not_read_on_the_next_page(self):
        program = self.program()
        program.unanswered = ["comparison"]
        program.stop()
        page = self.open(program)
        program.start("comparison")
        program.put(phase="awaiting-answer", canAnswer=True)
        has_question = "(asked) => document.getElementById('said').textContent.includes(asked)"
        await_true(page, has_question, program.t("ask.comparison"))
        program.stop()
        page.wait_for_selector(".said li")
        self.assertFalse(page.evaluate(has_question, program.t("ask.comparison")))

    def test_pages(self):
        program = self.program()
        page = self.open(program)
        press(page, "link", "Settings")
        press(page, "switch", "Tick after an incorrect answer")
        press(page, "button", "Major third down")
        press(page, "button", "Note length: more")
        await_true(page, "document.querySelector('[aria-label=\"Major third down\"]').ariaPressed === 'true'")
        program.await_settings(tick="off", intervals="M3 down, P5 up", note_duration="1.1")
        press(page, "button", "Reset all settings")
        press(page, "button", "Undo the reset")
        find(page, "button", "Reset all settings")
        program.await_settings(tick="off", intervals="M3 down, P5 up", note_duration="1.1")
        press(page, "link", "Back to start")
        press(page, "link", "Controllers")
        find(page, "heading", "APC Key 25 mk2")
        press(page, "button", "Ready for an answer")
        program.send_message(id="20:0", time=1, text="Note 64 on, velocity 80, channel 1", role="higher")
        find(page, "StaticText", "Note 64 on, velocity 80, channel 1")
        program.await_value(lambda: program.lit, [("20:0", "can-answer")])
        press(page, "link", "Back to start")
        press(page, "link", "About")
        find(page, "StaticText", "Version 0.6.0")

    def test_notices_are_announced_at_the_hub_only(self):
        """Sound and controllers are announced when no exercise runs, once each, and never over a note."""
        program = self.program()
        page = self.open(program)
        page.wait_for_selector(".said li")
        self.assertEqual(self.said(page, "said"), "")
        program.put(notices=[program.t("sound.realtime-missing")])
        await_true(page, "document.getElementById('said').textContent.length > 0")
        self.assertEqual(self.said(page, "said"), program.t("sound.realtime-missing"))
        program.start("comparison")
        page.wait_for_selector(".answer")
        program.put(notices=[program.t("sound.realtime-missing"), "New."])
        program.sound_target()
        page.wait_for_selector('.answer[aria-disabled="false"]')
        self.assertNotIn("New.", self.said(page, "said"))
        program.put(**{**program.hub(), "notices": [program.t("sound.realtime-missing"), "New."]})
        await_true(page, "document.getElementById('said').textContent === 'New.'")


def tearDownModule():
    close_browser()


if __name__ == "__main__":
    unittest.main()
