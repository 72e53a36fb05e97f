import Time

/// A control that springs back: pitch wheel, joystick, touch strip, pitch buttons.
///
/// It follows the hand until a movement towards rest is as fast as a spring's (*suspected*). From then on the plateau is
/// held. The suspicion ends as a release when the control came to rest and stays, and as tuning when it stops, turns,
/// slows, or swings past the rest further than a spring does. Whether it was a spring is judged at the end, by the
/// whole run (`SpringTrace.isSpring`).
///
/// The same goes on between notes, unheard: every snap-back tells where the rest is.
struct SpringSlider: Sendable {
  var travel: SpringTravel
  var trace = SpringTrace()
  var phase = Phase.following
  private var note: Note?
  /// Furthest deflection since it was at rest, signed.
  private var excursion = 0.0
  /// A run that proved to be slow is suspected again only if it becomes fast.
  var isDoubted = false
  /// A spring's run that did not come to rest where it should, and was taken for tuning.
  var lifted: Suspicion?

  private struct Note: Sendable {
    var range: Double
    var mapping: SpringMapping
    var reported = 0.0
    /// It must rest before it counts.
    var isOver = false
  }

  enum Phase: Sendable {
    case following
    /// Away from rest when the note began.
    case awaitingRest(Rest?)
    case suspected(Suspicion)
  }

  init(travel: SpringTravel) { self.travel = travel }

  /// The last position; nil if unknown.
  var position: Double? { trace.last?.position }

  /// Which ways it tunes.
  var sides: SliderSides { travel.mapping.sides }

  /// How positions tune in this note; nil outside one.
  var mapping: SpringMapping? { note?.mapping }

  /// Cents of one step on the side used now; nil while the step is unknown.
  var centsPerStep: Double? {
    guard let note, let quantum = travel.quantum else { return nil }
    return note.range * note.mapping.share(ofStep: quantum, upwards: note.reported >= 0)
  }

  // MARK: The note

  mutating func begin(range: Double, at time: MonotonicTime) {
    _ = advance(to: time)
    note = Note(range: range, mapping: travel.mapping)
    phase = .following
    isDoubted = false
    lifted = nil
    guard let last = trace.last else { return }
    trace.restart()
    let rested = time.milliseconds(since: last.time) >= ReleaseLimits.firstRest
    if !travel.isRest(last.position) {
      phase = .awaitingRest(nil)
    } else if !rested {
      phase = .awaitingRest(Rest(last))
    }
  }

  mutating func end() { note = nil }

  // MARK: Movement

  /// It stands at `position` from `time` on.
  mutating func move(to position: Double, at time: MonotonicTime) -> [SliderEvent] {
    var events = advance(to: time)
    let point = SpringTrace.Point(time: time, position: position)
    let before = trace.last?.position
    trace.append(point)
    guard let before else {
      travel.guessNominal(from: position)
      // Nothing is known of where it came from: it changes nothing, and far from any rest somebody holds it.
      if abs(travel.deflection(position)) > ReleaseLimits.firstValue { phase = .awaitingRest(nil) }
      return events
    }
    // Some controls say twice where they stand.
    guard position != before else { return events }
    travel.learnStep(abs(position - before))
    noteExcursion(position)
    switch phase {
    case .following: events += follow(point)
    case .awaitingRest(let rest): phase = .awaitingRest(stillAtRest(rest, point))
    case .suspected(let suspicion): events += watch(suspicion, point)
    }
    return events
  }

  private mutating func noteExcursion(_ position: Double) {
    let deflection = travel.deflection(position)
    if !travel.isRest(position) {
      if abs(deflection) > abs(excursion) || deflection * excursion < 0 { excursion = deflection }
    } else if excursion != 0 {
      travel.learnEnd(excursion)
      excursion = 0
    }
  }

  private func stillAtRest(_ rest: Rest?, _ point: SpringTrace.Point) -> Rest? {
    guard travel.isRest(point.position) else { return nil }
    return rest.map { joined($0, point) } ?? Rest(point)
  }

  func joined(_ rest: Rest, _ point: SpringTrace.Point) -> Rest {
    rest.joined(
      by: point, width: travel.half * ReleaseLimits.stillness, flicker: travel.half * ReleaseLimits.flicker)
  }

  private mutating func follow(_ point: SpringTrace.Point) -> [SliderEvent] {
    let deflection = travel.deflection(point.position)
    let previous = trace.previous.map { travel.deflection($0.position) } ?? 0
    if let arrival = arrival(point, from: previous) { return arrival }
    let side: Double = deflection < 0 ? -1 : 1
    if side * deflection > side * previous { isDoubted = false }
    guard !travel.isRest(point.position), let left = trace.timeToRest(side: side, travel: travel),
      left <= (isDoubted ? ReleaseLimits.renewedSuspicion : ReleaseLimits.suspicion),
      let run = trace.departure(side: side, travel: travel),
      side * travel.deflection(run.plateau) >= ReleaseLimits.leastSuspected
    else { return sound(point.position, at: point.time) }
    phase = .suspected(
      Suspicion(plateau: run.plateau, side: side, leftAt: run.leftAt, nearest: side * deflection, since: point.time))
    return sound(run.plateau, at: point.time)
  }

  /// The control came to rest, or across it, without having been suspected: within one message, or in few coarse steps.
  private mutating func arrival(_ point: SpringTrace.Point, from previous: Double) -> [SliderEvent]? {
    guard let before = trace.previous, !travel.isRest(before.position) else { return nil }
    let side: Double = previous < 0 ? -1 : 1
    let crossed = side * travel.deflection(point.position) < 0
    guard travel.isRest(point.position) || crossed else { return nil }
    var suspicion = Suspicion(plateau: before.position, side: side, leftAt: point.time, nearest: 0, since: point.time)
    guard arrive(&suspicion, point) else { return nil }
    if crossed, !travel.isRest(point.position), !isOvershoot(suspicion, point) { return nil }
    phase = .suspected(suspicion)
    return sound(suspicion.plateau, at: point.time)
  }

  mutating func sound(_ position: Double, at time: MonotonicTime) -> [SliderEvent] {
    guard var note, !note.isOver else { return [] }
    let cents = note.range * note.mapping.share(position)
    guard cents != note.reported else { return [] }
    note.reported = cents
    self.note = note
    return [.moved(to: cents, at: time)]
  }

  // MARK: Time

  /// When the next thing is decided that no message decides.
  var deadline: MonotonicTime? {
    switch phase {
    case .following: return nil
    case .awaitingRest(let rest):
      return rest.map { $0.since.adding(milliseconds: ReleaseLimits.firstRest) }
    case .suspected(let suspicion):
      if let rest = suspicion.rest {
        return rest.since.adding(milliseconds: suspicion.quiet + suspicion.doubts * ReleaseLimits.secondLook)
      }
      guard let last = trace.last else { return nil }
      if let run = suspicion.run {
        let end = Self.swingEnd(run, swings: isRinging(last.position, suspicion) ? 2 : 1)
        guard let stand = suspicion.farSide else { return end }
        return min(
          end,
          stand.since.adding(
            milliseconds: ReleaseLimits.overshootStand * run.duration + ReleaseLimits.overshootGrace))
      }
      let plateau = suspicion.side * travel.deflection(suspicion.plateau)
      return last.time.adding(milliseconds: SpringTrace.stall(plateau, step: travel.step))
    }
  }

  /// Decides what is due up to and including `now`.
  mutating func advance(to now: MonotonicTime) -> [SliderEvent] {
    guard let deadline, deadline <= now else { return [] }
    guard let last = trace.last else { return [] }
    let decided = phase
    phase = .following
    guard case .suspected(var suspicion) = decided else {
      trace.restart()
      return sound(last.position, at: deadline)
    }
    guard let run = suspicion.run, let rest = suspicion.rest else {
      if suspicion.run != nil { lifted = suspicion }
      return sound(last.position, at: deadline)
    }
    guard
      [(rest.low + rest.high) / 2, last.position].contains(where: {
        trace.isSpring(run, rest: $0, least: ReleaseLimits.leastPlateau, travel: travel)
      })
    else {
      if Self.swingEnd(run) > deadline {
        suspicion.doubts += 1
        phase = .suspected(suspicion)
        return advance(to: now)
      }
      return sound(last.position, at: deadline)
    }
    travel.learnRest(rest.low...rest.high)
    guard note != nil, note?.isOver == false else { return [] }
    note?.isOver = true
    return [.released(.springBack, at: run.leftAt)]
  }
}
