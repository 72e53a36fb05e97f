/// A MIDI 1.0 message. A note-on with velocity 0 is always represented as `noteOff` with release velocity 64.
public enum MIDIMessage: Hashable, Sendable {
  /// A key or pad pressed; `velocity` is 1…127.
  case noteOn(channel: Channel, note: UInt7, velocity: UInt7)
  /// A key or pad released; `velocity` is the release velocity.
  case noteOff(channel: Channel, note: UInt7, velocity: UInt7)
  /// Polyphonic aftertouch: pressure on one key.
  case polyPressure(channel: Channel, note: UInt7, pressure: UInt7)
  /// Control change (CC).
  case controlChange(channel: Channel, controller: UInt7, value: UInt7)
  /// Program change.
  case programChange(channel: Channel, program: UInt7)
  /// Channel aftertouch: pressure on the whole keyboard.
  case channelPressure(channel: Channel, pressure: UInt7)
  /// Pitch bend, 0…16383, nominal centre 8192.
  case pitchBend(channel: Channel, value: UInt14)
  /// A complete system exclusive message without its F0 and F7: bytes 0…127.
  case systemExclusive([UInt8])
  /// A system common or real-time message that Peach does not use, by status byte (F1…F6, F8…FF).
  case system(UInt8)
}
