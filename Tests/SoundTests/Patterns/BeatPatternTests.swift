import TestSupport
import Testing

@testable import Sound

@Suite("A pattern as a voice")
struct BeatPatternTests {
  private func events(_ rig: Rig) -> [SoundEvent] {
    rig.events.map(rounded).filter { if case .applied = $0 { false } else { true } }
  }

  @Test(
    "starts once and ends once, at a frame that does not depend on the displacement", arguments: [-3_000, 0, 3_000])
  func end(displacement: Int64) throws {
    // Three beats of 0.5 s, and a stroke: the last note is the displaced one.
    let rig = try Rig(period: 100)
    rig.submit([
      .pattern(.full(displaced: 3, by: displacement, from: 5, beats: 3), epoch: 7, start: .at(1_000), gain: 1)
    ])
    rig.run(to: 80_000)
    #expect(
      events(rig) == [
        .started(role: .pattern, epoch: 7, frame: 1_000, hertz: 1_000),
        .ended(role: .pattern, epoch: 7, frame: 1_000 + 72_000 + 2_640, hertz: 1_000, faded: false),
      ])
  }

  @Test("fades like a note: its running stroke, and no other begins", arguments: [100, 1_000, 2_000, 2_700, 5_900])
  func fade(after frames: Int) throws {
    let rig = try Rig(period: 1)
    let unfaded = try Rig(period: 256)
    for rig in [rig, unfaded] { rig.submit([.pattern(.full(), epoch: 4, start: .at(0), gain: 1)]) }
    rig.run(to: frames)
    let batch = try #require(rig.submit([.fade(epoch: 4)]))
    for rig in [rig, unfaded] { rig.run(to: 14_000) }
    let fade = Int64(frames)
    #expect(
      rig.events.map(rounded).suffix(3) == [
        .released(role: .pattern, epoch: 4, frame: fade, hertz: 1_000), .applied(batch: batch, frame: fade),
        .ended(role: .pattern, epoch: 4, frame: fade + 1_200, hertz: 1_000, faded: true),
      ])
    #expect(rig.samples[..<frames] == unfaded.samples[..<frames])
    let envelope = Envelope(shape: .raisedCosine)
    for frame in frames..<14_000 {
      // Strokes begin every 6,000 frames.
      let runs = frame < frames + 1_200 && frame / 6_000 == frames / 6_000
      let gain = runs ? envelope.fall(Double(frame - frames), of: 1_200) : 0
      let isRight = abs(Double(rig.samples[frame]) - Double(unfaded.samples[frame]) * gain) < 1e-7
      #expect(isRight, "\(frame)")
      if !isRight { return }
    }
  }

  @Test("does not begin a stroke on the first frame of its fade")
  func fadeOnOnset() throws {
    let rig = try Rig(period: 60)
    rig.submit([.pattern(.full(), epoch: 4, start: .at(0), gain: 1)])
    rig.run(to: 6_000)
    rig.submit([.fade(epoch: 4)])
    rig.run(to: 14_000)
    #expect(rig.samples[6_000...].allSatisfy { $0 == 0 })
  }

  @Test("is cancelled before its start, silenced, and moved as a whole if it is late")
  func life() throws {
    let rig = try Rig()
    rig.submit([.pattern(.full(), epoch: 1, start: .at(9_000), gain: 1)])
    rig.cycle()
    rig.submit([.cancel(epoch: 1)])
    rig.run(to: 20_224)
    #expect(events(rig).isEmpty)
    // 24 frames late, together with a note.
    rig.submit([
      .note(epoch: 3, at: 30_200, frames: 2_000),
      .pattern(.full(by: 60, from: 3, beats: 1), epoch: 2, start: .at(20_200), gain: 1),
    ])
    rig.run(to: 60_160)
    #expect(rig.counters.lateBatches == 1)
    let expected: [SoundEvent] = [
      .started(role: .pattern, epoch: 2, frame: 20_224, hertz: 1_000),
      .started(role: .reference, epoch: 3, frame: 30_224, hertz: 440),
      .ended(role: .reference, epoch: 3, frame: 32_224, hertz: 440, faded: false),
      .ended(role: .pattern, epoch: 2, frame: 20_224 + 24_000 + 2_640, hertz: 1_000, faded: false),
    ]
    #expect(events(rig) == expected)
    let strokes = Analysis.onsets(rig.samples).map { $0 + 1 }
    #expect(strokes.filter { $0 != 30_225 } == [20_224, 26_224, 32_284, 38_224])
    rig.submit([.pattern(.full(), epoch: 5, start: .after(0), gain: 1)])
    rig.run(to: 70_144)
    _ = rig.controller.silence()
    rig.run(to: 90_000)
    #expect(events(rig).last == .ended(role: .pattern, epoch: 5, frame: 71_344, hertz: 1_000, faded: true))
    #expect(rig.samples[71_344...].allSatisfy { $0 == 0 })
  }

  @Test("ends with a server's return, and another plays at the new rate")
  func prepare() throws {
    let rig = try Rig()
    rig.submit([.pattern(.full(), epoch: 3, start: .at(0), gain: 1)])
    rig.submit([.pattern(.full(), epoch: 3, start: .at(50_000), gain: 1)])
    rig.run(to: 1_024)
    try rig.engine.prepare(rate: 44_100)
    rig.drain()
    #expect(events(rig).last == .ended(role: .pattern, epoch: 3, frame: 1_024, hertz: 1_000, faded: true))
    rig.submit([.pattern(.full(beats: 1), epoch: 4, start: .after(0), gain: 1)])
    rig.run(to: 60_000)
    let end = Int64(1_024 + 22_050 + 2_426)
    #expect(events(rig).last == .ended(role: .pattern, epoch: 4, frame: end, hertz: 1_000, faded: false))
  }

  @Test("keeps timers' tones silent between its strokes too, and fades one that sounds before its start")
  func cues() throws {
    let rig = try Rig()
    rig.submit([.pattern(.full(cells: 1, tempo: 40, beats: 1), epoch: 1, start: .at(20_000), gain: 1)])
    let end = 20_000 + 72_000 + 2_640
    // A tone of 4,800 frames.
    let frames = [(20_000 - 4_801, true), (20_000 - 4_799, false), (60_000, false), (end - 1, false), (end, true)]
    for (frame, _) in frames { rig.submit([.cue(.low, start: .at(Int64(frame)))]) }
    rig.run(to: 110_000)
    let reports = rig.events.filter { if case .cue = $0 { true } else { false } }
    #expect(reports == frames.map { .cue(.low, frame: Int64($0.0), isSounded: $0.1) })

    let faded = try Rig(period: 64)
    faded.submit([.cue(.low, start: .at(0))])
    faded.run(to: 640)
    faded.submit([.pattern(.full(), epoch: 1, start: .at(1_600), gain: 0)])
    faded.run(to: 6_400)
    #expect(faded.samples[600..<1_360].contains { $0 != 0 })
    #expect(faded.samples[1_599...].allSatisfy { $0 == 0 })
  }

  @Test("does not take more of a voice than a note does")
  func size() {
    #expect(MemoryLayout<Voice.Source>.size <= 3 * MemoryLayout<Int>.size + 1)
  }

  @Test("is refused if a number is out of range, or if the displaced note would meet its neighbour")
  func refused() throws {
    typealias Change = (inout BeatPattern) -> Void
    let changes: [(name: String, isPlayable: Bool, change: Change)] = [
      ("no cells", false, { $0.cells = 0 }), ("17 cells", false, { $0.cells = 17 }),
      ("fewest cells", false, { $0.cells = .min }), ("no accent", false, { $0.notes = 0b1110 }),
      ("a note outside", false, { $0.notes = 0b11111 }), ("displaced accent", false, { $0.displaced = 0 }),
      ("displaced outside", false, { $0.displaced = 4 }), ("displaced before", false, { $0.displaced = -1 }),
      ("displaced rest", false, { $0.notes = 0b1011 }),
      (
        "rest, not displaced", true,
        {
          $0.notes = 0b1011
          $0.displacement = 0
        }
      ),
      ("tempo 0", false, { $0.tempo = 0 }), ("tempo too fast", false, { $0.tempo = 1_001 }),
      ("slowest", true, { $0.tempo = 1 }), ("fastest", false, { $0.tempo = 1_000 }),
      ("beat −1", false, { $0.firstBeat = -1 }), ("last first beat", true, { $0.firstBeat = 1 << 32 }),
      ("beat after it", false, { $0.firstBeat = 1 << 32 + 1 }), ("no beats", false, { $0.beats = 0 }),
      ("one beat", true, { $0.beats = 1 }), ("endless", true, { $0.beats = .max }),
      ("up to its neighbour", true, { $0.displacement = 5_999 }), ("on it", false, { $0.displacement = 6_000 }),
      ("up to the one before", true, { $0.displacement = -5_999 }), ("on that", false, { $0.displacement = -6_000 }),
      ("farthest", false, { $0.displacement = .min }),
      (
        "over a rest", true,
        {
          $0.notes = 0b101
          $0.displacement = 11_999
        }
      ),
      (
        "up to the next accent", true,
        {
          $0.notes = 0b1001
          $0.displaced = 3
          $0.displacement = 5_999
        }
      ),
      (
        "on that accent", false,
        {
          $0.notes = 0b1001
          $0.displaced = 3
          $0.displacement = 6_000
        }
      ),
    ]
    for (name, isPlayable, change) in changes {
      var pattern = BeatPattern.full(by: 3_000)
      change(&pattern)
      #expect(pattern.isPlayable(at: 48_000) == isPlayable, "\(name)")
      let rig = try Rig()
      rig.submit([.pattern(pattern, epoch: 1, start: .after(0), gain: 1)])
      rig.cycle()
      #expect(rig.counters.refusedCommands == (isPlayable ? 0 : 1), "\(name)")
      #expect(events(rig).count == (isPlayable ? 1 : 0), "\(name)")
    }
    let rig = try Rig()
    rig.submit([
      .pattern(.full(), epoch: 1, start: .after(0), gain: .nan),
      .note(role: .pattern, epoch: 1, start: .after(0), frames: 100, hertz: 440, gain: 1),
    ])
    rig.cycle()
    #expect(rig.counters.refusedCommands == 2)
  }

  @Test("of the greatest numbers does not trap")
  func extremes() throws {
    let rig = try Rig(rate: 768_000, period: 1_024)
    for start in [Start.after(0), .at(.max), .after(.max)] {
      rig.submit([
        .pattern(
          .full(cells: 16, displaced: 15, by: 1_000, tempo: 1, from: 1 << 32), epoch: 1, start: start, gain: .infinity)
      ])
      rig.submit([.pattern(.full(cells: 16, tempo: 1, from: 1 << 32), epoch: 1, start: start, gain: 9e9)])
    }
    rig.run(to: 10_000)
    #expect(rig.counters.refusedCommands == 3)
    for number in [Int64.min, -1, 0, 1 << 33, .max] {
      var pattern = BeatPattern.full(tempo: Int(number), from: number)
      _ = pattern.offset(ofBeat: number, cell: Int(number), rate: Int(number))
      pattern.cells = Int(number)
      _ = pattern.offset(ofBeat: .max, cell: .max, rate: 768_000)
    }
  }
}
