"""A machine without seat or login: udev's rules start the user service when a controller is plugged in, practice runs
from the controller alone, and unplugging ends it. For every kind of installation."""

import os
import subprocess
import time
from pathlib import Path

from rig import comparison
from rig.analysis import frame_at, load, load_cycles
from rig.hands_only import HandsOnly, Instrument, StepKeys
from rig.player import ServicePeach
from rig.waiting import wait_until
from rig.wheels import Wheel

SETTINGS = {
    "note-duration": 0.6, "equal-loudness": "off", "intervals": "P5 up", "speech": "on", "matching-cue": "clicks",
}
"""One interval, as another one is said within feedback, where this player listens for silence, ticks and clicks."""
MODES = ("comparison", "matching", "interval-comparison", "interval-matching")
HIGHER, LOWER = 72, 48
BURST = 3
"""How many starts the service has here before it is ended: fewer than players have, and with shorter waits between them."""


class Installation:
    """The installation and removal of Peach. Subclasses implement `install` and `remove`."""

    prefix = Path("/usr")

    def __init__(self):
        self.program = self.prefix / "bin/peach"


def play(rig, installation, modes=MODES):
    """From a machine without Peach, through a session of these modes on the controller alone, to a machine without
    Peach."""
    player = rig.player()
    keys = rig.controller("MPK mini 3", vendor=0x09E8, product_id=0x0049, manufacturer="AKAI")
    assert "PEACH_CONTROLLER" not in properties(keys), "the property is there without the rules"
    keys.unplug()
    installation.install()
    rules(keys, player)
    player.linger()
    events, log, line = enable(rig, player, installation)
    unknown_starts_nothing(rig, player)
    nothing_left_out(player, installation.program)

    keys.plug()
    player.wait_for_state("peach.service", "active")
    peach = ServicePeach(player, events, log)
    rig.measured(f"plugged in: udev had the user manager start {line}")
    assert_no_seat(player, peach)
    waits_for_sound(rig, player, peach)
    session(rig, peach, keys, modes)
    peach = killed_and_started_again(rig, player, keys, events, log)
    pulled_out(rig, player, peach, keys)
    crashes_end_it(rig, player, log, keys)
    installation.remove()
    assert not installation.program.is_symlink()


def rules(keys, player):
    """A real udevd has read them: they hold after any event, and for the controllers that are known alone."""
    keys.plug()
    for action in ("add", "change", "bind"):
        trigger(keys, action)
        found = properties(keys)
        assert found.get("PEACH_CONTROLLER") == "Akai MPK mini 3", found
        assert {"peach-controller.target", "sound.target"} <= set(found["SYSTEMD_USER_WANTS"].split()), found
        assert "systemd" in found["TAGS"].split(":"), found
    tested = subprocess.run(["udevadm", "test", control(keys)], capture_output=True, text=True)
    complaints = [line for line in tested.stderr.splitlines() if "69-peach" in line and "Reading" not in line]
    complaints = [line for line in complaints if "nvalid" in line or "nknown" in line or "ignor" in line]
    assert tested.returncode == 0 and not complaints, complaints
    node = os.stat(f"/dev/snd/controlC{keys.card}")
    assert node.st_mode & 0o666 == 0o660, oct(node.st_mode)
    keys.unplug()


def trigger(keys, action):
    """Makes the kernel report an event of the control device again, and udevd handle it."""
    subprocess.run(["udevadm", "trigger", "--settle", f"--action={action}", control(keys)], check=True)


def enable(rig, player, installation):
    """Opts in, as docs/playing/how-to/headless.md describes; events and lines also go to files. Returns both, and the
    command line."""
    for setting, value in SETTINGS.items():
        player.run(installation.program, "settings", "set", setting, value)
    player.run("systemctl", "--user", "enable", "--now", "peach.service")
    player.wait_for_state("peach.service", "inactive")  # nothing wants it
    unit = (installation.prefix / "lib/systemd/user/peach.service").read_text()
    line = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    events, log = player.home / "events.jsonl", player.home / "lines.log"
    player.write(
        ".config/systemd/user/peach.service.d/rig.conf",
        f"[Unit]\nStartLimitBurst={BURST}\n[Service]\nRestartSec=1\nExecStart=\n{line} --events {events} --force\n"
        f"StandardOutput=append:{log}\nStandardError=append:{log}\n",
    )
    player.run("systemctl", "--user", "daemon-reload")
    return events, log, line.removeprefix("ExecStart=")


def unknown_starts_nothing(rig, player):
    """An unknown keyboard has no property, and starts nothing."""
    other = rig.controller("Rig Keys 49", vendor=0x1209, product_id=0x0001, manufacturer="Rig")
    subprocess.run(["udevadm", "settle"], check=True)
    found = properties(other)
    assert "PEACH_CONTROLLER" not in found and "sound.target" in found["SYSTEMD_USER_WANTS"], found
    player.wait_for_state("sound.target", "active")  # the manager has seen it
    assert player.state("peach-controller.target") == player.state("peach.service") == "inactive"
    other.unplug()
    player.wait_for_state("sound.target", "inactive")
    rig.measured("rules: PEACH_CONTROLLER for 09e8:0049 after add, change and bind; none for 1209:0001, which starts nothing")


def nothing_left_out(player, program):
    """`peach check --headless` finds all that the service needs; only sound is missing yet."""
    done = player.run(program, "check", "--headless", "--audio", "jack", check=False)
    print(done.stdout)
    assert done.returncode == 3, f"{done.returncode}: {done.stdout}{done.stderr}"
    for words in ("is in the group audio", "without a login", "user service is installed", "when a controller is plugged in",
                  "udev rules are installed", "without sitting at the computer"):
        assert any(line.startswith("ok:") and words in line for line in done.stdout.splitlines()), words
    linger = Path(f"/var/lib/systemd/linger/{player.name}")
    linger.unlink()
    done = player.run(program, "check", "--headless", "--audio", "jack", check=False)
    linger.touch()
    assert f"sudo loginctl enable-linger {player.name}" in done.stdout, done.stdout


def assert_no_seat(player, peach):
    """Its rights are its groups; it has no terminal, and nothing can be typed to it."""
    process = Path(f"/proc/{peach.process}")
    assert os.readlink(process / "fd/0") == "/dev/null"
    assert (process / "stat").read_text().rpartition(")")[2].split()[4] == "0", "it has a terminal"
    status = (process / "status").read_text()
    assert f"Uid:\t{os.stat(player.home).st_uid}\t" in status, status
    assert not Path("/run/systemd/seats").exists()


def waits_for_sound(rig, player, peach):
    """There is no sound server yet: the service reports that once and keeps trying; then a server starts."""
    wait_until(lambda: "keeps trying" in peach.output(), "the service to say that it keeps trying")
    time.sleep(3)
    assert peach.running and peach.output().count("keeps trying") == 1, peach.output()
    rig.jack(run_as=player.run_as)
    rig.record(run_as=player.run_as)
    peach.wait_for("controllerConnected", client="MPK mini 3")
    comparison.wait_for_sound(peach)


def session(rig, peach, keys, modes):
    """Asleep nothing starts; two keys wake it; the modes; each step is heard, and what lies between is silent."""
    hand = comparison.Hand(keys, HIGHER, LOWER)
    wheel = Wheel(keys, {}, commit=None, rest=8192 + 90)
    session = HandsOnly(rig, peach, Instrument(keys, hand, {"matching": wheel, "interval-matching": StepKeys(hand)}))
    session.plug_in()
    for key in (HIGHER, LOWER):
        hand.tap(key)
        hand.hold(key)
    time.sleep(1)
    assert not peach.events("sessionStarted"), "a sleeping hub was started by playing"
    awake = comparison.now()
    session.hold_two(LOWER, HIGHER, "awake")
    wheel.settle_in()
    for mode in modes:
        (session.matching if "matching" in mode else session.comparison)(mode)
    assert_stored(peach, modes)
    recording = rig.stop_recording()
    session.prove(recording)
    assert_heard(rig, peach.events(), recording, awake, modes)


def assert_stored(peach, modes):
    """Two answers of each comparison and one attempt of each matching mode are in the player's own database."""
    matchings = sum("matching" in mode for mode in modes)
    comparisons = len(modes) - matchings
    wait_until(lambda: len(peach.events("recordSaved")) >= 2 * comparisons + matchings, "all records to be saved")
    answers = [row["correct"] for row in peach.rows("SELECT correct FROM comparison WHERE withdrawn = 0 ORDER BY number")]
    assert answers == comparisons * [1, 0], answers
    assert len(peach.rows("SELECT id FROM matching")) == matchings


def assert_heard(rig, events, recording, awake, modes):
    """Each note of the event stream sounds, before waking and between the modes nothing does: where the same mode is started
    again, taps have moved the level, each with a click."""
    signal, cycles = load(recording.path, recording.channels)[:, 0], load_cycles(recording.path)

    def sounds(first, last):
        ends = (max(0, int(frame_at(moment, cycles, recording.rate))) for moment in (first, last))
        return bool(signal[slice(*ends)].any())

    sessions = [event for event in events if event["event"] == "sessionStarted"]
    started, played = [event["time"] for event in sessions], [event["mode"] for event in sessions]
    stopped = [event["time"] for event in events if event["event"] == "sessionStopped"]
    assert len(started) == len(stopped) and set(played) == set(modes), played
    assert not sounds(awake - 2_000_000_000, awake), "a sleeping hub is heard"
    following = [*started[1:], stopped[-1] + 400_000_000]
    for stop, start, mode, following_mode in zip(stopped, following, played, [*played[1:], None], strict=True):
        assert mode == following_mode or not sounds(stop + 200_000_000, start), "the hub is heard"
    notes = [event for event in events if event["event"] == "noteStarted"]
    silent = [note for note in notes if not sounds(note["time"] + 20_000_000, note["time"] + 150_000_000)]
    assert not silent, f"{len(silent)} of {len(notes)} notes are not heard"
    rig.measured(f"asleep, woken by two keys, {', '.join(modes)}: {len(notes)} notes heard, silence between")


def killed_and_started_again(rig, player, keys, events, log):
    """It is started again after a crash, asleep again."""
    before = log.read_text().count("Asleep")
    player.run("systemctl", "--user", "kill", "--signal=KILL", "peach.service")
    wait_until(lambda: player.show("peach.service", "NRestarts") == "1", "the service to be started again")
    player.wait_for_state("peach.service", "active")
    peach = ServicePeach(player, events, log)
    wait_until(lambda: peach.output().count("Asleep") > before, "it to sleep")
    rig.measured("killed: started again, asleep")
    return peach


def pulled_out(rig, player, peach, keys):
    """The last known controller takes the service with it; the other way round it comes again."""
    moment = comparison.now()
    keys.unplug()
    wait_until(lambda: not peach.running, "the service to end")
    rig.measured(f"pulled out: ended after {(comparison.now() - moment) / 1e6:.0f} ms")
    player.wait_for_state("peach.service", "inactive")
    assert player.show("peach.service", "Result") == "success"
    assert player.state("peach-controller.target") == "inactive"
    keys.plug()
    player.wait_for_state("peach.service", "active")
    keys.unplug()
    player.wait_for_state("peach.service", "inactive")


def crashes_end_it(rig, player, log, keys):
    """A service that keeps crashing is ended; a full disk or an unplugged cable is not a crash."""
    data = player.home / ".local/share/peach"
    before = log.read_text()
    data.chmod(0)
    keys.plug()
    wait_until(lambda: log.read_text().count("cannot be read") > BURST + 1, "it to go on trying")
    data.chmod(0o700)
    wait_until(lambda: log.read_text().count("Asleep") > before.count("Asleep"), "it to sleep")
    for _ in range(BURST + 1):
        player.run("systemctl", "--user", "restart", "peach.service")
    for number in range(1, BURST):
        player.run("systemctl", "--user", "kill", "--signal=KILL", "peach.service")
        wait_until(lambda: player.show("peach.service", "NRestarts") == str(number), "the service to be started again")
        player.wait_for_state("peach.service", "active")
    player.run("systemctl", "--user", "kill", "--signal=KILL", "peach.service")
    player.wait_for_state("peach.service", "failed")
    rig.measured(f"{BURST + 2} starts without a database and {BURST + 1} restarts: goes on; {BURST} crashes: ended")
    keys.unplug()


# How


def control(controller):
    return f"/sys/class/sound/controlC{controller.card}"


def properties(controller):
    """udevd's properties of a controller's control device."""
    subprocess.run(["udevadm", "settle"], check=True)
    told = subprocess.run(["udevadm", "info", "--query=property", control(controller)], check=True, capture_output=True, text=True)
    return dict(line.split("=", 1) for line in told.stdout.splitlines())
