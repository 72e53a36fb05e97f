import Time

/// The recent positions of a finger in cents, and their audible mean.
struct FingerTrace: Sendable {
  struct Point: Sendable {
    var time: MonotonicTime
    var cents: Double
  }

  /// The mean of a stretch of the trace.
  struct Mean: Sendable {
    var cents: Double
    /// The length of the stretch, in milliseconds.
    var length: Double
    /// Whether the mean stays the same as long as nothing moves.
    var isFinal: Bool
  }

  private var points: [Point] = []

  /// Creates the trace of a finger at `cents` since `time`.
  init(_ cents: Double, at time: MonotonicTime) { points = [Point(time: time, cents: cents)] }

  /// The current position. There is always a point: nothing removes the last.
  var last: Double { points.last?.cents ?? 0 }

  /// Adds the position `cents` at `time`.
  mutating func append(_ cents: Double, at time: MonotonicTime) {
    points.append(Point(time: time, cents: cents))
    let old = points.dropFirst().prefix { time.milliseconds(since: $0.time) > FingerLimits.window }.count
    if old > 64 { points.removeFirst(old) }
  }

  /// Removes everything before `time`.
  mutating func cut(before time: MonotonicTime) {
    let first = points.lastIndex { $0.time <= time } ?? 0
    points.removeFirst(first)
    points[0].time = max(points[0].time, time)
  }

  /// Converts the trace to other cents.
  mutating func scale(by factor: Double) {
    for index in points.indices { points[index].cents *= factor }
  }

  /// Returns the mean over time of the longest stretch up to `now` within the band.
  func mean(at now: MonotonicTime) -> Mean {
    let start = now.adding(milliseconds: -FingerLimits.window)
    var (low, high) = (last, last)
    var (area, length) = (0.0, 0.0)
    var (end, isFinal) = (now, true)
    for point in points.reversed() {
      let (lower, upper) = (min(low, point.cents), max(high, point.cents))
      guard upper - lower <= FingerLimits.band else { break }
      (low, high) = (lower, upper)
      let span = end.milliseconds(since: max(point.time, start))
      area += span * point.cents
      length += span
      if point.cents != last { isFinal = false }
      guard point.time > start else { break }
      end = point.time
    }
    return Mean(cents: length > 0 ? area / length : last, length: length, isFinal: isFinal)
  }
}
