import Foundation
import Time

/// The last second or so of what a sprung control sent, and the question whether a spring moved it.
///
/// **The test.** A run leaves a place, the plateau, and never turns until it is at rest. Its time is taken between the first
/// message that has clearly left the plateau and the first that is as good as at rest, because both ends drown in
/// tremor and noise. A spring that is let go runs like a quarter of a cosine at the slowest, so between
/// the shares `a` and `b` of the plateau it takes (asin a − asin b)·2/π of its whole run; more time than
/// `SpringLimits.run` would take is a hand's. This holds for any number of steps: from a wheel with three messages
/// between plateau and rest less time is seen, and less is allowed. A strip that jumps takes none.
struct SpringTrace: Sendable {
  struct Point: Sendable {
    var time: MonotonicTime
    /// A share of the format's range.
    var position: Double
  }

  /// A spring's run.
  struct Run: Sendable {
    /// Where it was let go.
    var plateau: Double
    /// Its first message's time.
    var leftAt: MonotonicTime
    /// When it was at rest, or past it.
    var arrivedAt: MonotonicTime
    /// How long all of it took, going by the part that is seen clearly. Milliseconds.
    var duration: Double
  }

  private var points: [Point] = []

  /// The newest point.
  var last: Point? { points.last }

  /// Takes a point, which is not where the control stands already.
  mutating func append(_ point: Point) {
    points.append(point)
    // What is left is seconds longer than any run.
    if points.count > 4096 { points.removeFirst(1024) }
  }

  /// Forgets everything but where it stands.
  mutating func restart() { points.removeFirst(max(0, points.count - 1)) }

  /// How it came, from `side` of it, towards `rest`, which is where `travel` knows it if it is not said.
  func way(_ side: Double, to rest: Double? = nil, _ travel: SpringTravel) -> SpringWay {
    SpringWay(points: points, rest: rest ?? travel.rest, share: side / travel.half, step: travel.step)
  }
}

/// How a control came towards a place where it may rest.
struct SpringWay {
  fileprivate let points: [SpringTrace.Point]
  fileprivate let rest: Double
  /// What a difference of 1 in position is as a deflection, positive away from the rest.
  fileprivate let share: Double
  fileprivate let step: Double

  private var newest: Int { points.count - 1 }

  private func height(_ index: Int) -> Double { share * (points[index].position - rest) }

  private func span(_ from: Int, _ to: Int) -> Double { points[to].time.milliseconds(since: points[from].time) }

  // MARK: Not yet there

  /// How long it would still take, as fast as it is; nil if it is on no way there. Milliseconds.
  var timeLeft: Double? {
    guard newest > 0 else { return nil }
    // The speed over a bunch at least. After a pause it moved within the last moment; one step of it may have been due for long.
    var before = newest - 1
    while before > 0, span(before, newest) < SpringLimits.bunch { before -= 1 }
    let isPause = span(before, newest) > 3 * SpringLimits.bunch
    let fallen = height(before) - height(newest) - (isPause ? step : 0)
    return fallen > 0 ? height(newest) * (isPause ? SpringLimits.bunch : max(span(before, newest), 1)) / fallen : nil
  }

  /// Where it turned or stood last.
  var origin: Double {
    var start = newest
    while start > 0, height(start - 1) >= height(start) {
      start -= 1
      if span(start, start + 1) >= SpringLimits.stand || span(start, newest) > SpringLimits.run { break }
    }
    return points[start].position
  }

  // MARK: There

  /// The spring's run from a deflection of `least` at least; nil if no spring made it. It ends at the newest point, or, of one that
  /// was left at `leftAt`, where that first came to rest.
  func run(least: Double, leftAt: MonotonicTime? = nil) -> SpringTrace.Run? {
    let near = max(SpringLimits.tremor, 0.55 * step)
    let left = leftAt.flatMap { time in points.indices.dropFirst().first { points[$0].time >= time } }
    return run(to: left.flatMap { points.indices[$0...].first { height($0) <= near } } ?? newest, least)
  }

  /// Going back from `end`, the plateau is where the movement turned. If the way from there is none of a spring's, it is the first
  /// place on it at which the control stood and from which it is one, and else the knee of the way.
  private func run(to end: Int, _ least: Double) -> SpringTrace.Run? {
    var turn = end
    var stands: [Int] = []
    while turn > 0, height(turn - 1) >= height(turn) {
      turn -= 1
      if span(turn, turn + 1) >= SpringLimits.stand { stands.append(turn) }
    }
    for start in [turn] + stands.reversed() where start == turn || isPlateau(start, turn: turn, end: end) {
      guard let run = measured(start, end, least) else { continue }
      // Where it stood last, within tremor and drift, is what was heard last.
      let drift = max(1.5 * step, SpringLimits.tremor) + SpringLimits.edge * height(start)
      let last = stands.first { $0 > start && height($0) >= height(start) - drift }
      return last.flatMap { measured($0, end, least) } ?? run
    }
    return knee(from: turn, to: end).flatMap { measured($0, end, least) }
  }

  /// How fast it came to `index` since `turn`, over the time of a stand at least.
  private func approach(to index: Int, since turn: Int) -> Double {
    var before = index
    while before > turn, span(before, index) < SpringLimits.stand { before -= 1 }
    return (height(before) - height(index)) / max(span(before, index), 1)
  }

  /// Whether the control really stood at `index`, and was not on its slow way home in steps so coarse that it was silent
  /// between them: it came there much slower than it left, or at the speed it had before it would meanwhile have come
  /// much further than to the next point.
  private func isPlateau(_ index: Int, turn: Int, end: Int) -> Bool {
    let speed = approach(to: index, since: turn)
    let left = speed * (span(index + 1, end) + SpringLimits.bunch)
    // One message tells no speed.
    return end - index > 1 && left <= SpringLimits.creep * height(index)
      || speed * span(index, index + 1) >= SpringLimits.pause * (height(index) - height(index + 1))
  }

  /// Where a hand that led it home steadily let go: where it had come slowest for how fast it left.
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

  /// The run from `start` to `end`, measured by the part that is seen clearly; nil if no spring made it.
  private func measured(_ start: Int, _ end: Int, _ least: Double) -> SpringTrace.Run? {
    guard start < end, height(start) >= least else { return nil }
    let plateau = height(start)
    let departure = min(max(SpringLimits.edge * plateau, SpringLimits.tremor), plateau / 4)
    var left = start + 1
    while left < end, height(left) > plateau - departure { left += 1 }
    // From few steps the last one tells too much to do without it.
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
