import Time

/// Durations for display.
extension Duration {
  /// Completed seconds.
  public var wholeSeconds: Int { Int(nanoseconds / 1_000_000_000) }

  /// Completed tenths of a second.
  public var wholeTenths: Int { Int(nanoseconds / 100_000_000) }

  /// Remaining seconds, including the one that has started.
  var secondsLeft: Int {
    let (whole, part) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int(whole) + (part > 0 ? 1 : 0)
  }
}
