import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite("Utterances")
struct UtteranceTests {
  private static let rate = 22_050

  /// Something like speech: syllables of a buzz with pauses in between.
  private static func speech(seconds: Double, level: Double = 0.3) -> [Float] {
    (0..<Int(seconds * Double(rate))).map { index in
      let time = Double(index) / Double(rate)
      let syllable = max(0, sin(2 * .pi * time * 4))
      let buzz = (1...20).reduce(0.0) { $0 + cos(2 * .pi * 120 * Double($1) * time) / Double($1) }
      return Float(level * syllable * buzz / 3)
    }
  }

  private func utterance(_ number: UInt32 = 1, seconds: Double = 0.5, outputRate: Int = 48_000) throws -> Utterance {
    try #require(
      Utterance(samples: Self.speech(seconds: seconds), rate: Self.rate, outputRate: outputRate, number: number))
  }

  private func ends(_ rig: Rig) -> [SoundEvent] {
    rig.events.filter { if case .utteranceEnded = $0 { true } else { false } }
  }

  @Test("sound from their frame to their end, which is reported")
  func plays() throws {
    let rig = try Rig()
    let utterance = try utterance(7)
    #expect(utterance.frames == 24_000)
    rig.submit([.utterance(utterance, epoch: 1, start: .at(1_000))])
    rig.run(to: 30_000)
    #expect(ends(rig) == [.utteranceEnded(number: 7, frame: 25_000)])
    #expect(rig.samples[...1_000].allSatisfy { $0 == 0 })
    #expect(rig.samples[25_000...].allSatisfy { $0 == 0 })
    let samples = utterance.recording
    for index in 0..<samples.count {
      #expect(abs(rig.samples[1_000 + index] - 0.1 * samples.start[index]) < 1e-8)
      if abs(rig.samples[1_000 + index] - 0.1 * samples.start[index]) >= 1e-8 { return }
    }
  }

  @Test("are as loud as notes, whatever their level, and never louder than a note's peak", arguments: [0.001, 0.3, 50])
  func level(level: Double) throws {
    let utterance = try #require(
      Utterance(
        samples: Self.speech(seconds: 1, level: level), rate: Self.rate, outputRate: 48_000, number: 1))
    let samples = (0..<utterance.frames).map { utterance.recording.start[$0] }
    let peak = samples.map(abs).max() ?? 0
    #expect(peak <= 1)
    #expect(peak > 0.9)
    let sounding = samples.filter { abs($0) > 0.01 }
    let power = sounding.reduce(0) { $0 + Double($1) * Double($1) } / Double(sounding.count)
    let underNote = 10 * log10(power / 0.5)
    print("speech of level \(level): \(underNote) dB against a note, peak \(peak)")
    // A buzz is all peaks: the hardest voice there is to make loud.
    #expect(underNote > -11 && underNote < -4)
    let rig = try Rig()
    rig.controller.setLevel(decibels: -6)
    rig.submit([.utterance(utterance, epoch: 1, start: .at(4_800))])
    rig.run(to: 57_600)
    #expect(rig.counters.clampedFrames == 0)
  }

  @Test("fade with their event within 25 ms, without a click", arguments: [true, false])
  func fade(byEpoch: Bool) throws {
    let rig = try Rig(period: 64)
    rig.submit([.utterance(try utterance(3), epoch: 9, start: .at(0))])
    rig.run(to: 4_800)
    if byEpoch { rig.submit([.fade(epoch: 9)]) } else { _ = rig.controller.silence() }
    rig.run(to: 9_600)
    #expect(ends(rig) == [.utteranceEnded(number: 3, frame: 6_000)])
    #expect(rig.samples[5_999...].allSatisfy { $0 == 0 })
    #expect(rig.samples[4_800..<5_900].contains { $0 != 0 })
    #expect(!rig.events.contains { if case .released = $0 { true } else { false } })
  }

  @Test("that have not begun are over at once when they are cancelled, faded or silenced", arguments: 0...2)
  func cancelled(way: Int) throws {
    let rig = try Rig()
    rig.submit([.utterance(try utterance(3), epoch: 9, start: .at(40_000))])
    rig.cycle()
    #expect(ends(rig) == [])
    if way < 2 { rig.submit([way == 0 ? .cancel(epoch: 9) : .fade(epoch: 9)]) } else { _ = rig.controller.silence() }
    rig.cycle()
    #expect(ends(rig) == [.utteranceEnded(number: 3, frame: 256)])
  }

  @Test("speak one at a time: a new one fades the other")
  func oneVoice() throws {
    let rig = try Rig()
    rig.submit([
      .utterance(try utterance(1), epoch: 1, start: .at(0)), .utterance(try utterance(2), epoch: 2, start: .at(9_600)),
    ])
    rig.run(to: 40_000)
    #expect(ends(rig) == [.utteranceEnded(number: 1, frame: 10_800), .utteranceEnded(number: 2, frame: 33_600)])
  }

  @Test("are over at once if the renderer has another rate, no room or no voice for them")
  func refused() throws {
    let rig = try Rig()
    rig.submit([.utterance(try utterance(1, outputRate: 44_100), epoch: 1, start: .after(0))])
    rig.cycle()
    rig.submit((0..<64).map { .marker(epoch: $0, start: .at(90_000)) })
    rig.submit([.utterance(try utterance(2), epoch: 1, start: .after(0))])
    rig.cycle()
    _ = rig.controller.silence()
    rig.submit((0..<16).map { .note(epoch: $0, at: 512) } + [.utterance(try utterance(3), epoch: 1, start: .after(0))])
    rig.cycle()
    let expected: [SoundEvent] = [
      .utteranceEnded(number: 1, frame: 0), .utteranceEnded(number: 2, frame: 256),
      .utteranceEnded(number: 3, frame: 512),
    ]
    #expect(ends(rig) == expected)
    #expect(rig.counters.refusedCommands == 3)
  }

  @Test("must have numbers, a possible length and a possible rate")
  func refusedInputs() {
    func isRefused(_ samples: [Float], rate: Int = 22_050, outputRate: Int = 48_000) -> Bool {
      Utterance(samples: samples, rate: rate, outputRate: outputRate, number: 1) == nil
    }
    #expect(isRefused([]))
    #expect(isRefused([0, .nan]))
    #expect(isRefused([0, .infinity]))
    #expect(isRefused([0], rate: 0))
    #expect(isRefused([0], outputRate: 1))
    #expect(isRefused([Float](repeating: 0, count: 8_000 * Utterance.longest + 1), rate: 8_000))
    #expect(!isRefused([0]))
    #expect(!isRefused([Float](repeating: 0, count: 500)))
  }
}
