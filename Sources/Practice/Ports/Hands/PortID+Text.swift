import Controllers

extension PortID {
  /// The port as text, as in `20:0`.
  public var text: String { "\(client):\(port)" }

  /// Creates the port of this `text`; nil if it is malformed.
  package init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let client = UInt8(parts[0]), let port = UInt8(parts[1]) else { return nil }
    self.init(client: client, port: port)
  }
}
