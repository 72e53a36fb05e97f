import Practice
import Time

// The control thread: the only one that calls JACK, and the only one of ours that may block in it.
extension JACKOutput {
  /// How long a lost server is left alone between two looks for it.
  private static let retryInterval = 1000

  /// Looks for sound, serves it while it is there, looks again.
  func control() {
    // A server that was not ours and went away is waited for: while it restarts, its card is not taken from it.
    var mayStart = true
    while !isEnded {
      do {
        try mayStart = attempt(mayStart: mayStart)
      } catch {
        move { $0.fail(error) }
      }
      setOwnProcess(nil)
      _ = bridge.takeFlags()
      if !isEnded { waitReadable(bridge.descriptor, milliseconds: Self.retryInterval) }
    }
    bridge.setRunning(false)
    didEndControl()
  }

  /// One climb, and what follows until the server is gone or the end is asked for.
  /// - Returns: whether the next climb may start a server.
  private func attempt(mayStart: Bool) throws(SoundFailure) -> Bool {
    let ladder = Ladder(
      options: options, machine: machine, mayStart: mayStart,
      willStep: { self.move { $0.ask(now: self.time.now()) } },
      didStart: { self.setOwnProcess($0) },
      isCancelled: { self.isEnded })
    let connection = try ladder.climb()
    let service = Service(output: self, connection: connection, ladder: ladder)
    defer { service.end() }
    try service.begin()
    while !isEnded, service.step() {}
    return connection.ownServer != nil
  }
}
