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
import time
from contextlib import ExitStack, contextmanager

from clients import flood, stall
from playwright.sync_api import sync_playwright
from real import Peach, SoundServer
from support import chromium_path, phone

PERIOD = 64
RATE = 48_000
PERIOD_MS = PERIOD / RATE * 1000
PAGES = 8
CROWD_BAR = 1.2
PAINT_BAR = 100.0
SIZE_BAR = 150_000
MEMORY_BAR = 1.05
"""Resident memory at the end of the crowd, against that after its first quarter."""

# The page's own time stamp of what was pressed last, in ms of its clock.
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
    with ExitStack() as parts:
        server = SoundServer(PERIOD, realtime=True)
        parts.callback(server.close)
        peach = Peach(server, settings={"strategy": "kazez", "matching-cue": "off"})
        parts.callback(peach.close)

        print(f"load average {os.getloadavg()[0]:.1f}")
        with browser() as chromium:
            met &= first_paint(chromium, peach, options.loads)
            met &= pointer_down(chromium, peach, options.answers)
        part_processors(peach, server)
        with browser() as chromium:
            met &= crowd(chromium, peach, options.answers)
        print(f"load average {os.getloadavg()[0]:.1f}")
    return 0 if met else 1


@contextmanager
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def part_processors(*programs):
    """From here on, clients have the last processor for themselves, and `programs` the others: what nine browser pages compute is
    no business of theirs."""
    *first, last = sorted(os.sched_getaffinity(0))
    if not first:
        return
    for program in programs:
        for thread in os.listdir(f"/proc/{program.process.pid}/task"):
            os.sched_setaffinity(int(thread), first)
    os.sched_setaffinity(0, [last])
    print(f"\nbrowser and other clients on processor {last}, the program and jackd on the others")


def first_paint(chromium, peach, loads):
    """Each in a context of its own, which has nothing in its cache."""
    paints = []
    size = 0
    for _ in range(loads):
        context = chromium.new_context(viewport=phone)
        page = context.new_page()
        page.goto(peach.address)
        page.wait_for_selector("main")
        page.wait_for_timeout(100)
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        size = page.evaluate(
            """() => performance.getEntriesByType('navigation')[0].decodedBodySize
                 + performance.getEntriesByType('resource').filter((each) => each.name.includes('/assets/'))
                   .reduce((sum, each) => sum + each.decodedBodySize, 0)""")
        context.close()
    median = statistics.median(paints)
    print("\nfrom the address to the first paint, ms")
    print("| loads | best | median | worst | bar for the median |")
    print("|---|---|---|---|---|")
    print(f"| {loads} | {min(paints):.0f} | {median:.0f} | {max(paints):.0f} | ≤ {PAINT_BAR:.0f}: {verdict(median <= PAINT_BAR)} |")
    print(f"\ndocument, styles and modules, bytes: {size}, bar {SIZE_BAR}: {verdict(size <= SIZE_BAR)}")
    return median <= PAINT_BAR and size <= SIZE_BAR


def pointer_down(chromium, peach, answers):
    """Pointer-down to the fade's first frame: from before Chromium is told, and from the event's own time stamp."""
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


def crowd(chromium, peach, commits):
    """A commit's arrival to its fade, by itself and in a crowd; and what the crowd leaves behind in memory."""
    alone = commit_times(open_page(chromium, peach), peach, commits, is_crowded=False)
    pages = [open_page(chromium, peach) for _ in range(PAGES)]
    before = resident(peach)
    context = multiprocessing.get_context("spawn")
    over = context.Event()
    came = context.Value("q", 0)
    clients = [context.Process(target=flood, args=(peach.port, over, came)), context.Process(target=stall, args=(peach.port, over))]
    for client in clients:
        client.start()
    memory = []
    crowded = commit_times(pages[0], peach, commits, is_crowded=True, memory=memory)
    over.set()
    for client in clients:
        client.join()
    early, late = memory[len(memory) // 4], memory[-1]
    ratios = []
    print(f"\na commit to its fade: {PAGES} pages, one that does not read, one that floods and came {came.value} times, a slider that moves "
          f"1,000 times a second, ms")
    print("| from | with | commits | best | median | 99 % | bar for the 99 % |")
    print("|---|---|---|---|---|---|---|")
    for name, place in (("its arrival", 0), ("before Chromium is told", 1)):
        quiet, busy = ([each[place] for each in times] for times in (alone, crowded))
        ratios.append(percentile(busy, 99) / percentile(quiet, 99))
        bar = f"≤ {CROWD_BAR} ×: {ratios[-1]:.2f}, {verdict(ratios[-1] <= CROWD_BAR)}" if place == 0 else f"none: {ratios[-1]:.2f} ×"
        row(f"{name} | nobody else", quiet, "")
        row(f"{name} | all of these", busy, bar)
    flat = late <= MEMORY_BAR * early
    print(f"\nresident memory, MB: before {before:.1f}, after a quarter {early:.1f}, at the end {late:.1f}, "
          f"bar for the end ≤ {MEMORY_BAR} × that after a quarter: {verdict(flat)}")
    return ratios[0] <= CROWD_BAR and flat


def commit_times(page, peach, commits, is_crowded, memory=None):
    """For each commit by pointer, ms to its fade: from its arrival, and from before Chromium was told."""
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
    """A page of its own context: all pages of one share six connections."""
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
    """What has to be added to the page's clock for CLOCK_MONOTONIC, in ms, from the quickest of many questions."""
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
