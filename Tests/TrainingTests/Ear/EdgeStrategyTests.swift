import Glibc
import Pitch
import Testing

@testable import Training

struct EdgeStrategyTests {
  @Test func `a profile without answers begins at a hundred cents in the middle`() throws {
    let space = try space()
    for seed in 1...50 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let choice = EdgeStrategy().next(in: space, using: &generator)
      #expect(choice.offset.magnitude == EdgeStrategy.ceiling)
      #expect((54...66).contains(choice.notes.reference.number))
    }
  }

  @Test func `the same seed gives the same exercises`() throws {
    let space = try space()
    func run() throws -> [ExerciseChoice] {
      var (strategy, generator) = (EdgeStrategy(), SeededGenerator(seed: 8))
      return try (0..<60).map { index in
        let choice = strategy.next(in: space, using: &generator)
        strategy.learn(
          try exercise(offset: choice.offset.value, reference: choice.notes.reference.number), correct: index % 4 != 0)
        return choice
      }
    }
    #expect(try run() == run())
  }

  /// The offset asked at `note` after `answers` (offset, right).
  private func level(_ answers: [(Double, Bool)], success: Double = 0.8, easier: Bool = false) throws -> Double {
    var strategy = EdgeStrategy()
    for (offset, correct) in answers { strategy.learn(try exercise(offset: offset), correct: correct) }
    let space = try ExerciseSpace(
      mode: .comparison, range: range(48, 72), intervals: [.prime], naturalMechanical: 0, targetSuccess: success)
    var generator = SeededGenerator(seed: 1)
    let levels = (0..<60).map { _ in strategy.next(in: space, using: &generator).offset.magnitude.value }
    // Answers at one offset leave open whether many are guesses: the wider half may ask that.
    return easier ? try #require(levels.max()) : levels.sorted()[15]
  }

  @Test func `right answers make it harder and wrong ones easier`() throws {
    let start = try level([(100, true)])
    let down = try level([(100, true), (60, true), (40, true), (25, true)])
    let up = try level([(100, true), (60, true), (40, false), (40, false)])
    #expect(down < start && start < 100 && up > down)
  }

  @Test func `a higher target success gives easier exercises`() throws {
    let answers = (0..<40).map { (12.0, $0 % 5 != 0) }
    let hard = try level(answers, success: 0.70)
    let usual = try level(answers)
    let easy = try level(answers, success: 0.88)
    #expect(hard < usual && usual < easy)
  }

  @Test func `some exercises are easier`() throws {
    let answers = (0..<40).map { (12.0, $0 % 5 != 0) }
    #expect(try level(answers, easier: true) > 1.08 * level(answers))
  }

  /// Of an ear without guesses hardly any are; of one that guesses in the middle of the scale, every second one while
  /// it is doubtful.
  @Test func `random easy exercises test whether many answers are guesses`() throws {
    let space = try space()
    func widths(_ lapse: Double) throws -> [Double] {
      var (strategy, generator) = (EdgeStrategy(), SeededGenerator(seed: 5))
      return try (0..<300).map { _ in
        let estimate = strategy.ear.estimate(of: .unison)
        let choice = strategy.next(in: space, using: &generator)
        let magnitude = choice.offset.magnitude.value
        let right = lapse / 2 + (1 - lapse) * 0.5 * erfc(-magnitude / 12 * 0.6745 / 2.0.squareRoot())
        strategy.learn(
          try exercise(offset: choice.offset.value, reference: choice.notes.reference.number),
          correct: generator.unit() < right)
        return magnitude / exp2(estimate.octaves(at: choice.notes.reference))
      }.suffix(270)
    }
    let (few, many) = (try widths(0).count { $0 > 3 }, try widths(0.35).count { $0 > 3 })
    #expect((1...20).contains(few))
    #expect(many > 2 * few)
  }

  @Test func `it never chooses a level that lapses make impossible`() throws {
    // A threshold of about 10 cents, and one answer in eight a guess even far above it: 95 % right is out of reach.
    let answers = (0..<400).map { ($0 % 2 == 0 ? 10.0 : 60, $0 % 4 == 0 ? $0 % 16 != 0 : $0 % 15 != 0) }
    #expect(try level(answers, success: 0.90) < 50)
  }

  @Test func `three wrong answers at the ceiling raise it`() throws {
    let twice = try level([(100, false), (-100, false)])
    #expect(twice > 99 && twice <= 100)
    let thrice = try level([(100, false), (-100, false), (100, false)])
    #expect(thrice > 150 && thrice <= 200)
  }

  /// Natural: every step within an octave. Mechanical: the weakest or least certain quarter.
  @Test(arguments: [0.0, 0.5, 1])
  func `natural and mechanical differ as documented`(naturalMechanical: Double) throws {
    var (strategy, generator) = (EdgeStrategy(), SeededGenerator(seed: 2))
    let space = try space(naturalMechanical: naturalMechanical)
    var (near, weakest, last) = (0, 0, Note?.none)
    for _ in 0..<600 {
      let estimate = strategy.ear.estimate(of: .unison)
      let inReach = space.pairs(.prime).map(\.reference).filter {
        ReferenceChoice.isInReach($0, of: space.range, answers: estimate.answers)
      }
      let thresholds = inReach.map { estimate.threshold(estimate.field.place($0)) }
      func quarter(_ values: [Double]) -> Set<Note> {
        let limit = values.sorted(by: >)[(values.count + 3) / 4 - 1]
        return Set(zip(inReach, values).filter { $0.1 >= limit }.map(\.0))
      }
      let weakOrUncertain = quarter(thresholds.map(\.mean)).union(quarter(thresholds.map(\.variance)))
      let choice = strategy.next(in: space, using: &generator)
      let note = choice.notes.reference
      if abs(note.number - (last ?? note).number) <= 12 { near += 1 }
      if estimate.answersByNote[note.number] == 0 || weakOrUncertain.contains(note) { weakest += 1 }
      let right = generator.unit() < 0.5 * erfc(-choice.offset.magnitude.value * 0.0674 / 2.0.squareRoot())
      strategy.learn(try exercise(offset: choice.offset.value, reference: note.number), correct: right)
      last = note
    }
    switch naturalMechanical {
    case 0: #expect(near == 600)
    case 1: #expect(weakest >= 540)
    default: #expect(near < 600 && weakest < 540)
    }
  }

  /// A listener practises: what was asked, what was predicted of its note, whether the answer was right.
  private func course(
    _ count: Int, threshold: Double, naturalMechanical: Double = 0.5, seed: UInt64 = 1
  ) throws -> [(note: Int, units: Double, magnitude: Double, ceiling: Bool, right: Bool)] {
    var (edge, generator) = (EdgeStrategy(), SeededGenerator(seed: seed))
    let space = try space(naturalMechanical: naturalMechanical)
    var missed: (Note, Double)?
    return try (0..<count).map { _ in
      let choice = edge.next(in: space, using: &generator)
      let note = choice.notes.reference
      let estimate = edge.ear.estimate(of: .unison)
      func units(_ note: Note, _ magnitude: Double) -> Double { magnitude / exp2(estimate.octaves(at: note)) }
      let magnitude = choice.offset.magnitude.value
      let before = missed.map { units($0.0, $0.1) } ?? 0
      let right = generator.unit() < 0.5 * erfc(-magnitude / threshold * 0.6745 / 2.0.squareRoot())
      edge.learn(try exercise(offset: choice.offset.value, reference: note.number), correct: right)
      missed = right ? nil : (note, magnitude)
      return (note.number, units(note, magnitude) / max(before, 1e-9), magnitude, magnitude >= 99, right)
    }
  }

  /// In units of the threshold predicted at its own note; up to the ceiling, beyond which nothing is asked.
  @Test(arguments: [4.0, 10, 35]) func `after a wrong answer the next exercise is not narrower`(threshold: Double)
    throws
  {
    let asked = try course(600, threshold: threshold)
    let after = zip(asked, asked.dropFirst()).filter { !$0.0.right }.map(\.1)
    #expect(after.count > 60)
    #expect(after.allSatisfy { $0.units > 1 - 1e-9 || $0.ceiling }, "\(after.map(\.units).min() ?? 0)")
  }

  @Test(arguments: [4.0, 10, 35], [1, 2, 3, 4, 5] as [UInt64])
  func `both ends of the keyboard come up within two hundred answers`(threshold: Double, seed: UInt64) throws {
    let asked = Set(try course(200, threshold: threshold, seed: seed).map(\.note))
    #expect(asked.isSuperset(of: [36, 84]))
  }

  @Test(arguments: [4.0, 10, 35]) func `mechanical covers every key within six hundred answers`(threshold: Double)
    throws
  {
    let asked = Set(try course(600, threshold: threshold, naturalMechanical: 1).map(\.note))
    #expect(asked == Set(36...84))
  }

  /// Recordings and stored profiles hold what the model believed: who changes a prior or a constant of it has to raise
  /// `PerceptualProfile.snapshotFormat`, and these numbers with it.
  @Test func `the model agrees with its format`() throws {
    var (strategy, generator) = (EdgeStrategy(), SeededGenerator(seed: 12))
    let space = try space()
    var asked: [Double] = []
    for index in 0..<120 {
      let choice = strategy.next(in: space, using: &generator)
      asked.append(choice.offset.value)
      strategy.learn(
        try exercise(offset: choice.offset.value, reference: choice.notes.reference.number), correct: index % 5 != 2)
    }
    #expect(PerceptualProfile.snapshotFormat == 13)
    let known = [(0, -100.0), (10, -32.8273), (40, 29.2212), (80, -31.2078), (119, -125.9921)]
    for (index, offset) in known {
      #expect(abs(asked[index] - offset) < 0.01, "\(index): \(asked[index])")
    }
  }
}
