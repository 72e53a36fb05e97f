"""Pictures of every page of the program itself, to be looked at: phone, tablet and desktop, light and dark, both languages.

Not one of the tests that `run` takes by itself: `run test_pictures.py`.
"""

import datetime
import json
import math
import random
import unittest
import uuid

import hands
from real import ModuleServer, Peach
from support import *

server = ModuleServer()
setUpModule, tearDownModule = server.start, server.close
narrow = {"width": 320, "height": 640}
sizes = {"narrow": narrow, "phone": phone, "tablet": tablet, "desktop": desktop, "side": phone_on_its_side}
header = ("# peach-export-format:3\ntrainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,"
          "centOffset,isCorrect,initialCentOffset,userCentError,tempoBPM,offsetMs,meanOffsetMs,meanOffsetMsPosition0,meanOffsetMsPosition1,"
          "meanOffsetMsPosition2,meanOffsetMsPosition3\n")


def a_year():
    """Answers of a player whose ear is finest in the middle and improves, who hears octaves as in tune when 12 cents
    wider and stops early when tuning, in the format of the original Peach."""
    chance = random.Random(6)
    name = lambda note: "C C# D D# E F F# G G# A A# B".split()[note % 12] + str(note // 12 - 1)
    begin = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) - datetime.timedelta(days=360)
    lines = []
    for day in range(0, 360, 4):
        for number in range(30):
            time = (begin + datetime.timedelta(days=day, seconds=5 * number)).strftime("%Y-%m-%dT%H:%M:%SZ")
            note = chance.randint(36, 84)
            threshold = (9 + 0.03 * (note - 62) ** 2 / 2) * 2 ** (-day / 360)
            fifth = number % 3 == 2
            octave = fifth and number % 2 == 1
            target, interval = (note + 12, "P8") if octave else (note + 7, "P5") if fifth else (note, "P1")
            places = f"{note},{name(note)},{target},{name(target)},{interval},equalTemperament"
            if number % 5 == 4:
                start = chance.uniform(-19, 19)
                error = chance.gauss(2, threshold / 2) + math.copysign(threshold / 3, start)
                lines.append(f"pitchMatching,{time},{places},,,{start:.2f},{error:.2f},,,,,,,")
            else:
                offset = threshold * 2 ** chance.uniform(-1, 1.5) * (1 + fifth) * chance.choice((-1, 1))
                heard = offset - 12 * octave
                higher = chance.random() < 0.5 + 0.5 * math.erf(heard / threshold / (1 + fifth) * 0.48)
                right = higher == (offset > 0)
                lines.append(f"pitchDiscrimination,{time},{places},{offset:.2f},{str(right).lower()},,,,,,,,,")
    return header + "\n".join(lines) + "\n"


def held(exported):
    """A copy of every second match of exported records, a third as far off, tuned to a reference that kept sounding."""
    matches = [record for line in exported.splitlines() if (record := json.loads(line))["mode"].endswith("matching")]
    return "".join(
        json.dumps({**match, "id": str(uuid.UUID(int=number)), "held_level": 0, "cents": match["cents"] / 3}) + "\n"
        for number, match in enumerate(matches[::2]))


class Pictures(BrowserTest):
    def test_pictures(self):
        for language in ("en", "de"):
            empty = Peach(server, language, settings={"note-duration": 1})
            self.addCleanup(empty.close)
            self.walk(empty, "phone", "light", ["/", "/profile"], suffix="-empty")
            full = Peach(server, language, settings={"note-duration": 1, "speech": "off"})
            self.addCleanup(full.close)
            full.end()
            records = full.folder / "year.csv"
            records.write_text(a_year(), "utf-8")
            full.run("import", str(records))
            beside = full.folder / "held.jsonl"
            full.run("export", str(beside))
            beside.write_text(held(beside.read_text("utf-8")), "utf-8")
            full.run("import", str(beside))
            full = Peach(server, language, folder=full.folder)
            self.addCleanup(full.close)
            for size in sizes:
                for theme in ("light", "dark"):
                    self.walk(full, size, theme, ["/", "/profile", "/settings", "/controllers", "/info"])
                    self.practise(full, size, theme)

    def walk(self, peach, size, theme, paths, suffix=""):
        page = self.open(peach, viewport=sizes[size], color_scheme=theme)
        for path in paths:
            page.goto(peach.address + path)
            page.wait_for_selector("main > *, .stack > *")
            page.wait_for_selector(".said li" if path == "/" else "main > *")
            if path in ("/", "/profile"):
                page.wait_for_selector("img")
            await_true(page, "[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
            self.check_width(page, path)
            self.shoot(page, f"program-{size}-{peach.language}-{theme}-{path[1:] or 'start'}{suffix}")
        page.context.close()

    def practise(self, peach, size, theme):
        page = self.open(peach, viewport=sizes[size], color_scheme=theme)
        hand = hands.Pointer(page, peach)
        name = f"program-{size}-{peach.language}-{theme}"
        stopped = len(peach.events("sessionStopped"))
        hand.start("comparison")
        hand.await_answering()
        self.shoot(page, f"{name}-comparison")
        page.wait_for_timeout(150)
        hand.answer("higher")
        page.wait_for_selector(".result")
        self.shoot(page, f"{name}-comparison-result")
        hand.let_go()
        hand.go_to("start")
        hand.start("interval-matching")
        hand.await_tuning()
        page.wait_for_timeout(150)
        hand.tune_sharper()
        self.shoot(page, f"{name}-interval-matching")
        hand.commit()
        page.wait_for_selector(".result")
        self.shoot(page, f"{name}-interval-matching-result")
        hand.go_to("start")
        peach.await_events("sessionStopped", stopped + 2)
        page.context.close()


if __name__ == "__main__":
    unittest.main()
