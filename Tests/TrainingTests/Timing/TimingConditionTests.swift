import Testing

@testable import Training

struct TimingConditionTests {
  private static func condition(
    _ pattern: TimingPattern? = .straight16ths, _ position: Int? = 3, tempo: Int? = 80, loops: Int? = 1
  ) -> TimingCondition {
    TimingCondition(pattern: pattern, position: position, tempo: tempo, loops: loops)
  }

  @Test(arguments: [
    (nil, TimingLoops.unknown), (Int.min, .unknown), (0, .unknown), (1, .one), (2, .two), (3, .few), (4, .few),
    (5, .many), (Int.max, .many),
  ])
  func `loops have four steps`(loops: Int?, step: TimingLoops) {
    #expect(TimingLoops(loops) == step)
  }

  @Test(arguments: [
    (80, 80), (74, 70), (75, 80), (85, 80), (86, 92), (40, 40), (160, 160), (240, 243), (1, 1), (1000, 970),
  ])
  func `a tempo band is a fifth of an octave`(tempo: Int, middle: Int) {
    #expect(Self.condition(tempo: tempo).tempo == middle)
  }

  @Test(arguments: [nil, 0, -80, 1001, Int.min, Int.max])
  func `a tempo that no music has is unknown`(tempo: Int?) {
    #expect(Self.condition(tempo: tempo).tempo == nil)
  }

  @Test func `without a pattern there is no position, and without a position no pattern`() {
    #expect(Self.condition(nil, 3).position == nil)
    #expect(Self.condition(.triplets3, 3) == Self.condition(nil, nil))
  }

  @Test func `conditions are sorted by pattern, position, tempo and loops`() {
    let sorted = [
      Self.condition(nil, nil, tempo: nil, loops: nil), Self.condition(nil, nil), Self.condition(.straight16ths, 2),
      Self.condition(tempo: nil), Self.condition(tempo: 60), Self.condition(loops: nil), Self.condition(),
      Self.condition(loops: 2), Self.condition(.sextuplets, 4),
    ]
    #expect(sorted.reversed().sorted() == sorted && Set(sorted).count == sorted.count)
  }

  @Test func `near conditions are expected to be nearly alike`() {
    let here = Self.condition(loops: 1)
    let farther = [
      here, Self.condition(loops: 2), Self.condition(loops: 3), Self.condition(loops: 5),
      Self.condition(.straight16ths, 2, tempo: 160), Self.condition(.sextuplets, 4, tempo: 160, loops: 5),
    ].map(here.covariance)
    #expect(farther == farther.sorted(by: >) && Set(farther).count == farther.count)
    let tempos = [80, 90, 120, 160, 240].map { here.covariance(with: Self.condition(tempo: $0)) }
    #expect(tempos == tempos.sorted(by: >) && Set(tempos).count == tempos.count)
  }

  @Test func `a snapshot keeps every condition, and other bytes give none`() throws {
    for pattern in [nil] + TimingPattern.allCases.map(Optional.some) {
      for loops in [nil, 1, 2, 3, 5] {
        for tempo in [nil, 1, 40, 80, 240, 1000] {
          let condition = Self.condition(pattern, pattern?.usualPosition, tempo: tempo, loops: loops)
          var writer = SnapshotWriter()
          condition.write(to: &writer)
          var reader = SnapshotReader(writer.bytes)
          #expect(try TimingCondition(from: &reader) == condition && reader.isAtEnd)
        }
      }
    }
    // Pattern, position, band, loops.
    for numbers in [
      [11, 2, 0, 1], [1, 0, 0, 1], [0, 2, 0, 1], [8, 3, 0, 1], [1, 3, 21, 1], [1, 3, -33, 1], [1, 3, 0, 5],
    ] {
      var writer = SnapshotWriter()
      for number in numbers { writer.write(number) }
      var reader = SnapshotReader(writer.bytes)
      #expect(throws: SnapshotReader.Unreadable.self) { try TimingCondition(from: &reader) }
    }
  }
}
