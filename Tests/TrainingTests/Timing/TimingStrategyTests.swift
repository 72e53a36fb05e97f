import Foundation
import Testing

@testable import Training

struct EdgeTimingStrategyTests {
  @Test(arguments: [(80, 40.0), (40, 40), (200, 33.75), (240, 28.125)])
  func `the first displacement is 40 ms, or the reach of the pattern`(tempo: Int, milliseconds: Double) throws {
    var generator = SeededGenerator(seed: 1)
    let offset = EdgeTimingStrategy().next(in: try timingSpace(tempo: tempo), using: &generator)
    #expect(offset.magnitude == UInt64(milliseconds * 1e6))
  }

  @Test func `the side is the first number drawn, whatever went before`() throws {
    var strategy: [any TimingStrategy] = [EdgeTimingStrategy(), KazezTimingStrategy()]
    var (generator, coin) = (SeededGenerator(seed: 6), SeededGenerator(seed: 6))
    let space = try timingSpace()
    for number in 0..<400 {
      let index = number / 20 % 2
      let offset = strategy[index].next(in: space, using: &generator)
      #expect((offset > 0) == coin.coin())
      strategy[index].learn(TimingAnswer(in: space, loops: 1, offset: offset, correct: offset > 0))
    }
    #expect(generator == coin)
  }

  @Test(arguments: [true, false])
  func `displacements stay within floor and reach`(correct: Bool) throws {
    for space in [
      try timingSpace(), try timingSpace(.sextuplets, tempo: 225), try timingSpace(.gapped16ths3, tempo: 40),
    ] {
      for var strategy in [EdgeTimingStrategy(), KazezTimingStrategy()] as [any TimingStrategy] {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<300 {
          let offset = strategy.next(in: space, using: &generator)
          let milliseconds = Double(offset.magnitude) / 1e6
          #expect(milliseconds <= space.reach && milliseconds >= 0.499)
          strategy.learn(TimingAnswer(in: space, loops: 2, offset: offset, correct: correct))
        }
      }
    }
  }

  @Test func `after a wrong answer the next displacement is never narrower`() throws {
    var strategy = EdgeTimingStrategy()
    var generator = SeededGenerator(seed: 8)
    let space = try timingSpace()
    var last: (offset: Int64, correct: Bool) = (0, true)
    for _ in 0..<500 {
      let offset = strategy.next(in: space, using: &generator)
      if !last.correct { #expect(offset.magnitude >= last.offset.magnitude) }
      last = (offset, generator.unit() < 0.75)
      strategy.learn(TimingAnswer(in: space, loops: 1 + generator.below(6), offset: offset, correct: last.correct))
    }
  }

  @Test func `the target success decides the level`() throws {
    var ear = TimingEar()
    let space = try timingSpace()
    for number in 0..<200 {
      let offset = Int64(number % 2 == 0 ? 12_000_000 : -12_000_000)
      ear.learn(TimingAnswer(in: space, loops: 4, offset: offset, correct: number % 5 != 4))
    }
    let strategy = EdgeTimingStrategy(ear: ear)
    let levels = try [0.65, 0.75, 0.8, 0.9].map { strategy.magnitude(in: try timingSpace(success: $0)) }
    #expect(levels == levels.sorted() && Set(levels).count == 4)
    // Four in five were right at 12 ms.
    #expect((10_000_000...14_500_000).contains(levels[2]))
  }

  @Test func `an answer without displacement or tempo changes nothing`() throws {
    for var strategy in [EdgeTimingStrategy(), KazezTimingStrategy(level: 7)] as [any TimingStrategy] {
      let space = try timingSpace()
      var (one, other) = (SeededGenerator(seed: 2), SeededGenerator(seed: 2))
      let before = strategy.next(in: space, using: &one)
      for answer in [
        TimingAnswer(in: space, loops: 1, offset: 0, correct: true),
        TimingAnswer(pattern: nil, position: nil, tempo: nil, loops: nil, offset: 1_000_000, correct: false),
      ] {
        strategy.learn(answer)
      }
      #expect(strategy.next(in: space, using: &other) == before)
    }
  }
}

struct KazezTimingStrategyTests {
  /// The values of a chain of answers, computed with an independent implementation.
  @Test(arguments: [
    (20.0, true, 15.527_864), (20, false, 20), (10, true, 8.418_861), (10, false, 12.846_050), (1, true, 1),
    (1, false, 1.09), (4, true, 3.6), (9, false, 11.43),
  ])
  func `the level follows the original's rule`(asked: Double, correct: Bool, next: Double) throws {
    let space = try timingSpace()
    for sign in [Int64(1), -1] {
      var strategy = KazezTimingStrategy()
      // One per cent of a sixteenth at 80 is 1.875 ms.
      strategy.learn(
        TimingAnswer(in: space, loops: 1, offset: sign * Int64(asked * 1_875_000), correct: correct))
      #expect(abs(strategy.level - next) < 1e-5)
    }
  }

  @Test(arguments: [(0.0, 1.0), (-5, 1), (1_000, 20), (.nan, 20), (.infinity, 20), (7, 7)])
  func `a level from elsewhere is brought within bounds`(given: Double, level: Double) {
    #expect(KazezTimingStrategy(level: given).level == level)
  }

  @Test func `the first displacement is 20 % of a sixteenth, or the ear's threshold`() throws {
    var generator = SeededGenerator(seed: 1)
    let space = try timingSpace(tempo: 120)
    #expect(KazezTimingStrategy().next(in: space, using: &generator).magnitude == 25_000_000)
    #expect(KazezTimingStrategy(ear: TimingEar(), tempo: 120).level == 20)
    var ear = TimingEar()
    for number in 0..<200 {
      ear.learn(
        TimingAnswer(
          in: space, loops: 1, offset: number % 2 == 0 ? 9_000_000 : -9_000_000, correct: number % 4 != 3))
    }
    let threshold = try found(ear.report()?.threshold).value
    #expect(abs(KazezTimingStrategy(ear: ear, tempo: 120).level - threshold / 1.25) < 1e-9)
  }
}
