import TestSupport
import Testing

@testable import Sound

@Suite("Timers' tones: on time")
struct CueTests {
  /// A tone every quarter of a second, from `first` on, on frames that no cycle begins with.
  private static func plan(rate: Int, first: Int = 1_001) -> [(tone: CueTone, frame: Int)] {
    CueTone.allCases.enumerated().map { ($0.element, first + $0.offset * (rate / 4 + 3)) }
  }

  /// The reports of tones among events.
  private func reports(_ rig: Rig) -> [SoundEvent] {
    rig.events.filter { if case .cue = $0 { true } else { false } }
  }

  @Test(
    "begin and are reported on their very frame",
    arguments: [
      (22_050, 64), (44_100, 441), (48_000, 7), (48_000, 64), (48_000, 1_024), (96_000, 128), (192_000, 1_024),
    ])
  func frames(rate: Int, period: Int) throws {
    let rig = try Rig(rate: rate, period: period)
    let plan = Self.plan(rate: rate)
    rig.submit(plan.map { .cue($0.tone, start: .at(Int64($0.frame))) })
    rig.run(to: plan.last.map { $0.frame + rate / 4 } ?? 0)
    #expect(reports(rig) == plan.map { .cue($0.tone, frame: Int64($0.frame), isSounded: true) })
    var silentFrom = 0
    for (tone, frame) in plan {
      #expect(rig.samples[silentFrom..<frame].allSatisfy { $0 == 0 }, "before \(tone)")
      #expect(rig.samples[frame] != 0, "\(tone)")
      silentFrom = frame + rate * 150 / 1_000 + 1
    }
    #expect(rig.samples[silentFrom...].allSatisfy { $0 == 0 })
    #expect(rig.counters.lateBatches == 0)
    #expect(rig.counters.refusedCommands == 0)
  }

  @Test("are the same in one cycle and in cycles of any length", arguments: 1...4)
  func splits(seed: Int) throws {
    let plan = Self.plan(rate: 48_000)
    let batch = plan.map { SoundCommand.cue($0.tone, start: .at(Int64($0.frame))) }
    let whole = try Rig(period: 110_000)
    whole.submit(batch)
    whole.cycle()
    var random = SplitMix64(seed: UInt64(seed))
    let split = try Rig(period: 1_500)
    split.submit(batch)
    while split.samples.count < 110_000 {
      split.cycle(frames: min(Int.random(in: 0...1_500, using: &random), 110_000 - split.samples.count))
    }
    #expect(split.samples == whole.samples)
    #expect(split.events == whole.events)
  }

  @Test("that are cancelled have never been; one that sounds continues")
  func cancel() throws {
    let rig = try Rig()
    let other = try Rig()
    for rig in [rig, other] { rig.submit([.cue(.low, start: .at(300))]) }
    rig.submit([.cue(.medium, start: .at(9_000)), .marker(epoch: 1, start: .at(9_000))])
    rig.run(to: 512)
    // What exercises take back is theirs alone.
    rig.submit([
      .cancel(epoch: SoundLimits.cueEpoch), .cue(.high, start: .at(9_001)), .cancel(epoch: 0), .fade(epoch: 2),
    ])
    rig.run(to: 20_480)
    other.submit([.cue(.high, start: .at(9_001))])
    other.run(to: 20_480)
    #expect(reports(rig) == [.cue(.low, frame: 300, isSounded: true), .cue(.high, frame: 9_001, isSounded: true)])
    #expect(rig.samples == other.samples)
    #expect(rig.events.contains(.marker(epoch: 1, frame: 9_000)))
  }

  @Test("fade and fall silent with everything else", arguments: [true, false])
  func silence(byEpoch: Bool) throws {
    let rig = try Rig(period: 64)
    rig.submit([.cue(.low, start: .at(0)), .cue(.high, start: .at(2_000))])
    rig.run(to: 640)
    if byEpoch { rig.submit([.fade(epoch: SoundLimits.cueEpoch)]) } else { _ = rig.controller.silence() }
    rig.run(to: 4_800)
    #expect(reports(rig) == [.cue(.low, frame: 0, isSounded: true)])
    #expect(rig.samples[640..<800].contains { $0 != 0 })
    #expect(rig.samples[(640 + 239)...].allSatisfy { $0 == 0 })
    #expect(!rig.events.contains { if case .released = $0 { true } else { false } })
  }

  @Test("whose frame has passed sound at once, with all of their batch moved alike")
  func late() throws {
    let rig = try Rig()
    rig.run(to: 1_024)
    rig.submit([.cue(.start, start: .at(900)), .marker(epoch: 1, start: .at(950))])
    rig.run(to: 9_000)
    #expect(rig.counters.lateBatches == 1)
    #expect(reports(rig) == [.cue(.start, frame: 1_024, isSounded: true)])
    #expect(rig.events.contains(.marker(epoch: 1, frame: 1_074)))
    #expect(rig.samples[..<1_024].allSatisfy { $0 == 0 })
    #expect(rig.samples[1_024] != 0)
  }

  @Test("leave each other, clicks and speech alone, and those leave them alone")
  func together() throws {
    let noise = (0..<9_600).map { Float($0 % 50) / 50 - 0.5 }
    let speech = try #require(Utterance(samples: noise, rate: 48_000, outputRate: 48_000, number: 1))
    let commands: [SoundCommand] = [
      .cue(.low, start: .at(1_000)), .cue(.finish, start: .at(1_500)), .clicks(.tick, epoch: 1, start: .at(1_200)),
      .utterance(speech, epoch: 1, start: .at(0)),
    ]
    let together = try Rig()
    together.submit(commands)
    together.run(to: 12_000)
    var sum = [Float](repeating: 0, count: together.samples.count)
    for command in commands {
      let alone = try Rig()
      alone.submit([command])
      alone.run(to: 12_000)
      for index in sum.indices { sum[index] += alone.samples[index] }
    }
    #expect(zip(sum, together.samples).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(
      reports(together) == [.cue(.low, frame: 1_000, isSounded: true), .cue(.finish, frame: 1_500, isSounded: true)])
  }

  @Test("that find no room are refused and counted like all others; one that sounds already makes them silent")
  func overflow() throws {
    let rig = try Rig()
    let capacity = SoundLimits.scheduledCapacity
    rig.submit((0..<(capacity + 2)).map { .cue(.low, start: .at(Int64(90_000 + $0))) })
    rig.cycle()
    #expect(rig.counters.refusedCommands == 2)
    _ = rig.controller.silence()
    rig.submit((0..<SoundLimits.voiceCapacity).map { _ in .clicks(.trouble, epoch: 1, start: .at(600)) })
    rig.submit([.cue(.high, start: .at(700))])
    rig.run(to: 2_048)
    #expect(rig.counters.refusedCommands == 3)
    #expect(reports(rig) == [.cue(.high, frame: 700, isSounded: false)])
    let full = [SoundCommand](repeating: .cue(.low, start: .at(0)), count: SoundLimits.commandCapacity + 1)
    #expect(rig.submit(full) == nil)
  }

  @Test("come at a server's new rate too, and none that was scheduled before")
  func prepare() throws {
    let rig = try Rig()
    rig.submit([.cue(.low, start: .at(0)), .cue(.medium, start: .at(20_000))])
    rig.run(to: 1_024)
    try rig.engine.prepare(rate: 96_000)
    rig.cycle()
    #expect(rig.samples[1_024...].allSatisfy { $0 == 0 })
    rig.submit([.cue(.high, start: .at(60_000))])
    rig.run(to: 72_000)
    #expect(reports(rig) == [.cue(.low, frame: 0, isSounded: true), .cue(.high, frame: 60_000, isSounded: true)])
    // 100 ms at the new rate.
    #expect(rig.samples[69_000..<69_600].contains { $0 != 0 })
    #expect(rig.samples[69_600...].allSatisfy { $0 == 0 })
  }
}
