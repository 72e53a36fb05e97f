import MIDI

extension ControllerMapping {
  /// The initial split: middle C.
  public static let middleC = 60

  /// The mapping for every controller without a file: keys from the split up are Higher, below are Lower; the pitch
  /// wheel and CC 1 are sliders, the sustain pedal (CC 64) commits, and the two other pedals (sostenuto and soft, CC 66
  /// and 67) repeat the reference if that is set.
  public static let generic = ControllerMapping(
    name: "Generic keyboard",
    bindings: [
      Binding(role: .slider, control: .pitchBend(channel: nil), release: .springBack),
      Binding(
        role: .slider, control: .controlChange(UInt7(truncating: 1), channel: nil, threshold: Control.half),
        release: .settle),
      Binding(role: .commit, control: .controlChange(UInt7(truncating: 64), channel: nil, threshold: Control.half)),
      Binding(role: .hearAgain, control: .controlChange(UInt7(truncating: 66), channel: nil, threshold: Control.half)),
      Binding(role: .hearAgain, control: .controlChange(UInt7(truncating: 67), channel: nil, threshold: Control.half)),
    ],
    halves: [.keyboard(channel: nil, split: middleC)])
}

extension Control {
  /// The default value from which a control change counts as a pressed button (MIDI 1.0: 0…63 is off, 64…127 is on).
  static let half = UInt7(truncating: 64)
}
