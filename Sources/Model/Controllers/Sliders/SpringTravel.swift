/// What is learnt of a control that springs back: where it rests, where its ends are, how fine its steps are. Nothing of it
/// is taken from the format: wheels rest up to 3 % off the centre, and the ends of many come early.
///
/// Positions are shares of the format's range, 0…1. Deflections are shares of the way from rest to the nominal end.
struct SpringTravel: Sendable {
  /// Where it should rest: 0.5, or 0 for a lever that goes one way only. Nil until it is known which.
  private(set) var nominal: Double? { didSet { refresh() } }
  /// The smallest difference of two values in a row; nil until there were two.
  private(set) var quantum: Double? { didSet { refresh() } }
  private var rests: [ClosedRange<Double>] = [] { didSet { refresh() } }
  /// How far out the furthest excursions came, to either side.
  private var upper: [Double] = []
  private var lower: [Double] = []

  /// How much a deflection of 1 is, as a share of the format's range.
  private(set) var half = 0.5
  /// The middle of where it rests.
  private(set) var rest = 0.5
  /// One step as a deflection; 0 while nothing is known. There are 32 of them at least: what is coarser was a jump.
  private(set) var step = 0.0
  /// Where it has rested.
  private var hull: ClosedRange<Double>?

  /// `nominal` is where it should rest, if that is known.
  init(nominal: Double?) {
    self.nominal = nominal
    refresh()
  }

  private mutating func refresh() {
    half = nominal == 0 ? 1 : 0.5
    hull = rests.dropFirst().reduce(rests.first) { hull, rest in
      hull.map { min($0.lowerBound, rest.lowerBound)...max($0.upperBound, rest.upperBound) }
    }
    rest = hull.map { ($0.lowerBound + $0.upperBound) / 2 } ?? nominal ?? 0.5
    step = min(quantum ?? 0, 1.0 / 31) / half
  }

  /// Takes the first value for what the control's rest must be near: levers that go one way rest at 0, others in the middle.
  mutating func guessNominal(from position: Double) {
    if nominal == nil { nominal = position < SpringLimits.lowRest ? 0 : 0.5 }
  }

  /// How far from `rest` it may really rest, as a deflection.
  var uncertainty: Double { hull == nil ? SpringLimits.restError : 0 }

  /// The deflection of `position`, positive upwards.
  func deflection(_ position: Double) -> Double { (position - rest) / half }

  /// Whether a control at `position` can be one that nobody touches: near the nominal rest, or where it has rested before. Steps
  /// coarser than the error of a rest are no noise: the neighbour of a learnt rest is only a rest if it was seen as one.
  func isRest(_ position: Double) -> Bool {
    if let nominal, abs(position - nominal) / half <= SpringLimits.restZone { return true }
    guard let hull else { return false }
    let margin = half * max(SpringLimits.tremor, step <= SpringLimits.restError ? 1.1 * step : 0)
    return position >= hull.lowerBound - margin && position <= hull.upperBound + margin
  }

  /// Two values in a row differed by `difference`.
  mutating func learnStep(_ difference: Double) {
    if difference > 0, difference < quantum ?? .infinity { quantum = difference }
  }

  /// It snapped back, and stayed within `range`.
  mutating func learnRest(_ range: ClosedRange<Double>) { rests = rests.suffix(7) + [range] }

  /// An excursion from rest came as far as `deflection`, which is signed.
  mutating func learnEnd(_ deflection: Double) {
    upper = Array((upper + [deflection]).sorted().suffix(SpringLimits.endVisits))
    lower = Array((lower + [-deflection]).sorted().suffix(SpringLimits.endVisits))
  }

  /// Where excursions end, as far as the furthest of them agree.
  private func end(_ furthest: [Double]) -> Double? {
    guard furthest.count == SpringLimits.endVisits, let least = furthest.first, let most = furthest.last,
      most - least <= max(SpringLimits.tremor / 4, step), most >= SpringLimits.nearestEnd
    else { return nil }
    return most
  }

  /// What is known now, as positions.
  var curve: SpringCurve {
    let slack = half * (hull == nil ? SpringLimits.restError + SpringLimits.tremor / 4 : SpringLimits.tremor)
    let bottom = nominal == 0 ? 0 : half * SpringLimits.restError
    return SpringCurve(
      deadBottom: (hull?.lowerBound ?? rest) - slack, deadTop: (hull?.upperBound ?? rest) + slack,
      bottom: end(lower).map { max(0, rest - half * $0) } ?? bottom,
      top: end(upper).map { min(1, rest + half * $0) } ?? 1 - half * SpringLimits.restError)
  }
}

/// How positions of a sprung control tune. Fixed while a note sounds, so that a place always means one pitch.
struct SpringCurve: Sendable {
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
