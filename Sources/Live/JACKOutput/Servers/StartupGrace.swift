import Time

/// The waiting time for PipeWire at login, when it answers before its session manager has found outputs. A jackd of our
/// own would take the card from it, so none is started for ten seconds while PipeWire answers. Pure.
struct StartupGrace: Hashable, Sendable {
  /// The time since when PipeWire has answered without an output.
  private(set) var since: MonotonicTime?

  /// The time PipeWire is given.
  static let limit = Duration.seconds(10)

  /// Records the result of a PipeWire query at `now`: whether it answered without an output.
  /// - Returns: whether to keep waiting.
  mutating func asked(answers: Bool, at now: MonotonicTime) -> Bool {
    guard answers else {
      since = nil
      return false
    }
    let since = since ?? now
    self.since = since
    return now < since + Self.limit
  }
}
