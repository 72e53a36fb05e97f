"""Pages agree with practice and with each other: they follow it, reconnect to it, and cannot answer an old exercise."""

import threading
import time
import unittest

from double import catalogue
from support import *


# Presses keys at one moment, which takes longer on a busy machine, and returns the controls disabled then.
press_keys = """([keys, name]) => {
  for (const key of keys) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  return document.querySelector(name).getAttribute('aria-disabled');
}"""


class AgreementTests(BrowserTest):
    def test_pages_follow(self):
        """Practice that begins elsewhere is shown on Start; pages for reading or settings stay open."""
        program = self.program()
        start, settings = self.open(program), self.open(program, "/settings")
        program.start("interval-comparison")
        start.wait_for_selector(".answers")
        self.assertEqual(start.evaluate("location.pathname"), "/comparison")
        program.start("matching")
        start.wait_for_selector(".slider")
        self.assertEqual(start.evaluate("[location.pathname, document.querySelector('h1').textContent]"), ["/matching", "Pitch Matching"])
        program.stop()
        start.wait_for_selector(".start")
        await_true(start, "location.pathname === '/'")
        self.assertTrue(settings.locator(".setting").first.is_visible())
        self.assertEqual(program.intents, [])

    def test_leaving_is_not_undone_by_an_old_state(self):
        """Until the program has stopped, the state that was left does not bring the page back."""
        program = self.program()
        program.answers_intents = False
        program.lags = True
        page = self.open(program)
        program.start("comparison")
        page.wait_for_selector(".answers")
        page.get_by_role("link", name="Back to start").click()
        page.wait_for_selector(".start")
        program.sound_target()
        page.wait_for_timeout(150)
        self.assertTrue(page.locator(".start").is_visible())
        program.stop()
        program.start("matching")
        page.wait_for_selector(".slider")

    def test_history(self):
        """The browser's own back leads to Start from everywhere, and stops."""
        program = self.program()
        page = self.open(program)
        page.get_by_role("button", name="Comparison", exact=True).click()
        page.wait_for_selector(".answers")
        page.get_by_role("link", name="Profile").click()
        page.wait_for_selector(".drawn")
        page.go_back()
        page.wait_for_selector(".start")
        self.assertEqual([each["to"] for each in program.sent("navigate")], ["profile"])
        page.get_by_role("button", name="Comparison", exact=True).click()
        page.wait_for_selector(".answers")
        page.go_back()
        page.wait_for_selector(".start")
        self.assertEqual([each["to"] for each in program.await_intent("navigate", 2)], ["profile", "start"])
        # Forward would be a training page without training.
        page.go_forward()
        page.wait_for_selector(".start")
        await_true(page, "location.pathname === '/'")

    def test_training_pages_need_training(self):
        program = self.program()
        page = self.open(program, "/comparison")
        page.wait_for_selector(".start")
        self.assertEqual(page.evaluate("location.pathname"), "/")

    def test_a_stale_page_names_the_exercise_it_answers(self):
        """Every answer carries the exercise it was seen with; the same exercise is not answered twice."""
        program = self.program()
        program.answers_intents = False
        page = self.open(program)
        program.start("comparison")
        program.sound_target()
        page.wait_for_selector('.answer[aria-disabled="false"]')
        epoch = program.state["epoch"]
        self.assertEqual(page.evaluate(press_keys, [["h", "l"], ".answer"]), "true")
        self.assertEqual([(each["answer"], each["epoch"]) for each in program.await_intent("answer")], [("higher", epoch)])
        page.wait_for_timeout(60)
        self.assertEqual(len(program.sent("answer")), 1)
        self.assertEqual(len({each["page"] for each in program.intents}), 1)

    def test_an_answer_that_did_not_count_can_be_repeated(self):
        """An answer or commit that came before the note was heard is dropped by practice; the page is not stuck with it."""
        for mode, press, off in (("comparison", "h", ".answer"), ("matching", "Enter", ".slider")):
            with self.subTest(mode=mode):
                program = self.program()
                program.answers_intents = False
                page = self.open(program)
                program.start(mode)
                program.put(canAnswer=mode == "comparison", canTune=mode == "matching")
                page.wait_for_selector(f'{off}[aria-disabled="false"]')
                self.assertEqual(page.evaluate(press_keys, [[press], off]), "true")
                page.wait_for_selector(f'{off}[aria-disabled="false"]')
                page.keyboard.press(press)
                kind = "answer" if mode == "comparison" else "commit"
                self.assertEqual({each["epoch"] for each in program.await_intent(kind, 2)}, {program.state["epoch"]})

    def test_the_page_waits_for_the_state_with_an_answer_and_for_no_time(self):
        """An answer stays given until a state that includes it has come, however late, and not a moment longer; without a stream, 3 s."""
        program = self.program()
        program.answers_intents = False
        page = self.open(program)
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        program.start("comparison")
        program.sound_target()
        open_again = '.answer[aria-disabled="false"]'

        def answer(count):
            page.wait_for_selector(open_again)
            page.keyboard.press("h")
            page.wait_for_selector('.answer[aria-disabled="true"]')
            program.await_intent("answer", count)

        program.lags = True
        answer(1)
        page.clock.run_for(2900)
        program.put(line=program.t("phase.answer") + " ")  # a state without the answer
        await_true(page, "document.querySelector('.answer').getAttribute('aria-disabled') === 'true'")
        program.include(1)
        page.wait_for_selector(open_again)
        program.lags = False
        page.keyboard.press("h")
        program.await_intent("answer", 2)
        page.wait_for_selector(open_again)  # the page's clock stands still
        program.lags = True
        answer(3)
        page.clock.run_for(3000)
        page.wait_for_selector(open_again)

    def test_leaving_waits_for_the_state_that_shows_it(self):
        """A page that has left training follows practice again as soon as a state includes that, whatever it shows."""
        program = self.program()
        program.answers_intents = False
        page = self.open(program)
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        program.start("comparison")
        page.wait_for_selector(".answers")
        program.lags = True
        page.get_by_role("link", name="Back to start").click()
        page.wait_for_selector(".start")
        program.await_intent("navigate")
        page.clock.run_for(2900)
        self.assertTrue(page.locator(".start").is_visible())
        program.include(1)
        page.wait_for_selector(".answers")

    def test_a_refused_start_is_announced(self):
        program = self.program()
        page = self.open(program)
        program.refusal = program.t("sound.refused")
        page.get_by_role("button", name="Comparison", exact=True).click()
        page.get_by_text(program.t("sound.refused")).first.wait_for()
        page.complaints.clear()  # the browser's own word on the status

    def test_hidden(self):
        """A page that is put away says so, gives its connections back, and is up to date when it is looked at again."""
        program = self.program()
        page = self.open(program, "/controllers")
        page.wait_for_selector("h2")
        for hidden in (True, False):
            if not hidden:
                self.await_streams(program, 0)
            page.evaluate("""(hidden) => {
              Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
              document.dispatchEvent(new Event('visibilitychange'));
            }""", hidden)
        program.await_intent("shown")
        self.assertEqual([each["intent"] for each in program.intents], ["hidden", "shown"])
        self.await_streams(program, 2)
        page.get_by_role("link", name="Back to start").click()
        page.get_by_role("button", name="Comparison", exact=True).click()
        page.wait_for_selector(".answers")

    def await_streams(self, program, count):
        """The double notices that a page has gone when it writes to it."""
        end = time.monotonic() + 5
        while program.streams != count:
            self.assertLess(time.monotonic(), end, f"{program.streams} streams")
            program.put()
            program.send_message(id="0:0", time=1, text="", role=None)
            time.sleep(0.02)

    def test_the_program_disappears_and_returns(self):
        """Shown in one line, without a button; then the page continues automatically, in the program's language."""
        program = self.program()
        page = self.open(program)
        program.start("comparison")
        program.sound_target()
        page.wait_for_selector('.answer[aria-disabled="false"]')
        port = program.port
        self.close_program(program, page)
        page.wait_for_selector(".gone-line")
        self.assertEqual(page.locator(".answer").first.get_attribute("aria-disabled"), "true")
        back = self.program("de", port)
        page.wait_for_selector(".start", timeout=8000)
        page.get_by_role("button", name="Vergleichen", exact=True).click()
        self.assertEqual(back.await_intent("start")[0]["mode"], "comparison")
        self.assertEqual(page.locator(".gone-line").count(), 0)
        self.assertEqual(page.evaluate("document.documentElement.lang"), "de")

    def test_slides_are_few_and_the_last_one_counts(self):
        """However fast a pointer reports, positions are sent at most every 8 ms, and the newest is never lost."""
        program = self.program()
        page = self.open(program)
        program.start("matching")
        program.sound_tunable()
        page.wait_for_selector('.slider[aria-disabled="false"]')
        taken = page.evaluate("""async () => {
          const slider = document.querySelector('.slider'), box = slider.getBoundingClientRect();
          slider.setPointerCapture = () => {};
          const send = (type, y) => slider.dispatchEvent(new PointerEvent(type, {pointerId: 7, clientX: box.x + 9, clientY: y, bubbles: true}));
          const middle = box.y + box.height / 2, begin = performance.now();
          send('pointerdown', middle);
          for (let step = 1; step <= 400; step += 1) {
            send('pointermove', middle - step / 4);
            await new Promise((resolve) => { const channel = new MessageChannel(); channel.port1.onmessage = resolve; channel.port2.postMessage(0); });
          }
          send('pointerup', middle - 100);
          return performance.now() - begin;
        }""")
        program.await_intent("commit")
        slides = program.sent("slide")
        self.assertLessEqual(len(slides), taken / 8 + 3)
        self.assertEqual(program.intents[-2:], [slides[-1], program.sent("commit")[0]])
        reach = page.evaluate("(document.querySelector('.slider-track').clientHeight - document.querySelector('.slider-thumb').offsetHeight) / 2")
        self.assertAlmostEqual(slides[-1]["position"], 100 / reach, delta=0.001)

    def test_settings_are_bounded(self):
        """A refused value is not stored, and the reason is next to it."""
        program = self.program()
        page = self.open(program, "/settings")
        page.wait_for_selector(".setting")
        program.change = lambda key, value: (422, {"line": "Concert pitch goes from 380 to 500."})
        page.get_by_role("button", name="Concert pitch: more").click()
        page.get_by_text("Concert pitch goes from 380 to 500.").first.wait_for()
        self.assertEqual(page.get_by_role("spinbutton", name="Concert pitch").get_attribute("aria-valuenow"), "440")
        page.complaints.clear()  # the browser's own word on the status
        # The last interval cannot be taken away, nor the range made narrower than an octave.
        page.get_by_role("button", name="Perfect fifth up").click(force=True)
        self.assertEqual(page.get_by_role("button", name="Perfect fifth up").get_attribute("aria-pressed"), "true")

    def test_a_reset_counts_a_change_under_way(self):
        """A typed value is being sent when the button next to it is pressed: it is reset as well, and undoing restores
        it."""
        program = self.program()
        change, answers = program.change, threading.Event()

        def change_late(*what):
            outcome = change(*what)
            answers.wait(limit / 1000)
            return outcome

        program.change = change_late
        page = self.open(program, "/settings")
        asked = []
        page.on("request", lambda request: asked.append(request.method) if request.method != "GET" else None)
        page.get_by_role("spinbutton", name="Concert pitch").fill("450")
        page.get_by_role("button", name="Reset all settings").click()
        program.await_settings(concert_pitch="450")
        self.assertEqual(asked, ["PUT"])
        answers.set()
        undo = page.get_by_role("button", name="Undo the reset")
        undo.wait_for()
        self.assertEqual(program.setting("concert-pitch")["value"], "440")
        undo.click()
        page.get_by_role("button", name="Reset all settings").wait_for()
        self.assertEqual(program.setting("concert-pitch")["value"], "450")

    def test_a_change_during_a_reset_is_kept(self):
        """Nothing is left to undo then: the change would be undone with it."""
        program = self.program()
        page = self.open(program, "/settings")
        page.get_by_role("switch", name="Tick after an incorrect answer").click()
        page.evaluate("""() => {
          for (const name of ['.buttons.end button', '[aria-label="Concert pitch: more"]']) document.querySelector(name).click();
        }""")
        program.await_settings(tick="on", concert_pitch="441")
        await_true(page, "document.querySelector('[aria-labelledby=label-concert-pitch]').getAttribute('aria-valuenow') === '441'")
        self.assertTrue(page.get_by_role("button", name="Reset all settings").is_visible())

    def test_another_language(self):
        """If the program changes its language, so does the page."""
        program = self.program()
        program.settings["groups"][0]["settings"].append({
            **program.setting("strategy"), "key": "language", "label": "Language", "value": "en",
            "choices": [{"value": "en", "label": "English"}, {"value": "de", "label": "Deutsch"}]})
        change = program.change

        def speak(key, value):
            program.language = value
            program.texts = catalogue(value)
            return change(key, value)

        program.change = speak
        page = self.open(program, "/settings")
        page.get_by_role("combobox", name="Language").select_option("de")
        page.get_by_role("heading", name="Einstellungen").wait_for()
        self.assertEqual(page.evaluate("document.documentElement.lang"), "de")

    def test_names_are_not_markup(self):
        """A device's own name is shown unchanged."""
        program = self.program()
        program.put(controllers=[{"name": "<img src=x onerror=alert(1)>", "mapping": "</li><b>", "asleep": True, "lines": ["&amp;"]}])
        page = self.open(program)
        page.get_by_text("<img src=x onerror=alert(1)>").first.wait_for()
        self.assertEqual(page.locator(".said b, .said img").count(), 0)


def tearDownModule():
    close_browser()


if __name__ == "__main__":
    unittest.main()
