"""Runs scenarios inside the guest, each in a process of its own, and reports how they went."""

import importlib.util
import os
import shutil
import signal
import sys
import time
import traceback
from pathlib import Path

from rig.scenario import Rig, report
from rig.sound import IncompleteRecording
from rig.stalls import StallMeter

OUTPUT = Path("/run/rig/output")
FOLDERS = Path("/run/rig/scenarios")
LIMIT = 240
"""Seconds one scenario may take, unless it says otherwise by a global LIMIT."""
PASSED, FAILED, REPEAT = 0, 1, 75
LONGEST_STALL = 0.1
"""Seconds for which the machine may stand still under a scenario that fails: nobody can play through more."""


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
    """Runs one function of a scenario file, with its log as output; returns PASSED, FAILED or REPEAT."""
    folder, output = FOLDERS / path.stem, OUTPUT / path.stem
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.chdir(folder)
    os.environ["TMPDIR"] = str(folder)
    signal.signal(signal.SIGALRM, time_up)
    rig = Rig(path.stem, folder, output)
    try:
        try:
            module = load(path)
            signal.alarm(getattr(module, "LIMIT", LIMIT))
            getattr(module, function_name)(rig)
        finally:
            rig.close()
    except IncompleteRecording:
        traceback.print_exc()
        return REPEAT
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


def main():
    """Plays what the plan says: the first scenario by the function named there, the others by `scenario`."""
    stalls = StallMeter()
    function_name, *paths = (OUTPUT / "plan").read_text().splitlines()
    for path in map(Path, paths):
        if function_name == "scenario":
            for folder in (path.stem, f"{path.stem}-first"):
                shutil.rmtree(OUTPUT / folder, ignore_errors=True)
            (OUTPUT / path.stem).mkdir()
        start = time.monotonic()
        stalls.reset()
        code = play_apart(path, function_name)
        if code == REPEAT:
            report("repeated", path.stem, "frames are missing in a recording")
        elif code == FAILED and stalls.longest > LONGEST_STALL:
            report("repeated", path.stem, f"it failed while the machine stood still for {stalls.longest:.2f} s")
            code = REPEAT
        if code == REPEAT:
            (OUTPUT / path.stem).rename(OUTPUT / f"{path.stem}-first")
            (OUTPUT / path.stem).mkdir()
            code = play_apart(path, function_name)
        else:
            report("measured", path.stem, f"the machine stood still for {stalls.longest * 1e3:.0f} ms at most")
        report("passed" if code == PASSED else "failed", path.stem, f"{time.monotonic() - start:.0f}")
        function_name = "scenario"


main()
