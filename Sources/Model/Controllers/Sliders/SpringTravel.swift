/// Facts learned about a control that springs back: its rest, its ends, its steps. None come from the format: wheels
/// rest up to 3 % off the centre, and many reach their ends early.
///
/// Positions are shares of the format's range, 0…1. Deflections are shares of the way from rest to the nominal end.
struct SpringTravel: Sendable {
  /// The nominal rest: 0.5, or 0 for a lever that moves one way only. Nil until its kind is known.
  private(set) var nominal: Double? { didSet { refresh() } }
  /// The smallest difference between consecutive values; nil before the first.
  private(set) var quantum: Double? { didSet { refresh() } }
  private var rests: [ClosedRange<Double>] = [] { didSet { refresh() } }
  /// The furthest excursions to either side.
  private var upper: [Double] = []
  private var lower: [Double] = []

  /// The size of a deflection of 1, as a share of the format's range.
  private(set) var half = 0.5
  /// The middle of the resting places.
  private(set) var rest = 0.5
  /// A step as a deflection; 0 while unknown. Assumes at least 32 positions: a coarser difference was a jump.
  private(set) var step = 0.0
  /// The range of the resting places.
  private var hull: ClosedRange<Double>?

  /// Creates a travel with the `nominal` rest, if known.
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

  /// Assumes that the first value is near the control's rest: one-way levers rest at 0, others in the middle.
  mutating func guessNominal(from position: Double) {
    if nominal == nil { nominal = position < SpringLimits.lowRest ? 0 : 0.5 }
  }

  /// The largest distance of the real rest from `rest`, as a deflection.
  var uncertainty: Double { hull == nil ? SpringLimits.restError : 0 }

  /// Returns the deflection of `position`, positive upwards.
  func deflection(_ position: Double) -> Double { (position - rest) / half }

  /// Returns whether an untouched control can be at `position`: near the nominal rest, or where it has rested before.
  /// Steps coarser than the error of a rest are not noise: the neighbour of a learned rest counts only if the control
  /// has rested there.
  func isRest(_ position: Double) -> Bool {
    if let nominal, abs(position - nominal) / half <= SpringLimits.restZone { return true }
    guard let hull else { return false }
    let margin = half * max(SpringLimits.tremor, step <= SpringLimits.restError ? 1.1 * step : 0)
    return position >= hull.lowerBound - margin && position <= hull.upperBound + margin
  }

  /// Records the difference between two consecutive values.
  mutating func learnStep(_ difference: Double) {
    if difference > 0, difference < quantum ?? .infinity { quantum = difference }
  }

  /// Records a snap-back that ended within `range`.
  mutating func learnRest(_ range: ClosedRange<Double>) { rests = rests.suffix(7) + [range] }

  /// Records an excursion from rest as far as `deflection`, which is signed.
  mutating func learnEnd(_ deflection: Double) {
    upper = Array((upper + [deflection]).sorted().suffix(SpringLimits.endVisits))
    lower = Array((lower + [-deflection]).sorted().suffix(SpringLimits.endVisits))
  }

  /// Returns the end of excursions, as far as the furthest of them agree.
  private func end(_ furthest: [Double]) -> Double? {
    guard furthest.count == SpringLimits.endVisits, let least = furthest.first, let most = furthest.last,
      most - least <= max(SpringLimits.tremor / 4, step), most >= SpringLimits.nearestEnd
    else { return nil }
    return most
  }

  /// The present knowledge as a curve of positions.
  var curve: SpringCurve {
    let slack = half * (hull == nil ? SpringLimits.restError + SpringLimits.tremor / 4 : SpringLimits.tremor)
    let bottom = nominal == 0 ? 0 : half * SpringLimits.restError
    return SpringCurve(
      deadBottom: (hull?.lowerBound ?? rest) - slack, deadTop: (hull?.upperBound ?? rest) + slack,
      bottom: end(lower).map { max(0, rest - half * $0) } ?? bottom,
      top: end(upper).map { min(1, rest + half * $0) } ?? 1 - half * SpringLimits.restError)
  }
}

/// The tuning curve of a sprung control. Fixed while a note sounds, so that a place always means one pitch.
struct SpringCurve: Sendable {
  /// The dead zone between these two positions tunes nothing.
  var deadBottom: Double
  var deadTop: Double
  /// The positions of full deflection.
  var bottom: Double
  var top: Double

  /// Returns the tuning at `position`, −1…1 of the range.
  func share(_ position: Double) -> Double {
    if position > deadTop, top > deadTop { return min(1, (position - deadTop) / (top - deadTop)) }
    if position < deadBottom, deadBottom > bottom { return max(-1, (position - deadBottom) / (deadBottom - bottom)) }
    return 0
  }

  /// Returns the tuning by a difference of `step` in position on one side, as a share of the range.
  func share(ofStep step: Double, upwards: Bool) -> Double {
    let travel = upwards ? top - deadTop : deadBottom - bottom
    return travel > 0 ? step / travel : 0
  }

  var sides: SliderSides { SliderSides(upwards: top > deadTop, downwards: deadBottom > bottom) }
}
