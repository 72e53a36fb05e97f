import Linux
import Ports
import Time

// The control thread: the only one that calls JACK and may block in it, once an `EarlyClient` has been taken or closed.
extension JACKOutput {
  /// The interval between attempts to find a lost server, and one that may soon have an output, in ms.
  private static let retryInterval = 1000
  private static let loginInterval = 200
  /// Longer than a jackd needs on a busy machine to accept its first client, and shorter than the five seconds after
  /// which a jackd whose card is gone refuses one: that one is tried only once.
  private static let patience = Duration.seconds(4)

  /// Looks for sound, serves it until it is lost, and starts again.
  func control() {
    // Before any call that may hang. Started on the opener's thread, the watchdog would delay this thread by some
    // milliseconds: the kernel counts a processor that has just run a thread as busy.
    guard PlainThread.start(name: "jack-watchdog", { self.watch() }) else { return endWithoutThread() }
    // After losing a server that we did not start, wait for it: while it restarts, its card is not taken from it.
    var mayStart = true
    var patience = StartupGrace()
    while !isEnded {
      var isAwaited = false
      do {
        try mayStart = attempt(mayStart: mayStart) {
          isAwaited = patience.asked(answers: $0, at: self.time.now())
          return isAwaited
        }
        patience = StartupGrace()
      } catch {
        if !isAwaited { feed(.failed(error)) }
      }
      setOwnProcess(nil)
      bridge.forget()
      if !isEnded { waitReadable(bridge.descriptor, milliseconds: isAwaited ? Self.loginInterval : Self.retryInterval) }
    }
    didEndControl()
  }

  /// Makes one search, and runs the connection until the server is gone or the end is requested.
  /// - Returns: whether the next search may start a server.
  private func attempt(
    mayStart: Bool, awaitsOutput: @escaping (Bool) -> Bool
  ) throws(SoundFailure) -> Bool {
    let end = time.now() + Self.patience
    let search = ServerSearch(
      options: options, machine: machine, early: early, mayStart: mayStart, awaitsOutput: awaitsOutput,
      willStep: { self.feed(.asks) },
      didStart: { self.setOwnProcess($0) },
      isCancelled: { self.isEnded },
      hasPatience: { self.time.now() < end })
    let connection = try search.find()
    let service = ServerSession(output: self, connection: connection)
    defer { service.end() }
    // A client started while jackd freewheels keeps it, and the export with it, from continuing for ten seconds, and
    // its callback never runs afterwards.
    guard connection.ownServer != nil || !connection.client.isOutrun else {
      feed(.freewheels(true))
      return false
    }
    try service.begin()
    while !isEnded, service.step() {}
    return connection.ownServer != nil
  }
}
