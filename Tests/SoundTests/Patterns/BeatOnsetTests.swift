import TestSupport
import Testing
import Time

@testable import Sound

@Suite("A pattern's onsets")
struct BeatOnsetTests {
  /// Renders `frames` frames of commands, in cycles of `period`, and passes them on by the second.
  private func render(
    _ commands: [SoundCommand], rate: Int, period: Int, frames: Int, to body: ([Float]) -> Void
  ) throws {
    let engine = try SoundEngine(rate: rate)
    var controller = try engine.takeController()
    #expect(controller.submit(commands) != nil)
    for first in stride(from: 0, to: frames, by: rate) {
      let length = min(rate, frames - first)
      let samples = [Float](unsafeUninitializedCapacity: length) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        while count < length {
          let cycle = min(period, length - count)
          renderCycle(
            engine.realtimePointer, frames: UInt32(cycle), left: start + count, right: nil, cycleStart: 0, latency: 0)
          count += cycle
        }
      }
      body(samples)
    }
    #expect(engine.counters.refusedCommands == 0)
    #expect(engine.counters.clampedFrames == 0)
  }

  /// Returns the samples of commands.
  private func samples(_ commands: [SoundCommand], rate: Int, period: Int, frames: Int) throws -> [Float] {
    var all: [Float] = []
    try render(commands, rate: rate, period: period, frames: frames) { all += $0 }
    return all
  }

  /// Returns the frames on which strokes begin, found in the samples of commands of which each is over before the next
  /// one. A stroke's first frame is not silent, unlike a note's.
  private func onsets(_ commands: [SoundCommand], rate: Int, period: Int, frames: Int) throws -> [Int] {
    var found: [Int] = []
    var first = 0
    var last: [Float] = [0, 0]
    try render(commands, rate: rate, period: period, frames: frames) { samples in
      let both = last + samples
      found += Analysis.onsets(both).filter { $0 > 0 }.map { first + $0 + 1 - 2 }
      first += samples.count
      last = Array(both[(both.count - 2)...])
    }
    return found
  }

  @Test(
    "are on the frames of the plan, 100,000 of them",
    arguments: [
      (rate: 44_100, tempo: 240, cells: 4, period: 1_024, beats: 9_000), (48_000, 240, 4, 256, 6_000),
      (96_000, 240, 4, 700, 2_500), (44_100, 239, 4, 441, 7_000), (48_000, 181, 6, 1_000, 1_200),
      (44_100, 170, 6, 64, 800), (96_000, 177, 6, 333, 200), (44_100, 97, 3, 128, 500), (48_000, 40, 3, 96, 100),
      (96_000, 83, 4, 4_096, 100), (44_100, 80, 4, 17, 100),
    ])
  func plan(rate: Int, tempo: Int, cells: Int, period: Int, beats: Int) throws {
    // A few milliseconds early or late, less where strokes are close together.
    let room = 60 * rate / (tempo * cells) - rate * 55 / 1_000 - 3
    #expect(room > 0)
    let displacement = Int64(min(room, rate / 50)) * (beats % 3 == 0 ? 1 : -1)
    let pattern = BeatPattern.full(
      cells: cells, displaced: cells - 2, by: displacement, tempo: tempo, beats: Int64(beats))
    let plan = BeatGrid(rate: rate, tempo: tempo, cells: cells).onsets(pattern, beats: beats)
    let found = try onsets(
      [.pattern(pattern, epoch: 1, start: .at(100), gain: 1)], rate: rate, period: period,
      frames: 100 + beats * 60 * rate / tempo + rate)
    let isRight = found == plan.map { $0 + 100 }
    #expect(isRight, "\(found.count) of \(plan.count)")
  }

  @Test("are the same on a grid that is hours old, and on the last one there is")
  func old() throws {
    for (rate, tempo, cells) in [(44_100, 83, 3), (48_000, 97, 6), (96_000, 239, 5), (48_000, 160, 9), (44_100, 7, 11)]
    {
      for beat in [1, 1_000, 99_999, 7_654_321, Int(BeatPattern.firstBeats.upperBound)] {
        let pattern = BeatPattern.full(cells: cells, by: 12, tempo: tempo, from: Int64(beat))
        let plan = BeatGrid(rate: rate, tempo: tempo, cells: cells).onsets(pattern, beats: 50)
        let offsets = (0..<(50 * cells)).map { number in
          pattern.onset(ofBeat: Int64(beat + number / cells), cell: number % cells, rate: rate)
        }
        #expect(offsets == plan.map(Int64.init), "\(tempo) from \(beat)")
      }
    }
  }

  @Test("continue one grid over successive patterns", arguments: [(44_100, 77), (48_000, 133), (96_000, 91)])
  func successive(rate: Int, tempo: Int) throws {
    var random = SplitMix64(seed: UInt64(tempo))
    let grid = BeatGrid(rate: rate, tempo: tempo, cells: 4)
    var beat = 12_345
    let origin = grid.frames(from: beat, count: 1)[0] - 500
    var plan: [Int] = []
    let commands = (0..<60).map { _ -> SoundCommand in
      let beats = Int.random(in: 1...4, using: &random)
      let pattern = BeatPattern.full(
        displaced: Int.random(in: 1...3, using: &random), by: Int64.random(in: -500...500, using: &random),
        tempo: tempo, from: Int64(beat), beats: Int64(beats))
      let start = grid.frames(from: beat, count: 1)[0] - origin
      plan += grid.onsets(pattern, beats: beats).map { start + $0 }
      beat += beats
      return .pattern(pattern, epoch: UInt32(beat), start: .at(Int64(start)), gain: 1)
    }
    #expect(try onsets(commands, rate: rate, period: 512, frames: plan[plan.count - 1] + rate) == plan)
    // Undisplaced, no accent and no note is off the grid.
    let frames = Set(grid.frames(from: 12_345, count: (beat - 12_345) * 4).map { $0 - origin })
    #expect(plan.filter(frames.contains).count >= plan.count * 3 / 4)
  }

  @Test("are exact where strokes overlap: they add up", arguments: [64, 1_000])
  func overlapping(period: Int) throws {
    let pattern = BeatPattern.full(cells: 16, displaced: 7, by: -500, tempo: 150, beats: 20)
    let samples = try samples(
      [.pattern(pattern, epoch: 1, start: .at(10), gain: 0.5)], rate: 48_000, period: period, frames: 480_000)
    let tones = BeatTones(rate: 48_000)
    var expected = [Double](repeating: 0, count: samples.count)
    for (index, onset) in BeatGrid(rate: 48_000, tempo: 150, cells: 16).onsets(pattern, beats: 20).enumerated() {
      let tone = index % 16 == 0 ? tones.accent : tones.plain
      for frame in 0..<tone.count { expected[10 + onset + frame] += Double(tone.start[frame]) * 0.05 }
    }
    let worst = zip(samples, expected).map { abs(Double($0) - $1) }.max() ?? 1
    #expect(worst < 1e-7)
  }

  @Test("are the same whatever the period is, to the last bit", arguments: [1, 64, 100, 1_024])
  func periods(period: Int) throws {
    func render(_ period: Int) throws -> [Float] {
      let pattern = BeatPattern.full(cells: 6, displaced: 1, by: 333, tempo: 240, beats: 3)
      return try samples(
        [.pattern(pattern, epoch: 1, start: .at(77), gain: 1)], rate: 48_000, period: period, frames: 48_000)
    }
    #expect(try render(period) == render(256))
  }

  @Test("follow the cells that have a note", arguments: [UInt16(0b1), 0b101, 0b1101, 0b1011])
  func rests(notes: UInt16) throws {
    var pattern = BeatPattern.full(displaced: 2, by: notes == 1 ? 0 : 700, tempo: 60, beats: 3)
    pattern.notes = notes
    if notes == 0b1011 { pattern.displaced = 3 }
    let found = try onsets(
      [.pattern(pattern, epoch: 1, start: .at(0), gain: 1)], rate: 48_000, period: 256, frames: 192_000)
    let plan = BeatGrid(rate: 48_000, tempo: 60, cells: 4).onsets(pattern, beats: 3)
    #expect(found == plan)
  }
}
