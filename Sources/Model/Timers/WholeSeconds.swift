import Time

/// Spans of time as they are shown.
extension Duration {
  /// Whole seconds that have passed.
  public var wholeSeconds: Int { Int(nanoseconds / 1_000_000_000) }

  /// Whole tenths of a second that have passed.
  public var wholeTenths: Int { Int(nanoseconds / 100_000_000) }

  /// Seconds to come, the one that has begun included.
  var secondsLeft: Int {
    let (whole, part) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int(whole) + (part > 0 ? 1 : 0)
  }
}
