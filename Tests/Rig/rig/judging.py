"""Analyses recordings outside the guest, where arithmetic costs a fiftieth of the emulated cost.

A scenario hands over recordings together with their checks. Once it has passed, `python3 -m rig.judging FOLDER` runs
the checks for the folder with its recordings; the scenario fails if they fail.
"""

import pickle
import sys
from dataclasses import replace
from pathlib import Path

PREFIX = "judgement-"


def hand_over(folder, function, recording, *arguments, **options):
    """Has `function(rig, recording, ...)`, of a module of the rig, judge a recording whose files `folder` has."""
    number = len(list(folder.glob(f"{PREFIX}*")))
    (folder / f"{PREFIX}{number:03}").write_bytes(pickle.dumps((function, recording, arguments, options)))


class Outside:
    """The part of a Rig that exists outside: it logs measurements."""

    def __init__(self, name):
        self.name = name

    def measured(self, what):
        """Logs like the machine that boots the guest."""
        print(f"        {self.name}: {what}")


def judge(folder):
    """Judges all that was handed over in a folder, in its order; raises AssertionError as a scenario would."""
    for file in sorted(folder.glob(f"{PREFIX}*")):
        function, recording, arguments, options = pickle.loads(file.read_bytes())
        function(Outside(folder.name), replace(recording, path=folder / recording.name), *arguments, **options)


if __name__ == "__main__":
    judge(Path(sys.argv[1]))
