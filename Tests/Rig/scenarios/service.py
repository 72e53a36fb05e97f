"""Peach as a service of a machine without seat or login, put there by `make install`. The package's scenario plays all modes."""

import os
import subprocess
from pathlib import Path

from rig.service import Installation, play

PROJECT = Path(os.environ["RIG"]).parents[1]


class FromSource(Installation):
    """`make install` without make: into the running system."""

    prefix = Path("/usr/local")

    def install(self):
        self._run("install")

    def remove(self):
        self._run("uninstall")

    def _run(self, what):
        subprocess.run([PROJECT / "scripts/install", what], check=True, cwd="/")


def scenario(rig):
    play(rig, FromSource(), modes=("comparison", "matching"))
