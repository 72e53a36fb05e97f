import Foundation
import Glibc
import Pitch
import Testing

@testable import Training

/// Answers that the player marks as sure or not. Chance is seeded; `make bench-ear` has the statistics of many ears.
struct ConfidenceTests {
  /// When a simulated player of 10 cents and lapse rate 4 % is sure.
  enum Use: Sendable {
    case criterion(Double)
    case chance(Double)
    case never
  }

  /// A strategy that has learned `count` answers by `use` (nil: without ratings).
  private func practised(
    _ count: Int, _ use: Use?, seed: UInt64 = 1, edge: EdgeStrategy = EdgeStrategy()
  ) throws -> EdgeStrategy {
    var (strategy, generator, luck) = (edge, SeededGenerator(seed: seed), SeededGenerator(seed: seed + 1))
    for _ in 0..<count {
      let choice = strategy.next(in: try space(), using: &generator)
      let z = Observer.thresholdPerSigma * choice.offset.magnitude.value / 10
      let evidence = z + Self.normal(&luck)
      let (lapses, guess, dice) = (luck.unit() < 0.04, luck.coin(), luck.unit())
      let isSure: Bool? =
        switch use {
        case .criterion(let criterion): lapses ? dice < 0.5 : evidence.magnitude > criterion
        case .chance(let share): dice < share
        case .never: false
        case nil: nil
        }
      strategy.learn(
        try exercise(offset: choice.offset.value, reference: choice.notes.reference.number), in: .usual,
        correct: lapses ? guess : evidence > 0, isSure: isSure)
    }
    return strategy
  }

  private static func normal(_ generator: inout SeededGenerator) -> Double {
    (-2 * log(1 - generator.unit())).squareRoot() * cos(2 * .pi * generator.unit())
  }

  private func uses(_ strategy: EdgeStrategy) throws -> ConfidenceGrid.Uses {
    try found(strategy.ear.estimate(of: .unison).grid.confidence).uses
  }

  @Test func `a player who is never sure has exactly the ear without ratings`() throws {
    #expect(try practised(150, .never) == practised(150, nil))
  }

  @Test func `ratings count from the answer after the first sure one`() throws {
    var (rated, plain) = (try practised(40, .never), try practised(40, nil))
    let asked = try exercise(offset: 14)
    rated.learn(asked, in: .usual, correct: true, isSure: true)
    plain.learn(asked, correct: true)
    #expect(rated.ear.estimate(of: .unison).grid.cells == plain.ear.estimate(of: .unison).grid.cells)
    rated.learn(asked, in: .usual, correct: true, isSure: false)
    plain.learn(asked, correct: true)
    #expect(rated.ear.estimate(of: .unison).grid.cells != plain.ear.estimate(of: .unison).grid.cells)
  }

  @Test func `the four answers share out each use's probability`() {
    for z in Array(stride(from: -3.0, through: 6, by: 0.37)) + [40, 900] {
      var (total, right, guess) = (ConfidenceGrid.Uses.zero, ConfidenceGrid.Uses.zero, ConfidenceGrid.Uses.zero)
      for correct in [true, false] {
        for isSure in [true, false] {
          let answer = RatedAnswer(correct: correct, isSure: isSure, chance: 0.3)
          let probabilities = answer.probabilities(z: z, normal: Observer.normal(z), width: 1.2)
          #expect(probabilities.min() >= 0)
          total += probabilities
          guess += answer.guess
          if correct { right += probabilities }
        }
      }
      for lane in 0..<ConfidenceGrid.Uses.scalarCount {
        #expect(abs(total[lane] - 1) < 1e-12 && abs(guess[lane] - 1) < 1e-12)
        #expect(abs(right[lane] - Observer.normal(z)) < 1e-12)
      }
    }
  }

  @Test func `a sure answer has evidence beyond the criterion`() {
    let (z, criterion) = (0.8, ConfidenceGrid.criteria[3])
    let sure = RatedAnswer(correct: true, isSure: true, chance: 0.3)
      .probabilities(z: z, normal: Observer.normal(z))
    let wrong = RatedAnswer(correct: false, isSure: true, chance: 0.3)
      .probabilities(z: z, normal: Observer.normal(z))
    #expect(abs(sure[3] - 0.5 * erfc((criterion - z) / 2.0.squareRoot())) < 1e-5)
    #expect(abs(wrong[3] - 0.5 * erfc((criterion + z) / 2.0.squareRoot())) < 1e-5)
    // Chance is sure of three in ten, right or wrong.
    #expect(abs(sure[7] - 0.3 * Observer.normal(z)) < 1e-12)
    #expect(abs(wrong[7] - 0.3 * (1 - Observer.normal(z))) < 1e-12)
  }

  @Test func `derivatives are those of the probabilities`() {
    let uses = ConfidenceGrid.prior
    for (correct, isSure) in [(true, true), (true, false), (false, true), (false, false)] {
      let answer = RatedAnswer(correct: correct, isSure: isSure, chance: 0.4)
      func probability(_ z: Double) -> Double {
        (uses * answer.probabilities(z: z, normal: Observer.normal(z), width: 1.1)).sum()
      }
      for z in [-0.5, 0.3, 0.9, 1.7] {
        let (first, withZ) = answer.derivatives(z: z, width: 1.1, uses: uses)
        // Three table entries either way: Φ is interpolated.
        let step = 3.0 / 256
        #expect(abs((probability(z + step) - probability(z - step)) / (2 * step) - first) < 2e-4)
        // φ(x)·x is the negative second derivative of Φ.
        let second = (probability(z + step) - 2 * probability(z) + probability(z - step)) / (step * step)
        #expect(abs(second + withZ) < 5e-3)
      }
    }
  }

  /// The mean of the posteriors of all four answers, weighted by their probabilities, is the prior.
  @Test func `what the answers say averages to nothing`() throws {
    let grid = try practised(60, .criterion(0.85)).ear.estimate(of: .unison).grid
    let right = (0..<ThresholdGrid.count).map {
      Observer.normal(Observer.thresholdPerSigma * 13 * exp2(-ThresholdGrid.octaves($0)))
    }
    let z = (0..<ThresholdGrid.count).map { Observer.thresholdPerSigma * 13 * exp2(-ThresholdGrid.octaves($0)) }
    var (sum, total) = ([Double](repeating: 0, count: ThresholdGrid.count), 0.0)
    for (correct, isSure) in [(true, true), (true, false), (false, true), (false, false)] {
      let rated = try found(grid.rated(correct: correct, isSure: isSure))
      let probabilities = zip(z, right).map { rated.probabilities(z: $0, normal: $1) }
      let confidence = try found(grid.confidence)
      let predicted = (0..<ThresholdGrid.count).reduce(0.0) { sum, index in
        let lapse = (grid.cells[index] * ThresholdGrid.lapses).sum()
        let uses = confidence.uses(at: index)
        return sum + lapse * (uses * rated.guess).sum()
          + (grid.cells[index].sum() - lapse) * (uses * probabilities[index]).sum()
      }
      var after = grid
      _ = after.learn(correct: correct, isSure: isSure, right: right, rated: (rated, probabilities))
      total += predicted
      for index in sum.indices { sum[index] += predicted * after.cells[index].sum() }
    }
    #expect(abs(total - 1) < 1e-9)
    for index in sum.indices { #expect(abs(sum[index] - grid.cells[index].sum()) < 1e-9) }
  }

  // After 600 answers a criterion is known to about ±0.1.
  @Test(arguments: [0.45, 0.85, 1.25])
  func `a criterion is found`(criterion: Double) throws {
    let uses = try uses(practised(600, .criterion(criterion)))
    let full = 1 - uses[7]
    #expect(full > 0.9)
    #expect(abs((uses * ConfidenceGrid.criteria).sum() / full - criterion) < 0.25)
  }

  @Test(arguments: [0.2, 0.5, 0.8])
  func `sureness by chance is recognised, and the threshold is found all the same`(share: Double) throws {
    let strategy = try practised(600, .chance(share))
    #expect(try uses(strategy)[7] > 0.95)
    let threshold = try found(strategy.ear.threshold(.unison, over: .standard))
    #expect(abs(log2(threshold.value / 10)) < 0.5)
  }

  @Test func `ratings make a threshold more certain`() throws {
    let rated = try practised(300, .criterion(0.85)).ear.estimate(of: .unison).grid.moments
    let plain = try practised(300, nil).ear.estimate(of: .unison).grid.moments
    #expect(rated.variance < 0.8 * plain.variance)
    #expect(abs(rated.mean - log2(10)) < 0.4)
  }

  /// Answers without ratings leave the use alone, and mix with those that have one.
  @Test func `rated and unrated answers mix`() throws {
    var strategy = try practised(200, .criterion(0.85))
    let before = try uses(strategy)
    strategy = try practised(200, nil, seed: 3, edge: strategy)
    let after = try uses(strategy)
    for lane in 0..<ConfidenceGrid.Uses.scalarCount { #expect(abs(after[lane] - before[lane]) < 0.25) }
    let grid = strategy.ear.estimate(of: .unison).grid
    let confidence = try found(grid.confidence)
    for (cell, uses) in zip(grid.cells, confidence.cells) { #expect(abs(cell.sum() - uses.sum()) < 1e-12) }
    #expect(abs(grid.moments.mean - log2(10)) < 0.4)
  }

  // Someone who moves to a single pair of keys is unsure from then on.
  @Test func `a player who stops being sure keeps the threshold`() throws {
    let strategy = try practised(300, .never, seed: 3, edge: practised(300, .criterion(0.85)))
    #expect(try uses(strategy)[7] > 0.9)
    let threshold = try found(strategy.ear.threshold(.unison, over: .standard))
    #expect(abs(log2(threshold.value / 10)) < 0.4)
  }

  @Test func `time brings criteria back towards their prior`() throws {
    let answered = Date(timeIntervalSince1970: 1_800_000_000)
    var strategy = try practised(600, .criterion(0.45))
    strategy.age(to: answered)
    let before = try uses(strategy)[1]
    strategy.age(to: answered + 200 * 86_400)
    let after = try uses(strategy)[1]
    #expect(after < before && after > ConfidenceGrid.prior[1])
  }

  @Test func `another condition keeps the criterion`() throws {
    var estimate = try practised(400, .criterion(0.85)).ear.estimate(of: .unison)
    let before = try found(estimate.grid.confidence).uses
    estimate.move(to: Condition(noteDuration: 1, noteGap: 1, loudnessVaries: false))
    let after = try found(estimate.grid.confidence).uses
    for lane in 0..<ConfidenceGrid.Uses.scalarCount { #expect(abs(after[lane] - before[lane]) < 0.01) }
  }

  @Test func `a snapshot keeps ratings to the bit`() throws {
    let ear = try practised(100, .criterion(0.85)).ear
    var writer = SnapshotWriter()
    ear.write(to: &writer)
    var reader = SnapshotReader(writer.bytes)
    #expect(try Ear(from: &reader) == ear && reader.isAtEnd)
    // Cut short, or with other numbers for the ratings: refused or harmless.
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      var bytes = writer.bytes
      for _ in 0..<4 { bytes[generator.below(bytes.count)] = UInt8(truncatingIfNeeded: generator.next()) }
      var reader = SnapshotReader(bytes)
      guard var read = try? Ear(from: &reader) else { continue }
      read.learn(
        EarAnswer(intervalClass: .unison, note: Note(literal: 60), offset: Cents(10), correct: false, isSure: true))
      #expect(try #require(read.threshold(.unison, over: .standard)).value.isFinite)
    }
  }

  @Test func `beats learn from ratings, and not from chance`() throws {
    func ear(_ rate: (Double, Double) -> Bool?) -> BeatsEar {
      var (strategy, generator, luck) = (EdgeBeatsStrategy(), SeededGenerator(seed: 5), SeededGenerator(seed: 6))
      for _ in 0..<300 {
        let exercise = strategy.choose(Epoch(1), index: 1, in: beatsSpace(), using: &generator)
        let evidence = Observer.thresholdPerSigma * exercise.difference.magnitude / 6 + Self.normal(&luck)
        strategy.learn(
          exercise.difference, in: exercise.condition, correct: evidence > 0, isSure: rate(evidence, luck.unit()))
      }
      return strategy.ear
    }
    let plain = ear { _, _ in nil }
    #expect(ear { _, _ in false } == plain)
    let sure = ear { evidence, _ in evidence.magnitude > 0.85 }
    #expect(sure.thresholds.grid.moments.variance < 0.8 * plain.thresholds.grid.moments.variance)
    let chance = ear { _, dice in dice < 0.5 }
    #expect(try found(chance.thresholds.grid.confidence).uses[7] > 0.95)
    for ear in [sure, chance] {
      let condition = try found(ear.condition)
      #expect(abs(log2(try found(ear.threshold(in: condition)).value / 6)) < 0.5)
      #expect(abs(ear.thresholds.lean.mean) < 2 && ear.thresholds.lean.variance > 0)
    }
    var writer = SnapshotWriter()
    sure.write(to: &writer)
    var reader = SnapshotReader(writer.bytes)
    #expect(try BeatsEar(from: &reader) == sure && reader.isAtEnd)
  }
}
