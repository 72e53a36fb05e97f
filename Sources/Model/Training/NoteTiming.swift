import Time

/// The length of an exercise's notes, and the silence between them.
public struct NoteTiming: Hashable, Sendable {
  /// Length of each note in seconds, attack and release included.
  public var duration: Double
  /// Silence between reference and target in seconds.
  public var gap: Double

  /// Memberwise.
  public init(duration: Double, gap: Double) {
    self.duration = duration
    self.gap = gap
  }

  /// Length of each note in frames at `rate` frames a second, to the nearest frame.
  public func noteFrames(rate: Int) -> Int64 { Frame.count(in: duration, rate: rate) }

  /// The frames from the reference's first to the target's first: the note and the gap, each to the nearest frame, so
  /// that without a gap the target starts on the frame right after the reference.
  public func targetDelay(rate: Int) -> Int64 { noteFrames(rate: rate) + Frame.count(in: gap, rate: rate) }
}
