/// What is learnt of a control that springs back: where it rests, where its ends are, how fine its steps are. Nothing of it
/// is taken from the format: wheels rest up to 3 % off the centre, and the ends of many come early.
///
/// Positions are shares of the format's range, 0…1. Deflections are shares of the way from rest to the nominal end.
struct SpringTravel: Sendable {
  /// Where it should rest: 0.5, or 0 for a lever that goes one way only. Nil until it is known which.
  private(set) var nominal: Double? { didSet { refresh() } }
  /// The smallest difference of two values in a row; nil until there were two.
  private(set) var quantum: Double?
  private var rests: [ClosedRange<Double>] = [] { didSet { refresh() } }
  private var upper = End()
  private var lower = End()

  /// An end of the travel as far as it is known: the furthest place, and how many excursions have come to it.
  private struct End {
    var extreme: Double?
    var visits = 0

    /// `deflection` is how far out an excursion came, positive on this side.
    mutating func visit(_ deflection: Double, agreement: Double) {
      guard let known = extreme, deflection <= known + agreement else {
        extreme = deflection
        visits = 1
        return
      }
      extreme = max(known, deflection)
      if deflection >= known - agreement { visits += 1 }
    }

    var learnt: Double? {
      guard let extreme, visits >= ReleaseLimits.endVisits, extreme >= ReleaseLimits.nearestEnd else { return nil }
      return extreme
    }
  }

  /// `nominal` is where it should rest, if that is known.
  init(nominal: Double?) {
    self.nominal = nominal
    refresh()
  }

  /// Takes the first value for what the control's rest must be near: levers that go one way rest at 0, others in the middle.
  mutating func guessNominal(from position: Double) {
    if nominal == nil { nominal = position < ReleaseLimits.lowRest ? 0 : 0.5 }
  }

  /// How much a deflection of 1 is, as a share of the format's range.
  private(set) var half = 0.5
  /// The middle of where it rests.
  private(set) var rest = 0.5

  /// One step as a deflection; 0 while nothing is known. There are 32 of them at least: what is coarser was a jump.
  private(set) var step = 0.0
  /// Where it has rested.
  private var hull: ClosedRange<Double>?

  private mutating func refresh() {
    half = nominal == 0 ? 1 : 0.5
    hull = rests.first
    for rest in rests {
      hull = hull.map { min($0.lowerBound, rest.lowerBound)...max($0.upperBound, rest.upperBound) }
    }
    rest = hull.map { ($0.lowerBound + $0.upperBound) / 2 } ?? nominal ?? 0.5
    step = min(quantum ?? 0, 1.0 / 31) / half
  }

  /// How far from `rest` it may really rest, as a deflection.
  var uncertainty: Double { rests.isEmpty ? ReleaseLimits.restError : 0 }

  /// The deflection of `position`, positive upwards.
  func deflection(_ position: Double) -> Double { (position - rest) / half }

  /// How far from the nominal rest it may seem to be while it rests: further in coarse steps, but never where a hand may
  /// stop.
  private var restReach: Double {
    min(ReleaseLimits.restError + step / 2, ReleaseLimits.furthestRest)
  }

  /// Whether a control at `position` can be one that nobody touches.
  func isRest(_ position: Double) -> Bool {
    if let nominal, abs(position - nominal) / half <= restReach { return true }
    return isKnownRest(position)
  }

  /// Whether `position` is where it has rested before, or next to it; false while nothing is learnt.
  private func isKnownRest(_ position: Double) -> Bool {
    guard let hull else { return false }
    let noise = step <= ReleaseLimits.coarsestNoise ? 1.1 * step : 0
    let margin = half * max(ReleaseLimits.restMargin, noise)
    return position >= hull.lowerBound - margin && position <= hull.upperBound + margin
  }

  /// Whether it would be at rest at `position`, but where it never was so far.
  func isStrangeRest(_ position: Double) -> Bool { hull != nil && !isKnownRest(position) }

  /// Two values in a row differed by `difference`.
  mutating func learnStep(_ difference: Double) {
    guard difference > 0, difference < quantum ?? .infinity else { return }
    quantum = difference
    refresh()
  }

  /// It snapped back, and stayed within `range`.
  mutating func learnRest(_ range: ClosedRange<Double>) {
    rests.append(range)
    if rests.count > 8 { rests.removeFirst() }
  }

  /// An excursion from rest came as far as `deflection`, which is signed.
  mutating func learnEnd(_ deflection: Double) {
    let agreement = max(ReleaseLimits.endAgreement, step)
    if deflection > 0 { upper.visit(deflection, agreement: agreement) }
    if deflection < 0 { lower.visit(-deflection, agreement: agreement) }
  }

  /// What is known now, as positions.
  var mapping: SpringMapping {
    let zone = hull ?? rest...rest
    let slack = half * (hull == nil ? ReleaseLimits.restError + 0.005 : ReleaseLimits.deadZone)
    let nominalBottom = nominal == 0 ? 0 : half * ReleaseLimits.endMargin
    return SpringMapping(
      deadBottom: zone.lowerBound - slack, deadTop: zone.upperBound + slack,
      bottom: lower.learnt.map { max(0, rest - half * $0) } ?? nominalBottom,
      top: upper.learnt.map { min(1, rest + half * $0) } ?? 1 - half * ReleaseLimits.endMargin)
  }
}

/// How positions of a sprung control tune. Fixed while a note sounds, so that a place always means one pitch.
struct SpringMapping: Sendable {
  /// Between these two nothing is tuned.
  var deadBottom: Double
  var deadTop: Double
  /// Full deflection.
  var bottom: Double
  var top: Double

  /// How `position` tunes, −1…1 of the range.
  func share(_ position: Double) -> Double {
    if position > deadTop, top > deadTop { return min(1, (position - deadTop) / (top - deadTop)) }
    if position < deadBottom, deadBottom > bottom { return max(-1, (position - deadBottom) / (deadBottom - bottom)) }
    return 0
  }

  /// How much a difference of `step` in position tunes on one side, as a share of the range.
  func share(ofStep step: Double, upwards: Bool) -> Double {
    let travel = upwards ? top - deadTop : deadBottom - bottom
    return travel > 0 ? step / travel : 0
  }

  var sides: SliderSides { SliderSides(upwards: top > deadTop, downwards: deadBottom > bottom) }
}
