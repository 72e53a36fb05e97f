"""What a scenario plays with: USB MIDI controllers, a JACK server with a recorder, Peach itself, and measuring by ear."""
