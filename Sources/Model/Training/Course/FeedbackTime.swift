import Time

/// The time for which a result is shown.
public enum FeedbackTime {
  /// From feedback's first frame to the next reference's first frame.
  public static let duration = Duration.milliseconds(400)

  /// The same in frames, at `rate` frames a second.
  public static func frames(rate: Int) -> Int64 { Frame.count(in: duration.seconds, rate: rate) }
}
