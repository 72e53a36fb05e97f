import Pitch
import Testing

@testable import Training

struct MatchingChoiceTests {
  private static let reaches = [true, false].flatMap { up in
    [true, false].flatMap { down in
      [true, false].map { TuningReach(opensUpwards: up, opensDownwards: down, springsBack: $0) }
    }
  }

  /// `count` choices of one seed.
  private func choices(
    _ count: Int, in space: ExerciseSpace, range: Double = 100, reach: TuningReach = .free, seed: UInt64 = 7
  ) -> [MatchingChoice] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      MatchingChoice(space: space, range: Cents(range), reach: reach, using: &generator)
    }
  }

  /// Pearson's statistic of `counts` against a uniform distribution.
  private func chiSquare(_ counts: [Int]) -> Double {
    let expected = Double(counts.reduce(0, +)) / Double(counts.count)
    return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
  }

  @Test(arguments: reaches, [10.0, 100, 200])
  func `the target is always reachable on an open side, and never at the start`(reach: TuningReach, range: Double)
    throws
  {
    let space = try space(.matching)
    let offsets = choices(4_000, in: space, range: range, reach: reach).map(\.startOffset.value)
    #expect(offsets.allSatisfy { abs($0) <= range })
    if reach.springsBack { #expect(offsets.allSatisfy { abs($0) >= 0.1 * range }) }
    switch (reach.opensUpwards, reach.opensDownwards) {
    case (true, false): #expect(offsets.allSatisfy { $0 <= 0 })
    case (false, true): #expect(offsets.allSatisfy { $0 >= 0 })
    case (true, true), (false, false): #expect((1_800...2_200).contains(offsets.filter { $0 < 0 }.count))
    }
  }

  @Test(arguments: [-1, -0.5, -1e-9, 0, 1e-9, 0.5, 1], reaches)
  func `the ends of the draw stay within the range`(share: Double, reach: TuningReach) {
    let offset = MatchingChoice.startOffset(share: share, range: Cents(57), reach: reach).value
    #expect(abs(offset) <= 57)
    #expect(!reach.springsBack || abs(offset) >= 5.7)
  }

  /// 20 classes: 43.8 is exceeded by chance once in a thousand seeds (χ², 19 degrees of freedom).
  @Test func `start offsets are uniform`() throws {
    let space = try space(.matching)
    var free = [Int](repeating: 0, count: 20)
    for choice in choices(20_000, in: space) { free[min(19, Int((choice.startOffset.value + 100) / 10))] += 1 }
    #expect(chiSquare(free) < 43.8)
    var wheel = [Int](repeating: 0, count: 20)
    let reach = TuningReach(springsBack: true)
    for choice in choices(20_000, in: space, reach: reach) {
      let offset = choice.startOffset.value
      let way = (abs(offset) - 10) / 9
      wheel[(offset < 0 ? 0 : 10) + min(9, Int(way))] += 1
    }
    #expect(chiSquare(wheel) < 43.8)
  }

  @Test func `intervals and then their pairs are uniform over the range`() throws {
    let space = try space(.intervalMatching, range: range(60, 72), intervals: DirectedInterval.all)
    let drawn = choices(26_000, in: space)
    let byInterval = Dictionary(grouping: drawn, by: \.interval)
    #expect(byInterval.count == 25)
    // 51.2: once in a thousand at 24 degrees of freedom.
    #expect(chiSquare(byInterval.values.map(\.count)) < 51.2)
    // The prime has 13 pairs; 32.9: once in a thousand at 12 degrees of freedom.
    let primes = Dictionary(grouping: try found(byInterval[.prime]), by: \.notes)
    #expect(primes.count == 13 && chiSquare(primes.values.map(\.count)) < 32.9)
    let octave = try found(DirectedInterval(semitones: -12))
    #expect(
      try found(byInterval[octave]).allSatisfy { $0.notes.reference.number == 72 && $0.notes.target.number == 60 })
  }

  @Test func `intervals without room are never drawn`() throws {
    let space = try space(.intervalMatching, range: range(60, 64), intervals: DirectedInterval.all)
    #expect(choices(2_000, in: space).allSatisfy { abs($0.interval.semitones) <= 4 })
  }
}
