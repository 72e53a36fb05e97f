import Foundation
import Linux
import Pitch
import Testing

@testable import Simulation
@testable import Training

extension Comparison {
  /// Every listener's outcome with `contender`, in the listeners' order.
  fileprivate func outcomes(of contender: Contender) -> [Outcome] {
    parallel(listeners) { outcome(of: $0, before: contender) }
  }
}

/// Small seeded versions of the benchmark's tables. The bounds leave 4 standard errors on both sides of the benchmark's
/// own numbers: with another seed one in 10,000 runs would fail.
@Suite("Strategies with simulated listeners")
struct ComparisonTests {
  private static let tenCents = Population(ListenerTraits(threshold: 10, lapse: 0.05))

  private static func comparison(
    _ population: Population = tenCents, listeners: Int = 40, counts: [Int] = [60, 100],
    settings: TrainingSettings = .standard
  ) throws -> Comparison {
    Comparison(
      population: population, listeners: listeners, counts: counts, seed: 1,
      space: try ExerciseSpace(mode: .comparison, settings: settings))
  }

  /// RMS of 40 listeners: a standard error of 11 %; the share right: 0.8 percentage points at 100 answers each.
  @Test(
    "the errors agree with those of many thousand listeners",
    arguments: [(Contender.strategy(.kazez), 0.555, 0.49, 0.63), (.reference, 0.335, 0.26, 0.815)])
  func errors(contender: Contender, at60: Double, at100: Double, right: Double) throws {
    let outcomes = try Self.comparison().outcomes(of: contender)
    let errors = (0..<2).map { count in rootMeanSquare(outcomes.map { $0.errors[count] }) }
    #expect(abs(errors[0] / at60 - 1) < 0.44 && abs(errors[1] / at100 - 1) < 0.44, "\(errors)")
    let share = mean(outcomes.map(\.shareRight))
    #expect(abs(share - right) < 0.032, "\(share)")
    // 90 % of 40: a standard error of 1.9.
    let covered = outcomes.count { $0.isCovered[1] == true }
    #expect((29...40).contains(covered), "\(covered)")
  }

  /// The errors of the same listeners, from `peach simulate --strategy edge --lapse 0.05 --answers 400 --listeners 100
  /// --seed 1`. Before edge asked about guesses they were 0.279, 0.260 and 0.272, the same as before thresholds had
  /// conditions.
  @Test(
    "a listener with one condition loses nothing by the others",
    arguments: [(4.0, 0.289_092), (10, 0.281_557), (35, 0.287_730)])
  func oneCondition(threshold: Double, before: Double) throws {
    let population = Population(ListenerTraits(threshold: threshold, lapse: 0.05))
    let outcomes = try Self.comparison(population, listeners: 100, counts: [100]).outcomes(of: .strategy(.edge))
    let error = rootMeanSquare(outcomes.map { $0.errors[0] })
    #expect(error <= 1.01 * before, "\(error)")
  }

  @Test("every strategy gets the same listeners, and the same numbers each time")
  func sameListeners() throws {
    let comparison = try Self.comparison(.drawn, listeners: 12, counts: [20])
    let outcomes = comparison.outcomes(of: .reference)
    #expect(outcomes == comparison.outcomes(of: .reference))
    #expect(outcomes.map(\.traits) == comparison.outcomes(of: .strategy(.kazez)).map(\.traits))
    #expect(Set(outcomes.map(\.traits.threshold)).count == 12)
    var other = comparison
    other.seed = 2
    #expect(outcomes.map(\.traits) != other.outcomes(of: .reference).map(\.traits))
    // Each result is its index's, whichever thread it came from.
    let alone = comparison.course(of: 7, before: .reference).listener.traits
    #expect(outcomes[7].traits == alone)
  }

  @Test("the first exercise is 100 cents, and the text names every strategy")
  func first() throws {
    for contender in Contender.all {
      var course = try Self.comparison().course(of: 0, before: contender)
      #expect(course.step().exercise.offset.magnitude == Cents(100))
      #expect(Contender(word: contender.word) == contender)
    }
    #expect(Contender(word: "nobody") == nil)
  }

  @Test("days pass as the schedule says")
  func schedule() {
    let daily = Schedule(answersPerDay: 100, secondsPerAnswer: 4)
    #expect(daily.time(of: 99).timeIntervalSince(daily.time(of: 0)) == 396)
    #expect(daily.time(of: 250).timeIntervalSince(daily.time(of: 0)) == 2 * 86_400 + 200)
    #expect(daily.progress(of: 0, total: 400) == 0 && daily.progress(of: 199, total: 400) == 1)
    #expect(Schedule.oneSitting.progress(of: 199, total: 399) == 0.5)
  }
}
