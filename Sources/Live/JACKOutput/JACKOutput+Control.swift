import Glibc
import Linux
import Ports
import Time

// The control thread: the only one that calls JACK and may block in it.
extension JACKOutput {
  /// The interval between attempts to find a lost server, and one that may soon have an output, in ms.
  private static let retryInterval = 1000
  private static let loginInterval = 200

  /// Looks for sound, serves it until it is lost, and starts again.
  func control() {
    // Before any call that may hang. Started on the opener's thread, the watchdog would delay this thread by some
    // milliseconds: the kernel counts a processor that has just run a thread as busy.
    guard PlainThread.start(name: "jack-watchdog", { self.watch() }) else { return endWithoutThread() }
    // After losing a server that we did not start, wait for it: while it restarts, its card is not taken from it.
    var mayStart = true
    let searches = ControlSearches(of: self)
    while !isEnded {
      searches.begin()
      do {
        try mayStart = attempt(mayStart: mayStart, host: searches)
        searches.grace = StartupGrace()
      } catch {
        if !searches.isAwaited { feed(.failed(error)) }
      }
      setOwnProcess(nil)
      bridge.forget()
      let interval = searches.isAwaited ? Self.loginInterval : Self.retryInterval
      if !isEnded { waitReadable(bridge.descriptor, milliseconds: interval) }
    }
    didEndControl()
  }

  /// Makes one search, and runs the connection until the server is gone or the end is requested.
  /// - Returns: whether the next search may start a server.
  private func attempt(mayStart: Bool, host: ControlSearches) throws(SoundFailure) -> Bool {
    let search = ServerSearch(options: options, machine: machine, mayStart: mayStart, host: host)
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

/// Control's searches, one after another. Control thread.
private final class ControlSearches: ServerSearchHost {
  /// Longer than a jackd needs on a busy machine to accept its first client, and shorter than the five seconds after
  /// which a jackd whose card is gone refuses one: that one is tried only once.
  private static let patience = Duration.seconds(4)

  private let output: JACKOutput
  private var begun = MonotonicTime(nanoseconds: 0)
  /// The time PipeWire is given at login.
  var grace = StartupGrace()
  /// Whether the search has ended because PipeWire may soon have an output.
  private(set) var isAwaited = false

  init(of output: JACKOutput) { self.output = output }

  /// Begins a search.
  func begin() {
    begun = output.time.now()
    isAwaited = false
  }

  var isCancelled: Bool { output.isEnded }

  var hasPatience: Bool { output.time.now() < begun + Self.patience }

  func willStep() { output.feed(.asks) }

  func didStart(_ process: pid_t?) { output.setOwnProcess(process) }

  func awaitsOutput(pipeWireAnswers: Bool) -> Bool {
    isAwaited = grace.shouldKeepWaiting(pipeWireAnswers: pipeWireAnswers, at: output.time.now())
    return isAwaited
  }
}

/// The waiting time for PipeWire at login, when it answers before its session manager has found outputs. A new jackd
/// would take the card from it, so none is started for ten seconds while PipeWire answers. Pure.
struct StartupGrace: Hashable, Sendable {
  /// The time since when PipeWire has answered without an output.
  private(set) var since: MonotonicTime?

  /// The time PipeWire is given.
  static let limit = Duration.seconds(10)

  /// Records the result of a PipeWire query at `now`: whether it answered without an output.
  /// - Returns: whether to keep waiting.
  mutating func shouldKeepWaiting(pipeWireAnswers: Bool, at now: MonotonicTime) -> Bool {
    guard pipeWireAnswers else {
      since = nil
      return false
    }
    let since = since ?? now
    self.since = since
    return now < since + Self.limit
  }
}
