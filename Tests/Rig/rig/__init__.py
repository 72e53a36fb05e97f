"""The tools of a scenario: USB MIDI controllers, a JACK server with a recorder, Peach itself, and acoustic
measurements."""
