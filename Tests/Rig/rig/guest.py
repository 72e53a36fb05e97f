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
from rig.stalls import StallMeter

OUTPUT = Path("/run/rig/output")
FOLDERS = Path("/run/rig/scenarios")
LIMIT = 240
"""Seconds one scenario may take, unless it says otherwise by a global LIMIT."""
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


def last_line(log):
    """The last line of a log that says something: why a scenario failed."""
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1] if lines else "it left no word"


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
        stall = f"no processor stood still for more than {stalls.longest * 1e3:.0f} ms"
        if code == PASSED:
            report("measured", path.stem, stall)
        else:
            report("repeated", path.stem, f"{last_line(OUTPUT / path.stem / 'log')}; {stall}")
            (OUTPUT / path.stem).rename(OUTPUT / f"{path.stem}-first")
            (OUTPUT / path.stem).mkdir()
            code = play_apart(path, function_name)
        report("passed" if code == PASSED else "failed", path.stem, f"{time.monotonic() - start:.0f}")
        function_name = "scenario"


main()
