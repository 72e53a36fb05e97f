import Glibc
import Pitch

/// The original's staircase (after Kazez, Kazez, Zembar & Andrews 2001): from the distance p that was just asked, a
/// right answer leads to p·(1 − 0.05·√p), a wrong one to p·(1 + 0.09·√p), within 0.1…100 cents.
///
/// It settles near 60 % right, so its level is not a 75 % threshold but about a third of one. Unison and intervals have
/// a level each; direction is a fair coin; notes are chosen by `ReferenceChoice`.
public struct KazezStrategy: Strategy, Hashable {
  /// The distances it asks, in cents.
  public static let levels = Cents(0.1)...Cents(100)

  /// `kazez`.
  public var name: StrategyName { .kazez }

  private var unison: Track
  private var intervals: Track
  private var answers: [IntervalClass: Int] = [:]

  /// The state for one kind of comparison.
  private struct Track: Hashable {
    var level: Cents
    var notes = NoteTally()
  }

  /// A new strategy that begins at these levels (100 cents each by default), limited to `levels`.
  public init(unisonLevel: Cents = Cents(100), intervalLevel: Cents = Cents(100)) {
    unison = Track(level: Self.clamped(unisonLevel))
    intervals = Track(level: Self.clamped(intervalLevel))
  }

  /// A strategy that continues from `records`, oldest first. Withdrawn ones do not count.
  public init(resuming records: some Sequence<ComparisonRecord>) {
    self.init()
    learn(records)
  }

  /// The distance it asks next in `mode`.
  public func level(in mode: Mode) -> Cents { track(mode).level }

  /// An interval of the space, a note for it, and a direction, drawn in this order.
  public func next(in space: ExerciseSpace, using generator: inout SeededGenerator) -> ExerciseChoice {
    let track = track(space.mode)
    let interval = space.intervals[generator.below(space.intervals.count)]
    let notes = ReferenceChoice(
      space: space, interval: interval, answers: answers[IntervalClass(interval), default: 0], last: track.notes.last,
      weakness: track.notes.weakness
    ).draw(using: &generator)
    return ExerciseChoice(notes: notes, interval: interval, offset: generator.coin() ? track.level : -track.level)
  }

  /// Moves the level of the exercise's kind. Only the size of the offset matters, never its sign; the original's rule
  /// knows no conditions and no ratings.
  public mutating func learn(_ exercise: ComparisonExercise, in condition: Condition, correct: Bool, isSure: Bool?) {
    let asked = exercise.offset.magnitude.value
    // Other programs may write any value; an invalid distance teaches nothing.
    guard asked.isFinite, asked > 0 else { return }
    let factor = correct ? 1 - 0.05 * asked.squareRoot() : 1 + 0.09 * asked.squareRoot()
    var track = track(exercise.mode)
    track.level = Self.clamped(Cents(asked * factor))
    track.notes.count(exercise.reference, correct: correct)
    answers[IntervalClass(exercise.interval), default: 0] += 1
    if exercise.mode.asksIntervals { intervals = track } else { unison = track }
  }

  private func track(_ mode: Mode) -> Track { mode.asksIntervals ? intervals : unison }

  private static func clamped(_ level: Cents) -> Cents {
    level.value.isFinite ? min(max(level, levels.lowerBound), levels.upperBound) : levels.upperBound
  }
}
