import Foundation
import Time

/// The last second or so of a sprung control's messages, and the test whether a spring moved it.
///
/// **The test.** A run leaves a place, the plateau, and never turns until it is at rest. Its time is measured between
/// the first message that has clearly left the plateau and the first that is practically at rest, because both ends
/// drown in tremor and noise. A released spring runs like a quarter of a cosine at the slowest, so between the shares
/// `a` and `b` of the plateau it takes (asin a − asin b)·2/π of its whole run; a run that takes longer than this share
/// of `SpringLimits.run` is a hand's. This holds for any number of steps: from a wheel with three messages between
/// plateau and rest less time is seen, and less is allowed. A strip that jumps takes no time.
struct SpringTrace: Sendable {
  struct Point: Sendable {
    var time: MonotonicTime
    /// The position as a share of the format's range.
    var position: Double
  }

  /// A spring's run.
  struct Run: Sendable {
    /// The plateau it was released from.
    var plateau: Double
    /// The time of its first message.
    var leftAt: MonotonicTime
    /// The time at which it reached its rest, or passed it.
    var arrivedAt: MonotonicTime
    /// The length of the whole run, extrapolated from its clearly visible part. Milliseconds.
    var duration: Double
  }

  private var points: [Point] = []

  /// The newest point.
  var last: Point? { points.last }

  /// Adds a point, which must differ from the current position.
  mutating func append(_ point: Point) {
    points.append(point)
    // The remaining part is seconds longer than any run.
    if points.count > 4096 { points.removeFirst(1024) }
  }

  /// Removes everything but the current position.
  mutating func restart() { points.removeFirst(max(0, points.count - 1)) }

  /// Returns the way from `side` towards `rest`, by default the rest known to `travel`.
  func way(_ side: Double, to rest: Double? = nil, _ travel: SpringTravel) -> SpringWay {
    SpringWay(points: points, rest: rest ?? travel.rest, share: side / travel.half, step: travel.step)
  }
}

/// The way of a control towards a possible rest.
struct SpringWay {
  fileprivate let points: [SpringTrace.Point]
  fileprivate let rest: Double
  /// The deflection for a difference of 1 in position, positive away from the rest.
  fileprivate let share: Double
  fileprivate let step: Double

  private var newest: Int { points.count - 1 }

  private func height(_ index: Int) -> Double { share * (points[index].position - rest) }

  private func span(_ from: Int, _ to: Int) -> Double { points[to].time.milliseconds(since: points[from].time) }

  // MARK: Before arrival

  /// The remaining time at the present speed; nil if the control is not on its way there. Milliseconds.
  var timeLeft: Double? {
    guard newest > 0 else { return nil }
    // The speed over at least a bunch. After a pause, the control moved within the last moment; one step of it may have
    // been due for long.
    var before = newest - 1
    while before > 0, span(before, newest) < SpringLimits.bunch { before -= 1 }
    let isPause = span(before, newest) > 3 * SpringLimits.bunch
    let fallen = height(before) - height(newest) - (isPause ? step : 0)
    return fallen > 0 ? height(newest) * (isPause ? SpringLimits.bunch : max(span(before, newest), 1)) / fallen : nil
  }

  /// The position of the last turn or stand.
  var origin: Double {
    var start = newest
    while start > 0, height(start - 1) >= height(start) {
      start -= 1
      if span(start, start + 1) >= SpringLimits.stand || span(start, newest) > SpringLimits.run { break }
    }
    return points[start].position
  }

  // MARK: After arrival

  /// Returns the spring's run from a deflection of at least `least`; nil if no spring made it. It ends at the newest
  /// point, or, if it left at `leftAt`, where that run first came to rest.
  func run(least: Double, leftAt: MonotonicTime? = nil) -> SpringTrace.Run? {
    let near = max(SpringLimits.tremor, 0.55 * step)
    let left = leftAt.flatMap { time in points.indices.dropFirst().first { points[$0].time >= time } }
    return run(to: left.flatMap { points.indices[$0...].first { height($0) <= near } } ?? newest, least)
  }

  /// Returns the run to `end`. Going back from there, the plateau is where the movement turned. If the way from there
  /// is not a spring's, the plateau is the first place on it where the control stood and that a spring's way starts
  /// from, and otherwise the knee of the way.
  private func run(to end: Int, _ least: Double) -> SpringTrace.Run? {
    var turn = end
    var stands: [Int] = []
    while turn > 0, height(turn - 1) >= height(turn) {
      turn -= 1
      if span(turn, turn + 1) >= SpringLimits.stand { stands.append(turn) }
    }
    for start in [turn] + stands.reversed() where start == turn || isPlateau(start, turn: turn, end: end) {
      guard let run = measured(start, end, least) else { continue }
      // The last stand, within tremor and drift, is the pitch last heard.
      let drift = max(1.5 * step, SpringLimits.tremor) + SpringLimits.edge * height(start)
      let last = stands.first { $0 > start && height($0) >= height(start) - drift }
      return last.flatMap { measured($0, end, least) } ?? run
    }
    return knee(from: turn, to: end).flatMap { measured($0, end, least) }
  }

  /// Returns the speed of the approach to `index` since `turn`, over at least the time of a stand.
  private func approach(to index: Int, since turn: Int) -> Double {
    var before = index
    while before > turn, span(before, index) < SpringLimits.stand { before -= 1 }
    return (height(before) - height(index)) / max(span(before, index), 1)
  }

  /// Returns whether the control really stood at `index`, rather than returning slowly in steps so coarse that it was
  /// silent between them: it arrived there much slower than it left, or at its earlier speed it would have moved much
  /// further by then than to the next point.
  private func isPlateau(_ index: Int, turn: Int, end: Int) -> Bool {
    let speed = approach(to: index, since: turn)
    let left = speed * (span(index + 1, end) + SpringLimits.bunch)
    // A single message contains no speed.
    return end - index > 1 && left <= SpringLimits.creep * height(index)
      || speed * span(index, index + 1) >= SpringLimits.pause * (height(index) - height(index + 1))
  }

  /// Returns where a hand that guided it home steadily released it: the point with the slowest approach relative to its
  /// departure.
  private func knee(from turn: Int, to end: Int) -> Int? {
    func ratio(_ index: Int) -> Double {
      approach(to: index, since: turn) * span(index, end) / max(height(index) - height(end), 1e-9)
    }
    let steady = (turn..<end).filter {
      span(turn + 1, $0) >= 3 * SpringLimits.stand && span($0, end) <= SpringLimits.run
        && height($0) >= 2 * SpringLimits.leastPlateau
    }
    return steady.min { ratio($0) < ratio($1) }.flatMap { ratio($0) <= SpringLimits.creep ? $0 : nil }
  }

  /// Returns the run from `start` to `end`, measured by its clearly visible part; nil if no spring made it.
  private func measured(_ start: Int, _ end: Int, _ least: Double) -> SpringTrace.Run? {
    guard start < end, height(start) >= least else { return nil }
    let plateau = height(start)
    let departure = min(max(SpringLimits.edge * plateau, SpringLimits.tremor), plateau / 4)
    var left = start + 1
    while left < end, height(left) > plateau - departure { left += 1 }
    // With few steps the last one carries too much information to ignore.
    let near = max(SpringLimits.tremor / 2, SpringLimits.edge * plateau, (plateau > 8 * step ? 1.05 : 0.55) * step)
    var arrived = left
    while arrived < end, height(arrived) > near { arrived += 1 }

    let from = min(1, (height(left) + step / 2) / plateau)
    let to = min(from, max(0, (height(arrived) + step / 2) / plateau))
    let share = (asin(from) - asin(to)) * 2 / .pi
    let seen = span(left, arrived)
    guard seen <= SpringLimits.run * share + SpringLimits.bunch else { return nil }
    return SpringTrace.Run(
      plateau: points[start].position, leftAt: points[start + 1].time, arrivedAt: points[end].time,
      duration: min(seen / max(share, 0.1), SpringLimits.run))
  }
}
