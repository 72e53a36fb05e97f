import Foundation

/// The slope of a number over the minutes of a session: one slope for all sessions, while each session, and each
/// condition in it, has its own level. Differences from day to day therefore do not count as slope.
///
/// Only sums are kept. A session followed by n others counts exp(−n/100): the slope describes recent months.
struct MinuteSlope: Hashable, Sendable {
  /// Sessions after which one counts 1/e.
  private static let forgetting = 100.0

  /// Sums over a stretch with one level, of weights w, minutes t and values x.
  private struct Stretch: Hashable {
    var count = 0.0, weight = 0.0, t = 0.0, tt = 0.0, x = 0.0, tx = 0.0, xx = 0.0
  }

  /// The current stretch.
  private var current = Stretch()
  /// The earlier stretches, each about its own means: Σ w·(t − t̄)², Σ w·(t − t̄)·(x − x̄), Σ w·(x − x̄)².
  private var (tt, tx, xx) = (0.0, 0.0, 0.0)
  /// Values less levels; Σ w, Σ w·t and Σ w·x.
  private var (degrees, weight, t, x) = (0.0, 0.0, 0.0, 0.0)

  init() {}

  /// Learns `value`, of this weight, `minutes` after the session began.
  mutating func learn(_ value: Double, weight: Double = 1, minutes: Double) {
    current.count += 1
    current.weight += weight
    current.t += weight * minutes
    current.tt += weight * minutes * minutes
    current.x += weight * value
    current.tx += weight * minutes * value
    current.xx += weight * value * value
  }

  /// Ends the stretch: later values have another level.
  mutating func endStretch() {
    guard current.weight > 0 else { return }
    tt += max(current.tt - current.t * current.t / current.weight, 0)
    tx += current.tx - current.t * current.x / current.weight
    xx += max(current.xx - current.x * current.x / current.weight, 0)
    degrees += current.count - 1
    weight += current.weight
    t += current.t
    x += current.x
    current = Stretch()
  }

  /// Ends the session: later values are `sessions` sessions later.
  mutating func endSession(_ sessions: Int) {
    endStretch()
    let kept = exp(-Double(sessions) / Self.forgetting)
    (tt, tx, xx) = (kept * tt, kept * tx, kept * xx)
    (degrees, weight, t, x) = (kept * degrees, kept * weight, kept * t, kept * x)
  }

  /// A line over the minutes.
  struct Line: Hashable {
    /// The value at the beginning of a session, averaged over all sessions.
    var beginning: Double
    /// The change per minute.
    var slope: Double
    /// Σ w·(t − t̄)²: the information about the slope, if weights are precisions.
    var information: Double
    /// The variance of a value of weight 1 about the line.
    var variance: Double
    /// Minutes that evenly spread values would cover to be spread as widely.
    var reach: Double
  }

  /// The line so far; nil without enough values.
  var line: Line? {
    var all = self
    all.endStretch()
    guard all.tt > 0, all.weight > 0, all.degrees > 2 else { return nil }
    let slope = all.tx / all.tt
    return Line(
      beginning: (all.x - slope * all.t) / all.weight, slope: slope, information: all.tt,
      variance: max(all.xx - slope * all.tx, 0) / (all.degrees - 1), reach: (12 * all.tt / all.weight).squareRoot())
  }
}

extension MinuteSlope {
  func write(to writer: inout SnapshotWriter) {
    for sum in [current.count, current.weight, current.t, current.tt, current.x, current.tx, current.xx] {
      writer.write(sum)
    }
    for sum in [tt, tx, xx, degrees, weight, t, x] { writer.write(sum) }
  }

  init(from reader: inout SnapshotReader) throws(SnapshotReader.Unreadable) {
    let sums = SnapshotReader.sums
    let none = 0...sums.upperBound
    current.count = try reader.finite(in: none)
    current.weight = try reader.finite(in: none)
    current.t = try reader.finite(in: sums)
    current.tt = try reader.finite(in: none)
    current.x = try reader.finite(in: sums)
    current.tx = try reader.finite(in: sums)
    current.xx = try reader.finite(in: none)
    tt = try reader.finite(in: none)
    tx = try reader.finite(in: sums)
    xx = try reader.finite(in: none)
    degrees = try reader.finite(in: none)
    weight = try reader.finite(in: none)
    t = try reader.finite(in: sums)
    x = try reader.finite(in: sums)
  }
}
