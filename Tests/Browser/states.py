"""The states that training pages go through, and waiting for each."""

from support import await_true

training = {
    "comparison": [("listening", lambda program: program.start("comparison")), ("answering", lambda program: program.sound_target()),
                   ("correct", lambda program: program.tell(True)),
                   ("next", lambda program: program.go_on()), ("incorrect", lambda program: program.tell(False))],
    "interval-comparison": [("listening", lambda program: program.start("interval-comparison")),
                            ("answering", lambda program: program.sound_target())],
    "matching": [("listening", lambda program: program.start("matching")), ("tuning", lambda program: program.sound_tunable()),
                 *[(f"offset {cents}", lambda program, cents=cents: program.tell_offset(cents)) for cents in (0, 4, -18, 55)]],
    "interval-matching": [("tuning", lambda program: (program.start("interval-matching"), program.sound_tunable()))],
}
sheets = ["profile", "settings", "controllers", "info"]


def settle(page, program):
    """Waits until the page shows the newest state and its picture, if it has one."""
    phase = program.state["phase"]
    if program.state["mode"]:
        answering, tuning = str(not program.state["canAnswer"]).lower(), str(not program.state["canTune"]).lower()
        await_true(
            page, """([feedback, answering, tuning]) => {
              const off = (name) => document.querySelector(name)?.getAttribute('aria-disabled');
              return (document.querySelector('.result') !== null) === feedback
                && (off('.answer') === answering || off('.slider') === tuning);
            }""", [phase == "feedback", answering, tuning])
    else:
        await_true(page, "[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
