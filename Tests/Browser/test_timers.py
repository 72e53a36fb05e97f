"""The timer specification's checklist, line by line, and further functions of its pages."""

import re
import unittest

from double import catalogue
from support import *
from timers import kinds, standard

names = {"for-time": "For Time", "amrap": "AMRAP", "emom": "EMOM"}
languages = ("en", "de")


class TimerTest(BrowserTest):
    def begin(self, language="en", path="/timers", **options):
        program = self.program(language)
        options.setdefault("reduced_motion", "reduce")
        page = self.open(program, path, **options)
        if path == "/timers":
            page.wait_for_selector(".timer-card")
        return program, page

    def quick(self, page, kind):
        page.locator(f".timer-card.{kind} .quick").click()
        page.wait_for_selector("dialog[open]")

    def words(self, language, key, **values):
        text = catalogue(language)[key]
        for name, value in values.items():
            text = text.replace("{" + name + "}", value)
        return text

    def put_away(self, program, page):
        """The sheet is gone, and the program knows."""
        self.assertEqual(len(program.await_intent("timer-cancel")), 1)
        await_true(page, "!document.querySelector('dialog').open")
        self.assertIsNone(program.state["timer"])
        self.assertEqual(page.evaluate("location.pathname"), "/timers")


class ChecklistTests(TimerTest):
    """Everything a player does with timers, one after the other."""

    def test_01_card_tap_navigates_to_configuration(self):
        for kind in kinds:
            program, page = self.begin()
            box = page.locator(f".timer-card.{kind}").bounding_box()
            page.mouse.click(box["x"] + box["width"] - 24, box["y"] + 20)  # next to the words, not on the link
            page.wait_for_selector(".setting")
            self.assertEqual(page.evaluate("location.pathname"), f"/timers/{kind}")
            self.assertEqual(page.locator("h1").inner_text(), names[kind])
            self.assertEqual(program.intents, [])
            page.context.close()

    def test_02_quick_start_shows_confirmation_sheet(self):
        for kind in kinds:
            program, page = self.begin()
            self.quick(page, kind)
            self.assertEqual(program.sent("timer-quick-start")[0]["kind"], kind)
            self.assertEqual(page.evaluate("location.pathname"), "/timers")
            page.context.close()

    def test_03_sheet_displays_the_configuration(self):
        expected = {
            ("en", "for-time"): ["Timer type: For Time", "Rounds: 10", "Time cap: None", "Mode: Comparison"],
            ("en", "amrap"): ["Timer type: AMRAP", "Duration: 10 minutes", "Mode: Comparison"],
            ("en", "emom"): ["Timer type: EMOM", "Slots: 10", "Slot length: 1 minute", "Rounds per slot: 5", "Mode: Comparison", "Total time: 10 minutes"],
            ("de", "for-time"): ["Art des Timers: For Time", "Runden: 10", "Zeitlimit: Ohne", "Übungsart: Vergleichen"],
            ("de", "amrap"): ["Art des Timers: AMRAP", "Dauer: 10 Minuten", "Übungsart: Vergleichen"],
            ("de", "emom"): ["Art des Timers: EMOM", "Abschnitte: 10", "Länge der Abschnitte: 1 Minute", "Runden je Abschnitt: 5", "Übungsart: Vergleichen", "Gesamtzeit: 10 Minuten"],
        }
        for (language, kind), rows in expected.items():
            with self.subTest(language=language, kind=kind):
                _, page = self.begin(language)
                self.quick(page, kind)
                found = page.evaluate("[...document.querySelectorAll('dialog .row')].map((each) => each.textContent)")
                self.assertEqual(found, rows)
                self.assertEqual(page.locator("dialog").get_by_role("listitem").all_text_contents(), rows)
                self.assertEqual(page.locator("dialog .confirm-name").inner_text(), names[kind])
                page.context.close()

    def test_04_start_practice_begins_immediately(self):
        for language in languages:
            program, page = self.begin(language)
            self.quick(page, "amrap")
            start = page.get_by_role("button", name=self.words(language, "page.timers.start-practice-quick"))
            self.assertEqual(start.get_attribute("aria-description"), self.words(language, "page.timers.start-hint"))
            start.click()
            page.wait_for_selector(".answers")
            self.assertEqual(len(program.sent("timer-confirm")), 1)
            self.assertEqual(program.state["timer"]["phase"], "running")
            self.assertEqual(page.evaluate("location.pathname"), "/comparison")
            page.context.close()

    def test_04_start_with_a_countdown_promises_no_immediate_start(self):
        program, page = self.begin("en")
        program.show_timer("confirming", {**standard["amrap"], "countdownSeconds": 5})
        page.wait_for_selector("dialog[open]")
        start = page.get_by_role("button", name=self.words("en", "page.timers.start-practice-quick"))
        self.assertIsNone(start.get_attribute("aria-description"))
        page.context.close()

    def test_05_cancel_dismisses_and_returns(self):
        for language in languages:
            program, page = self.begin(language)
            self.quick(page, "emom")
            ways = page.locator("dialog").get_by_text(self.words(language, "page.timers.cancel"), exact=True)
            self.assertEqual(ways.count(), 2)
            self.assertEqual(page.evaluate("document.querySelector('dialog button').className"), "cancel")
            ways.nth(0 if language == "en" else 1).click()
            self.put_away(program, page)
            page.context.close()

    def test_06_history_button_leads_to_history(self):
        for language in languages:
            _, page = self.begin(language)
            button = page.get_by_role("link", name=self.words(language, "page.history.title"), exact=True)
            self.assertEqual(button.get_attribute("aria-description"), self.words(language, "page.history.hint"))
            button.hover()
            shown = button.evaluate("(node) => getComputedStyle(node, '::after').content.split('\"')[1]")
            self.assertEqual(shown, self.words(language, "page.history.title"))
            button.click()
            await_true(page, "location.pathname === '/history'")
            self.assertEqual(page.locator("h1").inner_text(), self.words(language, "page.history.title"))
            page.context.close()

    def test_07_readers_get_all_elements_in_order(self):
        program = self.program()
        program.keep()
        page = self.open(program, "/timers", reduced_motion="reduce")
        page.wait_for_selector(".recent")
        tree = page.locator("#page").aria_snapshot()
        order = ['heading "Practice timers"', 'link "History"', 'heading "Choose a timer"', "Choose a timer to set it, or use Quick Start",
                 'link "For Time timer"', 'button "Quick Start For Time"', 'link "AMRAP timer"', 'button "Quick Start AMRAP"',
                 'link "EMOM timer"', 'button "Quick Start EMOM"', 'heading "Most recent"', "Today, 18:40"]
        places = [tree.find(each) for each in order]
        self.assertNotIn(-1, places, tree)
        self.assertEqual(places, sorted(places), tree)
        described = lambda of: page.evaluate("""(of) => document.querySelector(of).getAttribute('aria-describedby').split(' ')
          .map((id) => document.getElementById(id).textContent).join(' | ')""", of)
        self.assertEqual(described(".amrap .quick"), "10 minutes, comparison. Shows the last settings before anything starts. | ")
        self.assertEqual(described(".amrap .configure"), "As many rounds as possible in a set time. Default: 10 minutes, comparison. "
                         "Opens its settings; Quick Start has its own button. | ")
        self.quick(page, "amrap")
        sheet = page.locator("dialog").aria_snapshot()
        order = ['button "Cancel Quick Start"', 'heading "Quick Start"', "paragraph: AMRAP", 'list "Settings"', "Timer type: AMRAP",
                 "Duration: 10 minutes", 'button "Start practice with Quick Start settings"']
        places = [sheet.find(each) for each in order]
        self.assertGreater(sheet.rfind(order[0]), places[-1], sheet)
        self.assertNotIn(-1, places, sheet)
        self.assertEqual(places, sorted(places), sheet)
        self.assertEqual(page.get_by_role("dialog", name="Quick Start AMRAP").count(), 1)

    def test_08_large_text_scales(self):
        for viewport, scale in (({"width": 320, "height": 640}, 1), (phone, 2), ({"width": 640, "height": 400}, 1)):
            program, page = self.begin("de", viewport=viewport)
            if scale != 1:
                page.add_init_script("addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; })")
                page.reload()
                page.wait_for_selector(".timer-card")
                self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('.last')).fontSize"), "32px")
            self.check_width(page, f"timers {viewport} {scale}")
            cut = """[...document.querySelectorAll('.timer-card *, dialog *')].filter((each) => each.scrollWidth > each.clientWidth + 1
              && each.clientWidth > 0 && getComputedStyle(each).overflowX !== 'visible').map((each) => each.className)"""
            self.assertEqual(page.evaluate(cut), [])
            self.quick(page, "emom")
            self.assertEqual(page.evaluate(cut), [])
            self.assertLessEqual(*page.evaluate("[document.querySelector('dialog').scrollWidth, document.querySelector('dialog').clientWidth]"))
            page.locator("dialog .start-practice").scroll_into_view_if_needed()
            self.assertTrue(page.locator("dialog .start-practice").is_visible())
            page.context.close()

    def test_09_contrast(self):
        """At least 7:1 everywhere; axe also measures it in every state (test_states)."""
        for theme in ("light", "dark"):
            _, page = self.begin(color_scheme=theme)
            self.check(page, f"timers {theme}")
            self.quick(page, "for-time")
            self.check(page, f"sheet {theme}")
            page.context.close()

    def test_10_touch_targets(self):
        for viewport in (phone, desktop):
            program = self.program()
            program.keep()
            page = self.open(program, "/timers", viewport=viewport, reduced_motion="reduce")
            page.wait_for_selector(".recent")
            small = """(least) => [...document.querySelectorAll('a, button')].filter((each) => each.getClientRects().length > 0
              && each.getBoundingClientRect().height < least).map((each) => each.className)"""
            self.assertEqual(page.evaluate(small, 52), [])
            self.quick(page, "amrap")
            self.assertGreaterEqual(page.locator("dialog .start-practice").bounding_box()["height"], 56)
            for cancel in page.locator("dialog .cancel").all():
                self.assertGreaterEqual(cancel.bounding_box()["height"], 52)
            page.context.close()

    def test_11_layout_adapts(self):
        for viewport, columns in ((phone, 1), (tablet, 2), (desktop, 2), ({"width": 320, "height": 640}, 1)):
            _, page = self.begin(viewport=viewport)
            lefts = page.evaluate("[...document.querySelectorAll('.timer-card')].map((each) => Math.round(each.getBoundingClientRect().x))")
            self.assertEqual(len(set(lefts)), columns, viewport)
            order = page.evaluate("[...document.querySelectorAll('.timer-card h2')].map((each) => each.textContent)")
            self.assertEqual(order, ["For Time", "AMRAP", "EMOM"])
            page.context.close()

    def test_12_sheet_at_half_height(self):
        for viewport in (phone, tablet, desktop):
            _, page = self.begin(viewport=viewport)
            self.quick(page, "amrap")
            box = page.locator("dialog").bounding_box()
            self.assertAlmostEqual(box["y"] + box["height"], viewport["height"], delta=1)
            self.assertAlmostEqual(box["height"], viewport["height"] / 2, delta=40)
            page.context.close()

    def test_12_sheet_shows_its_buttons_in_little_height(self):
        for viewport in (phone_on_its_side, {"width": 320, "height": 480}):
            program, page = self.begin(viewport=viewport)
            self.quick(page, "emom")
            for name in ("start-practice", "cancel"):
                box = page.locator(f".confirm-acts .{name}").bounding_box()
                self.assertLessEqual(box["y"] + box["height"], viewport["height"], name)
                self.assertGreaterEqual(box["height"], 52)
            page.context.close()

    def test_13_sheet_is_dismissed_by_dragging_down(self):
        program, page = self.begin()
        self.quick(page, "amrap")
        handle = page.locator("dialog .handle").bounding_box()
        x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2

        def drag(far):
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x, y + far / 2)
            page.mouse.move(x, y + far)
            page.mouse.up()

        drag(40)  # not far enough: it springs back
        await_true(page, "document.querySelector('dialog').style.transform === ''")
        self.assertEqual(program.sent("timer-cancel"), [])
        self.assertTrue(page.evaluate("document.querySelector('dialog').open"))
        drag(160)
        self.put_away(program, page)

    def test_13_sheet_is_dismissed_by_escape_and_backdrop(self):
        for way in ("escape", "backdrop"):
            program, page = self.begin()
            self.quick(page, "amrap")
            page.keyboard.press("Escape") if way == "escape" else page.mouse.click(190, 60)
            self.put_away(program, page)
            # And available again on request.
            self.quick(page, "emom")
            page.context.close()

    def test_14_recent_practice_appears_when_history_exists(self):
        for language in languages:
            program = self.program(language)
            program.keep("emom")
            program.keep("for-time", state="incomplete")  # not completed
            program.keep("amrap", state="running")  # not over: not yet anything that was practised
            page = self.open(program, "/timers", reduced_motion="reduce")
            page.wait_for_selector(".recent")
            found = page.locator(".recent").inner_text()
            for word in ("EMOM", self.words(language, "page.timers.recent"), self.words(language, "timer.state.complete")):
                self.assertIn(word, found)
            self.assertNotIn("AMRAP", found)
            self.assertNotIn("For Time", found)
            page.get_by_role("link", name=self.words(language, "page.timers.all")).click()
            await_true(page, "location.pathname === '/history'")
            page.context.close()

    def test_15_recent_practice_hidden_when_history_empty(self):
        for language in languages:
            program, page = self.begin(language)
            page.wait_for_timeout(150)
            self.assertEqual(page.locator(".recent").count(), 0)
            self.assertNotIn(self.words(language, "page.timers.recent"), page.locator("main").inner_text())
            # The first one makes it appear, without opening anything again.
            program.keep()
            program.put(historyChanges=1)
            page.wait_for_selector(".recent")
            page.context.close()

    def test_16_animations_respect_reduced_motion(self):
        for motion, expected in (("no-preference", True), ("reduce", False)):
            program, page = self.begin(reduced_motion=motion)
            moves = lambda: page.evaluate("""document.getAnimations().flatMap((each) => each.effect.getKeyframes().flatMap(Object.keys))
              .filter((name) => ['transform', 'translate', 'scale', 'top', 'left', 'height'].includes(name)).length > 0""")
            page.locator(".timer-card.amrap .quick").click()
            await_true(page, "document.querySelector('dialog').open")
            seen = moves()
            if not expected:
                self.assertFalse(seen)
            self.assertEqual(page.evaluate("parseFloat(getComputedStyle(document.querySelector('dialog')).transitionDuration) > 0"), expected)
            # Gone at once, or on its way down; what lies under it is there in either case.
            page.keyboard.press("Escape")
            await_true(page, "!document.querySelector('dialog').open")
            self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('dialog')).display !== 'none'"), expected)
            await_true(page, "getComputedStyle(document.querySelector('dialog')).display === 'none'")
            self.assertEqual(page.evaluate("parseFloat(getComputedStyle(document.querySelector('.timer-card')).transitionDuration) > 0"), expected)
            page.context.close()


class LooksTests(TimerTest):
    def test_colours_are_the_timers_own(self):
        """For Time and EMOM are blue, AMRAP is orange, the last one practised is purple, of any kind."""
        for theme in ("light", "dark"):
            program = self.program()
            program.keep("amrap")
            page = self.open(program, "/timers", reduced_motion="reduce", color_scheme=theme)
            page.wait_for_selector(".recent")
            hue = lambda of: page.evaluate("""(of) => {
              const [red, green, blue] = getComputedStyle(document.querySelector(of)).color.match(/\\d+/g).map((each) => each / 255);
              const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
              const angle = high === red ? (green - blue) / (high - low) : high === green ? 2 + (blue - red) / (high - low) : 4 + (red - green) / (high - low);
              return (angle * 60 + 360) % 360;
            }""", of)
            for of, low, high in ((".for-time .emblem", 200, 225), (".emom .emblem", 200, 225), (".amrap .emblem", 20, 40), (".recent .summary .icon", 265, 285)):
                self.assertTrue(low <= hue(of) <= high, f"{theme} {of} {hue(of)}")
            page.context.close()

    def test_cards_are_dimmed_and_disabled_while_a_timer_is_in_use(self):
        for language in languages:
            program, page = self.begin(language)
            self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('.timer-card')).opacity"), "1")
            program.show_timer("paused", standard["emom"])
            await_true(page, "getComputedStyle(document.querySelector('.timer-card')).opacity === '0.5'")
            why = page.locator("#why").inner_text()
            self.assertIn(self.words(language, "timer.line.paused"), why)
            for act in ("configure", "quick"):
                node = page.locator(f".timer-card.amrap .{act}")
                self.assertEqual(node.get_attribute("aria-disabled"), "true")
                self.assertIn("why", node.get_attribute("aria-describedby").split())
                page.evaluate("document.getElementById('said').textContent = ''")
                node.click(force=True)
                await_true(page, "(why) => document.getElementById('said').textContent.trim() === why.replaceAll('\\n', '').trim()", page.locator("#why").text_content())
                self.assertEqual(page.evaluate("location.pathname"), "/timers")
            self.assertEqual(program.sent("timer-quick-start"), [])
            program.leave_timer()
            await_true(page, "getComputedStyle(document.querySelector('.timer-card')).opacity === '1'")
            page.context.close()

    def test_quick_start_fills_the_card_and_lightens(self):
        program, page = self.begin(reduced_motion="no-preference")
        button, card = (page.locator(of).bounding_box() for of in (".amrap .quick", ".timer-card.amrap"))
        self.assertGreater(button["width"], card["width"] - 44)
        self.assertEqual(page.locator(".amrap .quick .icon").count(), 2)
        page.mouse.move(button["x"] + 20, button["y"] + 20)
        page.mouse.down()
        light = page.evaluate("getComputedStyle(document.querySelector('.amrap .quick')).filter.match(/[\\d.]+/)[0] * 1")
        self.assertGreater(light, 1)
        page.mouse.up()
        page.wait_for_selector("dialog[open]")
        box = page.locator("dialog .emblem").bounding_box()
        self.assertEqual((box["width"], box["height"]), (80, 80))

    def test_a_refusal_is_announced_each_time(self):
        """The sheet shows the reason too, as a pad may confirm a timer that cannot begin; the page below it is not read."""
        program, page = self.begin()
        self.quick(page, "amrap")
        line = program.t("sound.refused")
        for number in (1, 2, 3):
            before = page.locator("dialog [role=status]").text_content()
            program.put(refusal=line, refused={"number": number, "line": line})
            await_true(page, "(before) => document.querySelector('dialog [role=status]').textContent !== before", before)
            self.assertEqual(page.locator("dialog [role=status]").text_content().strip(), line)
        program.put(refusal=None)
        await_true(page, "document.querySelector('dialog [role=status]').textContent === ''")

    def test_the_hub_announces_a_refused_start_each_time(self):
        program, page = self.begin(path="/")
        line = program.t("sound.refused")
        for number in (1, 2, 3):
            before = page.locator("#said").text_content()
            program.put(notices=[line], refusal=line, refused={"number": number, "line": line})
            await_true(page, "(before) => document.getElementById('said').textContent !== before", before)
            self.assertEqual(page.locator("#said").text_content().strip(), line)


class RunningTests(TimerTest):
    free = {**standard["amrap"], "source": "free"}

    def run_free(self, language="en", **options):
        program, page = self.begin(language, **options)
        program.show_timer("running", self.free)
        page.wait_for_selector(".round-done")
        return program, page

    def test_rounds_by_press_key_and_reader(self):
        """One round each: as soon as the button is down, by Enter or the space bar, held or not, and by a click alone."""
        program, page = self.run_free()
        button = page.locator(".round-done").bounding_box()
        self.assertGreaterEqual(button["height"], 200)
        page.mouse.move(button["x"] + 50, button["y"] + 50)
        page.mouse.down()
        program.await_intent("timer-round", 1)
        page.mouse.up()
        page.keyboard.press("Enter")
        program.await_intent("timer-round", 2)
        page.locator("h1").focus()
        page.keyboard.press("Space")
        program.await_intent("timer-round", 3)
        page.keyboard.down("Enter")
        page.keyboard.down("Enter")  # held: it repeats
        page.keyboard.up("Enter")
        program.await_intent("timer-round", 4)
        page.evaluate("document.querySelector('.round-done').click()")
        program.await_intent("timer-round", 5)
        await_true(page, "document.querySelector('.facts').textContent.includes('5 rounds')")
        self.assertEqual(len(program.sent("timer-round")), 5)

    def test_pause_resume_end(self):
        for language in languages:
            program, page = self.run_free(language)
            press = lambda key: page.get_by_role("button", name=self.words(language, key), exact=True).click()
            press("page.timer.pause")
            program.await_intent("timer-pause")
            page.wait_for_selector(".paused")
            press("page.timer.resume")
            page.wait_for_selector(".running")
            press("page.timer.pause")
            page.wait_for_selector(".paused")
            press("page.timer.end")
            program.await_intent("timer-end")
            page.wait_for_selector(".finished")
            self.assertIn(self.words(language, "timer.time.practised"), page.locator("main").inner_text())
            press("page.timer.done")
            page.wait_for_selector(".timer-card")
            self.assertEqual(page.evaluate("location.pathname"), "/timers")
            page.context.close()

    def test_finished_shows_splits(self):
        program, page = self.run_free()
        program.finish(4)
        page.wait_for_selector(".finished .splits")
        self.assertEqual(page.locator(".splits li").all_inner_texts(), ["12.4 s"] * 4)
        self.assertEqual(page.get_by_role("list", name="Round times").count(), 1)

    def test_rest_is_skipped(self):
        program, page = self.run_free()
        program.show_timer("resting", {**self.free, "sets": 3}, seconds=42, set=1, round=4)
        page.get_by_role("button", name="Skip rest").click()
        program.await_intent("timer-skip-rest")
        page.wait_for_selector(".round-done")

    def test_number_is_a_timer_that_is_not_read_out(self):
        program, page = self.run_free()
        number = page.locator("[role=timer]")
        self.assertEqual(number.get_attribute("aria-live"), None)
        self.assertIn("9 minutes 30 seconds left", number.inner_text())
        self.assertEqual(page.locator(".big > [aria-hidden]").inner_text(), "9:30")

    def test_training_under_a_timer(self):
        """The training page as ever, with one line; the way back pauses and leads to the timer."""
        program, page = self.begin()
        program.show_timer("running", standard["emom"], round=3)
        program.start("comparison")
        page.wait_for_selector(".answers")
        self.assertEqual(page.locator(".timer-line").evaluate("each => [...each.querySelectorAll('.timer-rounds, .timer-time > [aria-hidden], .timer-side > :first-child')].map((part) => part.textContent)"),
                         ["3 of 5 rounds", "0:30", "Slot 2 of 10"])
        self.assertEqual(page.locator(".training button, .training a").count(), 5)  # back, two tools, two answers
        # Held between rounds: it stays.
        program.show_timer("running", round=5, waiting=True)
        program.put(phase="waiting", canAnswer=False)
        page.wait_for_timeout(100)
        self.assertTrue(page.locator(".answers").is_visible())
        page.get_by_role("link", name="Pause", exact=True).click()
        self.assertEqual(program.await_intent("navigate")[0]["to"], "timer")
        page.wait_for_selector(".timer-page.paused")
        page.get_by_role("button", name="Resume").click()
        program.await_intent("timer-confirm")

    def test_the_browsers_way_back_leads_to_the_timer(self):
        program, page = self.begin(path="/")
        page.get_by_role("link", name="Practice timers").click()
        program.show_timer("running", standard["emom"], round=3)
        program.start("comparison")
        page.wait_for_selector(".answers")
        page.go_back()
        self.assertEqual(program.await_intent("navigate")[0]["intent"], "navigate")
        page.wait_for_selector(".timer-page.paused")
        self.assertEqual(page.evaluate("location.pathname"), "/timer")

    def test_without_a_timer_training_is_bare(self):
        program, page = self.begin(path="/")
        program.start("comparison")
        page.wait_for_selector(".answers")
        self.assertFalse(page.locator(".timer-line").is_visible())
        self.assertEqual(page.get_by_role("link", name="Back to start").count(), 1)

    def test_rest_between_sets_of_training(self):
        program, page = self.begin()
        sets = {**standard["amrap"], "sets": 2}
        program.show_timer("running", sets)
        program.start("comparison")
        program.sound_target()
        page.wait_for_selector(".answers")
        # The set's last exercise may be finished in the rest.
        program.show_timer("resting", seconds=100)
        page.wait_for_timeout(100)
        self.assertTrue(page.locator(".answers").is_visible())
        program.put(phase="waiting", canAnswer=False)
        page.wait_for_selector(".timer-page.resting")
        program.show_timer("running", set=2)
        program.put(phase="reference")
        page.wait_for_selector(".answers")

    def test_pages_follow_a_timer_except_those_for_reading(self):
        program = self.program()
        start, settings = self.open(program, reduced_motion="reduce"), self.open(program, "/settings", reduced_motion="reduce")
        program.show_timer("running", self.free)
        start.wait_for_selector(".timer-page.running")
        self.assertEqual(start.evaluate("location.pathname"), "/timer")
        self.assertTrue(settings.locator(".setting").first.is_visible())
        # Leaving its page while it runs pauses it.
        start.locator(".back").click()
        self.assertEqual(program.await_intent("navigate")[0]["to"], "timers")
        start.wait_for_selector(".timer-card")
        await_true(start, "document.querySelector('a.summary')?.textContent.includes('Paused')")
        start.locator("a.summary").click()
        start.wait_for_selector(".timer-page.paused")

    def test_sheet_opens_over_every_page(self):
        """Requested by a pad: it shows on every page of the hub, and disappears when a pad cancels."""
        for path in ("/", "/timers", "/settings", "/history"):
            program, page = self.begin(path=path)
            program.take({"intent": "timer-quick-start", "kind": "for-time"})
            page.wait_for_selector("dialog[open]")
            self.assertEqual(page.locator(".confirm-name").inner_text(), "For Time")
            program.take({"intent": "timer-quick-start", "kind": "emom"})
            await_true(page, "document.querySelector('.confirm-name').textContent === 'EMOM'")
            program.take({"intent": "timer-cancel"})
            await_true(page, "!document.querySelector('dialog').open")
            program.take({"intent": "timer-quick-start", "kind": "emom"})
            page.wait_for_selector("dialog[open]")
            page.keyboard.press("Enter")
            page.wait_for_selector(".answers")
            page.context.close()

    def test_cues_are_announced_in_silence(self):
        for language in languages:
            program, page = self.run_free(language)
            program.tell_cue("last-minute")
            await_true(page, "(words) => document.getElementById('said').textContent === words", self.words(language, "timer.cue.last-minute"))
            await_true(page, "document.querySelector('.cue').textContent !== ''")
            names = page.evaluate("document.getAnimations().flatMap((each) => each.effect.getKeyframes().flatMap(Object.keys))")
            self.assertEqual(set(names) - {"offset", "easing", "composite", "computedOffset"}, {"opacity"})
            # While a note sounds it is seen, and not said.
            program.start("matching")
            program.sound_tunable()
            page.wait_for_selector(".slider")
            program.tell_cue("thirty-seconds")
            await_true(page, "(words) => document.querySelector('.timer-cue').textContent === words", self.words(language, "timer.cue.thirty-seconds"))
            page.wait_for_timeout(100)
            said = page.evaluate("document.getElementById('said').textContent + document.getElementById('said-at-once').textContent")
            self.assertNotIn(self.words(language, "timer.cue.thirty-seconds"), said)
            page.context.close()

    def test_a_cue_ends_with_a_pause(self):
        """And leaves nothing in the page once it has faded."""
        program, page = self.run_free("en")
        for phase in ("paused", "finished"):
            program.tell_cue("start")
            await_true(page, "document.querySelector('.cue').textContent === 'Go'")
            program.show_timer(phase)
            page.wait_for_selector(f".timer-page.{phase}")
            await_true(page, "document.querySelector('.cue').textContent === ''")
            program.show_timer("running")
            page.wait_for_selector(".timer-page.running")

    def test_program_gone(self):
        """The sheet disappears with the program, and no button is left without an effect."""
        program, page = self.begin()
        self.quick(page, "amrap")
        self.close_program(program, page)
        page.wait_for_selector(".gone-line")
        await_true(page, "!document.querySelector('dialog').open")


class ConfigurationTests(TimerTest):
    def form(self, kind, language="en"):
        program, page = self.begin(language, f"/timers/{kind}")
        page.wait_for_selector(".start-practice")
        return program, page

    def start(self, program, page):
        page.locator(".form-acts .start-practice").click()
        chosen = program.await_intent("timer-choose")[-1]["configuration"]
        program.await_intent("timer-confirm")
        self.assertFalse(page.evaluate("document.querySelector('dialog').open"))
        return chosen

    def test_the_configuration_is_shown_as_saved(self):
        """Untouched fields are posted unchanged, for each kind."""
        for kind in kinds:
            program, page = self.form(kind)
            self.assertEqual(self.start(program, page), standard[kind])
            page.wait_for_selector(".answers")
            page.context.close()

    def test_everything_can_be_set(self):
        program, page = self.form("emom")
        page.get_by_role("button", name="Slots: more").click()
        page.get_by_role("spinbutton", name="Slot length").press("ArrowUp")
        page.get_by_role("spinbutton", name="Rounds per slot").press("Home")
        page.get_by_role("combobox", name="Mode").select_option("free")
        rest = page.locator(".setting", has_text="Rest between sets")
        self.assertFalse(rest.is_visible())
        page.get_by_role("button", name="Sets: more").click()
        self.assertTrue(rest.is_visible())
        page.get_by_role("combobox", name="Rest between sets").select_option(label="None")
        page.get_by_role("combobox", name="Countdown").select_option(label="Custom value")
        page.get_by_role("switch", name="Rest", exact=True).click()
        chosen = self.start(program, page)
        self.assertEqual(chosen, {
            "kind": "emom", "intervals": 11, "intervalSeconds": 65, "rounds": 1, "source": "free", "sets": 2, "restSeconds": 0,
            "countdownSeconds": 10, "cues": ["start", "interval", "countdown", "last-minute", "thirty-seconds", "finish"]})

    def test_cap_off_and_on(self):
        program, page = self.form("for-time", "de")
        page.get_by_role("combobox", name="Zeitlimit").select_option(label="Eigener Wert")
        value = page.get_by_role("spinbutton", name="Zeitlimit")
        self.assertEqual((value.input_value(), value.get_attribute("aria-valuetext")), ("20:00", "20 Minuten"))
        value.press("End")
        self.assertEqual((value.input_value(), value.get_attribute("aria-valuetext")), ("60:00", "1 Stunde"))
        page.get_by_role("combobox", name="Zeitlimit").select_option(label="Ohne")
        self.assertNotIn("capSeconds", self.start(program, page))

    def test_a_timer_that_cannot_begin_needs_confirmation_and_shows_the_reason(self):
        program, page = self.form("emom")
        program.begins = False
        self.start_refused(program, page)
        self.assertEqual(page.locator("#confirm-title").inner_text(), "As configured")
        self.assertEqual(page.locator("dialog .refusal").inner_text(), program.t("sound.refused"))
        page.locator("dialog .cancel").first.click()
        await_true(page, "document.getElementById('said').textContent === 'EMOM cancelled.'")

    def start_refused(self, program, page):
        page.locator(".form-acts .start-practice").click()
        page.wait_for_selector("dialog[open]")
        self.assertEqual([each["intent"] for each in program.intents if each["intent"].startswith("timer")], ["timer-choose", "timer-confirm"])

    def test_a_refusal_shows_the_reason(self):
        program, page = self.form("emom")
        program.refusal = "The slots of a set can last up to 1 hour in all, not 2 hours."
        page.locator(".form-acts .start-practice").click()
        await_true(page, "document.querySelector('.form-acts .refusal').textContent.startsWith('The slots')")
        self.assertFalse(page.evaluate("document.querySelector('dialog').open"))
        page.complaints.clear()  # Chromium says that something was refused


class HistoryTests(TimerTest):
    def test_newest_first_details_and_more(self):
        program = self.program()
        for number in range(25):
            program.keep(kinds[number % 3], sets=2, date=f"Day {number}")
        page = self.open(program, "/history", reduced_motion="reduce")
        page.wait_for_selector(".practices > li")
        days = lambda: page.evaluate("[...document.querySelectorAll('.practices summary')].map((each) => each.querySelector('span span').textContent.match(/Day (\\d+)/)[1])")
        self.assertEqual(days(), [str(24 - each) for each in range(20)])
        page.get_by_role("button", name="Show older").click()
        await_true(page, "document.querySelectorAll('.practices > li').length === 25")
        self.assertEqual(days()[-1], "0")
        self.assertFalse(page.get_by_role("button", name="Show older").is_visible())
        page.locator(".practices summary").first.click()
        await_true(page, "document.querySelectorAll('.practices > li:first-child .splits').length === 2")
        self.assertEqual(page.locator(".practices > li").first.locator("h2").all_inner_texts(), ["Set 1 · 1:30", "Set 2 · 1:30"])
        # A new one comes on top, and open ones stay open.
        program.keep(date="Day 25")
        program.put(historyChanges=1)
        await_true(page, "document.querySelectorAll('.practices > li').length === 26")
        self.assertEqual(page.evaluate("[...document.querySelectorAll('details')].map((each) => each.open).indexOf(true)"), 1)

    def test_a_removal_can_be_undone_in_its_place(self):
        for language in languages:
            program = self.program(language)
            for kind in ("amrap", "emom", "for-time"):
                program.keep(kind)
            page = self.open(program, "/history", reduced_motion="reduce")
            said = lambda key: await_true(page, "(words) => document.getElementById('said').textContent.trimEnd() === words", self.words(language, key))
            titles = lambda: page.locator(".practices strong").all_inner_texts()
            for name in ("For Time", "EMOM"):
                page.locator(".practices summary", has_text=name).click()
                page.locator(".practices li", has_text=name).get_by_role("button", name=self.words(language, "page.history.remove")).click()
                undo = page.locator(".practices li", has_text=name).get_by_role("button", name=self.words(language, "page.history.undo"))
                undo.wait_for()
                said("page.history.removed")
                self.assertTrue(undo.evaluate("(button) => document.activeElement === button"))
            program.await_value(lambda: (len(program.removed), len(program.practices)), (2, 1))
            # Saved changes do not change the order.
            program.keep("amrap", date="Today")
            program.put(historyChanges=9)
            await_true(page, "document.querySelectorAll('.practices > li').length === 4")
            self.assertEqual(titles(), ["AMRAP", "For Time", "EMOM", "AMRAP"])
            page.locator(".practices li", has_text="EMOM").get_by_role("button").press("Enter")
            said("page.history.restored")
            self.assertEqual(page.evaluate("document.activeElement.tagName"), "SUMMARY")
            self.assertEqual(titles(), ["AMRAP", "For Time", "EMOM", "AMRAP"])
            self.assertEqual((len(program.removed), len(program.practices)), (1, 3))
            # Left and seen again, it is gone.
            page.reload()
            await_true(page, "document.querySelectorAll('.practices > li').length === 3")
            self.assertNotIn("For Time", titles())
            page.context.close()

    def test_empty(self):
        for language in languages:
            _, page = self.begin(language, "/history")
            await_true(page, "(words) => document.querySelector('main').innerText.includes(words)", self.words(language, "page.history.empty"))
            # Answers are elsewhere.
            page.get_by_role("link", name=self.words(language, "page.history.profile")).click()
            await_true(page, "location.pathname === '/profile'")
            page.context.close()


def tearDownModule():
    close_browser()


if __name__ == "__main__":
    unittest.main()
