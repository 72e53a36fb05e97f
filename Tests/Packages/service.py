"""Peach as a service on a machine without seat or login, installed from the package of `dist/`: a scenario for the rig."""

import os
import subprocess
from pathlib import Path

from rig.service import Installation, play

PROJECT = Path(os.environ["RIG"]).parents[1]


class Package(Installation):
    """Installs the package with dpkg: the rig has its dependencies."""

    def install(self):
        (deb,) = (PROJECT / "dist").glob("peach_*_amd64.deb")
        self._dpkg("--install", deb)

    def remove(self):
        listed = subprocess.run(["dpkg", "--listfiles", "peach"], check=True, capture_output=True, text=True).stdout
        files = [path for path in map(Path, listed.splitlines()) if path.is_symlink() or not path.is_dir()]
        self._dpkg("--purge", "peach")
        left = [path for path in files if path.is_symlink() or path.exists()]
        assert len(files) > 100 and not left, f"left after the purge: {left}"

    def _dpkg(self, *arguments):
        # Other packages' triggers rebuild indices, which takes minutes in here; and there are no power cuts.
        subprocess.run(["dpkg", "--force-unsafe-io", "--no-triggers", *arguments], check=True, cwd="/")


def scenario(rig):
    play(rig, Package())
