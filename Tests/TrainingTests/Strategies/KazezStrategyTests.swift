import Pitch
import Testing

@testable import Training

struct KazezStrategyTests {
  @Test(arguments: [
    (100.0, true, 50.0), (50, true, 32.32233047), (10, true, 8.418861170), (5, true, 4.440983006),
    (5, false, 6.006230590), (10, false, 12.846049894), (50, false, 81.819805153), (100, false, 100),
    (0.1, true, 0.1),
  ])
  func `the level follows the original's rule`(asked: Double, correct: Bool, next: Double) throws {
    for sign in [1.0, -1] {
      var strategy = KazezStrategy()
      strategy.learn(try exercise(offset: sign * asked), correct: correct)
      #expect(abs(strategy.level(in: .comparison).value - next) < 1e-8)
    }
  }

  /// Computed with an independent implementation.
  @Test func `a chain of answers follows the rule`() throws {
    let chain: [(Character, Double)] = [
      ("R", 50), ("R", 32.32233047), ("R", 23.134266637), ("R", 17.57069596), ("R", 13.888105276),
      ("R", 11.300282659), ("R", 9.400937192), ("W", 11.995111992), ("W", 15.734056074), ("W", 21.351044769),
      ("R", 16.418185777), ("W", 22.405475276), ("R", 17.102724142),
    ]
    var strategy = KazezStrategy()
    var generator = SeededGenerator(seed: 3)
    for (answer, level) in chain {
      let choice = strategy.next(in: try space(), using: &generator)
      strategy.learn(try exercise(offset: choice.offset.value), correct: answer == "R")
      #expect(abs(strategy.level(in: .comparison).value - level) < 1e-8)
    }
  }

  @Test func `the first exercise is 100 cents or the given level`() throws {
    var generator = SeededGenerator(seed: 3)
    #expect(KazezStrategy().next(in: try space(), using: &generator).offset.magnitude.value == 100)
    let skilled = KazezStrategy(unisonLevel: Cents(12))
    #expect(skilled.next(in: try space(), using: &generator).offset.magnitude.value == 12)
    #expect(skilled.next(in: try space(.intervalComparison), using: &generator).offset.magnitude.value == 100)
  }

  @Test(arguments: [(0.0, 0.1), (-5, 0.1), (1_000, 100), (.nan, 100), (.infinity, 100)])
  func `a level from elsewhere is clamped`(given: Double, level: Double) {
    #expect(KazezStrategy(unisonLevel: Cents(given)).level(in: .comparison).value == level)
  }

  @Test(arguments: [0.0, .nan, .infinity, -.infinity])
  func `an undefined offset teaches nothing`(offset: Double) throws {
    var strategy = KazezStrategy(unisonLevel: Cents(20))
    strategy.learn(try exercise(offset: offset), correct: true)
    #expect(strategy == KazezStrategy(unisonLevel: Cents(20)))
  }

  @Test func `unison and intervals each have a level`() throws {
    var strategy = KazezStrategy()
    strategy.learn(try exercise(offset: 100, interval: .perfectFifthUp), correct: true)
    #expect(strategy.level(in: .intervalComparison).value == 50)
    #expect(strategy.level(in: .comparison).value == 100)
  }

  @Test func `resuming from records gives the same level, without the withdrawn ones`() throws {
    var live = KazezStrategy()
    var records: [ComparisonRecord] = []
    for (offset, correct) in [(100.0, true), (-50, true), (32.3, false)] {
      let exercise = try exercise(offset: offset, reference: 60 + records.count)
      records.append(record(exercise, correct: correct))
      live.learn(exercise, correct: correct)
    }
    records.append(record(try exercise(offset: 5), correct: true, withdrawn: true))
    #expect(KazezStrategy(resuming: records) == live)
  }

  @Test func `direction is a fair coin and intervals are drawn uniformly`() throws {
    let strategy = KazezStrategy()
    var generator = SeededGenerator(seed: 11)
    let space = try space(.intervalComparison, intervals: DirectedInterval.all)
    var higher = 0
    var intervals: [DirectedInterval: Int] = [:]
    for _ in 0..<25_000 {
      let choice = strategy.next(in: space, using: &generator)
      higher += choice.offset.value > 0 ? 1 : 0
      intervals[choice.interval, default: 0] += 1
      #expect(space.range.contains(choice.notes.reference) && space.range.contains(choice.notes.target))
      #expect(choice.notes.reference.transposed(by: choice.interval) == choice.notes.target)
    }
    #expect(abs(higher - 12_500) < 396)
    #expect(intervals.count == 25 && intervals.values.allSatisfy { abs($0 - 1_000) < 155 })
  }

  @Test func `the same seed chooses the same exercises`() throws {
    let space = try space(.intervalComparison, intervals: DirectedInterval.all)
    func choices(_ seed: UInt64) -> [ExerciseChoice] {
      var generator = SeededGenerator(seed: seed)
      return (0..<50).map { _ in KazezStrategy().next(in: space, using: &generator) }
    }
    #expect(choices(8) == choices(8))
    #expect(choices(8) != choices(9))
  }

  /// A simulation of the original gave a median of 2.7 cents and 60 % right for a threshold of 8 cents.
  @Test func `with a simulated listener it settles near 60 per cent right`() throws {
    var listener = try found(SimulatedListener(threshold: Cents(8), seed: 21))
    var strategy = KazezStrategy()
    var generator = SeededGenerator(seed: 22)
    let space = try space()
    var levels: [Double] = []
    var right = 0
    for trial in 0..<10_000 {
      let choice = strategy.next(in: space, using: &generator)
      let asked = try exercise(offset: choice.offset.value, reference: choice.notes.reference.number)
      let correct = listener.answer(asked) == asked.correctAnswer
      strategy.learn(asked, correct: correct)
      guard trial >= 500 else { continue }
      levels.append(choice.offset.magnitude.value)
      right += correct ? 1 : 0
    }
    #expect(abs(Double(right) / Double(levels.count) - 0.60) < 0.03)
    #expect(abs(levels.sorted()[levels.count / 2] - 2.7) < 0.4)
  }
}
