"""The rig itself, without peach: a controller comes, is played, is lit, and goes; a tone is recorded whole."""

import subprocess
from pathlib import Path

from rig import sequencer, sound
from rig.analysis import cents, fit_sine, load
from rig.waiting import wait_until

TONE = 48000 / 200
"""Hertz of jack_simple_client, which plays a table of 200 frames."""


def scenario(rig):
    a_controller_comes_and_goes(rig)
    a_tone_is_recorded_whole(rig)


def a_controller_comes_and_goes(rig):
    keys = rig.controller("MPK mini 3", vendor=0x09E8, product_id=0x0049, manufacturer="Akai")
    pads = rig.controller("APC mini mk2", vendor=0x09E8, product_id=0x004F, manufacturer="Akai", ports=2)

    clients = sequencer.clients()
    assert clients[keys.client].name == "MPK mini 3"
    assert clients[keys.client].ports[0].name == "MPK mini 3 MIDI 1"
    assert clients[pads.client].name == "APC mini mk2"
    assert [port.name for port in clients[pads.client].ports.values()] == ["APC mini mk2 MIDI 1", "APC mini mk2 MIDI 2"]
    assert "Midi Through" in sequencer.client_names()
    assert Path(f"/proc/asound/card{keys.card}/usbid").read_text().strip() == "09e8:0049"
    assert Path(f"/proc/asound/card{pads.card}/usbid").read_text().strip() == "09e8:004f"

    a_key_press_arrives(rig, keys)
    lights_are_told(rig, keys)

    keys.unplug()
    assert "MPK mini 3" not in sequencer.client_names()
    keys.plug()
    a_key_press_arrives(rig, keys)


def a_key_press_arrives(rig, keys):
    listener = rig.program("aseqdump", "-p", f"{keys.client}:0")
    wait_until(lambda: sequencer.listeners(keys.client) == ["aseqdump"], "aseqdump to listen")
    keys.press(60, velocity=100)
    keys.release(60, style="velocity0")
    keys.bend(8192 + 1000)
    for event in ("Note on 0, note 60, velocity 100", "Note off 0, note 60", "Pitch bend 0, value 1000"):
        wait_until(lambda: event in " ".join(listener.output().split()), f"{event!r} in what aseqdump says")
    listener.stop()


def lights_are_told(rig, keys):
    subprocess.run(["amidi", "-p", f"hw:{keys.card},0", "-S", "90 24 7F F0 47 7F 49 F7"], check=True)
    keys.wait_for_light(b"\x90\x24\x7f")
    keys.wait_for_light(b"\xf0\x47\x7f\x49\xf7")

    song = rig.folder / "song.mid"
    song.write_bytes(b"MThd\0\0\0\6\0\0\0\1\0\x60" b"MTrk\0\0\0\x0c" b"\0\x91\x30\x01" b"\0\x81\x30\0" b"\0\xff\x2f\0")
    subprocess.run(["aplaymidi", "-d", "0", "-p", f"{keys.client}:0", song], check=True)
    lit, out = keys.wait_for_light(b"\x91\x30\x01"), keys.wait_for_light(b"\x81\x30\x00")
    assert lit.time <= out.time


def a_tone_is_recorded_whole(rig):
    jack = rig.jack()
    rig.record("tone:output1")
    rig.program("jack_simple_client", "tone")
    wait_until(lambda: (rig.folder / "recording.f32").stat().st_size > 4 * 5 * sound.RATE, "5 s of sound")
    recording = rig.stop_recording()
    recording.assert_complete()
    tone = fit_sine(load(recording.path)[-2 * recording.rate :, 0], recording.rate)
    assert abs(cents(TONE, tone.hertz)) < 0.1, f"{tone.hertz} Hz"
    jack.stop()
