"""A power cut while answers stream into the store: every answer called saved is there afterwards.

StoreStress streams into two databases on the real disk at once: one opened as in practice, one without synchronisation.
Their output goes to the machine outside, which the cut does not affect. The second database proves that the cut loses
unsynchronised data: the same check must fail there. `StoreStress` is next to the program under test.
"""

import os
import random
import re
import time
from pathlib import Path

from rig.programs import Program
from rig.waiting import PATIENCE, wait_until

STORE_STRESS = Path(os.environ["PEACH"]).with_name("StoreStress")
STREAMS = {"full": (), "off": ("--synchronous", "off")}
"""The databases by name, and the options they are written with."""
SAVED_AT_LEAST = 100
"""Answers each stream has called saved before the cut comes near."""
LONGEST_WAIT = 3.0
"""Seconds: the cut comes at any moment of them."""
FOUND = re.compile(r"saved \d+ withdrawn \d+ lost (\d+) integrity ")


def scenario(rig):
    assert STORE_STRESS.exists(), f"there is no {STORE_STRESS}: build its product"
    disk = rig.disk()
    for name in STREAMS:
        folder = disk / name
        folder.mkdir()
        start(rig, folder, name)
    for name in STREAMS:
        wait_until(lambda: "ready" in said(rig, name), f"the database {name}")
    # The empty databases are on the disk: from now on only answers can be lost, not their tables.
    os.sync()
    for name in STREAMS:
        target = saved(rig, name) + SAVED_AT_LEAST
        wait_until(lambda: saved(rig, name) >= target, f"{SAVED_AT_LEAST} answers in {name}")
    moment = random.SystemRandom().uniform(0, LONGEST_WAIT)
    print(f"power cut {moment:.3f} s after {', '.join(f'{saved(rig, name)} answers in {name}' for name in STREAMS)}")
    time.sleep(moment)
    rig.cut_power()
    time.sleep(PATIENCE)
    raise AssertionError("the power was not cut")


def after_power_cut(rig):
    disk = rig.disk()
    code, lost, found = verify(rig, disk, "full")
    assert saved(rig, "full") >= SAVED_AT_LEAST
    assert code == 0 and lost == 0, found

    # Here the database may be damaged, too.
    code, lost, found = verify(rig, disk, "off")
    assert saved(rig, "off") >= SAVED_AT_LEAST
    assert code == 1 and lost > 0, f"nothing was lost without synchronisation, so this was no power cut: {found}"


def start(rig, folder, name):
    """Streams answers into a database of this folder; they are logged to a file outside."""
    return Program([STORE_STRESS, "stream", folder / "peach.sqlite", *STREAMS[name]], rig.outside / f"{name}.said")


def said(rig, name):
    """The output of a stream so far."""
    return (rig.outside / f"{name}.said").read_text()


def saved(rig, name):
    """How many answers a stream has called saved until now."""
    return said(rig, name).count("saved ")


def verify(rig, disk, name):
    """Compares a database with its stream's log: exit code, answers lost (all for an unusable one), and the
    findings."""
    log = rig.outside / f"{name}.verified"
    program = Program([STORE_STRESS, "verify", disk / name / "peach.sqlite", rig.outside / f"{name}.said"], log)
    code = program.wait()
    found = program.output().strip()
    print(f"{name}: {found}")
    counts = FOUND.match(found)
    assert counts or found.startswith("unusable "), found
    return code, int(counts[1]) if counts else saved(rig, name), found
