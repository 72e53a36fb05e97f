import Controllers

extension PortDescription {
  /// Programs that only forward MIDI: as listeners they play nothing themselves.
  package static let bridges = ["PipeWire-RT-Event", "PipeWire-System", "a2jmidid"]

  /// Other software that plays this port's messages, by name: with any of these, the controller sleeps until it is
  /// woken.
  public var players: [String] { otherListeners.filter { !Self.bridges.contains($0) } }
}
