import Time

/// At login PipeWire answers before its session manager has found outputs. A jackd of our own would take the card from it:
/// where PipeWire answers, none is started for ten seconds. Pure.
struct LoginPatience: Hashable, Sendable {
  /// Since when it has answered without an output.
  private(set) var since: MonotonicTime?

  /// How long it is given.
  static let limit = Duration.seconds(10)

  /// Takes in that PipeWire was asked at `now`, and whether it answered without an output.
  /// - Returns: whether it is still given time.
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
