import Glibc
import Linux
import Pitch
import Simulation
import Training

/// The reports on simulated ears for which an in-tune interval has a different width than the tuning's.
struct WidthStudy: Sendable {
  /// The traits of the ears; their lean is overwritten.
  var traits: ListenerTraits
  /// The difference from the tuning, in cents, at which these ears give either answer equally often; positive is wider.
  var width: Double
  /// The intervals that are practised; all of one class.
  var intervals: [DirectedInterval]
  /// The number of ears.
  var listeners: Int
  /// The number of answers after which the report is examined.
  var answers: Int
  /// The seed of all random numbers.
  var seed: UInt64

  /// The final report on one ear.
  struct Outcome: Hashable, Sendable {
    /// The reported width of the interval, in cents, with the 90 % band; nil: nothing shown.
    var width: Banded?
    /// The threshold in cents; nil: nothing shown.
    var threshold: Double?
  }

  /// One outcome of `edge` for each ear. On all cores.
  /// - Throws: if the standard settings leave no exercise for these intervals.
  func outcomes() throws -> [Outcome] {
    var settings = TrainingSettings.standard
    settings.intervals = intervals
    let space = try ExerciseSpace(mode: .intervalComparison, settings: settings)
    return parallel(listeners) { outcome(of: $0, in: space) }
  }

  private func outcome(of index: Int, in space: ExerciseSpace) -> Outcome {
    var generator = SeededGenerator(seed: seed, stream: index)
    var traits = traits
    // Towards "higher" of intervals that go up.
    traits.lean = -width * SimulatedListener.thresholdPerSigma / traits.threshold
    var listener = Listener(traits, seed: generator.next())
    var strategy = EdgeStrategy()
    for number in 1...max(answers, 1) {
      let choice = strategy.next(in: space, using: &generator)
      let isDownwards = choice.interval.semitones < 0
      let correct = listener.response(
        to: isDownwards ? -choice.offset : choice.offset, at: choice.notes.reference
      ).correct
      strategy.learn(
        SimulatedCourse.exercise(choice, number: number, mode: .intervalComparison), in: .usual, correct: correct)
    }
    let report = intervals.first.flatMap { strategy.ear.report(IntervalClass($0), over: space.range) }
    return Outcome(width: report?.width, threshold: report?.threshold?.value)
  }
}
