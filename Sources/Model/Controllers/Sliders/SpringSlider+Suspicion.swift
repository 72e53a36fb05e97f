import Time

/// Movements that may be a spring's, from their first suspicious message until they are a release or tuning.
extension SpringSlider {
  /// It has not moved to speak of since `since`.
  struct Rest: Sendable {
    var low: Double
    var high: Double
    var since: MonotonicTime

    init(_ point: SpringTrace.Point) {
      low = point.position
      high = point.position
      since = point.time
    }

    /// It spreads to `point`; from there anew if it has left the `width`.
    func joined(by point: SpringTrace.Point, width: Double, flicker: Double) -> Rest {
      var joined = self
      joined.low = min(low, point.position)
      joined.high = max(high, point.position)
      guard joined.high - joined.low <= width else { return Rest(point) }
      if joined.high - joined.low - (high - low) > flicker { joined.since = point.time }
      return joined
    }
  }

  /// A movement that may be a spring's.
  struct Suspicion: Sendable {
    /// Where it was let go, and when, as far as is known.
    var plateau: Double
    var side: Double
    var leftAt: MonotonicTime
    /// Nearest to rest so far.
    var nearest: Double
    /// Since it came to rest or crossed it.
    var run: SpringTrace.Run?
    var rest: Rest?
    /// How long the rest must last, in milliseconds.
    var quiet = ReleaseLimits.quiet
    /// How often it stood where no spring can have brought it to: at the far end of a swing, or by slow tuning.
    var doubts = 0.0
    /// Past its rest: how long it has been about the turning point.
    var farSide: Rest?
    /// When it began to be suspected.
    var since: MonotonicTime
  }

  /// Follows what is suspected by one more message.
  mutating func watch(_ old: Suspicion, _ point: SpringTrace.Point) -> [SliderEvent] {
    var suspicion = old
    let height = suspicion.side * travel.deflection(point.position)
    let isRest = travel.isRest(point.position)
    guard suspicion.run == nil else {
      let rest = isRest ? suspicion.rest.map { joined($0, point) } ?? Rest(point) : nil
      if rest?.since != suspicion.rest?.since {
        suspicion.doubts = 0
        suspicion.quiet = quiet
      }
      suspicion.rest = rest
      suspicion.farSide = isRest ? nil : farSide(suspicion.farSide, point)
      if !isRest, !isOvershoot(suspicion, point) {
        lifted = suspicion
        return prove(point)
      }
      phase = .suspected(suspicion)
      return []
    }
    if isRest || height < 0 {
      guard arrive(&suspicion, point) else { return prove(point) }
      if !isRest, !isOvershoot(suspicion, point) { return prove(point) }
      phase = .suspected(suspicion)
      return sound(suspicion.plateau, at: point.time)
    }
    if height > suspicion.nearest + max(ReleaseLimits.turn, travel.step) { return prove(point) }
    suspicion.nearest = min(suspicion.nearest, height)
    let watched = point.time.milliseconds(since: suspicion.since)
    let left = trace.timeToRest(side: suspicion.side, travel: travel)
    if watched >= ReleaseLimits.watched, left.map({ watched + $0 > ReleaseLimits.slowRun }) ?? true {
      isDoubted = true
      return prove(point)
    }
    phase = .suspected(suspicion)
    return []
  }

  /// Whether a spring that was let go at the plateau may swing to `point` past or back from its rest.
  func isOvershoot(_ suspicion: Suspicion, _ point: SpringTrace.Point) -> Bool {
    guard let run = suspicion.run else { return false }
    return abs(travel.deflection(point.position)) <= reach(suspicion) && point.time <= Self.swingEnd(run)
      || isRinging(point.position, suspicion) && point.time <= Self.swingEnd(run, swings: 2)
  }

  /// How far past its rest the spring may swing, as a deflection.
  private func reach(_ suspicion: Suspicion) -> Double {
    let plateau = abs(travel.deflection(suspicion.plateau))
    let swing = ReleaseLimits.overshoot * plateau + travel.uncertainty
    return min(swing, plateau / 2) + ReleaseLimits.overshootMargin + travel.step
  }

  /// Whether a spring may still be at `position` in its second swing, which is smaller than the first by what that is
  /// smaller than the plateau.
  func isRinging(_ position: Double, _ suspicion: Suspicion) -> Bool {
    let plateau = abs(travel.deflection(suspicion.plateau))
    let deflection = abs(travel.deflection(position)) - ReleaseLimits.overshootMargin - travel.step
    let reach = ReleaseLimits.overshoot * ReleaseLimits.overshoot * plateau + ReleaseLimits.restError
    return deflection <= min(reach, plateau / 2)
  }

  /// Until when a spring may swing after `run`, past its rest and (the second swing) back.
  static func swingEnd(_ run: SpringTrace.Run, swings: Double = 1) -> MonotonicTime {
    run.arrivedAt.adding(
      milliseconds: swings * (ReleaseLimits.overshootRuns * run.duration + ReleaseLimits.overshootGrace))
  }

  /// It was tuning: the pitch goes where the control is.
  private mutating func prove(_ point: SpringTrace.Point) -> [SliderEvent] {
    phase = .following
    return sound(point.position, at: point.time)
  }

  /// Takes the run that has just ended; false if no spring made it.
  mutating func arrive(_ suspicion: inout Suspicion, _ point: SpringTrace.Point) -> Bool {
    // Where it will rest is not known yet; in the end it is looked at again.
    guard let run = run(suspicion.side, to: travel.rest) ?? run(suspicion.side, to: point.position) else {
      return false
    }
    suspicion.run = run
    if let lifted, let first = lifted.run, isBack(run, from: lifted) { suspicion.run = first }
    lifted = nil
    suspicion.plateau = suspicion.run?.plateau ?? run.plateau
    suspicion.leftAt = suspicion.run?.leftAt ?? run.leftAt
    if travel.isRest(point.position) { suspicion.rest = Rest(point) }
    suspicion.quiet = quiet
    return true
  }

  /// Whether `run` is only the way back of a spring's swing that was taken for tuning, because messages were missing.
  private func isBack(_ run: SpringTrace.Run, from lifted: Suspicion) -> Bool {
    guard let first = lifted.run, run.leftAt == run.arrivedAt, abs(travel.deflection(run.plateau)) <= reach(lifted)
    else { return false }
    return run.arrivedAt <= Self.swingEnd(first, swings: ReleaseLimits.lateSwings)
  }

  /// How long a rest that begins now must last, in milliseconds: a control that crosses it in coarse steps stays on each
  /// for about as long as on the one before.
  private var quiet: Double {
    let least = ReleaseLimits.quiet + min(ReleaseLimits.quietPerStep * travel.step, ReleaseLimits.mostQuietPerStep)
    guard let last = trace.last, let previous = trace.previous else { return least }
    if travel.isStrangeRest(last.position) { return ReleaseLimits.strangeQuiet }
    let gap = last.time.milliseconds(since: previous.time)
    guard gap <= 2 * ReleaseLimits.longestQuiet else { return least }
    return min(max(least, ReleaseLimits.restPerGap * gap), ReleaseLimits.longestQuiet)
  }

  /// How long it has been about the turning point on the far side of the rest, which coarse steps do not tell.
  private func farSide(_ stand: Rest?, _ point: SpringTrace.Point) -> Rest? {
    let width = ReleaseLimits.overshootTurn * abs(travel.deflection(point.position))
    guard width > 3 * travel.step else { return nil }
    return stand?.joined(by: point, width: travel.half * width, flicker: 1) ?? Rest(point)
  }

  private func run(_ side: Double, to rest: Double) -> SpringTrace.Run? {
    trace.run(side: side, rest: rest, travel: travel)
  }
}
