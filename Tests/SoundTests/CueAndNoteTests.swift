import TestSupport
import Testing

@testable import Sound

@Suite("Timers' tones: never during a note")
struct CueAndNoteTests {
  private func reports(_ rig: Rig) -> [SoundEvent] {
    rig.events.filter { if case .cue = $0 { true } else { false } }
  }

  /// Frames of `low` at 48 kHz.
  private static let length = 4_800

  @Test("are silent in a note, whatever its role, from its first frame to its release's last")
  func inANote() throws {
    for role in [VoiceRole.reference, .target, .tunable] {
      // A note over 10,000 ..< 20,000 and, for each frame of a tone, whether it sounds.
      let alone = try Rig()
      alone.submit([.note(role, at: 10_000, frames: 10_000)])
      alone.run(to: 26_000)
      for (frame, isSounded) in [
        (10_000 - Self.length, true), (10_000 - Self.length + 1, false), (9_999, false), (10_000, false),
        (15_000, false), (19_999, false), (20_000, true),
      ] where role == .target || frame >= 15_000 {
        let rig = try Rig()
        rig.submit([.note(role, at: 10_000, frames: 10_000)])
        rig.submit([.cue(.low, start: .at(Int64(frame)))])
        rig.run(to: 26_000)
        #expect(reports(rig) == [.cue(.low, frame: Int64(frame), isSounded: isSounded)], "\(role)")
        #expect((rig.samples != alone.samples) == isSounded)
        #expect(rig.samples[10_000..<20_000] == alone.samples[10_000..<20_000])
      }
    }
  }

  @Test("see a note of their own frame in any order of submission", arguments: [true, false])
  func sameFrame(noteFirst: Bool) throws {
    let rig = try Rig()
    let note = SoundCommand.note(at: 700, frames: 2_000)
    let cue = SoundCommand.cue(.rest, start: .at(700))
    rig.submit(noteFirst ? [note, cue] : [cue, note])
    rig.run(to: 9_000)
    #expect(reports(rig) == [.cue(.rest, frame: 700, isSounded: false)])
  }

  @Test("sound if a note has been faded or withdrawn in time")
  func freed() throws {
    let rig = try Rig(period: 100)
    rig.submit([.note(epoch: 1, at: 0, frames: .max), .note(epoch: 2, at: 6_000)])
    rig.submit([.cue(.low, start: .at(2_199)), .cue(.low, start: .at(2_200))])
    rig.run(to: 1_000)
    rig.submit([.fade(epoch: 1), .cancel(epoch: 2)])
    rig.run(to: 9_000)
    #expect(
      reports(rig) == [.cue(.low, frame: 2_199, isSounded: false), .cue(.low, frame: 2_200, isSounded: true)])
  }

  @Test(
    "make room, softly, for a note that is scheduled while they sound", arguments: [0, 100, 240, 1_000, 4_000])
  func brokenOff(lead: Int) throws {
    let start = 640 + lead
    let cue = try Rig(period: 64)
    let note = try Rig(period: 64)
    let both = try Rig(period: 64)
    for rig in [cue, both] { rig.submit([.cue(.low, start: .at(0))]) }
    for rig in [cue, note, both] { rig.run(to: 640) }
    for rig in [note, both] { rig.submit([.note(at: Int64(start), frames: 9_600)]) }
    for rig in [cue, note, both] { rig.run(to: 12_800) }
    #expect(reports(both) == [.cue(.low, frame: 0, isSounded: true)])
    // Untouched to the first frame of its release, of 5 ms; gone before the note, or 5 ms into it at most.
    let release = max(640, start - 240)
    let end = release + 239
    #expect(both.samples[..<release] == cue.samples[..<release])
    #expect(both.samples[end...] == note.samples[end...])
    #expect(cue.samples[end..<4_700].contains { $0 != 0 })
    for index in release..<end {
      let expected = (both.samples[index] - note.samples[index]).magnitude
      #expect(expected <= cue.samples[index].magnitude + 1e-7)
      if expected > cue.samples[index].magnitude + 1e-7 { return }
    }
  }

  @Test("are not cut off by a note that begins after them, nor twice")
  func afterTheTone() throws {
    let cue = try Rig(period: 64)
    let both = try Rig(period: 64)
    for rig in [cue, both] {
      rig.submit([.cue(.low, start: .at(0))])
      rig.run(to: 640)
    }
    both.submit([.note(epoch: 1, at: Int64(Self.length))])
    for rig in [cue, both] { rig.run(to: Self.length) }
    #expect(both.samples[..<Self.length] == cue.samples[..<Self.length])
    let twice = try Rig(period: 64)
    twice.submit([.cue(.low, start: .at(0))])
    twice.run(to: 640)
    twice.submit([.note(epoch: 1, at: 3_000)])
    twice.submit([.note(epoch: 2, at: 2_000), .cancel(epoch: 1)])
    twice.submit([.note(epoch: 3, at: 2_500), .cancel(epoch: 2), .cancel(epoch: 3)])
    twice.run(to: 9_600)
    #expect(twice.samples[..<1_760] == cue.samples[..<1_760])
    #expect(twice.samples[1_999...].allSatisfy { $0 == 0 })
  }

  @Test("never touch a sample of a note, wherever both start", arguments: 1...6)
  func random(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let with = try Rig(period: Int.random(in: 16...700, using: &random))
    let without = try Rig(period: with.renderer.period)
    var notes: [Range<Int>] = []
    var cues: [Int64: Int] = [:]
    // Notes are scheduled at least 5 ms ahead, as practice does.
    while with.samples.count < 250_000 {
      let now = with.samples.count
      var batch: [SoundCommand] = []
      if Int.random(in: 0..<24, using: &random) == 0 {
        let start = now + Int.random(in: 240...14_000, using: &random)
        let frames = Int.random(in: 1...9_000, using: &random)
        let role = [VoiceRole.reference, .target, .tunable].randomElement(using: &random) ?? .target
        batch.append(.note(role, at: Int64(start), frames: Int64(frames), hertz: 300))
        notes.append(start..<(start + frames))
      }
      without.submit(batch)
      if Int.random(in: 0..<12, using: &random) == 0, let tone = CueTone.allCases.randomElement(using: &random) {
        let start = now + Int.random(in: 0...20_000, using: &random)
        if cues[Int64(start)] == nil {
          batch.append(.cue(tone, start: .at(Int64(start))))
          cues[Int64(start)] = with.engine.renderer.pointee.cueTones.samples(of: tone).count
        }
      }
      with.submit(batch)
      with.cycle()
      without.cycle()
    }
    #expect(with.counters.refusedCommands == 0)
    // On the frames of notes both are the same except for rounding, which differs because cycles are divided
    // differently.
    for note in notes {
      let heard = note.clamped(to: 0..<with.samples.count)
      let worst = zip(with.samples[heard], without.samples[heard]).map { ($0 - $1).magnitude }.max() ?? 0
      #expect(worst < 1e-7)
    }
    var sounded = 0
    var silent = 0
    for case .cue(_, let frame, let isSounded) in with.events {
      let length = try #require(cues[frame])
      let isFree = !notes.contains { $0.overlaps(Int(frame)..<(Int(frame) + length)) }
      // A free one sounds; one that does not has a note in its way. (One that sounds may be broken off by a later
      // note.)
      if isFree { #expect(isSounded) }
      if isSounded {
        sounded += 1
        let audible = Int(frame)..<min(Int(frame) + 240, with.samples.count)
        #expect(with.samples[audible] != without.samples[audible])
      } else {
        silent += 1
        #expect(!isFree)
      }
    }
    #expect(sounded > 3)
    #expect(silent > 3)
  }
}
