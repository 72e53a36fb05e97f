"""Plays Peach and FluidSynth in alternation, each from a separate controller, under one JACK server, and records both.

Each of Peach's answers fades a target note that keeps sounding; FluidSynth plays in the reference notes between them.
The times of all key presses are stored next to the recording, for `measure`.
"""

import json
import subprocess
import time

from rig import sequencer, sound
from rig.waiting import wait_until

LIMIT = 3600
"""Seconds this scenario may take: 200 answers take 8 minutes."""
SOUND_FONT = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
PORTS = ("peach:left", "fluidsynth:left")
SETTINGS = {"note-duration": 1.2, "tick": "off"}
"""Notes last longer than any key press waits; nothing but the fade begins with the answer."""
EARLIEST, LATEST = 0.3, 0.8
"""Seconds into a note within which keys are pressed."""
HOLD = 0.1
"""Seconds for which a key is held."""
ALL_SOUND_OFF = 120
"""The control that silences a synthesiser at once, so that the next note begins in silence."""


def scenario(rig):
    plan = json.loads((rig.output.parent / "plan.json").read_text())
    rig.jack(plan["period"])
    peach_keys = rig.controller("Peach Keys", vendor=0x1209, product_id=0x0001, manufacturer="Rig")
    synth_keys = rig.controller("Synth Keys", vendor=0x1209, product_id=0x0002, manufacturer="Rig")
    start_fluidsynth(rig, synth_keys)
    rig.record(*PORTS)
    peach = rig.peach(
        "--mode", "comparison", "--seed", "1", "--exercises", str(plan["answers"]), "--controller", "Peach Keys",
        settings=SETTINGS,
    )

    random = rig.random(1)
    presses = []
    for _ in range(plan["answers"]):
        exercise = peach.wait_for("exerciseStarted", 60)
        if not presses:
            assert_played_apart(peach_keys, synth_keys)
        peach.wait_for("noteStarted", role="reference")
        time.sleep(random.uniform(EARLIEST, LATEST))
        presses.append({"program": "fluidsynth", "time": tap(synth_keys, 72)})
        synth_keys.control(ALL_SOUND_OFF, 0)

        peach.wait_for("noteStarted", role="target")
        time.sleep(random.uniform(EARLIEST, LATEST))
        higher = random.random() < 0.5
        moment = tap(peach_keys, 72 if higher else 48)
        presses.append({"program": "peach", "time": moment, "hertz": exercise["target"]["hertz"]})
        assert peach.wait_for("answered")["answer"] == ("higher" if higher else "lower")
    assert peach.wait() == 0
    recording = rig.stop_recording()
    # A late cycle moves everything after it, and the times of cycles are recorded: only missing frames spoil the
    # measurement.
    assert not recording.lostFrames and not recording.skippedFrames, recording
    played = {"rate": recording.rate, "xruns": recording.xruns, "presses": presses}
    (rig.output / "presses.json").write_text(json.dumps(played))


def start_fluidsynth(rig, keys):
    """FluidSynth without what would sound after a note, listening to a controller."""
    rig.program(
        "fluidsynth", "--server", "--no-shell", "--audio-driver=jack", "--midi-driver=alsa_seq", "--reverb=0", "--chorus=0",
        f"--sample-rate={sound.RATE}", "--option=synth.dynamic-sample-loading=1", SOUND_FONT,
    )  # fmt: skip

    def client():
        return next((number for number, client in sequencer.clients().items() if client.name.startswith("FLUID")), None)

    number = wait_until(client, "FluidSynth's sequencer client", 60)
    subprocess.run(["aconnect", f"{keys.client}:0", f"{number}:0"], check=True)


def assert_played_apart(peach_keys, synth_keys):
    """Fails unless each program listens to its own controller alone: neither may cost the other time."""
    peach, synth = (sequencer.listeners(keys.client) for keys in (peach_keys, synth_keys))
    assert len(peach) == len(synth) == 1 and peach != synth, f"{peach} listen to Peach's keys, {synth} to FluidSynth's"


def tap(keys, note):
    """Presses a key and lets it go; returns when it was pressed, in ns of CLOCK_MONOTONIC."""
    moment = keys.press(note)
    time.sleep(HOLD)
    keys.release(note)
    return moment
