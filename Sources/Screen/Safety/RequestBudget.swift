import Time

/// So many requests a second, and as many at once. A value; its owner locks.
struct RequestBudget: Sendable {
  private let rate: Double
  private var left: Double
  private var filled: MonotonicTime?

  /// A full one.
  init(rate: Double) {
    self.rate = rate
    left = rate
  }

  /// Takes one request; false where none is left.
  mutating func take(at now: MonotonicTime) -> Bool {
    if let filled, filled < now { left = min(rate, left + (now - filled).seconds * rate) }
    filled = max(filled ?? now, now)
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
