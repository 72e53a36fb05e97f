import Foundation
import Time

/// The last second or so of what a sprung control sent, and the question whether a spring moved it.
///
/// **The test.** A run leaves a place, the plateau, and never turns until it is at rest. Its time is taken between the first
/// message that has clearly left the plateau and the first that is as good as at rest, because both ends drown in
/// tremor and noise. A spring that is let go runs like a quarter of a cosine at the slowest, so between
/// the shares `a` and `b` of the plateau it takes (asin a − asin b)·2/π of its whole run; more time than
/// `ReleaseLimits.run` would take is a hand's. This holds for any number of steps: from a wheel with three messages
/// between plateau and rest less time is seen, and less is allowed. A strip that jumps takes none.
struct SpringTrace: Sendable {
  struct Point: Sendable {
    var time: MonotonicTime
    /// A share of the format's range.
    var position: Double
  }

  /// A way to rest without a turn.
  struct Run: Sendable {
    /// Where it was let go.
    var plateau: Double
    /// 1 where the plateau lies above the rest, −1 below.
    var side: Double
    /// Its first message's time.
    var leftAt: MonotonicTime
    /// When it was there, or the newest message's time.
    var arrivedAt: MonotonicTime
    /// When it had clearly left the plateau.
    var startedAt: MonotonicTime
    /// How long a spring took for all of it, going by the part that is seen clearly. Milliseconds.
    var duration = 0.0
  }

  private static let horizon = 1200.0

  private var points: [Point] = []
  private var first = 0

  /// The newest point.
  var last: Point? { points.last }

  /// The one before it.
  var previous: Point? { points.count - first > 1 ? points[points.count - 2] : nil }

  /// Takes a point, unless it only repeats where the control stands.
  mutating func append(_ point: Point) {
    guard point.position != points.last?.position else { return }
    points.append(point)
    // The point before the horizon stays: it tells where the control stood.
    while first + 1 < points.count - 1, point.time.milliseconds(since: points[first + 1].time) > Self.horizon {
      first += 1
    }
    if first > 256, first > points.count / 2 {
      points.removeFirst(first)
      first = 0
    }
  }

  /// Forgets everything but where it stands.
  mutating func restart() {
    first = max(0, points.count - 1)
  }

  /// How long a spring's run from `plateau` may be silent between two messages. Milliseconds.
  static func stall(_ plateau: Double, step: Double) -> Double {
    guard plateau > 0 else { return ReleaseLimits.stall }
    return ReleaseLimits.stall + ReleaseLimits.stallPerStep * min(0.5, step / plateau)
  }

  /// The way to the newest point from `index`.
  private func run(from index: Int, side: Double) -> Run {
    Run(
      plateau: points[index].position, side: side, leftAt: points[index + 1].time,
      arrivedAt: points[points.count - 1].time, startedAt: points[index + 1].time)
  }

  /// The way to the newest point so far, from where it last turned or stood; nil if it is no way towards rest.
  func departure(side: Double, travel: SpringTravel) -> Run? {
    let newest = points.count - 1
    var index = newest
    while index > first, side * points[index - 1].position >= side * points[index].position {
      index -= 1
      let stood = points[index + 1].time.milliseconds(since: points[index].time)
      let height = side * travel.deflection(points[index].position)
      if stood > Self.stall(height, step: travel.step) { break }
      if points[newest].time.milliseconds(since: points[index].time) > ReleaseLimits.run { break }
    }
    return index < newest ? run(from: index, side: side) : nil
  }

  /// The spring's run that ends at the newest point, to `rest` from `side` of it; nil if no spring made it.
  ///
  /// Going back, the plateau is where the movement turned. If the way from there is none of a spring's, it is the last place
  /// on it where the control stood. A hand that moves steadily towards rest and lets go on the way shows neither;
  /// then it is the knee, where the speed rose.
  func run(side: Double, rest: Double, travel: SpringTravel) -> Run? {
    let arrival = points.count - 1
    guard arrival > first else { return nil }
    func height(_ index: Int) -> Double { side * travel.deflection(points[index].position) }
    func judged(_ index: Int) -> Run? {
      measured(run(from: index, side: side), rest: rest, least: ReleaseLimits.leastSuspected, travel: travel)
    }
    var turn = arrival
    var stands: [Int] = []
    while turn > first, side * points[turn - 1].position >= side * points[turn].position {
      turn -= 1
      let stood = points[turn + 1].time.milliseconds(since: points[turn].time)
      if stood >= ReleaseLimits.leastStand { stands.append(turn) }
      // Longer ago than any run: it does not matter where it turned.
      if points[arrival].time.milliseconds(since: points[turn].time) > Self.horizon { break }
    }
    guard turn < arrival else { return nil }
    // Drifts and tremor of the hand that held it: as far as from here it was still at the plateau.
    let tolerance = max(1.5 * travel.step, ReleaseLimits.tremor)
    var left = turn
    while left + 1 < arrival, height(turn) - height(left + 1) <= tolerance { left += 1 }
    for start in Set([turn, left]).sorted() {
      guard let run = judged(start), isTurn(turn, run, rest: rest, travel: travel) else { continue }
      if start > turn, isPace(start) { continue }
      // Where it stood last is what was heard last.
      let level = height(turn) - max(tolerance, 1.5 * ReleaseLimits.departure * height(turn))
      return stands.first { $0 > start && height($0) >= level }.flatMap(judged) ?? run
    }
    for stand in stands where stand > left && isPlateau(stand, turn: turn, step: travel.step, height: height) {
      if let run = judged(stand) { return run }
    }
    return knee(from: turn, to: arrival, height: height).flatMap(judged)
  }

  /// Whether the control really turned at `index`, and did not only tremble on its slow way home: before the turn
  /// it came nearer to rest, much slower than after it.
  private func isTurn(_ index: Int, _ run: Run, rest: Double, travel: SpringTravel) -> Bool {
    let duration = max(run.arrivedAt.milliseconds(since: run.startedAt), 1)
    var before = index
    while before > first, run.startedAt.milliseconds(since: points[before].time) < ReleaseLimits.standWindow {
      before -= 1
    }
    let fallen = run.side * (points[before].position - run.plateau) / travel.half - ReleaseLimits.tremor
    let plateau = run.side * (run.plateau - rest) / travel.half
    return fallen * duration <= ReleaseLimits.drift * plateau * ReleaseLimits.standWindow
  }

  /// For how many times the time between two messages of the run from `index` the control stood there; nil for a run of one
  /// message.
  private func pause(_ index: Int) -> Double? {
    let steps = points.count - 2 - index
    guard steps > 0 else { return nil }
    let run = points[points.count - 1].time.milliseconds(since: points[index + 1].time)
    return points[index + 1].time.milliseconds(since: points[index].time) * Double(steps) / max(run, 1)
  }

  /// Whether the way from `index` is of so few messages, in the same time each, that it goes on as it went before.
  private func isPace(_ index: Int) -> Bool {
    guard points.count - 2 - index < ReleaseLimits.fewMessages, let pause = pause(index) else { return false }
    return pause < ReleaseLimits.pace
  }

  /// Whether the control really stood at `index`, and was not on its slow way home in steps so coarse that it was silent
  /// between them: it had come there much slower than it left, or at the speed it had before it would meanwhile have come
  /// much further than to the next point.
  private func isPlateau(_ index: Int, turn: Int, step: Double, height: (Int) -> Double) -> Bool {
    guard height(turn) - height(index) > max(1.5 * step, ReleaseLimits.tremor) else { return true }
    var before = index - 1
    while before > turn, points[index].time.milliseconds(since: points[before].time) < ReleaseLimits.standWindow,
      points[before].time.milliseconds(since: points[before - 1].time) < ReleaseLimits.standWindow
    {
      before -= 1
    }
    let span = points[index].time.milliseconds(since: points[before].time)
    guard span > 0 else { return true }
    let speed = (height(before) - height(index)) / span
    let left = points[points.count - 1].time.milliseconds(since: points[index + 1].time) + ReleaseLimits.bunch
    // One message tells no speed.
    if points.count - 1 - index > 1 {
      if speed * left <= ReleaseLimits.creep * height(index) { return true }
      if let pause = pause(index), pause >= ReleaseLimits.longPause { return true }
    }
    let stood = points[index + 1].time.milliseconds(since: points[index].time)
    let fallen = min(height(index) - height(index + 1), ReleaseLimits.lostSteps * max(step, ReleaseLimits.nearRest))
    return speed * stood >= ReleaseLimits.stand * fallen
  }

  /// Where a steady movement became a spring's: the point at which the speed after it is most times the speed before it.
  private func knee(from start: Int, to arrival: Int, height: (Int) -> Double) -> Int? {
    var knee: Int?
    var sharpest = ReleaseLimits.knee
    for index in stride(from: arrival - 1, through: start + ReleaseLimits.steadyPoints, by: -1) {
      let left = points[arrival].time.milliseconds(since: points[index].time)
      guard left <= ReleaseLimits.run + 2 * ReleaseLimits.bunch else { break }
      guard left > 2 * ReleaseLimits.bunch, height(index) >= ReleaseLimits.leastKnee,
        points[index].time.milliseconds(since: points[start + 1].time) >= ReleaseLimits.steady
      else { continue }
      var before = index
      while before > start, points[index].time.milliseconds(since: points[before].time) < ReleaseLimits.kneeWindow {
        before -= 1
      }
      let span = max(points[index].time.milliseconds(since: points[before].time), ReleaseLimits.kneeWindow)
      let ratio = (height(before) - height(index)) / span * left / max(height(index) - height(arrival), 1e-9)
      if ratio <= sharpest {
        sharpest = ratio
        knee = index
      }
    }
    return knee
  }

  /// Whether `run` was a spring's, now that the control rests at `rest` (or is on its way there), and began at least at
  /// the deflection `least`.
  func isSpring(_ run: Run, rest: Double, least: Double, travel: SpringTravel) -> Bool {
    measured(run, rest: rest, least: least, travel: travel) != nil
  }

  /// `run` with how long the whole of it took, going by the part that is seen clearly; nil if no spring made it.
  private func measured(_ run: Run, rest: Double, least: Double, travel: SpringTravel) -> Run? {
    let height = { (position: Double) in run.side * (position - rest) / travel.half }
    let plateau = height(run.plateau)
    let step = travel.step
    guard plateau >= max(least, ReleaseLimits.leastSteps * step) else { return nil }
    guard var index = points.indices.dropFirst(first).first(where: { points[$0].time >= run.leftAt }) else {
      return nil
    }
    while index > first, points[index - 1].time == run.leftAt { index -= 1 }

    let departure = min(max(ReleaseLimits.departure * plateau, ReleaseLimits.tremor), plateau / 4)
    while index < points.count - 1, height(points[index].position) > plateau - departure { index += 1 }
    let start = points[index]
    // From few steps the last one tells too much to do without it.
    let near = max(ReleaseLimits.nearRest, ReleaseLimits.arrival * plateau, (plateau > 8 * step ? 1.05 : 0.55) * step)
    while index < points.count - 1, height(points[index].position) > near { index += 1 }
    let end = points[index]

    let from = min(1, (height(start.position) + step / 2) / plateau)
    let to = min(from, max(0, (height(end.position) + step / 2) / plateau))
    let share = (asin(from) - asin(to)) * 2 / .pi
    var seen = end.time.milliseconds(since: start.time)
    if height(end.position) < 0, index > first {
      // It was at rest between two messages.
      let before = points[index - 1]
      let past = -height(end.position) / (height(before.position) - height(end.position))
      seen -= past * min(end.time.milliseconds(since: before.time), seen)
    }
    guard seen <= ReleaseLimits.run * share + ReleaseLimits.bunch else { return nil }
    var measured = run
    measured.startedAt = start.time
    measured.duration = min(seen / max(share, 0.1), ReleaseLimits.run)
    return measured
  }

  /// How fast it now moves towards rest from `side`: the time it would still take, in milliseconds; nil if it does not.
  func timeToRest(side: Double, travel: SpringTravel) -> Double? {
    guard let last, points.count - first > 1 else { return nil }
    let height = { (point: Point) in side * travel.deflection(point.position) }
    var before = points.count - 2
    while before > first, last.time.milliseconds(since: points[before].time) < ReleaseLimits.bunch { before -= 1 }
    let span = last.time.milliseconds(since: points[before].time)
    var fallen = height(points[before]) - height(last)
    // After a pause it moved within the last moment; one step of it may have been due for long.
    let moved = min(span, ReleaseLimits.bunch)
    if span > 3 * ReleaseLimits.bunch { fallen -= travel.step }
    guard fallen > 0 else { return nil }
    return height(last) * (span > 3 * ReleaseLimits.bunch ? moved : max(span, 1)) / fallen
  }
}
