import Linux
import Ports
import Time

// The control thread: the only one that calls JACK and may block in it, once an `EarlyClient` has been taken or closed.
extension JACKOutput {
  /// How long a lost server is left alone between two looks for it, and one that may have an output soon, in ms.
  private static let retryInterval = 1000
  private static let loginInterval = 200
  /// Longer than a jackd needs on a busy machine to let its first client in, and shorter than the five seconds that one whose card
  /// is gone takes to refuse: that one is asked once.
  private static let patience = Duration.seconds(4)

  /// Looks for sound, serves it while it is there, looks again.
  func control() {
    // Before anything that may hang. Whoever opens the output would start it first, and the kernel then lets this thread wait
    // behind them for some milliseconds, as a processor that has just had a thread counts as busy.
    guard PlainThread.start(name: "jack-watchdog", { self.watch() }) else { return endWithoutThread() }
    // A server that was not ours and went away is waited for: while it restarts, its card is not taken from it.
    var mayStart = true
    var patience = LoginPatience()
    while !isEnded {
      var isAwaited = false
      do {
        try mayStart = attempt(mayStart: mayStart) {
          isAwaited = patience.asked(answers: $0, at: self.time.now())
          return isAwaited
        }
        patience = LoginPatience()
      } catch {
        if !isAwaited { feed(.failed(error)) }
      }
      setOwnProcess(nil)
      bridge.forget()
      if !isEnded { waitReadable(bridge.descriptor, milliseconds: isAwaited ? Self.loginInterval : Self.retryInterval) }
    }
    didEndControl()
  }

  /// One climb, and what follows until the server is gone or the end is asked for.
  /// - Returns: whether the next climb may start a server.
  private func attempt(
    mayStart: Bool, awaitsOutput: @escaping (Bool) -> Bool
  ) throws(SoundFailure) -> Bool {
    let end = time.now() + Self.patience
    let ladder = Ladder(
      options: options, machine: machine, early: early, mayStart: mayStart, awaitsOutput: awaitsOutput,
      willStep: { self.feed(.asks) },
      didStart: { self.setOwnProcess($0) },
      isCancelled: { self.isEnded },
      hasPatience: { self.time.now() < end })
    let connection = try ladder.climb()
    let service = Service(output: self, connection: connection)
    defer { service.end() }
    // A client that is started while jackd freewheels keeps it, and the export with it, from going on for ten seconds, and is never
    // called afterwards.
    guard connection.ownServer != nil || !connection.client.isOutrun else {
      feed(.freewheels(true))
      return false
    }
    try service.begin()
    while !isEnded, service.step() {}
    return connection.ownServer != nil
  }
}
