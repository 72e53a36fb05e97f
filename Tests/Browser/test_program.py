"""The journeys of the specification, 1 to 8, in the program itself: the pages are compared with the events.

Each is walked by pointer, by keyboard alone (in German), and by nothing but the accessibility tree; `run` takes the three side
by side, as they mostly wait for notes to end.
"""

import json
import time
import unittest

import hands
from real import ModuleServer, Peach
from support import *

server = ModuleServer()
setUpModule, tearDownModule = server.start, server.close


class Journeys:
    """The journeys; the classes below perform them."""

    def peach(self, **options):
        peach = Peach(server, self.way.language, **options)
        self.addCleanup(peach.close)
        return peach

    def enter(self, peach, path="/"):
        page = self.open(peach, path)
        return page, self.way(page, peach)

    def answer(self, peach, hand, count, correctly=True):
        """Answers exercise `count` of this run, and compares the results on both sides."""
        hand.await_answering()
        exercise = peach.listen()
        is_sharp = exercise["target"]["cents"] > 0
        answer = "higher" if is_sharp == correctly else "lower"
        hand.answer(answer)
        # With a pointer, nothing has been let go yet.
        answered = peach.await_events("answered", count)
        hand.let_go()
        self.assertEqual(len(answered), count)
        self.assertEqual((answered[-1]["answer"], answered[-1]["correct"], answered[-1]["source"]), (answer, correctly, "page"))
        kind = "correct" if correctly else "incorrect"
        self.assertEqual(peach.await_events("feedbackStarted", count)[-1]["kind"], kind)
        told = hand.await_told(count)[-1]
        self.assertEqual((told["kind"], told["said"]), (kind, peach.t(f"feedback.{kind}")))
        peach.await_events("recordSaved", count)
        return exercise

    def match(self, peach, hand, count):
        """Tunes exercise `count` sharper and commits it."""
        hand.await_tuning()
        exercise = peach.listen()
        hand.tune_sharper()
        if self.way is not hands.Pointer:
            hand.await_steps(5 * count)
        # The pitch heard counts: the last change must be heard first.
        peach.wait_latency(time.monotonic_ns())
        self.assertEqual((hand.page.locator(".result").count(), len(peach.events("committed"))), (0, count - 1))
        hand.commit()
        committed = peach.await_events("committed", count)[-1]
        self.assertEqual((committed["source"], committed["gesture"], committed["control"]), ("page", "page", "page"))
        self.assertGreater(committed["cents"], exercise["tunable"]["cents"] + 3)
        if self.way is not hands.Pointer:
            self.assertAlmostEqual(committed["cents"], exercise["tunable"]["cents"] + 5, delta=0.01)
        feedback = peach.await_events("feedbackStarted", count)[-1]
        self.assertEqual(feedback["cents"], round(committed["cents"]))
        told = hand.await_told(count)[-1]
        self.assertEqual(told["kind"], feedback["kind"])
        cents = abs(feedback["cents"])
        form = "one" if cents == 1 else "other"
        direction = "sharp" if feedback["cents"] > 0 else "flat"
        words = peach.t(f"result.{direction}.{form}", count=cents) if cents else peach.t("result.dead-centre")
        sign = "+" if feedback["cents"] > 0 else "\N{MINUS SIGN}" if cents else ""
        shown = peach.t(f"result.cents.{form}", offset=f"{sign}{cents}")
        self.assertEqual((told["text"], told["said"]), (shown, words))
        peach.await_events("recordSaved", count)
        return exercise

    def await_stop(self, peach, count, limit=5):
        stopped = peach.await_events("sessionStopped", count, limit)
        self.assertEqual([each["reason"] for each in stopped], ["asked"] * count)

    def test_journey_1_first_launch(self):
        """Nothing is known, everything can be looked at, and one press leads to the first note."""
        peach = self.peach()
        page, hand = self.enter(peach)
        hand.sees("link", peach.t("page.server.preview.unknown"))
        for mode in ("comparison", "matching", "interval-comparison", "interval-matching"):
            hand.sees("button", peach.t(f"page.start.{mode}"))
        hand.go_to("more")
        for mode in ("listen", "interval-listen", "timing", "timing-listen", "chords", "beats", "temperament", "explain"):
            hand.sees("button", peach.t(f"page.start.{mode}"))
        hand.go_to("start")
        hand.open_preview(peach.t("page.server.preview.unknown"))
        hand.sees("heading", peach.t("page.profile.title"))
        hand.reads("—")
        for route in ("settings", "controllers", "info"):
            hand.go_to("start")
            hand.go_to(route)
            hand.sees("heading", peach.t(f"page.{route}.title"))
        hand.reads(peach.address)
        hand.go_to("start")
        self.assertEqual(peach.events("sessionStarted"), [])
        hand.start("comparison")
        self.assertEqual(peach.await_events("sessionStarted")[0]["mode"], "comparison")
        self.assertEqual(peach.await_events("noteStarted")[0]["role"], "reference")
        hand.sees("button", peach.t("page.training.higher"))
        hand.sees("button", peach.t("page.training.lower"))
        exercise = self.answer(peach, hand, 1)
        self.assertEqual(abs(round(exercise["target"]["cents"])), 100)
        # And on, without anything to press.
        peach.await_events("exerciseStarted", 2)
        hand.go_to("profile")
        self.await_stop(peach, 1)

    def test_journey_2_daily_training(self):
        """Right and wrong alike lead on; leaving stops and leaves nothing half done behind, a page that goes away as well."""
        peach = self.peach()
        page, hand = self.enter(peach)
        hand.start("comparison")
        peach.await_events("noteStarted")
        hand.await_answering(False)
        self.answer(peach, hand, 1)
        hand.await_answering(False)
        self.answer(peach, hand, 2, correctly=False)
        peach.await_events("exerciseStarted", 3)
        hand.go_to("settings")
        self.await_stop(peach, 1)
        hand.sees("heading", peach.t("page.settings.title"))
        hand.go_to("start")
        hand.start("comparison")
        # The page gives the last input, then it goes, in mid-exercise.
        self.answer(peach, hand, 3)
        peach.await_events("exerciseStarted", 5)
        left = time.monotonic_ns()
        page.goto("about:blank")
        self.await_stop(peach, 2)
        self.assertGreater(peach.events("sessionStopped")[1]["time"] - left, 1.5e9)
        page.go_back()
        hand.sees("button", peach.t("page.start.comparison"))
        saved, exercises = len(peach.events("recordSaved")), len(peach.events("exerciseStarted"))
        self.assertEqual(saved, 3)
        self.assertEqual(exercises, 5)

    def test_journey_3_checking_progress(self):
        """The profile shows the answers given, and offers nothing but reading."""
        peach = self.peach()
        page, hand = self.enter(peach)
        hand.start("comparison")
        for count in (1, 2):
            self.answer(peach, hand, count)
        hand.go_to("start")
        self.await_stop(peach, 1)
        hand.go_to("profile")
        hand.sees("heading", peach.t("page.profile.title"))
        self.assertEqual(self.stored(peach), 2)
        told = page.evaluate("fetch('/profile/summary').then((answer) => answer.json())")
        for sentence in told["sentences"]:
            hand.reads(sentence)
        for number in told["summary"]:
            hand.reads(number["value"])
        self.assertEqual(page.locator("main button, main input, main a:not([download]), main select").count(), 0)
        hand.go_to("start")
        hand.sees("link", told["preview"])
        hand.start("comparison")
        self.answer(peach, hand, 3)

    def stored(self, peach):
        """The answers that `peach profile` knows of, which is another program."""
        return sum(each["answers"] for each in json.loads(peach.run("profile", "--json"))["comparisons"])

    def test_journey_4_return_after_a_break(self):
        """Start is unchanged, and practice continues from its end."""
        first = self.peach(settings={"strategy": "kazez"})
        page, hand = self.enter(first)
        before = page.locator("#page").inner_text()
        hand.start("comparison")
        first_distance = abs(self.answer(first, hand, 1)["target"]["cents"])
        self.answer(first, hand, 2)
        last_distance = abs(first.await_events("exerciseStarted", 3)[2]["target"]["cents"])
        self.assertLess(last_distance, first_distance)
        hand.go_to("start")
        self.await_stop(first, 1)
        self.close_program_under(first, page)
        second = self.peach(folder=first.folder)
        page, hand = self.enter(second)
        self.assertEqual(page.locator("#page").inner_text(), before)
        hand.start("comparison")
        self.assertAlmostEqual(abs(second.await_events("exerciseStarted")[0]["target"]["cents"]), last_distance, delta=1e-6)
        self.answer(second, hand, 1)
        self.assertEqual(self.stored(second), 3)

    def close_program_under(self, peach, page):
        self.assertEqual(page.complaints, [])
        self.pages.remove(page)
        page.context.close()
        peach.end()

    def test_journey_5_tweaking_settings(self):
        """A setting is saved at once, and applies from the next exercise."""
        peach = self.peach()
        page, hand = self.enter(peach)
        hand.go_to("settings")
        hand.slide_up("natural-mechanical")
        for key in ("note-range-low", "note-duration", "concert-pitch"):
            hand.step_up(key)
        expected = {"note-range-low": "37", "note-duration": "0.4", "concert-pitch": "441"}
        end = time.monotonic() + 5
        while not expected.items() <= (saved := self.saved(peach)).items() or "natural-mechanical" not in saved:
            self.assertLess(time.monotonic(), end, saved)
            time.sleep(0.01)
        self.assertGreater(float(saved["natural-mechanical"]), 0.5)
        hand.go_to("start")
        hand.start("comparison")
        exercise = self.answer(peach, hand, 1)
        starts = [each["frame"] for each in peach.events("noteStarted")]
        self.assertEqual(starts[1] - starts[0], 19_200)
        reference = exercise["reference"]
        self.assertGreaterEqual(reference["note"], 37)
        self.assertAlmostEqual(reference["hertz"], 441 * 2 ** ((reference["note"] - 69) / 12), delta=0.001)

    def saved(self, peach):
        return dict(line.split(": ") for line in peach.settings_file.read_text("utf-8").splitlines())

    def test_journey_6_pitch_matching(self):
        """The second note begins by itself, is tuned by ear alone, and letting go is the answer."""
        peach = self.peach()
        page, hand = self.enter(peach)
        hand.start("matching")
        self.assertEqual(peach.await_events("noteStarted")[0]["role"], "reference")
        hand.await_tuning(False)
        for count in (1, 2):
            self.match(peach, hand, count)
        self.assertFalse(page.locator(".interval").is_visible())
        # Left while it sounds: nothing is kept.
        hand.await_tuning()
        peach.listen()
        hand.go_to("settings")
        self.await_stop(peach, 1)
        self.assertEqual(len(peach.events("recordSaved")), 2)
        hand.go_to("start")
        hand.sees("button", peach.t("page.start.matching"))

    def test_journey_7_interval_comparison(self):
        """As comparison, with the interval named before it sounds."""
        self.walk_interval("interval-comparison", self.answer)

    def test_journey_8_interval_pitch_matching(self):
        """As matching, with the interval named; the offset is that from the interval."""
        self.walk_interval("interval-matching", self.match)

    def test_early_or_late(self):
        """The rhythm is named, the left and the right button answer, and the next one begins."""
        peach = self.peach(settings={"timing-pattern": "triplets-1", "timing-tempo": "120"})
        page, hand = self.enter(peach)
        hand.start("timing")
        self.assertEqual(peach.await_events("sessionStarted")[0]["mode"], "timing")
        rhythm = peach.t("phase.rhythm", pattern=peach.t("page.setting.timing-pattern.triplets-1"), tempo=120)
        hand.reads(rhythm)
        for count, correctly in ((1, True), (2, False)):
            page.wait_for_selector('.answer[aria-disabled="false"]')
            exercise = peach.listen()
            self.assertEqual((exercise["pattern"], exercise["tempo"]), ("triplets-1", 120))
            is_late = exercise["offset"] > 0
            answer = "higher" if is_late == correctly else "lower"
            hand.answer_time("late" if answer == "higher" else "early")
            answered = peach.await_events("answered", count)[-1]
            hand.let_go()
            self.assertEqual((answered["answer"], answered["correct"], answered["source"]), (answer, correctly, "page"))
            kind = "correct" if correctly else "incorrect"
            told = hand.await_told(count)[-1]
            self.assertEqual((told["kind"], told["said"]), (kind, peach.t(f"feedback.{kind}")))
            peach.await_events("recordSaved", count)
        hand.go_to("profile")
        self.await_stop(peach, 1)

    def walk_interval(self, mode, do):
        peach = self.peach(settings={"intervals": "M3 up"})
        page, hand = self.enter(peach)
        hand.start(mode)
        self.assertEqual(peach.await_events("sessionStarted")[0]["mode"], mode)
        hand.reads_interval(peach.t("interval.up", interval=peach.t("interval.major-third")))
        for count in (1, 2):
            exercise = do(peach, hand, count)
            self.assertEqual(exercise["interval"], "M3 up")
            # Equal temperament: four semitones above the reference, and then as far off as it says.
            target, reference = exercise["target"], exercise["reference"]
            self.assertAlmostEqual(target["hertz"], reference["hertz"] * 2 ** ((400 + target["cents"]) / 1200), delta=0.01)
        hand.go_to("profile")
        self.await_stop(peach, 1)
        hand.sees("heading", peach.t("page.profile.title"))


class Pointer(Journeys, BrowserTest):
    way = hands.Pointer


class Keyboard(Journeys, BrowserTest):
    way = hands.Keyboard


class Tree(Journeys, BrowserTest):
    way = hands.Tree


class Arriving(BrowserTest):
    """The page before its modules have loaded."""

    def test_title(self):
        """The title is in its final place from the beginning, with its final text."""
        for language, size in (("en", phone), ("de", desktop)):
            peach = Peach(server, language)
            self.addCleanup(peach.close)
            for path in ("/", "/profile", "/settings", "/controllers", "/info", "/timers", "/history"):
                with self.subTest(language=language, path=path):
                    early = self.without_modules(peach, path, size)
                    page = self.open(peach, path, size)
                    self.assertEqual(early, self.title(page))
                    page.context.close()

    def test_without_scripts(self):
        """A page explains its requirements, and how to practise without it, in the place of its content and in the
        player's language."""
        for language, size, theme in (("en", phone, "light"), ("de", desktop, "dark")):
            peach = Peach(server, language)
            self.addCleanup(peach.close)
            context = browser()[1].new_context(viewport=size, java_script_enabled=False, color_scheme=theme)
            self.addCleanup(context.close)
            page = context.new_page()
            for path in ("/", "/comparison", "/matching", "/profile", "/settings", "/timers/amrap", "/history"):
                with self.subTest(language=language, path=path):
                    page.goto(peach.address + path)
                    paragraphs = page.locator("noscript p")
                    for number, key in enumerate(("page.server.no-script", "page.server.no-script.without")):
                        self.assertEqual(paragraphs.nth(number).inner_text(timeout=limit), peach.t(key))
                        box = paragraphs.nth(number).bounding_box(timeout=limit)
                        self.assertTrue(box["y"] >= 0 and box["y"] + box["height"] <= size["height"] and box["x"] >= 12, box)
                        self.assertLessEqual(box["x"] + box["width"], size["width"] - 12)
                    self.shoot(page, f"no-script-{path}-{language}")
            context.close()

    def without_modules(self, peach, path, size):
        context = browser()[1].new_context(viewport=size)
        self.addCleanup(context.close)
        page = context.new_page()
        page.route("**/*.js", lambda route: route.abort())
        page.goto(peach.address + path)
        found = self.title(page)
        context.close()
        return found

    def title(self, page):
        box = page.locator("h1").bounding_box()
        return page.title(), page.locator("h1").inner_text(), page.evaluate("document.documentElement.lang"), round(box["x"]), round(box["y"])


class Choosing(BrowserTest):
    """The pickers of timbres on Settings."""

    timbres = ("string", "reed", "brass", "voice", "organ", "sine")

    def test_each_timbre_sounds_when_it_is_chosen(self):
        for language in ("en", "de"):
            with self.subTest(language=language):
                peach = Peach(server, language)
                self.addCleanup(peach.close)
                page = self.open(peach, "/settings")
                first, second = [page.get_by_role("combobox", name=peach.t(f"page.setting.{key}"), exact=True)
                                 for key in ("timbre", "timbre-of-second")]
                first.wait_for()
                labels = [peach.t(f"picture.timbre.{each}").capitalize() for each in ("sine", *self.timbres[:-1])]
                self.assertEqual(first.locator("option").all_text_contents(), labels)
                same = peach.t("page.setting.timbre-of-second.same")
                self.assertEqual(second.locator("option").all_text_contents(), [same, *labels])
                heard = 0
                # By keyboard, from the first word to the last; then by value, and back to the first word.
                first.focus()
                for timbre in self.timbres[:-1]:
                    page.keyboard.press("ArrowDown")
                    heard += 1
                    self.assertEqual(peach.await_events("noteStarted", heard)[-1]["role"], "target")
                    self.assertEqual(first.input_value(), timbre)
                for timbre in (*self.timbres, "same"):
                    second.select_option(timbre)
                    heard += 1
                    peach.await_events("noteStarted", heard)
                second.select_option("sine")
                peach.await_events("noteStarted", heard + 1)
                saved = dict(line.split(": ") for line in peach.settings_file.read_text("utf-8").splitlines())
                self.assertEqual((saved["timbre"], saved["timbre-of-second"]), ("organ", "sine"))
                # None of it was an exercise; the next one has both.
                self.assertEqual(peach.events("exerciseStarted"), [])
                page.goto(peach.address + "/")
                hands.Pointer(page, peach).start("comparison")
                exercise = peach.await_events("exerciseStarted")[-1]
                self.assertEqual((exercise["timbre"], exercise["timbreOfSecond"]), ("organ", "sine"))


class Timed(BrowserTest):
    """Practice timers in the program itself, from the cards to the history."""

    def enter(self, language="en", path="/timers"):
        peach = Peach(server, language)
        self.addCleanup(peach.close)
        page = self.open(peach, path)
        return peach, page

    def post(self, page, **intent):
        answer = page.evaluate(
            """async (intent) => (await fetch('/intents', {method: 'POST', headers: {'Content-Type': 'application/json'},
                body: JSON.stringify({page: 'journey-of-timers', ...intent})})).status""", intent)
        self.assertEqual(answer, 204)

    def choose(self, page, **values):
        cues = ["start", "interval", "countdown", "last-minute", "thirty-seconds", "rest", "finish"]
        self.post(page, intent="timer-choose", configuration={"source": "comparison", "sets": 1, "restSeconds": 120, "cues": cues, **values})

    def await_phase(self, peach, phase, count=1, limit=10):
        end = time.monotonic() + limit
        while len(found := [each for each in peach.events("timerPhase") if each["phase"] == phase]) < count:
            self.assertLess(time.monotonic(), end, peach.events("timerPhase"))
            time.sleep(0.01)
        return found[-1]

    def test_training_by_rounds(self):
        """The sheet begins it, training counts, Pause and Resume, the end, and the history has it."""
        for language in ("en", "de"):
            peach, page = self.enter(language)
            self.choose(page, kind="for-time", rounds=2)
            page.wait_for_selector("dialog[open]")
            self.assertEqual(peach.events("timerStarted"), [])
            page.locator("dialog .start-practice").click()
            self.await_phase(peach, "running")
            for count in (1, 2):
                enabled = peach.await_events("answerEnabled", count + (count > 1))[-1]
                time.sleep(max(0, enabled["time"] / 1e9 + 0.1 - time.monotonic()))
                page.locator(".higher").click()
                peach.await_events("timerRound", count)
                if count == 1:
                    peach.await_events("answerEnabled", 2)
                    page.locator("header a, header button").first.click()
                    self.await_phase(peach, "paused")
                    page.wait_for_url("**/timer")
                    page.locator(".timer-page .start-practice").click()
                    self.await_phase(peach, "running", 2)
            self.assertTrue(self.await_phase(peach, "finished")["complete"])
            page.wait_for_url("**/timer")
            page.locator(".timer-page .start-practice").wait_for()
            workout = json.loads(peach.run("history", "--json"))[0]
            self.assertEqual((workout["state"], len(workout["sets"][0]["rounds"])), ("complete", 2))
            page.locator(".timer-page .start-practice").click()
            self.await_phase(peach, "idle")
            page.goto(f"{peach.address}/history")
            page.locator("details").first.wait_for()
            self.assertEqual(page.locator("details").count(), 1)
            self.assertEqual(page.complaints, [])

    def test_free_rounds(self):
        """Rounds are pressed on the page; leaving the page pauses, and the program that is started again still knows."""
        peach, page = self.enter()
        self.choose(page, kind="amrap", durationSeconds=600, source="free")
        page.locator("dialog .start-practice").click()
        page.wait_for_url("**/timer")
        # A press that is still part of confirming does not count: the timer begins 100 ms later.
        peach.await_events("timerCue")
        for count in (1, 2, 3):
            page.locator(".round-done").click()
            peach.await_events("timerRound", count)
        page.goto(f"{peach.address}/settings")
        peach.end()
        self.pages.remove(page)
        page.context.close()
        again = Peach(server, folder=peach.folder)
        self.addCleanup(again.close)
        page = self.open(again, "/timer")
        self.await_phase(again, "paused")
        page.locator(".timer-page .start-practice").wait_for()
        self.assertIn("3", page.locator(".timer-page").inner_text())


if __name__ == "__main__":
    unittest.main()
