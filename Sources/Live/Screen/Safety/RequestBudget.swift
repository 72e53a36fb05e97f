import Time

/// A token bucket: a rate of requests a second, and a burst. A value; its owner locks.
struct RequestBudget: Sendable {
  private let rate: Double
  private let most: Double
  private var left: Double
  private var filled: MonotonicTime?

  /// Creates a full budget; without `most`, the burst is one second's requests.
  init(rate: Double, most: Double? = nil) {
    self.rate = rate
    self.most = most ?? rate
    left = self.most
  }

  /// Takes one request; returns false if none is left.
  mutating func take(at now: MonotonicTime) -> Bool {
    if let filled, filled < now { left = min(most, left + (now - filled).seconds * rate) }
    filled = max(filled ?? now, now)
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
