"""The states that training pages go through, and waiting for each."""

from double import pages
from support import await_true
from timers import standard

training = {
    "comparison": [("listening", lambda program: program.start("comparison")), ("answering", lambda program: program.sound_target()),
                   ("correct", lambda program: program.tell(True)),
                   ("next", lambda program: program.go_on()), ("incorrect", lambda program: program.tell(False))],
    "interval-comparison": [("listening", lambda program: program.start("interval-comparison")),
                            ("answering", lambda program: program.sound_target())],
    "matching": [("listening", lambda program: program.start("matching")), ("tuning", lambda program: program.sound_tunable()),
                 *[(f"offset {cents}", lambda program, cents=cents: program.tell_offset(cents)) for cents in (0, 4, -18, 55)]],
    "interval-matching": [("tuning", lambda program: (program.start("interval-matching"), program.sound_tunable()))],
    "listen": [("pair", lambda program: (program.start("listen"), program.sound_pair())),
               ("told", lambda program: program.tell_heard("higher"))],
    "timing": [("listening", lambda program: program.start("timing")), ("answering", lambda program: program.sound_pattern()),
               ("correct", lambda program: program.tell(True))],
    "beats": [("listening", lambda program: program.start("beats")), ("answering", lambda program: program.sound_second()),
              ("incorrect", lambda program: program.tell(False))],
    "interval-listen": [("told", lambda program: (program.start("interval-listen"), program.tell_heard("lower")))],
    "chords": [("tuning", lambda program: (program.start("chords"), program.sound_tunable())),
               ("beating", lambda program: program.tell_offset(-4, beats="1.2"))],
    "temperament": [("tuning", lambda program: program.lay(2)), ("laid", lambda program: program.close_circle())],
    "timing-listen": [("told", lambda program: (program.start("timing-listen"), program.tell_heard("lower")))],
}
# At the last one the program goes away: always at the same.
sheets = [page for page in pages if page not in ("start", "comparison", "matching", "timer", "history")] + ["history"]

free = {**standard["emom"], "source": "free", "sets": 3}
timed = [
    ("confirming", lambda program: program.show_timer("confirming", free)),
    ("countdown", lambda program: program.show_timer("countdown", free, seconds=8)),
    ("free", lambda program: (program.show_timer("running", free, round=3), program.tell_cue("last-minute"))),
    ("paused", lambda program: program.show_timer("paused", pausedIn="running", round=3)),
    ("resting", lambda program: program.show_timer("resting", seconds=100, round=3)),
    ("finished", lambda program: program.finish(14)),
    ("training", lambda program: (program.show_timer("running", standard["emom"], round=3), program.start("comparison"),
                                  program.sound_target(), program.tell_cue("thirty-seconds"))),
]


def leave_timed(page, program):
    """Back to Start, without a timer."""
    program.leave_timer()
    program.stop()
    page.wait_for_selector(".start")


def open_sheet(page, program, sheet):
    """Goes to a page to read, and waits for its content."""
    page.goto(f"{program.address}/{sheet}")
    page.wait_for_selector({
        "more": ".exercises", "timers": ".recent" if program.practices else ".timer-card", "history": ".practices > li" if program.practices else "main > .prose",
    }.get(sheet, ".form-acts" if "/" in sheet else "main > *, .stack > *"))


def settle(page, program):
    """Waits until the page shows the newest state and its picture, if it has one."""
    phase = program.state["phase"]
    if program.state["mode"]:
        answering, tuning = str(not program.state["canAnswer"]).lower(), str(not program.state["canTune"]).lower()
        await_true(
            page, """([feedback, answering, tuning]) => {
              const control = document.querySelector('.training :is(.answer, .slider)');
              const off = control?.matches('.slider') ? tuning : answering;
              // Where one only listens there is a line, and nothing to answer with.
              return (document.querySelector('.result') !== null) === feedback
                && (control ? control.getAttribute('aria-disabled') === off : document.querySelector('.training .hint') !== null);
            }""", [phase == "feedback", answering, tuning])
        if phase == "feedback":
            # One result may follow another; where the interval changes, the next one is said after it.
            await_true(
                page, "(line) => document.getElementById('said-at-once').textContent.startsWith(line)", program.state["line"])
    elif program.state["timer"]:
        timer = program.state["timer"]["phase"]
        page.wait_for_selector("dialog[open]" if timer == "confirming" else f".timer-page.{timer}")
        if timer == "finished":
            page.wait_for_selector(".splits li")
    else:
        await_true(page, "[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
        # Start's picture has the name of the page it leads to until the program has sent its content.
        await_true(
            page, "(page) => { const link = document.querySelector('.preview'); return !link || link.ariaLabel !== page; }",
            program.t("page.profile.title"))


def walk(test, language, theme, each):
    """Goes through every page and state with a browser's `test`, without a fade, and does `each` there."""
    program = test.program(language)
    page = test.open(program, color_scheme=theme, reduced_motion="reduce")
    page.wait_for_selector(".said li")
    settle(page, program)
    each(page, "start")
    for key, answer in (("higher", "higher"), ("lower", "lower"), ("buttons", None)):
        program.put(example={"answer": answer, "text": program.t(f"explain.{key}")})
        page.locator(".example", has_text=program.t(f"explain.{key}")).wait_for()
        each(page, f"start explaining {key}")
    program.put(example=None)
    # Before the first answer of each mode, its question is explained; the explanation is gone with that answer.
    program.unanswered = ["comparison", "matching", "interval-comparison", "interval-matching", "timing", "beats"]
    program.stop()
    await_true(page, "document.querySelector('#asks-matching').textContent !== ''")
    each(page, "start before any answer")
    for mode in list(program.unanswered):
        training[mode][0][1](program)
        settle(page, program)
        each(page, f"{mode} before its first answer")
        if mode in ("timing", "beats") or mode.endswith("comparison"):
            program.put(phase="awaiting-answer", canAnswer=True)
            await_true(page, "(asked) => document.getElementById('said').textContent === asked", program.t(f"ask.{mode}"))
            each(page, f"{mode} in the first silence")
            program.tell(True)
        else:
            program.tell_offset(4)
        settle(page, program)
        each(page, f"{mode} after its first answer")
        program.stop()
        page.wait_for_selector(".start")
    program.hears_again = True
    program.stop()
    program.start("matching")
    program.sound_tunable()
    settle(page, program)
    each(page, "matching that can be heard again")
    program.hears_again = False
    program.stop()
    page.wait_for_selector(".start")
    for mode, states in training.items():
        for name, put in states:
            put(program)
            settle(page, program)
            each(page, f"{mode} {name}")
        program.stop()
        page.wait_for_selector(".start")
    for name, put in timed:
        put(program)
        settle(page, program)
        each(page, f"timer {name}")
    leave_timed(page, program)
    program.practices.clear()
    program.put(sound={"ready": False, "line": program.t("sound.failed.no-server")},
                notices=[program.t("sound.realtime-missing")], controllers=[])
    await_true(page, "document.querySelectorAll('.said li').length === 2")
    settle(page, program)
    each(page, "start without sound")
    program.knows_profile = program.with_controllers = False
    for known in (False, True):
        program.knows_profile = program.with_controllers = known
        if known:
            program.keep("emom", rounds=12, sets=2)
            program.keep("for-time", state="incomplete")
        for sheet in sheets if known else ["profile", "controllers", "timers", "history"]:
            open_sheet(page, program, sheet)
            settle(page, program)
            each(page, sheet if known else f"{sheet} empty")
    test.close_program(program, page)
    page.wait_for_selector(".gone-line")
    each(page, "gone")
