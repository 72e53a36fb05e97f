"""A session is recorded, and replayed outside time: the same events, the same lights."""

import json
import os
import subprocess

from rig import comparison, models
from rig.waiting import wait_until

EXERCISES = 4


def scenario(rig):
    rig.jack()
    rig.record()
    pads, _ = models.apc_mini(rig)
    hand = comparison.Hand(pads, higher=45, lower=10, start=models.APC_COMPARISON)
    file = rig.folder / "session.jsonl"
    peach = rig.peach("--seed", "3", settings={"note-duration": 0.5}, recording=file)
    comparison.start(peach, hand)
    comparison.play(peach, hand, [True, False] * (EXERCISES // 2), [0.2] * EXERCISES)
    wait_until(lambda: len(peach.events("recordSaved")) == EXERCISES, "the answers to be saved")
    pads.unplug()
    peach.wait_for("sessionStopped", reason="unplugged")
    pads.plug()
    peach.wait_for("controllerConnected")
    assert peach.stop() == 0
    rig.stop_recording().assert_complete()
    rig.keep(file)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert any("sent" in line for line in lines), "no light is in the recording"
    times = [line["time"] for line in lines if "time" in line]
    rig.measured(f"{file.stat().st_size} bytes for {(max(times) - min(times)) / 1e9:.0f} s")

    replayed = rig.folder / "replayed.jsonl"
    done = subprocess.run(
        [os.environ["PEACH"], "replay", file, "--events", replayed], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in replayed.read_text().splitlines()]
    assert told == peach.events(), "the replay tells other events"
    rig.measured(done.stdout.strip())
