"""How quickly pages take an answer, what other clients cost it, and how soon the first page is there.

    run [--answers N] [--loads N]

Exit code 1 if a bar is not met.
"""

import argparse
import multiprocessing
import os
import random
import statistics
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from clients import flood, stall
from playwright.sync_api import sync_playwright
from real import Peach, SoundServer
from support import chromium_path, phone

PERIOD = 64
RATE = 48_000
PERIOD_MS = PERIOD / RATE * 1000
PAGES = 8
CROWD_BAR = 1.2
ROUNDS = 4
"""JACK smooths its cycle times: after one late cycle of a busy machine they swing for seconds. So the comparison
alternates, each time with a new server and program."""
PAINT_BAR = 100.0
SIZE_BAR = 150_000
MEMORY_BAR = 1.05
"""Resident memory at the end of the crowd, against that after its first quarter."""

# The page's time stamp of the last press, in ms of its clock.
STAMP = "() => addEventListener('pointerdown', (event) => { window.pressed = event.timeStamp; }, {capture: true})"

# A hand that moves the slider a thousand times a second, four moves at a time: timers come no closer than 4 ms.
MOVE = """() => {
  const slider = document.querySelector('.slider'), box = slider.getBoundingClientRect(), middle = box.y + box.height / 2;
  slider.setPointerCapture = () => {};
  const send = (type, y) => slider.dispatchEvent(new PointerEvent(type, {pointerId: 77, clientX: box.x + 9, clientY: y, bubbles: true}));
  send('pointerdown', middle);
  let moves = 0;
  const begin = performance.now();
  window.moving = setInterval(() => {
    while (moves < performance.now() - begin) {
      moves += 1;
      send('pointermove', middle - 60 * Math.sin(moves / 40));
    }
  }, 4);
}"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--answers", type=int, default=200, help="answers by pointer, and commits each without and with a crowd")
    parser.add_argument("--loads", type=int, default=30, help="first paints")
    options = parser.parse_args()
    met = True
    print(f"load average {os.getloadavg()[0]:.1f}")
    with program() as (peach, _):
        with browser() as chromium:
            met &= first_paint(chromium, peach, options.loads)
            met &= pointer_down(chromium, peach, options.answers)
    met &= crowd(options.answers)
    print(f"load average {os.getloadavg()[0]:.1f}")
    return 0 if met else 1


@contextmanager
def program():
    """Peach and its sound server, as long as they are needed."""
    with ExitStack() as parts:
        server = SoundServer(PERIOD)
        parts.callback(server.close)
        peach = Peach(server, settings={"strategy": "kazez", "matching-cue": "off"})
        parts.callback(peach.close)
        yield peach, server


@contextmanager
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@contextmanager
def parted_processors(*programs):
    """Clients have the last processor to themselves, and `programs` the others, so that nine browser pages do not
    disturb them."""
    every = sorted(os.sched_getaffinity(0))
    *first, last = every
    for program in programs if first else []:
        for thread in os.listdir(f"/proc/{program.process.pid}/task"):
            os.sched_setaffinity(int(thread), first)
    os.sched_setaffinity(0, [last])
    yield
    os.sched_setaffinity(0, every)


def first_paint(chromium, peach, loads):
    """Each in a separate context with an empty cache; next to each, a page that is only a title."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Bare) as bare:
        threading.Thread(target=bare.serve_forever, daemon=True).start()
        paints, bares = [], []
        for _ in range(loads):
            bares.append(load(chromium, f"http://127.0.0.1:{bare.server_port}/", "h1")[0])
            paint, size = load(chromium, peach.address, "main")
            paints.append(paint)
        bare.shutdown()
    median = statistics.median(paints)
    print("\nfrom the address to the first paint, ms")
    print("| page | loads | best | median | worst | bar for the median |")
    print("|---|---|---|---|---|---|")
    for name, times, bar in (("Start", paints, f"≤ {PAINT_BAR:.0f}: {verdict(median <= PAINT_BAR)}"),
                             ("a title alone", bares, f"none: {median / statistics.median(bares):.2f} ×")):
        print(f"| {name} | {loads} | {min(times):.0f} | {statistics.median(times):.0f} | {max(times):.0f} | {bar} |")
    print(f"\ndocument, styles and modules, bytes: {size}, bar {SIZE_BAR}: {verdict(size <= SIZE_BAR)}")
    return median <= PAINT_BAR and size <= SIZE_BAR


def load(chromium, address, sign):
    """The first paint of a page that is there when `sign` is, in ms, and the bytes of its files."""
    context = chromium.new_context(viewport=phone)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(sign)
    page.wait_for_timeout(100)
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    size = page.evaluate(
        """() => performance.getEntriesByType('navigation')[0].decodedBodySize
             + performance.getEntriesByType('resource').filter((each) => each.name.includes('/assets/'))
               .reduce((sum, each) => sum + each.decodedBodySize, 0)""")
    context.close()
    return paint, size


class Bare(BaseHTTPRequestHandler):
    """The response for a page without resources."""

    def do_GET(self):
        body = b"<!doctype html><html lang=en><title>Peach</title><h1>Peach</h1></html>" if self.path == "/" else b""
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def pointer_down(chromium, peach, answers):
    """Pointer-down to the fade's first frame: from before Chromium gets the event, and from the event's own time
    stamp."""
    page = open_page(chromium, peach)
    page.evaluate(STAMP)
    offset = clock_offset(page)
    chance = random.Random(1)
    told, stamped, taken = [], [], []
    before = counts(peach)
    page.get_by_role("button", name=peach.t("page.start.comparison"), exact=True).click()
    for number in range(1, answers + 1):
        enabled = peach.await_events("answerEnabled", before["answerEnabled"] + number)[-1]
        page.wait_for_selector('.higher[aria-disabled="false"]')
        box = page.locator(".higher").bounding_box()
        page.mouse.move(box["x"] + 40, box["y"] + 40)
        wait_until(enabled["time"] + 50e6 + chance.uniform(0, 2 * PERIOD_MS) * 1e6)
        begin = time.monotonic_ns()
        page.mouse.down()
        faded = peach.await_events("feedbackStarted", before["feedbackStarted"] + number)[-1]
        told.append((faded["time"] - begin) / 1e6)
        taken.append((peach.events("answered")[-1]["inputTime"] - begin) / 1e6)
        page.mouse.up()
        stamped.append(faded["time"] / 1e6 - (page.evaluate("window.pressed") + offset))
    stop(page, peach, before)
    bar = PERIOD_MS + 10
    print(f"\npointer-down to the fade's first frame, jackd at {PERIOD} frames, ms")
    print("| from | answers | best | median | 99 % | bar for the median |")
    print("|---|---|---|---|---|---|")
    row("before Chromium is told", told, f"≤ {bar:.1f}: {verdict(statistics.median(told) <= bar)}")
    row("the event's own time stamp", stamped, f"≤ {bar:.1f}: {verdict(statistics.median(stamped) <= bar)}")
    row("of these, until it is in the program", taken, "")
    page.context.close()
    return statistics.median(told) <= bar


def crowd(commits):
    """A commit's arrival to its fade, alone and under load; and the load's effect on memory."""
    alone, crowded, memory = [], [], []
    came = 0
    each = max(1, commits // ROUNDS)
    for _ in range(ROUNDS):
        with program() as (peach, server), parted_processors(peach, server), browser() as chromium:
            alone += commit_times(open_page(chromium, peach), peach, each, is_crowded=False)
        with program() as (peach, server), parted_processors(peach, server), browser() as chromium:
            pages = [open_page(chromium, peach) for _ in range(PAGES)]
            with clients(peach) as count:
                held = []
                crowded += commit_times(pages[0], peach, each, is_crowded=True, memory=held)
                memory.append((held[len(held) // 4], held[-1]))
            came += count.value
    ratios = []
    print(f"\na commit to its fade: {PAGES} pages, one that does not read, one that floods and came {came} times, a slider that moves 1,000 "
          f"times a second; {ROUNDS} times in turns, clients on a processor of their own, ms")
    print("| from | with | commits | best | median | 99 % | bar for the 99 % |")
    print("|---|---|---|---|---|---|---|")
    for name, place in (("its arrival", 0), ("before Chromium is told", 1)):
        quiet, busy = ([spans[place] for spans in times] for times in (alone, crowded))
        ratios.append(percentile(busy, 99) / percentile(quiet, 99))
        bar = f"≤ {CROWD_BAR} ×: {ratios[-1]:.2f}, {verdict(ratios[-1] <= CROWD_BAR)}" if place == 0 else f"none: {ratios[-1]:.2f} ×"
        row(f"{name} | nobody else", quiet, "")
        row(f"{name} | all of these", busy, bar)
    flat = all(late <= MEMORY_BAR * early for early, late in memory)
    print("\nresident memory, MB, after a quarter of each crowd and at its end: "
          + ", ".join(f"{early:.1f} → {late:.1f}" for early, late in memory) + f", bar ≤ {MEMORY_BAR} ×: {verdict(flat)}")
    return ratios[0] <= CROWD_BAR and flat


@contextmanager
def clients(peach):
    """One that floods and one that does not read, as long as they are needed; how often the first has come."""
    context = multiprocessing.get_context("spawn")
    over, came = context.Event(), context.Value("q", 0)
    processes = [context.Process(target=flood, args=(peach.port, over, came)), context.Process(target=stall, args=(peach.port, over))]
    for process in processes:
        process.start()
    try:
        yield came
    finally:
        over.set()
        for process in processes:
            process.join()


def commit_times(page, peach, commits, is_crowded, memory=None):
    """For each commit by pointer, ms to its fade: from its arrival, and from before Chromium got the event."""
    before = counts(peach)
    chance = random.Random(2)
    times = []
    page.get_by_role("button", name=peach.t("page.start.matching"), exact=True).click()
    for number in range(1, commits + 1):
        enabled = peach.await_events("tuningEnabled", before["tuningEnabled"] + number)[-1]
        page.wait_for_selector('.slider[aria-disabled="false"]')
        if is_crowded:
            page.evaluate(MOVE)
        wait_until(enabled["time"] + 300e6 + chance.uniform(0, 2 * PERIOD_MS) * 1e6)
        begin = time.monotonic_ns()
        page.keyboard.press("Enter")
        committed = peach.await_events("committed", before["committed"] + number)[-1]
        faded = peach.await_events("feedbackStarted", before["feedbackStarted"] + number)[-1]
        times.append(((faded["time"] - committed["inputTime"]) / 1e6, (faded["time"] - begin) / 1e6))
        if is_crowded:
            page.evaluate("""() => {
              clearInterval(window.moving);
              document.querySelector('.slider').dispatchEvent(new PointerEvent('pointercancel', {pointerId: 77, bubbles: true}));
            }""")
            memory.append(resident(peach))
    stop(page, peach, before)
    page.context.close()
    return times


def open_page(chromium, peach):
    """A page in a separate context: all pages of one context share six connections."""
    page = chromium.new_context(viewport=phone).new_page()
    page.goto(peach.address)
    page.wait_for_selector("main")
    return page


def counts(peach):
    kinds = ("answerEnabled", "tuningEnabled", "committed", "feedbackStarted", "sessionStopped")
    return {kind: len(peach.events(kind)) for kind in kinds}


def stop(page, peach, before):
    page.keyboard.press("Escape")
    peach.await_events("sessionStopped", before["sessionStopped"] + 1)


def clock_offset(page):
    """The offset from the page's clock to CLOCK_MONOTONIC, in ms, from the quickest of many queries."""
    questions = []
    for _ in range(50):
        begin = time.monotonic_ns()
        now = page.evaluate("performance.now()")
        end = time.monotonic_ns()
        questions.append((end - begin, (begin + end) / 2e6 - now))
    return min(questions)[1]


def resident(peach):
    """In MB."""
    with open(f"/proc/{peach.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def wait_until(moment):
    time.sleep(max(0, (moment - time.monotonic_ns()) / 1e9))


def percentile(values, share):
    return statistics.quantiles(values, n=100, method="inclusive")[share - 1]


def row(name, values, bar):
    print(f"| {name} | {len(values)} | {min(values):.2f} | {statistics.median(values):.2f} | {percentile(values, 99):.2f} | {bar} |")


def verdict(met):
    return "met" if met else "NOT MET"


if __name__ == "__main__":
    sys.exit(main())
