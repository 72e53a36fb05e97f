"""A store on a file system without shared memory (9p): records reported as saved survive the killing of the program.

Without practice: the rig's clock leaps while a program waits for the machine outside, where this file system is.
"""

import os
from pathlib import Path

from rig.peach import environment
from rig.programs import Program
from rig.waiting import wait_until

PEACH = Path(os.environ["PEACH"])
STORE_STRESS = PEACH.with_name("StoreStress")
KILLS = 3
SAVED = 20
"""Answers that are called saved before a kill."""


def scenario(rig):
    home = environment(rig.outside / "home")
    database = Path(home["XDG_DATA_HOME"]) / "peach/peach.sqlite"
    database.parent.mkdir(parents=True)
    for run in range(1, KILLS + 1):
        said = rig.outside / f"{run}.said"
        stress = Program([STORE_STRESS, "stream", database], said)
        wait_until(lambda: said.read_text().count("saved ") >= SAVED, f"{SAVED} answers")
        stress.kill()
        verified = Program([STORE_STRESS, "verify", database, said], rig.outside / f"{run}.verified")
        assert verified.wait() == 0, verified.output()
        rig.measured(f"killed: {verified.output().strip()}")
    check = Program([PEACH, "check", "--audio", "dummy"], rig.outside / "check", home)
    check.wait()
    assert "no shared memory" in check.output(), check.output()
