"""A new player on the pages of the program itself, in the program's order of states: by eye, by key and by ear."""

import json
import re
import time
import unittest

import hands
from double import imports
from real import ModuleServer, Peach, SoundServer
from support import *
from test_pictures import a_year

server = ModuleServer()
setUpModule, tearDownModule = server.start, server.close

# Everything that the live regions have held, in order, with the state of the page at that time.
listener = """() => {
  window.heard = [];
  for (const id of ['said', 'said-at-once']) {
    const region = document.getElementById(id);
    new MutationObserver(() => region.textContent && window.heard.push(region.textContent.trim()))
      .observe(region, {subtree: true, childList: true, characterData: true});
  }
}"""
names = {"m2": "minor-second", "M3": "major-third", "P4": "perfect-fourth", "P5": "perfect-fifth"}


class Visit(BrowserTest):
    def enter(self, language="en", path="/", on=server, viewport=None, settings=None, folder=None, **options):
        peach = Peach(on, language, settings=settings, folder=folder)
        self.addCleanup(peach.close)
        page = self.open(peach, path, viewport, reduced_motion="reduce", **options)
        page.evaluate(listener)
        return peach, page

    def heard(self, page):
        return page.evaluate("window.heard")

    def focus(self, page):
        return page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")

    def open_quick_start(self, peach, page, kind="amrap"):
        hands.tab_to(page, peach.t("page.timers.quick-start-kind", timer=peach.t(f"timer.name.{kind}")))
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")

    def pause_a_timer(self, peach, page):
        """Begins one by Quick Start, and leaves it."""
        self.open_quick_start(peach, page)
        page.keyboard.press("Enter")
        page.wait_for_selector(".answers")
        peach.await_events("answerEnabled")
        page.keyboard.press("Escape")
        page.wait_for_selector(".timer-page.paused")


class Practising(Visit):
    def test_every_changed_interval_is_announced_and_shown_before_it_sounds(self):
        """And a result stays where it can be read until there is another one."""
        for language in ("en", "de"):
            peach, page = self.enter(language, settings={"intervals": "m2 up, M3 down, P4 up, P5 down"})
            page.get_by_role("button", name=peach.t("page.start.interval-comparison"), exact=True).click()
            page.wait_for_selector(".answers")
            page.evaluate("""() => {
              window.asked = [];
              new MutationObserver(() => document.querySelector('.result') && window.asked.push(document.querySelector('#interval > [aria-hidden]').textContent))
                .observe(document.body, {subtree: true, childList: true, characterData: true});
            }""")
            name = lambda each: peach.t(f"interval.{each.split()[1]}", interval=peach.t(f"interval.{names[each.split()[0]]}"))
            asked, unsaid, unseen, silent = [], [], [], []
            for count in range(1, 13):
                page.wait_for_selector('.answer[aria-disabled="false"]')
                asked.append(peach.listen()["interval"])
                if count > 1:
                    heard = self.heard(page)
                    if asked[-1] != asked[-2]:
                        if not any(name(asked[-1]) in line for line in heard[-2:]):
                            unsaid.append((asked[-1], heard))
                        if name(asked[-1]) not in page.evaluate("window.asked"):
                            unseen.append(asked[-1])
                    # The second note sounds by now, and feedback is long over.
                    if not page.locator("#said-at-once").text_content():
                        silent.append(count)
                page.evaluate("() => { window.heard.length = window.asked.length = 0; }")
                page.keyboard.press("ArrowUp")
                peach.await_events("recordSaved", count)
            changed = sum(one != other for one, other in zip(asked, asked[1:]))
            self.assertGreater(changed, 3, asked)
            self.assertEqual((len(unsaid), len(unseen), len(silent)), (0, 0, 0), f"of {changed}, not said: {unsaid}; not shown: {unseen}; cleared: {silent}")
            page.context.close()
            self.pages.remove(page)
            peach.end()

    def test_a_drag_continues_from_the_position_of_the_keys(self):
        """The note goes as far as the thumb, at every range, and starts where keys have brought it."""
        for range_ in (100, 40):
            peach, page = self.enter(settings={"matching-range": range_})
            page.get_by_role("button", name="Pitch Matching", exact=True).click()
            hand = hands.Pointer(page, peach)
            hand.await_tuning()
            begin = peach.listen()["tunable"]["cents"]
            for _ in range(20):
                page.keyboard.press("ArrowUp")
            hand.await_steps(20)
            reach = page.evaluate("(document.querySelector('.slider-track').clientHeight - document.querySelector('.slider-thumb').offsetHeight) / 2")
            track = page.locator(".slider-track").bounding_box()
            box = hand.hold(".slider-thumb")
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.assertAlmostEqual(track["y"] + track["height"] / 2 - y, 20 / range_ * reach, delta=1.5)
            page.mouse.move(x, y - 2)
            peach.wait_latency(time.monotonic_ns())
            page.mouse.up()
            moved = peach.await_events("committed")[0]["cents"] - begin
            self.assertAlmostEqual(moved, 20 + 2 / reach * range_, delta=0.1)
            page.context.close()
            self.pages.remove(page)
            peach.end()

    def test_the_hint_on_tuning_is_shown_until_the_first_match(self):
        for language in ("en", "de"):
            peach, page = self.enter(language)
            hint = page.locator("#hint")
            start = page.get_by_role("button", name=peach.t("page.start.matching"), exact=True)
            start.click()
            page.wait_for_selector('.slider[aria-disabled="false"]')
            self.assertEqual(hint.inner_text(), peach.t("page.training.keys"))
            self.assertEqual(page.locator(".region").get_attribute("aria-describedby"), "hint")
            self.shoot(page, f"hint-{language}")
            place = page.locator(".slider").bounding_box()
            peach.listen()
            page.keyboard.press("Enter")
            page.wait_for_selector(".result")
            self.assertFalse(hint.is_visible())
            # Nothing moves into its place.
            self.assertEqual(page.locator(".slider").bounding_box(), place)
            page.wait_for_selector('.slider[aria-disabled="false"]')
            self.assertFalse(hint.is_visible())
            page.keyboard.press("Escape")
            start.click()
            page.wait_for_selector('.slider[aria-disabled="false"]')
            self.assertFalse(hint.is_visible())
            self.assertGreater(page.locator(".slider").bounding_box()["height"], place["height"])
            # A finger has no keys.
            peach, page = self.enter(language, has_touch=True, is_mobile=True)
            page.get_by_role("button", name=peach.t("page.start.matching"), exact=True).tap()
            page.wait_for_selector(".slider")
            self.assertEqual(page.locator("#hint").inner_text(), peach.t("page.training.touch"))

    def test_the_hint_on_tuning_intervals_is_shown_after_matching_unison(self):
        peach, page = self.enter()
        for mode in ("matching", "interval-matching"):
            page.get_by_role("button", name=peach.t(f"page.start.{mode}"), exact=True).click()
            page.wait_for_selector('.slider[aria-disabled="false"]')
            self.assertEqual(page.locator("#hint").inner_text(), peach.t("page.training.keys"), mode)
            peach.listen()
            page.keyboard.press("Enter")
            page.wait_for_selector(".result")
            self.assertFalse(page.locator("#hint").is_visible(), mode)
            page.keyboard.press("Escape")
            page.wait_for_selector(".start")

    def test_a_matching_result_is_a_signed_number_that_fades_before_the_next_reference(self):
        for language in ("en", "de"):
            peach, page = self.enter(language)
            page.emulate_media(reduced_motion="no-preference")
            page.get_by_role("button", name=peach.t("page.start.matching"), exact=True).click()
            page.wait_for_selector('.slider[aria-disabled="false"]')
            peach.listen()
            # How well it can be seen, picture by picture, while it is there.
            page.evaluate("""() => {
              window.seen = [];
              const look = () => {
                const result = document.querySelector('.result');
                if (result) window.seen.push([Number(getComputedStyle(result).opacity), result.textContent]);
                requestAnimationFrame(look);
              };
              look();
            }""")
            page.keyboard.press("Enter")
            peach.await_events("feedbackEnded")
            await_true(page, "!document.querySelector('.result')")
            cents = peach.events("feedbackStarted")[0]["cents"]
            form = "one" if abs(cents) == 1 else "other"
            sign = "+" if cents > 0 else "\N{MINUS SIGN}" if cents else ""
            seen = page.evaluate("window.seen")
            self.assertEqual({text for _, text in seen}, {peach.t(f"result.cents.{form}", offset=f"{sign}{abs(cents)}")})
            opacities = [opacity for opacity, _ in seen]
            self.assertEqual(opacities, sorted(opacities, reverse=True))
            self.assertEqual(opacities[0], 1)
            page.context.close()
            self.pages.remove(page)
            peach.end()

    def test_a_reloaded_page_continues_practice(self):
        for mode, there in (("comparison", ".answers"), ("matching", ".tuning")):
            peach, page = self.enter()
            page.get_by_role("button", name=peach.t(f"page.start.{mode}"), exact=True).click()
            page.wait_for_selector(there)
            for _ in range(2):
                page.reload()
                page.wait_for_selector(there)
            page.wait_for_timeout(3000)  # longer than a page that is gone is waited for
            self.assertEqual(peach.events("sessionStopped"), [])
            self.assertTrue(page.locator(there).is_visible())
            # Closed, it is gone as ever.
            page.context.close()
            self.pages.remove(page)
            self.assertEqual(peach.await_events("sessionStopped")[0]["reason"], "asked")
            peach.end()

    def test_a_reloaded_page_continues_a_timer(self):
        peach, page = self.enter(path="/timers")
        self.open_quick_start(peach, page)
        page.keyboard.press("Enter")
        page.wait_for_selector(".answers")
        page.reload()
        page.wait_for_selector(".answers")
        page.wait_for_timeout(3000)
        self.assertEqual([each["phase"] for each in peach.events("timerPhase")], ["confirming", "running"])
        self.assertTrue(page.locator(".timer-line").is_visible())


class Timers(Visit):
    def test_cancel_of_quick_start_restores_the_focus_and_is_announced(self):
        for language in ("en", "de"):
            peach, page = self.enter(language, "/timers")
            self.open_quick_start(peach, page)
            name = peach.t("page.timers.quick-start-kind", timer="AMRAP")
            for leave in (lambda: page.keyboard.press("Escape"), lambda: page.locator(".confirm-acts .cancel").press("Enter")):
                leave()
                peach.await_events("timerPhase")
                await_true(page, "!document.querySelector('dialog').open")
                await_true(page, "(words) => window.heard.includes(words)", peach.t("page.timers.cancelled", start=peach.t("page.timers.quick-start")))
                self.assertEqual(self.focus(page), name)
                page.keyboard.press("Enter")
                page.wait_for_selector("dialog[open]")

    def test_the_beginning_is_announced(self):
        for language in ("en", "de"):
            peach, page = self.enter(language, "/timers")
            self.open_quick_start(peach, page)
            page.keyboard.press("Enter")
            page.wait_for_selector(".answers")
            self.assertIn(peach.t("page.timers.starting"), self.heard(page))

    def test_a_countdown_and_the_end_are_announced(self):
        for language in ("en", "de"):
            peach, page = self.enter(language, "/timers/for-time")
            number = lambda label: page.get_by_role("spinbutton", name=peach.t(f"timer.label.{label}"))
            number("rounds").press("Home")
            page.get_by_role("combobox", name=peach.t("timer.label.countdown")).select_option(label=peach.t("page.settings.custom"))
            number("countdown").press("Home")
            page.locator(".form-acts .start-practice").click()
            page.wait_for_selector(".answers")
            left = peach.t("timer.spoken.left", time=peach.t("timer.seconds.other", count=3))
            self.assertIn(peach.t("page.timers.counting", time=left), self.heard(page))
            peach.listen()
            page.evaluate("() => { window.heard.length = 0; }")
            page.keyboard.press("ArrowUp")
            page.wait_for_selector(".timer-page.finished")
            done = page.locator(".timer-view .quiet").inner_text()
            await_true(page, "(words) => document.getElementById('said').textContent.startsWith(words)", done)

    def test_configure_and_start_needs_no_confirmation(self):
        peach, page = self.enter(path="/timers/amrap")
        page.wait_for_selector(".form-acts")
        page.evaluate("""() => {
          window.asked = 0;
          new MutationObserver(() => { if (document.querySelector('dialog').open) window.asked += 1; })
            .observe(document.querySelector('dialog'), {attributes: true});
        }""")
        page.get_by_role("button", name="Duration: more").click()
        page.locator(".form-acts .start-practice").click()
        page.wait_for_selector(".answers")
        self.assertEqual(page.evaluate("window.asked"), 0)
        self.assertEqual(json.loads(peach.run("history", "--json"))[0]["configuration"]["durationSeconds"], 630)

    def test_a_refused_setting_of_a_timer_has_the_focus_and_the_reason(self):
        for language in ("en", "de"):
            peach, page = self.enter(language, "/timers/emom")
            number = lambda label: page.get_by_role("spinbutton", name=peach.t(f"timer.label.{label}"), exact=True)
            for label in ("slots", "slot-length"):
                number(label).press("End")
            page.locator(".form-acts .start-practice").click()
            page.wait_for_selector(".refusal:not(:empty)")
            why = page.locator(".refusal").inner_text()
            self.assertIn(why, self.heard(page))
            self.focuses(page, number("slots"), why)
            self.shoot(page, f"refused-timer-{language}")
            page.complaints.clear()  # the browser's own word on the status

    def focuses(self, page, field, why):
        """That field has the focus, and is described by the reason."""
        self.assertTrue(field.evaluate("(each) => each === document.activeElement"), page.evaluate("document.activeElement.outerHTML"))
        told = field.evaluate("(each) => each.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join(' ')")
        self.assertIn(why, told)

    def test_a_refused_typed_value_has_the_focus_and_the_reason(self):
        for language in ("en", "de"):
            peach, page = self.enter(language, "/settings")
            tuning = page.get_by_role("combobox", name=peach.t("page.setting.tuning"), exact=True)
            tuning.select_option(label=peach.t("page.settings.custom"))
            page.keyboard.type("nothing.scl")
            page.keyboard.press("Enter")
            page.wait_for_selector(".refusal:not(:empty)")
            why = page.locator(".refusal:not(:empty)").inner_text()
            self.assertIn(why, self.heard(page))
            self.focuses(page, tuning, why)
            page.complaints.clear()  # the browser's own word on the status

    def test_a_tuning_with_a_keyboard_map_is_remarked_on_below_it_and_below_the_concert_pitch(self):
        """And an accepted typed value keeps the focus."""
        for language in ("en", "de"):
            peach, page = self.enter(language, "/settings")
            label = lambda key: peach.t(f"page.setting.{key}")
            keys = ("tuning", "temperament")
            remarks = [peach.t("setting.concert-pitch-unused", key=label("concert-pitch"), setting=label(key), tuning="vallotti.scl")
                       for key in keys]
            field = lambda key: page.get_by_role("combobox", name=label(key), exact=True)
            shown = "([key, line]) => document.querySelector(`#about-${key} .remark`).textContent === line"
            for count, key in enumerate(keys, 1):
                field(key).select_option(label=peach.t("page.settings.custom"))
                page.keyboard.type("vallotti.scl")
                page.keyboard.press("Enter")
                await_true(page, shown, [key, remarks[count - 1]])
                await_true(page, shown, ["concert-pitch", " ".join(remarks[:count])])
                self.assertEqual(page.evaluate("document.activeElement.getAttribute('aria-labelledby')"), f"label-{key}")
            self.assertEqual(self.heard(page), remarks)
            field("tuning").select_option(label=peach.t("page.setting.tuning.just"))
            await_true(page, shown, ["tuning", ""])
            await_true(page, shown, ["concert-pitch", remarks[1]])

    def test_a_refused_start_shows_the_reason(self):
        for way in ("quick start", "configured"):
            own = SoundServer()
            peach, page = self.enter(path="/timers" if way == "quick start" else "/timers/emom", on=own)
            own.close()
            peach.await_events("soundLost")
            if way == "quick start":
                self.open_quick_start(peach, page)
                page.keyboard.press("Enter")
            else:
                page.locator(".form-acts .start-practice").click()
            await_true(page, "(words) => document.querySelector('dialog[open] .refusal')?.textContent === words", peach.t("sound.refused"))
            described = page.evaluate("document.querySelector('dialog').getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id)?.textContent)")
            self.assertEqual(described[0], peach.t("sound.refused"))

    def test_a_paused_timer_prevents_others_and_the_page_says_so(self):
        for language in ("en", "de"):
            peach, page = self.enter(language, "/timers")
            self.pause_a_timer(peach, page)
            page.locator(".back").click()
            page.wait_for_selector(".timer-card")
            why = f"AMRAP: {peach.t('timer.line.paused')}"
            await_true(page, "(words) => document.getElementById('why')?.textContent === words", why)
            for button in page.locator(".quick").all():
                self.assertEqual(button.get_attribute("aria-disabled"), "true")
                self.assertIn("why", button.get_attribute("aria-describedby").split())
            before = len(peach.events())
            page.locator(".timer-card.emom .quick").click(force=True)  # off, as it says
            await_true(page, "(words) => window.heard.includes(words)", why)
            page.locator(".timer-card.emom .configure").click(force=True)  # off as well
            self.assertTrue(page.url.endswith("/timers"))
            page.goto(page.url + "/emom")
            page.wait_for_selector(".form-acts")
            await_true(page, "(words) => document.getElementById('why')?.textContent === words", why)
            start = page.locator(".form-acts .start-practice")
            self.assertEqual((start.get_attribute("aria-disabled"), start.get_attribute("aria-describedby")), ("true", "why"))
            start.click(force=True)
            self.assertEqual([each for each in peach.events()[before:] if each["event"] != "xruns"], [])
            # After its end it covers nothing.
            page.locator(".back").click()
            page.locator("a.summary").click()
            page.get_by_role("button", name=peach.t("page.timer.end"), exact=True).click()
            page.get_by_role("button", name=peach.t("page.timer.done"), exact=True).click()
            page.wait_for_selector(".timer-card")
            self.assertEqual(page.locator("#why").text_content(), "")
            self.open_quick_start(peach, page, "emom")

    def test_a_paused_timer_disables_the_modes_and_start_gives_the_reason_and_leads_to_it(self):
        for language in ("en", "de"):
            peach, page = self.enter(language, "/timers")
            self.pause_a_timer(peach, page)
            page.locator(".back").click()
            page.wait_for_selector(".timer-card")
            page.locator(".back").click()
            page.wait_for_selector(".start")
            why = f"AMRAP: {peach.t('timer.line.paused')}"
            before = len(peach.events())
            for button in page.locator(".mode").all():
                self.assertEqual((button.get_attribute("aria-disabled"), button.get_attribute("aria-describedby").split()[-1]), ("true", "why"))
                page.evaluate("() => { window.heard.length = 0; }")
                button.click(force=True)  # off, as it says
                await_true(page, "(words) => window.heard.includes(words)", why)
            self.assertEqual(page.locator("#why").inner_text(), why)
            # It is next to the buttons, visible together with them.
            page.set_viewport_size({"width": 320, "height": 568})
            place, first = page.locator("#why").bounding_box(), page.locator(".mode").first.bounding_box()
            self.assertLess(place["y"] + place["height"], first["y"] + 1)
            self.assertLess(first["y"] - place["y"] - place["height"], 24)
            self.assertEqual([each for each in peach.events()[before:] if each["event"] != "xruns"], [])
            self.check(page, f"paused {language}")
            self.shoot(page, f"paused-start-{language}")
            page.locator("#why").click()
            page.get_by_role("button", name=peach.t("page.timer.resume"), exact=True).click()
            page.wait_for_selector(".answers")

    def test_a_practice_ended_at_once_is_not_the_most_recent(self):
        peach, page = self.enter(path="/timers")
        self.pause_a_timer(peach, page)
        page.get_by_role("button", name="End", exact=True).click()
        page.get_by_role("button", name="Close", exact=True).click()
        page.wait_for_selector(".timer-card")
        with page.expect_response("**/history/list*"):
            page.reload()
        page.wait_for_selector(".timer-card")
        page.wait_for_timeout(200)
        self.assertEqual(page.locator(".recent").all_inner_texts(), [])


class Setting(Visit):
    def saved(self, peach):
        return dict(line.split(": ", 1) for line in peach.settings_file.read_text("utf-8").splitlines())

    def await_saved(self, peach, key, value):
        end = time.monotonic() + limit / 1000
        while (saved := self.saved(peach).get(key)) != value:
            self.assertLess(time.monotonic(), end, f"{key}: {saved}, not {value}")
            time.sleep(0.01)

    def field(self, peach, page, key):
        return page.get_by_role("spinbutton", name=peach.t(f"page.setting.{key}"))

    def test_numbers_and_notes_are_typed_as_they_are_shown(self):
        """Typed over the current value, which one press selects; with or without the unit, and in the language of the
        page."""
        for language, lines in (("en", [("concert-pitch", "442", "442", "442 Hz"), ("note-gap", "1.5 s", "1.5", "1.5 s"),
                                        ("note-range-low", "G3", "55", "G3"), ("level", "-30", "-30", "\u221230 dBFS")]),
                                ("de", [("concert-pitch", "442,5 Hz", "442.5", "442,5 Hz"), ("note-gap", "1,5", "1.5", "1,5 s"),
                                        ("note-range-low", "H2", "47", "H2"), ("note-range-high", "cis6", "85", "Cis6"),
                                        ("matching-range", "80 Cent", "80", "80 Cent")])):
            peach, page = self.enter(language, "/settings")
            page.wait_for_selector(".setting")
            for key, typed, saved, shown in lines:
                field = self.field(peach, page, key)
                field.click()
                page.keyboard.type(typed)
                page.keyboard.press("Enter")
                await_true(page, "([key, shown]) => document.querySelector(`[aria-labelledby=label-${key}]`).value === shown", [key, shown])
                self.await_saved(peach, key, saved)

    def test_an_impossible_number_is_refused_with_its_range_and_keeps_the_focus(self):
        peach, page = self.enter("en", "/settings")
        page.wait_for_selector(".setting")
        field = self.field(peach, page, "concert-pitch")
        for typed, reason in (("600", "380"), ("abc", "number")):
            field.click()
            field.fill(typed)
            page.keyboard.press("Enter")
            page.locator("#about-concert-pitch .refusal", has_text=reason).wait_for()
            self.assertEqual(field.input_value(), "440 Hz")
            self.assertEqual(page.evaluate("document.activeElement.getAttribute('aria-labelledby')"), "label-concert-pitch")
        self.assertNotIn("concert-pitch", self.saved(peach))
        page.complaints.clear()  # the browser's own word on the status

    def test_escape_undoes_typing_before_it_leaves(self):
        peach, page = self.enter("en", "/settings")
        page.wait_for_selector(".setting")
        field = self.field(peach, page, "concert-pitch")
        field.click()
        page.keyboard.type("45")
        page.keyboard.press("Escape")
        self.assertEqual(field.input_value(), "440 Hz")
        page.keyboard.press("Escape")
        page.wait_for_selector(".start")
        self.assertNotIn("concert-pitch", self.saved(peach))

    def test_a_typed_value_is_saved_before_the_button_next_to_it_steps(self):
        peach, page = self.enter("en", "/settings")
        page.wait_for_selector(".setting")
        self.field(peach, page, "concert-pitch").click()
        page.keyboard.type("450")
        page.get_by_role("button", name="Concert pitch: more").click()
        self.await_saved(peach, "concert-pitch", "451")
        self.field(peach, page, "concert-pitch").click()
        page.keyboard.type("430")
        page.keyboard.press("ArrowUp")
        self.await_saved(peach, "concert-pitch", "431")

    def test_a_timers_numbers_are_typed(self):
        """Minutes and seconds as on the clock, or seconds, as on the command line. What cannot be is said, and changes nothing."""
        for language in ("en", "de"):
            peach, page = self.enter(language, "/timers/amrap")
            page.wait_for_selector(".setting")
            for label, typed, shown in (("duration", "12:30", "12:30"), ("duration", "600", "10:00"), ("duration", "90", "1:30"),
                                        ("duration", "5", None), ("duration", "soon", None), ("duration", "99:00", None),
                                        ("sets", "500", None), ("sets", "2:00", None), ("sets", "3", "3")):
                name = peach.t(f"timer.label.{label}")
                field = page.get_by_role("spinbutton", name=name, exact=True)
                before = field.input_value()
                field.click()
                page.keyboard.type(typed)
                page.keyboard.press("Tab")
                self.assertEqual(field.input_value(), shown or before, f"{label} {typed}")
                # Next to the field, and announced.
                told = field.evaluate("(each) => document.getElementById(each.getAttribute('aria-describedby')).querySelector('.refusal')?.textContent ?? ''")
                if shown:
                    self.assertEqual(told, "", f"{label} {typed}")
                else:
                    self.assertIn(typed, told)
                    self.assertTrue(told.startswith(f"{name}: "), told)
                    low, high = (peach.t("timer.seconds.other", count=30), peach.t("timer.hours.one", count=1)) if label == "duration" else (1, 10)
                    self.assertIn(peach.t("page.timers.range", low=low, high=high), told)
                    self.assertIn(told, self.heard(page))
        peach, page = self.enter("en", "/timers/amrap")
        page.wait_for_selector(".setting")
        page.get_by_role("spinbutton", name="Duration").click()
        page.keyboard.type("12:30")
        # Without leaving the field first.
        page.get_by_role("button", name=peach.t("page.timers.start")).click()
        page.wait_for_selector(".answers")
        self.assertEqual(peach.await_events("timerStarted")[0]["configuration"]["durationSeconds"], 750)

    def test_connected_outputs_can_be_chosen(self):
        for language in ("en", "de"):
            peach, page = self.enter(language, "/settings")
            page.wait_for_selector(".setting")
            output = page.get_by_role("combobox", name=peach.t("page.setting.output"))
            there = [line.strip().split(":")[0] for line in peach.run("devices").splitlines() if line.startswith("  ")]
            self.assertEqual(there[:1], ["system"], there)
            output.select_option("system")
            self.await_saved(peach, "output", "system")
            self.assertFalse(page.locator(".other input").filter(visible=True).count())
            page.reload()
            page.wait_for_selector(".setting")
            self.assertEqual(output.input_value(), "system")


class Reading(Visit):
    def test_info_names_author_and_copyright(self):
        licence = (project / "LICENSE").read_text("utf-8")
        owner = re.search(r"Copyright \(c\) (\d+) the (.*)", licence)
        for language in ("en", "de"):
            _, page = self.enter(language, "/info")
            page.wait_for_selector(".wordmark")
            text = page.locator("main").inner_text()
            self.assertIn(f"© {owner[1]}", text)
            self.assertRegex(text, "Peach (for|für) Linux")
            self.assertIn("MIT", text)

    def test_the_profiles_picture_is_named_by_lowest_highest_and_average(self):
        for language, average in (("en", r"Average threshold: [\d.]+ cents"), ("de", r"Mittlere Schwelle: [\d,]+ Cent")):
            first = Peach(server, language, settings={"speech": "off"})
            self.addCleanup(first.close)
            first.end()
            records = first.folder / "year.csv"
            records.write_text(a_year(), "utf-8")
            first.run("import", str(records))
            peach, page = self.enter(language, "/profile", folder=first.folder)
            page.wait_for_selector(".picture-curve")
            name = page.locator(".picture-curve").get_attribute("alt")
            self.assertRegex(name, average)
            self.assertRegex(name, r"C2 .* C6")
            # And its variation, in the same unit as everything else.
            rows = page.evaluate("[...document.querySelectorAll('dl .row')].map((each) => each.textContent)")
            varies = next(each for each in rows if each.startswith(peach.t("picture.variation")))
            self.assertRegex(varies, r"cents" if language == "en" else "Cent")

    def test_matching_without_results_has_its_own_place(self):
        """Players who have only compared are invited to match; players who have matched are not."""
        peach, page = self.enter(settings={"note-duration": 0.3})
        page.get_by_role("button", name="Comparison", exact=True).click()
        for count in (1, 2):
            page.wait_for_selector('.answer[aria-disabled="false"]')
            peach.listen()
            page.keyboard.press("ArrowUp")
            peach.await_events("answered", count)
        page.get_by_role("link", name="Profile").click()
        page.get_by_text(peach.t("picture.invitation.matching")).wait_for()
        picture = page.locator(".picture-matching")
        self.assertEqual(picture.get_attribute("alt"), peach.t("picture.invitation.matching"))
        await_true(page, "document.querySelector('.picture-matching').naturalWidth > 0")

        peach, page = self.enter()
        page.get_by_role("button", name="Pitch Matching", exact=True).click()
        for count in range(1, 4):
            page.wait_for_selector('.slider[aria-disabled="false"]')
            peach.listen()
            page.keyboard.press("Enter")
            peach.await_events("committed", count)
        peach.await_events("recordSaved", 3)
        page.get_by_role("link", name="Profile").click()
        page.get_by_text("3 matches").first.wait_for()
        self.assertNotIn(peach.t("picture.invitation"), page.locator("main").inner_text())

    def test_info_names_every_key_that_repeats_the_reference(self):
        for language in ("en", "de"):
            for letters, keys in (("on", ["r", "F3"]), ("off", ["F3"])):
                for hears_again in ("on", "off"):
                    _, page = self.enter(language, "/info", settings={"letters": letters, "hear-again": hears_again})
                    page.wait_for_selector(".wordmark")
                    shown = page.locator(".key-list dt").filter(has_text="F3").all_inner_texts()
                    self.assertEqual([key for each in shown for key in each.split()], keys if hears_again == "on" else [])
                    page.context.close()
                    self.pages.remove(page)

    def test_info_names_the_key_for_sure_if_answers_are_rated(self):
        for language, sure in (("en", "sure"), ("de", "sicher")):
            for sureness in ("on", "off"):
                _, page = self.enter(language, "/info", settings={"sureness": sureness})
                page.wait_for_selector(".wordmark")
                shown = page.locator(".key-list dd").filter(has_text=sure).count()
                # Comparison, early or late, which beats faster.
                self.assertEqual(shown, 3 if sureness == "on" else 0, (language, sureness))
                page.context.close()
                self.pages.remove(page)

    def test_a_card_of_settings_is_not_cut_off_on_a_small_phone(self):
        """A card hides overflow, so that the width of the page does not reveal it."""
        cut = """[...document.querySelectorAll('.card')].flatMap((card) => {
          const edge = card.getBoundingClientRect();
          return [...card.querySelectorAll('*')].filter((each) => {
            const box = each.getBoundingClientRect();
            // Text fields do not wrap.
            if (each.matches('input.value') && each.scrollWidth > each.clientWidth) return true;
            return box.width > 1 && (box.right > edge.right + 0.5 || box.left < edge.left - 0.5);
          }).map((each) => `${each.tagName}.${each.className} ${each.value ?? each.textContent.slice(0, 40)}`);
        })"""
        for language in ("en", "de"):
            _, page = self.enter(language, "/settings", settings={"period": 256, "settle": 0.5}, viewport={"width": 320, "height": 640})
            page.wait_for_selector(".setting")
            for size in ("100%", "200%"):
                page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
                self.assertEqual(page.evaluate(cut), [], f"{language} {size}")
                self.check_width(page, f"{language} {size}")
                self.shoot(page, f"settings-{language}-{size[:-1]}")

    def test_the_double_imports_the_same_modules_as_the_program(self):
        peach, page = self.enter()
        self.assertEqual(page.evaluate("fetch('/assets/pages.js').then((answer) => answer.text())"), imports)

    def test_a_wrong_address_leads_home(self):
        for language in ("en", "de"):
            peach = Peach(server, language)
            self.addCleanup(peach.close)
            for path in ("/profil", "/timers/", "/comparison/x"):
                page = self.open(peach, path)
                self.assertEqual(page.evaluate("document.documentElement.lang"), language)
                self.assertEqual(page.locator("h1").inner_text(), peach.t("page.server.not-here"))
                self.check(page, path)
                self.shoot(page, f"missing-{language}")
                self.assertTrue(all("404" in each for each in page.complaints), page.complaints)
                page.complaints.clear()  # the browser's own word on the status
                page.get_by_role("link", name=peach.t("page.common.back")).click()
                page.wait_for_selector(".start")
                page.context.close()
            # Other keys reach the page as before.
            page = self.open(peach)
            told = page.evaluate("fetch('/profil').then(async (answer) => [answer.status, await answer.json()])")
            self.assertEqual(told[0], 404)
            self.assertIn("line", told[1])
            page.complaints.clear()


if __name__ == "__main__":
    unittest.main()
