import Controllers

extension PortDescription {
  /// Programs that only carry MIDI elsewhere: a bridge among the listeners plays nothing by itself.
  package static let bridges = ["PipeWire-RT-Event", "PipeWire-System", "a2jmidid"]

  /// Other software that plays what this port sends, by name: while there is some, practice sleeps on it until it is woken.
  public var players: [String] { otherListeners.filter { !Self.bridges.contains($0) } }
}
