"""An unknown controller is reported, by pressing alone; the report becomes a mapping as docs/developing/reports.md
describes, and is used for practice."""

import shutil
import subprocess
import time
from pathlib import Path

import yaml

from rig import comparison
from rig.learning import TAP_SECONDS, Learning, Player
from rig.plugging import is_heard
from rig.waiting import wait_until

NAME = "Rig Report 7"
LOWER, COMMIT, STOP, HIGHER = range(36, 40)
OTHER = 50
IDENTITY = bytes.fromhex("F0 7E 7F 06 01 F7")
ANSWER = "F0 7E 00 06 02 00 20 29 07 00 00 00 01 00 00 00 F7"
PROJECT = Path(__file__).resolve().parents[3]


def scenario(rig):
    rig.jack()
    box = rig.controller(NAME, vendor=0x1209, product_id=0x00B7, manufacturer="Rig", ports=2)
    home = rig.folder / "home"
    file = rig.folder / "report.yaml"
    make_report(rig, box, home, file)
    rig.keep(file)
    told = yaml.safe_load(file.read_text())
    assert [(port["index"], port["client"], port["usb"]) for port in told["ports"]] == [(n, NAME, "1209:00b7") for n in (0, 1)], told
    assert {"port": 0, "bytes": ANSWER} in told["exclusive"], told["exclusive"]
    heard = {(each["asked"], each["first"]) for each in told["heard"]}
    for asked, note in (("higher", HIGHER), ("lower", LOWER), ("commit", COMMIT), ("stop", STOP), ("trial", OTHER)):
        assert (asked, f"90 {note:02X} 64") in heard, (asked, heard)

    # The command of docs/developing/reports.md, on a copy of the project for this scenario.
    project = rig.folder / "project"
    (project / "config/controllers").mkdir(parents=True)
    command = [PROJECT / "scripts/mapping-from", file]
    said = subprocess.run(command, env={"PATH": "/usr/bin:/bin", "MAPPING_ROOT": str(project)}, check=True, capture_output=True)
    mapping = project / "config/controllers/rig-report-7.yaml"
    assert mapping.exists(), said
    own = rig.folder / "player"
    (own / "config/peach/controllers").mkdir(parents=True)
    shutil.copy(mapping, own / "config/peach/controllers")
    practise(rig, box, own)


def make_report(rig, box, home, file):
    """By pressing alone, from nothing to the file."""
    learning = Learning(home, rig.logs / "report.log", command=("devices", "--report", str(file)))
    rig.ends_with(learning.kill)
    player = Player(learning, box, HIGHER, LOWER)
    learning.wait_for("Press any key", 30)
    player.press(OTHER)
    learning.wait_for("is written into a report")
    began = time.monotonic()
    box.wait_for_light(IDENTITY)
    box.send(bytes.fromhex(ANSWER))
    player.teach("Higher", HIGHER)
    player.teach("Lower", LOWER)
    player.answer("Is Higher everything from", is_yes=False)
    learning.wait_for("Tune: move the wheel")
    player.press(HIGHER)
    learning.wait_for("Tune: skipped")
    player.teach("Done", COMMIT)
    player.teach("Stop", STOP)
    player.leave_out_the_rest("Start comparison")
    # Its lights are learned elsewhere: held, Higher leaves them out.
    learning.wait_for("Higher: is its pad lit now?")
    player.press(HIGHER, comparison.LONG_PRESS)
    learning.wait_for("Try it")
    learning.wait_for("For the report, press every other button once")
    player.press(OTHER)
    learning.wait_for("This one has no role")
    for half in (HIGHER, LOWER):
        box.press(half)
    time.sleep(0.1)
    for half in (HIGHER, LOWER):
        box.release(half)
    time.sleep(2 * TAP_SECONDS)
    player.answer("Save it?", is_yes=True)
    learning.wait_for(f"The report is in {file}.")
    assert learning.wait() == 0, learning.output()
    rig.measured(f"reported in {time.monotonic() - began:.0f} s: {file.stat().st_size} bytes")


def practise(rig, box, home):
    """An answer on each half, and a stop, with the mapping made from the report."""
    peach = rig.peach("--seed", "5", home=home)
    connected = peach.wait_for("controllerConnected", mapping=NAME)
    assert connected["usb"] == box.usb_id, connected
    wait_until(lambda: is_heard(box), "peach to listen")
    hand = comparison.Hand(box, higher=HIGHER, lower=LOWER)
    comparison.start(peach, hand)
    for half in ("higher", "lower"):
        comparison.hear_target(peach)
        hand.tap(hand.keys[half])
        assert peach.wait_for("answered")["answer"] == half
    hand.tap(STOP)
    assert peach.wait_for("sessionStopped")["reason"] == "asked"
    assert peach.stop() == 0
    rig.measured("played by what the report became: both answers, and a stop")
