"""Runs scenarios inside the guest, each in a separate process, and reports their results."""

import importlib.util
import os
import shutil
import signal
import sys
import time
import traceback
from pathlib import Path

import numpy  # noqa: F401  (in each scenario's process it would take seconds)

from rig.scenario import Rig, report

OUTPUT = Path("/run/rig/output")
PLAN, TAKEN = OUTPUT / "plan", OUTPUT / "taken"
"""Tickets: files that name a scenario."""
RESUME = OUTPUT / os.environ["RIG_MACHINE"] / "resume"
"""Names the scenario that is played, for the boot after a power cut."""
FOLDERS = Path("/run/rig/scenarios")
LIMIT = 3600
"""Seconds of the guest's clock one scenario may take, unless it says otherwise by a global LIMIT."""
PASSED, FAILED = 0, 1


def load(path):
    """The module of a scenario file."""
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def time_up(*_):
    """Ends a scenario whose time is up, in the place where it hangs."""
    raise AssertionError("the scenario's time is up")


def play(path, function_name):
    """Runs one function of a scenario file, with its log as output; returns PASSED or FAILED."""
    folder = FOLDERS / path.stem
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.chdir(folder)
    os.environ["TMPDIR"] = str(folder)
    signal.signal(signal.SIGALRM, time_up)
    rig = Rig(path.stem, folder, OUTPUT / path.stem)
    try:
        try:
            module = load(path)
            signal.alarm(getattr(module, "LIMIT", LIMIT))
            getattr(module, function_name)(rig)
        finally:
            rig.close()
    except BaseException:
        traceback.print_exc()
        return FAILED
    return PASSED


def play_apart(path, function_name):
    """Runs `play` in a child, so that a scenario leaves nothing behind in this process."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    log = os.open(OUTPUT / path.stem / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(log, sys.stdout.fileno())
    os.dup2(log, sys.stderr.fileno())
    code = play(path, function_name)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def scenarios():
    """Pairs of a scenario's file and its function to run: first the one left by a power cut, then tickets of the plan.

    Other machines take tickets at the same time: the one that renames a ticket plays it.
    """
    if RESUME.exists():
        path = Path(RESUME.read_text())
        RESUME.unlink()
        yield path, "after_power_cut"
    for ticket in sorted(PLAN.iterdir()):
        taken = TAKEN / ticket.name
        try:
            ticket.rename(taken)
        except FileNotFoundError:
            continue
        path = Path(taken.read_text().strip())
        shutil.rmtree(OUTPUT / path.stem, ignore_errors=True)
        (OUTPUT / path.stem).mkdir()
        RESUME.write_text(str(path))
        yield path, "scenario"
        RESUME.unlink()


def main():
    """Plays scenarios until none is left."""
    for path, function_name in scenarios():
        report("began", path.stem)
        start = time.monotonic()
        code = play_apart(path, function_name)
        report("passed" if code == PASSED else "failed", path.stem, f"{time.monotonic() - start:.0f}")


main()
