import Controllers
import Foundation
import Ports
import Synchronization
import Testing

@testable import Practice
@testable import Training

/// Which strategy chooses exercises, and which times it gets.
@Suite struct StrategyChoiceTests {
  /// Records when the strategy was aged.
  private final class Ages: Sendable {
    let dates = Mutex<[Date]>([])
  }

  private struct Aged: Strategy {
    let ages: Ages
    var inner = KazezStrategy()

    var name: StrategyName { .kazez }

    func next(in space: ExerciseSpace, using generator: inout SeededGenerator) -> ExerciseChoice {
      inner.next(in: space, using: &generator)
    }

    mutating func learn(_ exercise: ComparisonExercise, in condition: Condition, correct: Bool, isSure: Bool?) {
      inner.learn(exercise, in: condition, correct: correct, isSure: isSure)
    }

    mutating func age(to now: Date) { ages.dates.withLock { $0.append(now) } }
  }

  @Test(arguments: StrategyName.allCases) func `the setting chooses the strategy`(name: StrategyName) throws {
    let training = TrainingSettings(noteDuration: 0.3, strategy: name)
    let practice = try PracticeHarness(training: training, profile: RecordingTests.profile(answers: 50))
    #expect(try practice.core.exercises.comparison.strategy.name == name)
    practice.plug()
    practice.startComparison()
    #expect(practice.runUntilAnswerable())
    practice.answer(right: true)
    practice.run(for: .milliseconds(50))
    #expect(practice.store.records.map(\.strategy) == [name.rawValue])
  }

  @Test func `edge is the default`() {
    let configuration = PracticeConfiguration(library: MappingLibrary(mappings: []), seed: 1)
    #expect(configuration.strategy.name == .edge)
  }

  @Test func `every start of a comparison reports its lateness`() throws {
    let practice = try PracticeHarness()
    let ages = Ages()
    practice.core.exercises.choose(by: Aged(ages: ages))
    practice.plug()
    let before = Date()
    practice.startComparison()
    #expect(ages.dates.withLock(\.count) == 1)
    #expect(ages.dates.withLock { $0.allSatisfy { (before...Date()).contains($0) } })
    practice.runUntilAnswerable()
    practice.answer(right: true)
    practice.runUntilAnswerable()
    // Within a practice no time passes.
    #expect(ages.dates.withLock(\.count) == 1)
    practice.intent(.stop)
    practice.intent(.start(.matching))
    practice.intent(.start(.intervalComparison))
    #expect(ages.dates.withLock(\.count) == 2)
  }
}
