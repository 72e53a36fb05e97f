import Testing
import Time

@testable import Training

/// The settings of early or late.
func timingSpace(
  _ pattern: TimingPattern = .straight16ths, position: Int? = nil, tempo: Int = 80,
  repetitions: TimingRepetitions = .unlimited, success: Double = 0.8
) throws -> TimingSpace {
  var settings = TrainingSettings(targetSuccess: success)
  settings.timing.pattern = pattern
  settings.timing.position = position ?? pattern.usualPosition
  settings.timing.tempo = tempo
  settings.timing.repetitions = repetitions
  return try TimingSpace(settings)
}

struct TimingPatternTests {
  @Test(arguments: [
    (TimingPattern.straight16ths, "nnnn", 3, [1, 1, 1]), (.gapped16ths1, "nrnn", 2, [1, 1]),
    (.gapped16ths2, "nnrn", 2, [1, 1]), (.gapped16ths3, "nrnr", 2, [2]), (.gapped16ths4, "nrrn", 2, [1]),
    (.triplets1, "nnn", 2, [1, 1]), (.triplets2, "nnr", 2, [1]), (.triplets3, "nrn", 2, [1]),
    (.triplets4, "nrnrrn", 2, [2, 1]), (.sextuplets, "nnnnnn", 4, [1, 1, 1, 1, 1]),
  ])
  func `the ten patterns have the original's cells and positions, and gaps across the beat`(
    pattern: TimingPattern, cells: String, usual: Int, gaps: [Int]
  ) {
    #expect(pattern.cells == cells.map { $0 == "n" })
    #expect(pattern.notes == gaps.count + 1 && pattern.positions == 2...gaps.count + 1)
    #expect(pattern.usualPosition == usual)
    #expect(pattern.positions.map(pattern.gap) == gaps)
    for position in pattern.positions { #expect(pattern.cells[pattern.cell(of: position)]) }
  }

  @Test(arguments: [(3, 3), (4, 4), (1, 3), (5, 3), (0, 3), (-7, 3), (Int.max, 3)])
  func `a position that the pattern does not have is its usual one`(asked: Int, position: Int) {
    #expect(TimingPattern.straight16ths.position(asked) == position)
  }

  @Test func `there are ten`() {
    #expect(TimingPattern.allCases.count == 10 && Set(TimingPattern.allCases.map(\.cells)).count == 10)
  }
}

struct TimingSpaceTests {
  @Test(arguments: [
    (TimingPattern.straight16ths, 3, 80, 187.5), (.straight16ths, 2, 120, 125), (.gapped16ths3, 2, 60, 500),
    (.sextuplets, 4, 100, 100), (.triplets4, 2, 50, 400), (.triplets4, 3, 50, 200), (.triplets1, 3, 40, 500),
  ])
  func `the shorter gap limits the displacement`(pattern: TimingPattern, position: Int, tempo: Int, gap: Double) throws
  {
    let space = try timingSpace(pattern, position: position, tempo: tempo)
    #expect(abs(space.gap - gap) < 1e-9 && abs(space.reach - 0.45 * gap) < 1e-9)
  }

  /// 20 ms are reached with a gap of 44.4 ms and more: sextuplets up to 225 beats per minute.
  @Test(arguments: [(225, true), (226, false), (240, false)])
  func `a pattern whose note would meet its neighbour is refused`(tempo: Int, fits: Bool) {
    if fits {
      #expect(throws: Never.self) { try timingSpace(.sextuplets, tempo: tempo) }
    } else {
      #expect(throws: ExerciseRefusal.patternTooFast(.sextuplets, position: 4, tempo: tempo)) {
        try timingSpace(.sextuplets, tempo: tempo)
      }
    }
  }

  @Test func `at the fastest tempo only sixths of a beat are too short`() {
    for pattern in TimingPattern.allCases {
      for position in pattern.positions {
        let fits = (try? timingSpace(pattern, position: position, tempo: TimingSettings.tempos.upperBound)) != nil
        #expect(fits == (pattern != .sextuplets && (pattern, position) != (.triplets4, 3)))
      }
    }
  }
}

struct BeatGridTests {
  private static let grids = [
    BeatGrid(origin: Frame(0), tempo: 80, rate: 48_000), BeatGrid(origin: Frame(12_345), tempo: 97, rate: 44_100),
    BeatGrid(origin: Frame(1 << 40), tempo: 40, rate: 192_000), BeatGrid(origin: Frame(7), tempo: 240, rate: 22_050),
    BeatGrid(origin: Frame(999), tempo: 239, rate: 11_025),
  ]

  /// Rounded half up in whole numbers, independent of the grid's own arithmetic.
  @Test(arguments: grids)
  func `a million beats are exact`(grid: BeatGrid) {
    let seconds = 60 * Int64(grid.rate)
    // Beat b begins at a quotient that is followed by its remainder, without any product.
    let (step, rest) = seconds.quotientAndRemainder(dividingBy: Int64(grid.tempo))
    var (frame, remainder, wrong) = (grid.origin.count, Int64(0), 0)
    for beat in 0..<Int64(1_000_000) {
      let rounded = 2 * remainder >= grid.tempo ? frame + 1 : frame
      if grid.frame(beat: beat) != Frame(rounded) { wrong += 1 }
      frame += step
      remainder += rest
      if remainder >= grid.tempo { (frame, remainder) = (frame + 1, remainder - Int64(grid.tempo)) }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: grids)
  func `the first beat on or after a frame is the inverse of a beat's frame`(grid: BeatGrid) {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let beat = Int64(generator.below(10_000_000)) - 1000
      let frame = grid.frame(beat: beat)
      #expect(grid.beat(from: frame) == beat)
      #expect(grid.beat(from: frame + 1) == beat + 1 && grid.beat(from: frame + -1) == beat)
      let between = frame + Int64(generator.below(200_000))
      let next = grid.beat(from: between)
      #expect(grid.frame(beat: next) >= between && grid.frame(beat: next - 1) < between)
    }
  }

  @Test(arguments: [3, 4, 6])
  func `parts of a beat are on the frame nearest to their time`(parts: Int) {
    for grid in Self.grids {
      for beat in Int64(0)..<1_000 {
        for part in 0..<parts {
          let exact = (Double(beat) + Double(part) / Double(parts)) * 60 * Double(grid.rate) / Double(grid.tempo)
          #expect(abs(Double(grid.frame(beat: beat, part: part, of: parts) - grid.origin) - exact) <= 0.5 + 1e-6)
        }
        #expect(grid.frame(beat: beat, part: parts, of: parts) == grid.frame(beat: beat + 1))
      }
    }
  }

  @Test func `half frames are rounded up on both sides of the origin`() {
    #expect([-2, -1, 0, 1, 2].map { BeatGrid.frames($0, of: 1, tempo: 120, rate: 3) } == [-3, -1, 0, 2, 3])
  }
}
