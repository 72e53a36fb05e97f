#!/usr/bin/python3
"""A typical script with python-rtmidi: answers each press of a button with one light.

    light_script.py CLIENT NOTE...     NOTEs are the buttons of the controller of this name; the light is of the next one

python-rtmidi's callback is its fastest way: a thread of RtMidi's own waits for the message.
"""

import signal
import sys

import rtmidi

NOTE_ON = 0x90


def opened(midi, client):
    """Opens the port of a client."""
    names = midi.get_ports()
    midi.open_port(next(number for number, name in enumerate(names) if name.startswith(f"{client}:")))
    return midi


def main(client, *notes):
    following = dict(zip(notes, notes[1:] + notes[:1], strict=True))
    lights = opened(rtmidi.MidiOut(rtmidi.API_LINUX_ALSA, "script"), client)
    buttons = opened(rtmidi.MidiIn(rtmidi.API_LINUX_ALSA, "script"), client)

    def pressed(event, _):
        (status, note, velocity), _ = event
        if status == NOTE_ON and velocity:
            lights.send_message([NOTE_ON, following[note], 0])

    buttons.set_callback(pressed)
    signal.pause()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
