import Time

/// A frame and the instant it belongs to, from which other instants become frames.
///
/// Each is computed from the anchor, in whole numbers, and rounded once: however far apart they are, nothing adds up.
public struct FrameAnchor: Hashable, Sendable {
  /// The frame at `instant`.
  public let frame: Frame
  /// When `frame` is due, in CLOCK_MONOTONIC.
  public let instant: MonotonicTime
  /// Frames a second, 1…1,000,000.
  public let rate: Int

  /// An anchor; nil for a rate that no sound server has.
  public init?(frame: Frame, instant: MonotonicTime, rate: Int) {
    guard (1...1_000_000).contains(rate) else { return nil }
    self.frame = frame
    self.instant = instant
    self.rate = rate
  }

  /// The frame nearest to `instant`, the later of two that are equally near. The nearest that exists beyond the range of
  /// 64 bits. Any thread.
  public func frame(at instant: MonotonicTime) -> Frame {
    let nanoseconds = Int128(instant.nanoseconds) - Int128(self.instant.nanoseconds)
    let doubled = nanoseconds * Int128(rate) * 2 + 1_000_000_000
    var (whole, part) = doubled.quotientAndRemainder(dividingBy: 2_000_000_000)
    if part < 0 { whole -= 1 }
    return Frame(Int64(clamping: Int128(frame.count) + whole))
  }
}
