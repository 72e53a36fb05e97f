"""Separate sound servers for a measurement, and the programs measured on them."""

import os
import signal
import subprocess
import time

SERVER = "peach-benchmark"
"""Name of the JACK server; always the same, since JACK's registry has few places and a killed server keeps its own."""


def jackd(folder, parts, period=128, realtime=False, run_as=(), log=os.devnull):
    """Starts a separate JACK server, with `run_as` before its name, that writes to `log`, and returns the environment
    of its clients."""
    environment = session(folder / "jackd") | {"JACK_DEFAULT_SERVER": SERVER}
    mode = "-R" if realtime else "-r"
    run(parts, [*run_as, "jackd", "-n", SERVER, mode, "-d", "dummy", "-r", "48000", "-p", str(period)], environment, log)
    subprocess.run(["jack_wait", "-w", "-t", "10", "-s", SERVER], env=environment, check=True, capture_output=True)
    return environment


def pipewire(folder, parts):
    """Starts a separate PipeWire with one silent sink, and returns the environment of its clients."""
    home = folder / "pipewire"
    # No jackd answers to this name.
    environment = session(home) | {"JACK_DEFAULT_SERVER": f"no-{SERVER}", "DBUS_SESSION_BUS_ADDRESS": f"unix:path={home}/bus"}
    run(parts, ["dbus-daemon", "--session", "--nofork", f"--address=unix:path={home}/bus"], environment)
    wait_until((home / "bus").exists, "the session bus")
    run(parts, ["pipewire"], environment)
    wait_until((home / "pipewire-0").exists, "PipeWire")
    run(parts, ["wireplumber"], environment)
    sink = "{ factory.name=support.null-audio-sink node.name=silent media.class=Audio/Sink object.linger=true audio.position=[FL,FR] }"
    subprocess.run(["pw-cli", "create-node", "adapter", sink], env=environment, check=True, stdout=subprocess.DEVNULL)
    ports = ["pw-cli", "list-objects", "Port"]
    listed = lambda: "playback_FL" in subprocess.run(ports, env=environment, capture_output=True, text=True).stdout
    wait_until(listed, "PipeWire's sink")
    return environment


def session(home):
    """The environment of a user whose files all lie in `home`."""
    home.mkdir(mode=0o700)
    folders = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "PIPEWIRE_RUNTIME_DIR", "HOME")
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | {name: str(home) for name in folders}


def run(parts, arguments, environment, log=os.devnull):
    """Runs a server until `parts` ends; its output goes to `log`."""
    with open(log, "w") as lines:
        process = subprocess.Popen(arguments, env=environment, stdin=subprocess.DEVNULL, stdout=lines, stderr=lines)
    parts.callback(end, process)


def end(process):
    """Requests a process to end, and kills it after 5 s."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_until(look, what, seconds=10):
    """Calls `look` until it returns something true, and returns that."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"waited {seconds} s in vain for {what}"
        time.sleep(0.002)
    return found
