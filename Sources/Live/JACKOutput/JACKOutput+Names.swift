import Ports

extension JACKOutput {
  /// Returns the current outputs, the default first; `output` chooses one of them at the next start. While there is
  /// sound the list is already known from the server; otherwise the search may take up to `limit`. Any thread but the
  /// loop and the real-time one.
  public func names(within limit: Duration = .seconds(2)) -> [OutputName] {
    switch outputs {
    case .clients(let ports): Self.clients(of: ports)
    case .cards: Self.cards(PlaybackDevice.all(on: machine))
    case .unknown: Self.names(JACKProbe.run(options, machine: machine, within: limit))
    }
  }

  private static func names(_ report: JACKReport) -> [OutputName] {
    if case .startOnCard = report.choice { return cards(report.devices) }
    return clients(of: report.playbackPorts)
  }

  /// Returns each client once, in the server's order.
  static func clients(of ports: [String]) -> [OutputName] {
    var seen: Set<String> = []
    return ports.map(Destination.client).filter { seen.insert($0).inserted }.map { OutputName(name: $0, title: $0) }
  }

  /// Returns the outputs of a jackd that Peach would start.
  static func cards(_ devices: [PlaybackDevice]) -> [OutputName] {
    devices.filter { $0.kind != .hdmiUnplugged && $0.isPermitted }
      .map { OutputName(name: $0.address, title: $0.title) }
  }
}
