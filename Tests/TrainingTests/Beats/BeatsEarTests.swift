import Foundation
import Glibc
import Pitch
import Testing

@testable import Training

/// Ears with known answers. Chance is seeded; `make bench-ear` has the statistics of many ears.
struct BeatsEarTests {
  /// A strategy that learned `count` answers of an ear with a threshold and a lean in per cent.
  private func practised(
    _ count: Int, threshold: Double, lean: Double = 0, in space: BeatsSpace = beatsSpace(), seed: UInt64 = 1,
    ear: BeatsEar = BeatsEar()
  ) -> EdgeBeatsStrategy {
    var strategy = EdgeBeatsStrategy(ear: ear)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<count {
      let exercise = strategy.choose(Epoch(1), index: 1, in: space, using: &generator)
      let z = Observer.thresholdPerSigma / threshold * (exercise.difference - lean)
      let right = 0.01 + 0.98 * Observer.normal(exercise.difference > 0 ? z : -z)
      strategy.learn(exercise.difference, in: exercise.condition, correct: generator.unit() < right)
    }
    return strategy
  }

  @Test func `an ear without answers knows nothing`() {
    let ear = BeatsEar()
    #expect(ear.isCold && ear.report() == nil && ear.condition == nil)
    #expect(ear.threshold(in: BeatsCondition(.third, .string)) == nil)
  }

  @Test func `after a few answers the report counts and estimates the distance to a threshold`() throws {
    let report = try found(practised(4, threshold: 3).ear.report())
    #expect(report.answers == 4 && report.answersHere == 4 && report.condition == BeatsCondition(.third, .string))
    #expect(report.threshold == nil && report.lean == nil && report.lapse == nil)
    #expect((1...40).contains(try found(report.first).more))
  }

  // The error after 400 answers is 0.13 octaves (`make bench-ear`): 0.45 is more than three of them.
  @Test(arguments: [1.5, 3, 10, 30])
  func `a threshold is found`(percent: Double) throws {
    let report = try found(practised(400, threshold: percent).ear.report())
    let threshold = try found(report.threshold)
    #expect(abs(log2(threshold.value / percent)) < 0.45 && threshold.band.contains(threshold.value))
    #expect(report.first == nil && report.timeline.isEmpty && report.trend == nil)
  }

  @Test(arguments: [6.0, -6])
  func `a lean is the difference that sounds equal`(lean: Double) throws {
    let report = try found(practised(300, threshold: 6, lean: lean).ear.report())
    let found = try found(report.lean)
    #expect(abs(found.value - lean) < 3 && !found.band.contains(0))
  }

  @Test(arguments: [0.0, .nan, .infinity, 1e9, 1e-9])
  func `values that no exercise has teach nothing`(difference: Double) {
    var ear = practised(50, threshold: 6).ear
    let before = ear
    for sign in [1.0, -1] {
      let reading = ear.learn(
        sign * difference, in: BeatsCondition(.fifth, .organ), correct: true, at: .distantFuture)
      #expect(reading == nil)
    }
    #expect(ear == before)
  }

  @Test func `evidence in one condition is evidence in all, but less`() {
    let ear = practised(300, threshold: 4).ear
    let conditions = [
      BeatsCondition(.third, .string), BeatsCondition(.third, .organ), BeatsCondition(.fifth, .organ),
    ]
    let variances = conditions.map { ear.thresholds.octaves(in: $0).variance }
    #expect(variances == variances.sorted() && Set(variances).count == 3 && variances[2] < 0.5)
  }

  @Test func `conditions with different thresholds are distinguished`() throws {
    let first = practised(300, threshold: 3)
    let ear = practised(300, threshold: 4.5, in: beatsSpace(.octave), seed: 2, ear: first.ear).ear
    let report = try found(ear.report())
    #expect(report.condition.interval == .octave && report.answers == 600 && report.answersHere == 300)
    #expect(abs(log2(try found(report.threshold).value / 4.5)) < 0.45)
    let other = try found(report.otherConditions.first)
    #expect(other.condition.interval == .third && abs(log2(other.threshold.value / 3)) < 0.45)
  }

  @Test func `a snapshot is the same ear, and damaged ones are refused or serve`() throws {
    var ear = practised(60, threshold: 5, in: beatsSpace(.mixed)).ear
    ear.age(to: Date(timeIntervalSince1970: 1e9))
    func snapshot(_ ear: BeatsEar) -> [UInt8] {
      var writer = SnapshotWriter()
      ear.write(to: &writer)
      return writer.bytes
    }
    for ear in [ear, BeatsEar()] {
      var reader = SnapshotReader(snapshot(ear))
      #expect(try BeatsEar(from: &reader) == ear && reader.isAtEnd)
    }
    var generator = SeededGenerator(seed: 3)
    let whole = snapshot(ear)
    var served = 0
    for _ in 0..<300 {
      var reader = SnapshotReader(damaged(whole, &generator))
      guard let read = try? BeatsEar(from: &reader) else { continue }
      served += 1
      var strategy = EdgeBeatsStrategy(ear: read)
      for _ in 0..<8 {
        let exercise = strategy.choose(Epoch(1), index: 1, in: beatsSpace(.mixed), using: &generator)
        #expect((0.29...100.1).contains(exercise.difference.magnitude))
        strategy.learn(exercise.difference, in: exercise.condition, correct: generator.coin())
        strategy.age(to: Date(timeIntervalSince1970: 1.1e9))
      }
      _ = (strategy.ear.report(), snapshot(strategy.ear))
    }
    #expect((1..<300).contains(served))
  }
}

struct EdgeBeatsStrategyTests {
  private let condition = BeatsCondition(.third, .string)

  @Test func `the direction is the only number drawn, whatever went before`() {
    var strategy = EdgeBeatsStrategy()
    var (generator, coin) = (SeededGenerator(seed: 6), SeededGenerator(seed: 6))
    for _ in 0..<300 {
      let difference = strategy.next(in: condition, success: 0.8, using: &generator)
      #expect((difference > 0) == coin.coin())
      strategy.learn(difference, in: condition, correct: difference > 0)
    }
    #expect(generator == coin)
  }

  @Test(arguments: [(true, EdgeBeatsStrategy.floor), (false, EdgeBeatsStrategy.ceiling)])
  func `differences stay within floor and ceiling, and reach them`(correct: Bool, end: Double) {
    var strategy = EdgeBeatsStrategy()
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      let difference = strategy.next(in: condition, success: 0.8, using: &generator)
      #expect((EdgeBeatsStrategy.floor...EdgeBeatsStrategy.ceiling).contains(difference.magnitude))
      strategy.learn(difference, in: condition, correct: correct)
    }
    #expect(abs(log2(strategy.magnitude(in: condition, success: 0.8) / end)) < 0.01)
  }

  @Test func `after a wrong answer the next difference is never narrower`() {
    var strategy = EdgeBeatsStrategy()
    var generator = SeededGenerator(seed: 8)
    var last: (magnitude: Double, correct: Bool) = (0, true)
    for _ in 0..<500 {
      let difference = strategy.next(in: condition, success: 0.8, using: &generator)
      if !last.correct { #expect(difference.magnitude >= last.magnitude) }
      last = (difference.magnitude, generator.unit() < 0.75)
      strategy.learn(difference, in: condition, correct: last.correct)
    }
  }

  @Test func `the target success decides the level`() {
    var ear = BeatsEar()
    for number in 0..<200 { ear.learn(number % 2 == 0 ? 6 : -6, in: condition, correct: number % 5 != 4) }
    let strategy = EdgeBeatsStrategy(ear: ear)
    let levels = [0.65, 0.75, 0.8, 0.9].map { strategy.magnitude(in: condition, success: $0) }
    #expect(levels == levels.sorted() && Set(levels).count == 4)
    // Four in five were right at 6 per cent.
    #expect((5...7.25).contains(levels[2]))
  }
}
