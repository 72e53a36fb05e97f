"""A browser, its pages, and the queries that every test needs."""

import functools
import os
import pathlib
import time
import unittest

import axe_playwright_python
from playwright.sync_api import sync_playwright

from double import Program, project

shots = project / ".build" / "browser"
takes_pictures = "PEACH_PICTURES" in os.environ
"""Whether pictures are taken, of every page and state in every language and theme: for eyes, and for the long tests."""
chromium_path = "/usr/bin/chromium-headless-shell"
"""Chromium without windows and what belongs to them, which take as much of the processor as the pages."""
phone = {"width": 390, "height": 844}
tablet = {"width": 820, "height": 1180}
desktop = {"width": 1280, "height": 800}
phone_on_its_side = {"width": 844, "height": 390}
limit = 10_000
stories = []
"""The output of the programs that a test played, shown on failure."""


@functools.cache
def axe_source():
    folder = pathlib.Path(axe_playwright_python.__file__).parent
    return next(folder.rglob("axe.min.js")).read_text("utf-8")


@functools.cache
def browser():
    """One Chromium for all tests of a file."""
    playwright = sync_playwright().start()
    return playwright, playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])


def close_browser():
    if browser.cache_info().currsize:
        playwright, chromium = browser()
        chromium.close()
        playwright.stop()
        browser.cache_clear()


class BrowserTest(unittest.TestCase):
    """Opens pages against a double of the program; any console message of a page fails the test."""

    def open(self, program, path="/", viewport=None, **options):
        """A page in a separate context at `path`, complete when its document has loaded: screen readers read it
        then."""
        context = browser()[1].new_context(viewport=viewport or phone, **options)
        self.addCleanup(context.close)
        context.set_default_timeout(limit)
        complaints = []
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith(program.address) else complaints.append(f"asked elsewhere: {request.url}"))
        page.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))")
        page.add_init_script("addEventListener('load', () => { window.wasThereAtLoad = document.querySelector('main') !== null; })")
        page.goto(program.address + path)
        self.assertTrue(page.evaluate("window.wasThereAtLoad"), path)
        page.complaints = complaints
        self.pages.append(page)
        return page

    def run(self, result=None):
        stories.clear()
        given = super().run(result)
        for told in (given.failures, given.errors):
            if stories and told and getattr(told[-1][0], "test_case", told[-1][0]) is self:
                told[-1] = (told[-1][0], "\n".join([told[-1][1], *stories]))
        return given

    def setUp(self):
        self.pages = []

    def tearDown(self):
        for page in self.pages:
            self.assertEqual(page.complaints, [])

    def program(self, *arguments, **options):
        program = Program(*arguments, **options)
        self.addCleanup(program.close)
        return program

    def close_program(self, program, page):
        """Ends the program under a page, which may then report the lost connection."""
        self.assertEqual(page.complaints, [])
        self.pages.remove(page)
        program.close()

    def check(self, page, name, colours=True):
        """axe finds nothing, no navigation leads nowhere, and nothing goes beyond the edge."""
        if not page.evaluate("typeof window.axe === 'object'"):
            page.evaluate(axe_source() + "\n;null")
        found = page.evaluate(
            """async (colours) => {
              const result = await axe.run(document, {
                runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
                rules: {'color-contrast-enhanced': {enabled: colours}, 'color-contrast': {enabled: colours}},
                resultTypes: ['violations', 'incomplete'],
              });
              const short = (each) => each.nodes.map((node) => `${each.id}: ${node.target} ${node.failureSummary}`);
              return {
                violations: result.violations.flatMap(short),
                // An arrow alone, as keys are called, has the colour of the keys next to it.
                review: result.incomplete.filter((each) => ['serious', 'critical'].includes(each.impact)).flatMap(short)
                  .filter((each) => !each.includes('only non-text characters')),
              };
            }""", colours)
        self.assertEqual(found["violations"], [], name)
        self.assertEqual(found["review"], [], name)
        empty = "nav:not([hidden]):not(:has(a, button))"
        self.assertEqual(page.evaluate("(empty) => document.querySelectorAll(empty).length", empty), 0, name)
        self.check_width(page, name)

    def check_width(self, page, name):
        width, inner = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
        self.assertLessEqual(width, inner, name)

    def shoot(self, page, name):
        if not takes_pictures:
            return
        shots.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=shots / f"{name.replace('/', '-')}.png", full_page=True)


def await_true(page, expression, argument=None):
    """Waits until `expression` is true in `page`. Playwright's own waiting evaluates texts, which the policy forbids."""
    end = time.monotonic() + limit / 1000
    while not page.evaluate(expression, argument):
        if time.monotonic() > end:
            raise AssertionError(f"never true: {expression}")
        time.sleep(0.01)
