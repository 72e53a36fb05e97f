import Pitch

/// The draws for a matching exercise: any notes of the range, and a start that leaves something to tune.
struct MatchingChoice: Hashable, Sendable {
  /// The least start offset for a control that springs back, as a share of the range: there is always something to let
  /// go of.
  static let leastShare = 0.1

  /// The two notes.
  let notes: NotePair
  /// The interval from the reference to the correct pitch.
  let interval: DirectedInterval
  /// Signed distance from the correct pitch to the start; never beyond ± the range.
  let startOffset: Cents

  /// Draws from `space` an interval, a pair of notes and a start offset, in this order and always all of them, so that
  /// neither `range` nor `reach` shifts a seed's notes.
  init(space: ExerciseSpace, range: Cents, reach: TuningReach, using generator: inout SeededGenerator) {
    interval = space.intervals[generator.below(space.intervals.count)]
    let pairs = space.pairs(interval)
    notes = pairs[generator.below(pairs.count)]
    startOffset = Self.startOffset(share: 2 * generator.unit() - 1, range: range, reach: reach)
  }

  /// Draws the start offset for a note of a temperament.
  init(laying step: TemperamentOrder.Step, range: Cents, reach: TuningReach, using generator: inout SeededGenerator) {
    (interval, notes) = (step.interval, NotePair(reference: step.reference, target: step.note))
    startOffset = Self.startOffset(share: 2 * generator.unit() - 1, range: range, reach: reach)
  }

  /// The offset for a `share` of −1…1: uniform within ± `range`, apart from the middle tenth of a control that springs
  /// back, and opposite to the only open side, so that the way to the target is open. A control that cannot move in
  /// either direction is ignored: steps and pages can tune both ways.
  static func startOffset(share: Double, range: Cents, reach: TuningReach) -> Cents {
    let size = reach.springsBack ? leastShare + (1 - leastShare) * share.magnitude : share.magnitude
    let isFlat =
      switch (reach.opensUpwards, reach.opensDownwards) {
      case (true, false): true
      case (false, true): false
      case (true, true), (false, false): share < 0
      }
    return Cents(isFlat ? -size * range.value : size * range.value)
  }
}
