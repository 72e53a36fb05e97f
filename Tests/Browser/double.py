"""A double of the program: it speaks the pages' wire and is in exactly the state that a test wants.

It serves the pages' own files and the catalogues' own texts. It stores everything sent to it, no sound plays, and time
stands still: an exercise continues when a test says so.
"""

import copy
import json
import os
import pathlib
import threading
import time
import urllib.parse
import timers
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

project = pathlib.Path(__file__).resolve().parents[2]
lateness = float(os.environ.get("PEACH_LATE", 0))
"""The delay of all messages to pages, in seconds: finds tests that look before a page can know."""
resources = project / "Sources" / "Web"
policy = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
types = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
    "webmanifest": "application/manifest+json",
}
modules = resources / "page" / "pages"
pages = sorted(str(file.relative_to(modules).with_suffix("")) for file in modules.rglob("*.js"))
paths = ["/" if page == "start" else f"/{page}" for page in pages]
imports = (
    "".join(f"import * as page{number} from './pages/{page}.js';\n" for number, page in enumerate(pages))
    + "export default {\n"
    + "".join(f"  '{pathlib.Path(page).name}': {{ ...page{number}, path: '{paths[number]}' }},\n" for number, page in enumerate(pages))
    + "};\n")


def catalogue(language):
    texts = {}
    for line in (resources / "text" / f"{language}.text").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            key, text = line.split(" = ", 1)
            texts[key] = text
    return texts


class Program(timers.Timers):
    """The double's state, for tests to change, and the requests it received."""

    def __init__(self, language="en", port=0, is_marked=False):
        self.language = language
        self.is_marked = is_marked  # every text stands in ⟦brackets⟧: text without them is not from a catalogue
        self.changed = threading.Condition()
        self.intents = []
        self.other_requests = []
        self.refusal = None  # the line with which the next intent is refused
        self.answers_intents = True
        self.knows_profile = True
        self.hears_again = False  # the setting hear-again
        self.rates = False  # the setting sureness
        self.unanswered = []  # modes without any answer
        self.with_controllers = True
        self.version = 0
        self.posted = self.included = 0  # intents: those that came, and those that the state includes
        self.lags = False  # the state does not include what comes
        self.messages = []
        self.is_closing = False
        self.streams = 0
        self.texts = {key: self.mark(text) for key, text in catalogue(language).items()}
        self.set_up_timers()
        self.state = self.hub()
        self.settings = self.default_settings()
        self.lit = []
        self.learning = None  # (controller, role) that a control is waited for
        self.asked_to_learn = []
        self.given = {}  # the current places of roles, by controller and role
        self.ways = {}  # which way a controller's mapping can go
        self.learn_refusal = None  # the line with which the next request for a control is refused
        program = self

        class Handler(Requests):
            pass

        Handler.program = program
        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self):
        with self.changed:
            self.is_closing = True
            self.changed.notify_all()
        self.server.shutdown()
        self.server.server_close()

    # Texts.

    def mark(self, text):
        return f"⟦{text}⟧" if self.is_marked else text

    def t(self, key, /, **values):
        text = self.texts[key]
        for name, value in values.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def page_texts(self):
        return {"language": self.language, "texts": {
            key: text for key, text in self.texts.items()
            if key.split(".")[0] in ("page", "mode", "feedback") or key.startswith(("timer.hours.", "timer.minutes.", "timer.seconds."))}}

    # States.

    def hub(self):
        controllers = []
        if self.with_controllers:
            controllers = [{"name": self.mark("APC Key 25 mk2"), "mapping": self.mark("Akai APC Key 25 mk2"), "asleep": False, "lines": []}]
        return {
            "mode": None, "title": None, "phase": "hub", "epoch": 0, "canAnswer": False, "canTune": False,
            "line": self.t("hub.ready"), "interval": None, "rhythm": None, "beating": None, "laying": None, "stepsBack": False, "laid": None, "nextInterval": None, "feedback": None, "result": None,
            "question": None, "questions": self.questions(), "example": None,
            "sound": {
                "ready": True,
                "line": self.t("sound.ready", server=self.t("sound.server.pipewire"), output=self.mark("Scarlett 2i2"), rate=48, period=64),
            },
            "tuningRange": None, "hearsAgain": self.hears_again, "asksSureness": self.rates or None, "hint": None, "notices": [], "here": None, "refusal": None, "refused": None, "controllers": controllers,
            "letters": {"higher": catalogue(self.language)["key.letter.higher"], "lower": catalogue(self.language)["key.letter.lower"]},
            "timers": self.timer_cards(), "timer": None, "historyChanges": 0, "leaving": False,
        }

    def put(self, **changes):
        """Changes the state and sends it to every page."""
        with self.changed:
            self.state = {**self.state, **changes}
            self.version += 1
            self.changed.notify_all()

    def questions(self):
        return {mode: self.t(f"ask.{mode}") for mode in self.unanswered} or None

    def question(self, mode):
        standing = self.t("phase.answer.interval") if mode == "interval-comparison" else None
        return (self.questions() or {}).get(mode, standing)

    def answered(self):
        """The messages to pages after an answer in the mode."""
        mode = self.state["mode"]
        self.unanswered = [each for each in self.unanswered if each != mode]
        return {"question": self.question(mode), "questions": self.questions()}

    def fifth(self):
        return self.t("interval.up", interval=self.t("interval.perfect-fifth"))

    def chord(self):
        return self.t("interval.up", interval=self.t("interval.major-third"))

    def third(self):
        return self.t("interval.down", interval=self.t("interval.major-third"))

    def rhythm(self):
        return self.t("phase.rhythm", pattern=self.t("page.setting.timing-pattern.straight-16ths"), tempo=80)

    def beating(self):
        """Thirds of strings, because a sine hardly beats."""
        condition = self.t("picture.beats.condition", interval=self.t("picture.beats.third"), timbre=self.t("picture.timbre.string"))
        return self.t("phase.beats.instead", condition=condition, timbre=self.t("picture.timbre.sine"))

    def laying(self, step):
        """A step of a temperament from A3."""
        note, reference = ((self.mark("E4"), self.mark("A3")), (self.mark("B3"), self.mark("E4")))[step - 1]
        return self.t("phase.laying", note=note, reference=reference, step=str(step), count="11")

    def lay(self, step):
        """The note of this step can be tuned."""
        self.start("temperament")
        self.put(laying=self.laying(step), stepsBack=step > 1)
        self.sound_tunable()

    def close_circle(self):
        """The last note of a temperament, and its result."""
        sharp = self.t("result.sharp.other", count=4)
        closing = self.t("result.laid.closing", note=self.mark("A3"), reference=self.mark("D4"), result=self.t("result.laid.wide.other", count=6))
        title = self.t("result.laid.title", temperament=self.t("page.setting.tuning.equal"))
        self.put(laid=[title, self.t("result.laid.note", note=self.mark("E4"), reference=self.mark("A3"), result=sharp), closing], stepsBack=True)
        self.tell_offset(4, beats="1.2", summary=[self.t("result.laid.largest", note=self.mark("E4"), cents=sharp), closing])

    def start(self, mode):
        with_interval = mode.startswith("interval")
        self.put(
            mode=mode, title=self.t(f"mode.{mode}"), phase="reference", epoch=self.state["epoch"] + 1, canAnswer=False,
            canTune=False, line=self.t("phase.listen"), asksSureness=self.rates and (mode in ("timing", "beats") or mode.endswith("comparison")) or None,
            interval=self.fifth() if with_interval else self.chord() if mode == "chords" else None,
            rhythm=self.rhythm() if mode.startswith("timing") else None, beating=self.beating() if mode == "beats" else None, laying=self.laying(1) if mode == "temperament" else None, stepsBack=False, nextInterval=None, feedback=None, result=None, question=self.question(mode),
            hint=self.t("phase.tune") if (mode.endswith("matching") or mode in ("chords", "temperament")) and self.state["controllers"] else None,
        )

    def sound_target(self):
        self.put(phase="target", canAnswer=True, line=self.t("phase.answer"))

    def sound_pattern(self):
        """Its first accent: answers count from now on, and nothing changes before the answer."""
        self.put(phase="target", canAnswer=True, line=self.t("phase.answer.timing"))

    def sound_second(self):
        """The second of two intervals that beat."""
        self.put(phase="target", canAnswer=True, line=self.t("phase.answer.beats"))

    def sound_tunable(self, range=100):
        self.put(phase="tunable", canTune=True, tuningRange=range, line=self.t("phase.tune"))

    def tell(self, correct, answer="higher", next_interval=None):
        text = self.t("feedback.correct" if correct else "feedback.incorrect")
        self.put(phase="feedback", canAnswer=False, feedback={"correct": correct, "answer": answer, "text": text},
                 nextInterval=next_interval, line=text, **self.answered())

    def tell_offset(self, cents, beats=None, summary=()):
        size = abs(cents)
        band = "dead-centre" if size == 0 else "close" if size < 10 else "moderate" if size <= 30 else "far"
        direction = "none" if size == 0 else "sharp" if cents > 0 else "flat"
        form = "one" if size == 1 else "other"
        text = self.t("result.dead-centre") if size == 0 else self.t(f"result.{direction}.{form}", count=size)
        sign = "+" if cents > 0 else "\N{MINUS SIGN}" if cents < 0 else ""
        shown = self.t(f"result.cents.{form}", offset=f"{sign}{size}")
        if beats is not None:
            rate = self.decimal(beats)
            text, shown = self.t("result.beats.spoken", result=text, rate=rate), self.t("result.beats", result=shown, rate=rate)
        text = ". ".join([text, *summary])
        self.put(phase="feedback", canTune=False, line=text, **self.answered(),
                 result={"direction": direction, "band": band, "text": text, "shown": shown})

    def sound_pair(self):
        """The target of a pair, or a pattern, that is only heard: nothing is asked."""
        self.put(phase="target", line=self.t("phase.listen"))

    def tell_heard(self, answer, phase="feedback"):
        names = ("late", "early") if self.state["rhythm"] else ("sharp", "flat") if self.state["interval"] else ("higher", "lower")
        text = self.t(f"heard.{names[answer == 'lower']}")
        directions = names if self.state["rhythm"] else ("sharp", "flat")
        self.put(phase=phase, line=text,
                 result={"direction": directions[answer == "lower"], "band": "close", "text": text, "shown": text})

    def go_on(self):
        """Feedback is over: the next reference sounds."""
        self.put(phase="reference", epoch=self.state["epoch"] + 1, canAnswer=False, canTune=False, feedback=None,
                 result=None, interval=self.state["nextInterval"] or self.state["interval"], nextInterval=None,
                 line=self.t("phase.listen"))

    def stop(self):
        epoch = self.state["epoch"] + 1
        kept = {key: self.state[key] for key in ("timer", "timers", "historyChanges")}
        self.put(**{**self.hub(), **kept, "epoch": epoch})

    # The effects of intents, as far as pages can see.

    def take(self, intent):
        with self.changed:
            self.intents.append(intent)
            refusal, self.refusal = self.refusal, None
            self.changed.notify_all()
        if refusal:
            return 409, {"line": refusal}
        self.posted += 1
        number = self.posted
        if self.answers_intents:
            self.act_on(intent)
        if not self.lags:
            self.include(number)
        return 204, b"", "", {"State-Version": str(number)}

    def include(self, number):
        """Sends the state as one that includes the first `number` intents."""
        with self.changed:
            self.included = max(self.included, number)
            self.changed.notify_all()

    def act_on(self, intent):
        kind = intent["intent"]
        if kind.startswith("timer-") or self.state["timer"]:
            self.take_timer(intent)
        if kind == "start":
            self.start(intent["mode"])
        elif kind == "again":
            self.start("comparison")
        elif kind in ("stop", "navigate") and self.state["mode"]:
            self.stop()
        elif kind == "answer" and self.state["canAnswer"] and intent["epoch"] == self.state["epoch"]:
            self.tell(intent["answer"] == "higher", intent["answer"])
        elif kind == "repeat" and self.state["hearsAgain"] and self.state["canTune"] and intent["epoch"] == self.state["epoch"]:
            self.put(phase="reference", canTune=False, line=self.t("phase.listen"))
        elif kind == "commit" and self.state["canTune"] and intent["epoch"] == self.state["epoch"]:
            self.tell_offset(-27)

    def sent(self, kind):
        with self.changed:
            return [intent for intent in self.intents if intent["intent"] == kind]

    def await_intent(self, kind, count=1, limit=5):
        """Waits until that many such intents have come, and gives them."""
        with self.changed:
            found = lambda: [intent for intent in self.intents if intent["intent"] == kind]
            if not self.changed.wait_for(lambda: len(found()) >= count, limit):
                raise AssertionError(f"{count} × {kind} did not come; there were {self.intents}")
            return found()

    def await_value(self, read, wanted, limit=5):
        """Waits until `read()` gives `wanted`: a page's request may still be on its way."""
        with self.changed:
            if not self.changed.wait_for(lambda: read() == wanted, limit):
                raise AssertionError(f"{read()}, not {wanted}")

    def await_settings(self, **wanted):
        """Waits until these settings have these values."""
        keys = {key: key.replace("_", "-") for key in wanted}
        self.await_value(lambda: {key: self.setting(name)["value"] for key, name in keys.items()}, wanted)

    # Settings.

    def about(self, key):
        """The text below a setting's control: its own description, the file's problem, or none."""
        silent = ("note-duration", "note-gap", "level", "intervals", "countdown", "language")
        return self.texts.get(f"page.setting.{key}.about", "" if key in silent else self.t(f"setting.about.{key}"))

    def default_settings(self):
        t, words = self.t, lambda *values: [{"value": value, "label": label} for value, label in values]

        def one(key, kind, value, shown=None, live=True, **more):
            return {"key": key, "label": t(f"page.setting.{key}"), "about": self.about(key), "kind": kind, "value": value,
                    "shown": shown or self.shown(value), "live": live, "remark": "", **more}

        def labels(key, *values):
            return words(*[(each, t(f"page.setting.{'word' if each in ('auto', 'off') else key}.{each}")) for each in values])

        names = ["minor-second", "major-second", "minor-third", "major-third", "perfect-fourth", "tritone", "perfect-fifth",
                 "minor-sixth", "major-sixth", "minor-seventh", "major-seventh", "octave"]
        short = ["m2", "M2", "m3", "M3", "P4", "d5", "P5", "m6", "M6", "m7", "M7", "P8"]
        intervals = words(("P1", t("interval.unison")), *[
            (f"{each} {way}", t(f"interval.{way}", interval=t(f"interval.{name}")))
            for each, name in zip(short, names) for way in ("up", "down")])
        timbres = words(*[(each, t(f"picture.timbre.{each}").capitalize()) for each in ("sine", "string", "reed", "brass", "voice", "organ")])
        chords = ["minor-third", "major-third", "fourth", "fifth", "dominant-seventh", "octave"]
        patterns = ["straight-16ths", *[f"gapped-16ths-{each}" for each in range(1, 5)], *[f"triplets-{each}" for each in range(1, 5)], "sextuplets"]
        groups = [
            ("notes", [
                one("note-range-low", "integer", "36", self.mark("C2"), minimum=21, maximum=108, step=1),
                one("note-range-high", "integer", "84", self.mark("C6"), minimum=21, maximum=108, step=1),
                one("note-duration", "number", "1.0", self.shown("1.0", "s"), minimum=0.3, maximum=3.0, step=0.1, unit="s"),
                one("timbre", "choice", "sine", choices=timbres),
                one("timbre-of-second", "choice", "same", choices=labels("timbre-of-second", "same") + timbres),
                one("concert-pitch", "number", "440", self.shown("440", "Hz"), minimum=380, maximum=500, step=1, unit="Hz"),
            ]),
            ("exercises", [
                one("strategy", "choice", "edge", choices=labels("strategy", "edge", "kazez")),
                one("natural-mechanical", "number", "0.5", minimum=0, maximum=1, step=0.01),
                one("intervals", "intervals", "P5 up", choices=intervals),
                one("tuning", "word-or-scale", "equal", choices=labels("tuning", "equal", "just")),
            ]),
            ("matching", [
                one("settle", "off-or-number", "off", minimum=0.2, maximum=3, step=0.1, unit="s", choices=labels("settle", "off")),
                one("tick", "on-off", "on"),
            ]),
            ("chords", [
                one("chords", "list", "major-third", t("page.setting.chords.major-third"), choices=labels("chords", *chords)),
                one("chord-tuning", "word-or-scale", "just", choices=labels("tuning", "equal", "just")),
            ]),
            ("temperament", [
                one("temperament", "word-or-scale", "equal", choices=labels("tuning", "equal") + labels("temperament", "vallotti")),
                one("temperament-order", "word-or-scale", "fifths-from-a", choices=labels("temperament-order", "fifths-from-a", "fifths-from-c")),
            ]),
            ("timing", [
                one("timing-pattern", "choice", "straight-16ths", choices=labels("timing-pattern", *patterns)),
                one("timing-tempo", "integer", "80", self.shown("80", "BPM"), minimum=40, maximum=240, step=1, unit="BPM"),
                one("timing-repetitions", "choice", "unlimited", choices=labels("timing-repetitions", "1", "2", "3", "5", "10", "unlimited")),
            ]),
            ("beats", [
                one("beats-interval", "choice", "third", choices=labels("beats-interval", "unison", "third", "fifth", "octave", "mixed")),
            ]),
            ("sound", [
                one("period", "auto-or-integer", "auto", minimum=16, maximum=4096, step=16, live=False, choices=labels("period", "auto")),
                one("output", "auto-or-name", "auto", live=False,
                    choices=labels("output", "auto") + words(("Scarlett", self.mark("Scarlett 2i2 USB")))),
            ]),
        ]
        return {"groups": [{"title": t(f"page.setting.group.{title}"), "settings": settings} for title, settings in groups], "lines": [], "span": 12}

    def shown(self, value, unit=None):
        """A value as the program writes it."""
        number = self.decimal(value)
        return self.mark(f"{number} {unit}" if unit else number)

    def decimal(self, number):
        return number.replace(".", ",") if self.language == "de" else number

    def setting(self, key):
        return next(each for group in self.settings["groups"] for each in group["settings"] if each["key"] == key)

    def change(self, key, value):
        setting = self.setting(key)
        low, high = setting.get("minimum"), setting.get("maximum")
        try:
            if low is not None and not low <= float(value) <= high:
                return 422, {"line": self.t("setting.out-of-range", key=key, low=low, high=high, text=value)}
        except ValueError:
            pass
        if key.startswith("note-range"):
            octave = "C C# D D# E F F# G G# A A# B".split()
            setting["shown"] = self.mark(octave[int(value) % 12] + str(int(value) // 12 - 1))
        else:
            setting["shown"] = self.shown(value, setting.get("unit"))
        setting["value"] = value
        with self.changed:
            self.changed.notify_all()
        return 200, setting

    # The content of the other pages.

    def summary(self):
        mark = self.mark
        known = self.knows_profile
        cents = lambda value: mark(self.t("page.server.unit.cents", value=self.decimal(value)))
        rows = [("page.server.average-threshold", cents("12.3")), ("picture.variation", mark(f"× {self.decimal('1.4')}")),
                ("picture.slips", mark("4 %")), ("picture.trend", self.t("picture.trend.improving"))]
        return {
            "known": known,
            "interval": "P1" if known else None,
            "intervals": [{"value": "P1", "label": self.t("interval.unison"), "state": self.t("page.server.preview", cents=cents("12"))}] if known else [],
            "summary": [{"label": self.t(label), "value": value if known else "—"} for label, value in rows[:4 if known else 3]],
            "about": self.t("picture.key.numbers") if known else None,
            "sentences": [self.t("picture.session.response", beginning=self.decimal("1.2"), later=self.decimal("1.5"), minutes=10),
                          self.t("picture.lean.higher", low="C2", high="E2")] if known else [self.t("picture.invitation")],
            "pictures": [{"name": name, "title": self.t(f"page.server.picture.{name}"), "description": self.name(name)}
                         for name in (["curve", "timeline", "matching"] if known else ["curve"])],
            "preview": self.t("page.server.preview", cents=cents("12")) if known else self.t("page.server.preview.unknown"),
        }

    def name(self, picture):
        """The program's name for a picture: `ProfilePage`."""
        if picture != "curve":
            return self.t(f"page.server.picture.{picture}")
        if not self.knows_profile:
            return self.t("picture.invitation")
        return self.t("page.server.picture.curve.name", ranges=self.t("report.notes", low="C2", high="C6"), cents=self.mark(self.t("page.server.unit.cents", value=self.decimal("12.3"))))

    def controllers(self):
        mark = self.mark
        if not self.with_controllers:
            return {"controllers": [], "lines": [self.t("controller.none")]}
        roles = [("higher", "Higher", "Pads 5–8, keys from C4", True), ("lower", "Lower", "Pads 1–4, keys below C4", True),
                 ("slider", "Tune", "Knob 1", False), ("commit", "Done", "Button Stop all clips", False), ("stop", "Stop", "Shift", True)]
        places = lambda id, those: [
            {"role": role, "label": mark(label), "where": self.given.get((id, role)) or mark(where), "light": light and id == "20:0"}
            for role, label, where, light in those]
        free = lambda id: [{"role": role, "label": mark(label)} for role, label in (("again", "Start the last mode"), ("level", "Level"))]
        keys = {"kind": "keys", "from": 48, "to": 71, "split": 60, "marks": []}
        drawing = [
            {"kind": "fader", "role": "slider", "count": 8, "notes": []}, {"kind": "button", "role": "commit", "count": 1, "notes": []},
            {"kind": "pad", "role": "stop", "count": 1, "notes": [82]}, {"kind": "encoder", "role": "level", "count": 1, "notes": []},
            {"kind": "pads", "role": "higher", "rows": [[44, 45, 46, None], [40, 41, 42, 43]]},
            {"kind": "pads", "role": "lower", "rows": [[36, 37, 38, 39]]},
            {**keys, "marks": [{"note": 48, "role": "stop"}, {"note": 70, "role": "commit"}]},
        ]
        return {
            "controllers": [
                {"id": "20:0", "name": mark("APC Key 25 mk2"), "mapping": mark("Akai APC Key 25 mk2"), "why": mark("Found by its USB id, 09e8:004e."),
                 "asleep": False, "others": [], "lines": [], "roles": places("20:0", roles), "drawing": drawing, "free": free("20:0"),
                 "way": self.ways.get("20:0")},
                {"id": "24:0", "name": mark("Keystation 49 MK3 with a name that is rather long"), "mapping": mark("Generic keyboard"), "why": mark("No mapping is for it."),
                 "asleep": True, "others": [mark("Another program listens too: Ardour.")], "lines": [],
                 "roles": places("24:0", roles[:3]), "drawing": [{"kind": "wheel", "role": "slider", "count": 1, "notes": []}, keys],
                 "free": free("24:0"), "way": self.ways.get("24:0")},
            ],
            "lines": [],
        }

    def info(self):
        mark = self.mark
        return {
            "name": "Peach", "version": "0.6.0", "about": [self.t(f"page.server.{each}") for each in ("about", "author", "copyright")],
            "licences": [{"name": mark("swift-nio"), "licence": mark("Apache-2.0"), "address": mark("https://github.com/apple/swift-nio")},
                         {"name": mark("swift-argument-parser"), "licence": mark("Apache-2.0"), "address": mark("https://github.com/apple/swift-argument-parser")}],
            "credits": [mark("Modelled on Peach for iOS by Michael Schürig.")],
            "check": [{"state": "good", "line": mark("Sound: PipeWire.")},
                      {"state": "missing", "line": mark("Real time: not permitted. Mend it with: sudo usermod -aG audio $USER")}],
            "address": mark(self.address),
        }

    def send_message(self, **message):
        self.push("message", message)

    def push(self, event, value):
        with self.changed:
            self.messages.append((event, value))
            self.changed.notify_all()

    # Giving roles.

    def learn(self, id, body):
        self.asked_to_learn.append((id, body["role"], body["page"]))
        refusal, self.learn_refusal = self.learn_refusal, None
        if refusal:
            return 409, {"line": refusal}
        self.end_learning()
        with self.changed:
            self.learning = (id, body["role"])
            self.changed.notify_all()
        key = "move" if body["role"] in ("slider", "level") else "press"
        return 200, {"line": self.t(f"page.server.learn.{key}", role=self.role_name(body["role"]))}

    def role_name(self, role):
        return self.t(f"learn.role.{role}")

    def end_learning(self, line=None):
        """No control is waited for any more, and none was found."""
        with self.changed:
            learning, self.learning = self.learning, None
            self.changed.notify_all()
        if learning:
            self.push("learned", {"id": learning[0], "role": learning[1], "line": line or self.t("page.server.learn.ended"), "changed": False})

    def press(self, place, lost=None):
        """The player presses the requested control."""
        id, role = self.await_learning()
        self.given[(id, role)] = self.mark(place)
        self.ways[id] = "before"
        self.learning = None
        line = self.mark(f"{self.role_name(role)}: {place}.")
        if lost:
            line += " " + self.t("page.server.learn.lost", role=self.role_name(lost))
        self.push("learned", {"id": id, "role": role, "line": line, "changed": True})

    def await_learning(self, wanted=True, limit=5):
        with self.changed:
            if not self.changed.wait_for(lambda: (self.learning is not None) == wanted, limit):
                raise AssertionError(f"waiting for a control: {self.learning}")
            return self.learning

    def go(self, id, way):
        if self.ways.get(id) != way:
            return 409, {"line": self.t("page.server.refused.failed")}
        self.ways[id] = "learned" if way == "before" else "before"
        if way == "before":
            self.taken_back = self.given
            self.given = {}
        else:
            self.given = self.taken_back
        line = self.t("page.server.learn.back" if way == "before" else "page.server.learn.again")
        self.push("learned", {"id": id, "line": line, "changed": True})
        return 204, b""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        pass  # a page that goes away in mid-answer


class Requests(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    program: Program

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", type="application/json", fields={}):
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Security-Policy", policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        for name, value in fields.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Type", type)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        return json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")

    def do_GET(self):
        program = self.program
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        path = url.path
        if path in paths:
            html = (resources / "page" / "index.html").read_text("utf-8").replace('lang="en"', f'lang="{program.language}"', 1)
            self.answer(200, html.encode(), types["html"])
        elif path == "/assets/pages.js":
            self.answer(200, imports.encode(), types["js"])
        elif path == "/assets/first.js":
            first = {"texts": program.page_texts(), "state": program.state}
            self.answer(200, f"export default {json.dumps(first)}".encode(), types["js"])
        elif path.startswith("/assets/") and ".." not in path and (resources / "page" / path[8:]).is_file():
            file = resources / "page" / path[8:]
            self.answer(200, file.read_bytes(), types[file.suffix[1:]])
        elif path == "/texts":
            self.answer(200, program.page_texts())
        elif path == "/state":
            self.stream("state", lambda: (program.version, program.included), lambda seen: [copy.deepcopy(program.state)])
        elif path == "/controllers/live":
            self.stream("message", lambda: len(program.messages), lambda seen: program.messages[seen:])
            program.end_learning()  # who asked is gone
        elif path == "/settings/list":
            self.answer(200, program.settings)
        elif path == "/profile/summary":
            self.answer(200, program.summary())
        elif path.startswith("/profile/") and path.endswith(".svg"):
            self.answer(200, picture(path[9:-4], query, program.knows_profile).encode(), types["svg"])
        elif path == "/controllers/list":
            self.answer(200, program.controllers())
        elif path == "/info/list":
            self.answer(200, program.info())
        elif path == "/timers/ranges":
            self.answer(200, program.timer_fields())
        elif path == "/history/list":
            self.answer(200, program.history(query))
        elif path.startswith("/history/"):
            self.answer(200, program.sets(path.split("/")[2]))
        else:
            self.answer(404, {"line": "nothing here"})

    def do_POST(self):
        program = self.program
        if self.path == "/intents":
            self.answer(*program.take(self.body()))
        elif self.path.startswith("/controllers/") and self.path.endswith("/lights"):
            with program.changed:
                program.lit.append((self.path.split("/")[2], self.body()["cue"]))
                program.changed.notify_all()
            self.answer(204)
        elif self.path.startswith("/controllers/") and self.path.endswith("/learn"):
            self.answer(*program.learn(self.path.split("/")[2], self.body()))
        elif self.path.startswith("/controllers/") and self.path.endswith("/mapping"):
            self.answer(*program.go(self.path.split("/")[2], self.body()["to"]))
        else:
            self.answer(404, {"line": "nothing here"})

    def do_PUT(self):
        if self.path.startswith("/history/"):
            self.body()
            self.program.restore_practice(self.path.split("/")[2])
            self.answer(204)
            return
        key = self.path.removeprefix("/settings/")
        self.answer(*self.program.change(key, self.body()["value"]))

    def do_DELETE(self):
        self.body()
        if self.path.startswith("/controllers/"):
            self.program.end_learning()
            self.answer(204)
            return
        if self.path.startswith("/history/"):
            self.program.remove_practice(self.path.split("/")[2])
            self.answer(204)
            return
        self.program.settings = self.program.default_settings()
        self.answer(200, {})

    def stream(self, event, mark, read):
        """Server-sent events: the current state first, then the changes."""
        program = self.program
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Security-Policy", policy)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        seen = -1 if event == "state" else 0
        program.streams += 1
        try:
            self.wfile.write(b"retry: 500\n\n")
            while not program.is_closing:
                with program.changed:
                    program.changed.wait_for(lambda: program.is_closing or mark() != seen, 5)
                    if program.is_closing:
                        return
                    news = [] if mark() == seen else read(seen)
                    seen = mark()
                time.sleep(lateness)
                for each in news:
                    name, value = (event, each) if event == "state" else each
                    id = f"id: {seen[1]}\n" if event == "state" else ""
                    self.wfile.write(f"{id}event: {name}\ndata: {json.dumps(value)}\n\n".encode())
                if not news:
                    self.wfile.write(b":\n\n")
                self.wfile.flush()
        except OSError:
            pass
        finally:
            program.streams -= 1


def picture(name, query, is_known):
    """Something of the shape and colours of the program's own pictures."""
    width = int(query["width"])
    height = 72 if name == "preview" else int(width * 0.62)
    paper, line, quiet, text = {
        "light": ("#ffffff", "#1d5fa6", "#dadee3", "#4a4f55"), "dark": ("#16181b", "#86bcf7", "#363b41", "#bec3c9"),
        "contrast": ("#000000", "#ffe100", "#6e6e6e", "#ffffff"),
    }[query["theme"]]
    curve = f"M0 {height * .3:.0f} C {width * .3:.0f} {height * .9:.0f} {width * .6:.0f} {height * .5:.0f} {width} {height * .4:.0f}"
    keys = "".join(f'<rect x="{i * width / 28:.1f}" y="{height * .82:.0f}" width="{width / 28 - 1:.1f}" height="{height * .18:.0f}" fill="{quiet}"/>' for i in range(28))
    band = f'<path d="{curve}" fill="none" stroke="{line}" stroke-width="{height / 5:.0f}" opacity=".2"/><path d="{curve}" fill="none" stroke="{line}" stroke-width="2.5"/>' if is_known else ""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
            f'<rect width="{width}" height="{height}" fill="{paper}"/>{band}{keys}<text/></svg>')
