import Time

/// A frame and its instant, for converting other instants to frames.
///
/// Each conversion starts from the anchor, in whole numbers, and rounds once, so that no error accumulates over any
/// distance.
public struct FrameAnchor: Hashable, Sendable {
  /// The frame at `instant`.
  public let frame: Frame
  /// When `frame` is due, in CLOCK_MONOTONIC.
  public let instant: MonotonicTime
  /// Frames per second, 1…1,000,000.
  public let rate: Int

  /// Creates an anchor; nil for a rate that no sound server has.
  public init?(frame: Frame, instant: MonotonicTime, rate: Int) {
    guard (1...1_000_000).contains(rate) else { return nil }
    self.frame = frame
    self.instant = instant
    self.rate = rate
  }

  /// Returns the frame nearest to `instant`, the later of two equally near ones. Clamped to the range of 64 bits. Any
  /// thread.
  public func frame(at instant: MonotonicTime) -> Frame {
    let nanoseconds = Int128(instant.nanoseconds) - Int128(self.instant.nanoseconds)
    let doubled = nanoseconds * Int128(rate) * 2 + 1_000_000_000
    var (whole, part) = doubled.quotientAndRemainder(dividingBy: 2_000_000_000)
    if part < 0 { whole -= 1 }
    return Frame(Int64(clamping: Int128(frame.count) + whole))
  }
}
