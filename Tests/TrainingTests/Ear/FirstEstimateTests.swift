import Foundation
import Glibc
import Pitch
import Testing

@testable import Training

/// How many answers it takes until there is a threshold to show.
struct FirstEstimateTests {
  /// Returns, for some numbers of answers, how many more the report announced and how many were needed.
  private func run(_ threshold: Double, seed: UInt64, told after: Set<Int>) throws -> [Int: (told: Int, needed: Int)] {
    var strategy = EdgeStrategy()
    var generator = SeededGenerator(seed: seed)
    let settings = TrainingSettings.standard
    let space = try ExerciseSpace(mode: .comparison, settings: settings)
    var told: [Int: Int] = [:]
    var count = 0
    while count < 300 {
      let first = strategy.ear.firstEstimates(over: settings.range)[.unison]
      if count > 0 {
        // The report exists exactly while there is nothing to show.
        let isShown = strategy.ear.report(.unison, over: settings.range)?.curve.isEmpty == false
        #expect((first == nil) == isShown, "after \(count)")
        if isShown { break }
        #expect(first?.answers == count)
      } else {
        #expect(first == nil)
      }
      if after.contains(count) { told[count] = first?.more }
      let choice = strategy.next(in: space, using: &generator)
      let z = choice.offset.magnitude.value * Observer.thresholdPerSigma / threshold
      let right = 0.02 + 0.96 * 0.5 * erfc(-z / 2.0.squareRoot())
      let exercise = ComparisonExercise(
        epoch: Epoch(1), index: 1, mode: .comparison, reference: choice.notes.reference, referenceHertz: Hertz(440),
        target: choice.notes.target, offset: choice.offset, targetHertz: Hertz(440), interval: choice.interval,
        loudnessOffset: 0)
      strategy.learn(exercise, correct: generator.unit() < right)
      count += 1
    }
    return Dictionary(uniqueKeysWithValues: told.map { ($0.key, ($0.value, count - $0.key)) })
  }

  /// With 60 listeners at each threshold, the median needed was within two answers of the median reported; with 15, as
  /// here, within four.
  @Test(arguments: [4.0, 10, 35])
  func `the announced number of answers is enough for listeners in the middle`(threshold: Double) throws {
    let moments: Set = [6, 12, 18]
    let all = try (1...15).map { try run(threshold, seed: $0, told: moments) }
    for after in moments {
      let runs = all.compactMap { $0[after] }
      let told = runs.map(\.told).sorted()[runs.count / 2]
      let needed = runs.map(\.needed).sorted()[runs.count / 2]
      #expect(abs(told - needed) <= 4, "after \(after): \(told) told, \(needed) needed")
    }
  }
}
