import Time

/// A control that springs back: pitch wheel, joystick, touch strip, pitch buttons.
///
/// It follows the hand until a movement towards rest is as fast as a spring's. The plateau is then held: until the
/// control has come to rest like a spring and stayed, or until it stops, turns, takes too long, or overshoots more than
/// a spring does, which is tuning and becomes audible. The whole run is evaluated at its end, by its resting place
/// (`SpringTrace`). The same happens inaudibly between notes: every snap-back reveals the rest.
struct SpringSlider: Sendable {
  private(set) var travel: SpringTravel
  private var trace = SpringTrace()
  private var phase = Phase.following
  private var note: Note?
  /// The furthest deflection since the last rest, signed.
  private var excursion = 0.0
  /// Whether the current return proved to be slow, so that it is not held again until it turns.
  private var isSlow = false

  private struct Note: Sendable {
    var range: Double
    var curve: SpringCurve
    var reported = 0.0
    /// Whether the control was released, which ends the audible note.
    var isOver = false
  }

  private enum Phase: Sendable {
    case following
    /// Away from rest when the note began; at rest since the given time.
    case awaitingRest(Rest?)
    case held(Hold)
  }

  /// A stand with negligible movement since `since`.
  private struct Rest: Sendable {
    var range: ClosedRange<Double>
    var since: MonotonicTime

    init(_ point: SpringTrace.Point) {
      range = point.position...point.position
      since = point.time
    }
  }

  /// The hold of a plateau while the control moves, possibly by its spring.
  private struct Hold: Sendable {
    var plateau: Double
    var side: Double
    var since: MonotonicTime
    /// The smallest distance from rest so far.
    var nearest: Double
    /// The run, once the control has reached its rest or passed it.
    var run: SpringTrace.Run?
    var rest: Rest?
  }

  init(travel: SpringTravel) { self.travel = travel }

  /// The last position; nil if unknown.
  var position: Double? { trace.last?.position }

  /// The directions in which the control can tune.
  var sides: SliderSides { travel.curve.sides }

  /// The tuning curve of this note; nil outside a note.
  var curve: SpringCurve? { note?.curve }

  /// Cents per step on the side in use; nil while the step is unknown.
  var centsPerStep: Double? {
    guard let note, let quantum = travel.quantum else { return nil }
    return note.range * note.curve.share(ofStep: quantum, upwards: note.reported >= 0)
  }

  // MARK: The note

  mutating func begin(range: Double, at time: MonotonicTime) {
    _ = advance(to: time)
    note = Note(range: range, curve: travel.curve)
    phase = .following
    isSlow = false
    guard let last = trace.last else { return }
    trace.restart()
    if !travel.isRest(last.position) {
      phase = .awaitingRest(nil)
    } else if time.milliseconds(since: last.time) < SpringLimits.stand {
      phase = .awaitingRest(Rest(last))
    }
  }

  mutating func end() { note = nil }

  // MARK: Movement

  /// Handles a position at `time`.
  mutating func move(to position: Double, at time: MonotonicTime) -> [SliderEvent] {
    let events = advance(to: time)
    let before = trace.last?.position
    // Some controls report a position twice.
    guard position != before else { return events }
    let point = SpringTrace.Point(time: time, position: position)
    trace.append(point)
    guard let before else {
      travel.guessNominal(from: position)
      // The previous position is unknown, so nothing changes; far from any possible rest, the control is held.
      if abs(travel.deflection(position)) > SpringLimits.firstValue { phase = .awaitingRest(nil) }
      return events
    }
    travel.learnStep(abs(position - before))
    noteExcursion(position)
    switch phase {
    case .following: return events + follow(point, from: before)
    case .awaitingRest(let rest):
      phase = .awaitingRest(stillAtRest(rest, point))
      return events
    case .held(let hold): return events + watch(hold, point)
    }
  }

  private mutating func noteExcursion(_ position: Double) {
    let deflection = travel.deflection(position)
    if travel.isRest(position) {
      travel.learnEnd(excursion)
      excursion = 0
    } else if abs(deflection) > abs(excursion) || deflection * excursion < 0 {
      excursion = deflection
    }
  }

  /// Returns `rest` extended by `point`, restarted there if it spreads too far; nil if `point` is not a rest.
  private func stillAtRest(_ rest: Rest?, _ point: SpringTrace.Point) -> Rest? {
    guard travel.isRest(point.position) else { return nil }
    guard var rest else { return Rest(point) }
    rest.range = min(rest.range.lowerBound, point.position)...max(rest.range.upperBound, point.position)
    let spread = rest.range.upperBound - rest.range.lowerBound
    return spread <= travel.half * SpringLimits.tremor ? rest : Rest(point)
  }

  private mutating func follow(_ point: SpringTrace.Point, from before: Double) -> [SliderEvent] {
    let side: Double = travel.deflection(before) < 0 ? -1 : 1
    let height = side * travel.deflection(point.position)
    guard height < side * travel.deflection(before) else {
      isSlow = false
      return sound(point.position, at: point.time)
    }
    var hold = Hold(plateau: before, side: side, since: point.time, nearest: height)
    let isHome = travel.isRest(point.position) || height < 0
    if isHome, !travel.isRest(before) { return arrive(hold, point) }
    hold.plateau = trace.way(side, travel).origin
    guard !isHome, !isSlow, let left = trace.way(side, travel).timeLeft, left <= SpringLimits.suspicion,
      side * travel.deflection(hold.plateau) >= SpringLimits.leastPlateau - travel.uncertainty
    else { return sound(point.position, at: point.time) }
    phase = .held(hold)
    return sound(hold.plateau, at: point.time)
  }

  /// Updates the hold with another message.
  private mutating func watch(_ old: Hold, _ point: SpringTrace.Point) -> [SliderEvent] {
    var hold = old
    let height = hold.side * travel.deflection(point.position)
    if hold.run != nil {
      hold.rest = stillAtRest(hold.rest, point)
      guard hold.rest != nil || isSwing(hold, point) else { return prove(point) }
    } else if travel.isRest(point.position) || height < 0 {
      return arrive(hold, point)
    } else {
      let watched = point.time.milliseconds(since: hold.since)
      let whole = watched + (trace.way(hold.side, travel).timeLeft ?? 0)
      guard height <= hold.nearest + max(SpringLimits.tremor, travel.step),
        watched < SpringLimits.stand || whole <= SpringLimits.run + SpringLimits.bunch
      else { return prove(point) }
      hold.nearest = min(hold.nearest, height)
    }
    phase = .held(hold)
    return []
  }

  /// Handles the arrival at rest, or past it.
  private mutating func arrive(_ old: Hold, _ point: SpringTrace.Point) -> [SliderEvent] {
    // The resting place is not known yet; the run is evaluated again at its end.
    var hold = old
    hold.run = trace.way(hold.side, travel).run(least: SpringLimits.leastPlateau - travel.uncertainty)
    hold.rest = travel.isRest(point.position) ? Rest(point) : nil
    guard let run = hold.run, hold.rest != nil || isSwing(hold, point) else { return prove(point) }
    hold.plateau = run.plateau
    phase = .held(hold)
    return sound(run.plateau, at: point.time)
  }

  /// Returns whether a released spring may swing from the plateau past its rest, or back, to `point`.
  private func isSwing(_ hold: Hold, _ point: SpringTrace.Point) -> Bool {
    guard let end = swingEnd(hold, at: point.position), point.time <= end else { return false }
    let plateau = abs(travel.deflection(hold.plateau))
    let swing = min(SpringLimits.overshoot * plateau + travel.uncertainty, plateau / 2)
    return abs(travel.deflection(point.position)) <= swing + SpringLimits.tremor + travel.step
  }

  /// Returns until when a spring may swing to `position`: past its rest and back, and again if that is next to it. Nil
  /// before its run.
  private func swingEnd(_ hold: Hold, at position: Double) -> MonotonicTime? {
    let swings: Double = abs(travel.deflection(position)) <= SpringLimits.tremor + 1.1 * travel.step ? 2 : 1
    guard let run = hold.run else { return nil }
    let swing = SpringLimits.overshootRuns * run.duration + 2 * SpringLimits.bunch
    return run.arrivedAt.adding(milliseconds: swings * swing)
  }

  /// Ends the hold: the movement was tuning, and the pitch follows the control.
  private mutating func prove(_ point: SpringTrace.Point) -> [SliderEvent] {
    isSlow = true
    phase = .following
    return sound(point.position, at: point.time)
  }

  private mutating func sound(_ position: Double, at time: MonotonicTime) -> [SliderEvent] {
    guard let note, !note.isOver else { return [] }
    let cents = note.range * note.curve.share(position)
    guard cents != note.reported else { return [] }
    self.note?.reported = cents
    return [.moved(to: cents, at: time)]
  }

  // MARK: Time

  /// The time of the next decision that needs no message.
  var deadline: MonotonicTime? {
    switch phase {
    case .following: return nil
    case .awaitingRest(let rest): return rest.map { $0.since.adding(milliseconds: SpringLimits.stand) }
    case .held(let hold):
      guard let last = trace.last else { return nil }
      if hold.rest == nil, let end = swingEnd(hold, at: last.position) { return max(end, last.time) }
      // At rest, or stopped on its way there.
      let silence = SpringLimits.stand + SpringLimits.standPerStep * travel.step
      return (hold.rest?.since ?? last.time).adding(milliseconds: silence)
    }
  }

  /// Decides everything due up to and including `now`.
  mutating func advance(to now: MonotonicTime) -> [SliderEvent] {
    guard let deadline, deadline <= now, let last = trace.last else { return [] }
    let decided = phase
    phase = .following
    guard case .held(var hold) = decided else {
      trace.restart()
      return sound(last.position, at: deadline)
    }
    guard let first = hold.run, let rest = hold.rest else {
      isSlow = hold.run == nil
      return sound(last.position, at: deadline)
    }
    let way = trace.way(hold.side, to: (rest.range.lowerBound + rest.range.upperBound) / 2, travel)
    guard let run = way.run(least: SpringLimits.leastPlateau, leftAt: first.leftAt) else {
      guard let end = swingEnd(hold, at: last.position), end > deadline else {
        return sound(last.position, at: deadline)
      }
      // It may be at the far end of its swing.
      hold.rest = Rest(
        SpringTrace.Point(time: deadline.adding(milliseconds: -SpringLimits.stand / 2), position: last.position))
      phase = .held(hold)
      return advance(to: now)
    }
    travel.learnRest(rest.range)
    guard note != nil, note?.isOver == false else { return [] }
    note?.isOver = true
    return [.released(.springBack, at: run.leftAt)]
  }
}
