import Glibc
import TestSupport
import Testing

@testable import Sound

/// What a hand does to a wheel of 14 bits that sends every millisecond, ± 100 cents.
enum Gesture: String, CaseIterable {
  /// To and fro within two seconds: 314 cents a second at most.
  case slow
  /// To and fro within one: 628 cents a second.
  case fast

  /// Cents at a time in seconds, as the hand moves.
  func cents(_ time: Double) -> Double {
    100 * sin(2 * .pi * time * (self == .slow ? 0.5 : 1))
  }

  /// Cents the newest message has said at a time in seconds.
  func message(_ time: Double) -> Double {
    let millisecond = (time * 1_000 + 1e-6).rounded(.down) / 1_000
    return (cents(millisecond) / 100 * 8_191).rounded() * 100 / 8_192
  }
}

@Suite("The glide")
struct GlideTests {
  private static let hertz = 440.0

  /// Plays a tunable note that gets a gesture's newest message before each cycle; `cycles` lists these messages and
  /// their frames.
  private func play(
    _ gesture: Gesture, period: Int, rate: Int = 48_000, seconds: Double
  ) throws -> (rig: Rig, cycles: [(frame: Int, cents: Double)]) {
    let rig = try Rig(rate: rate, period: period)
    rig.submit([.note(role: .tunable, epoch: 1, start: .at(0), frames: .max, hertz: Self.hertz, gain: 1)])
    var cycles: [(frame: Int, cents: Double)] = []
    while Double(rig.samples.count) < seconds * Double(rate) {
      let cents = gesture.message(Double(rig.samples.count) / Double(rate))
      cycles.append((rig.samples.count, cents))
      rig.controller.tune(epoch: 1, cents: cents)
      rig.cycle()
    }
    return (rig, cycles)
  }

  /// The formula of `Glide`, taken at its word: a sum over all of the window for each frame, the C library's sine.
  private func reference(
    _ cycles: [(frame: Int, cents: Double)], count: Int, rate: Double, length: Int
  ) -> [Double] {
    let start = Self.hertz / rate
    var lines: [Double] = []
    var value = start
    for (index, cycle) in cycles.enumerated() {
      let end = index + 1 < cycles.count ? cycles[index + 1].frame : count
      let next = start * pow(2, (cycle.cents * 1e6).rounded() / 1e6 / 1_200)
      for frame in cycle.frame..<end {
        lines.append(value + (next - value) * Double(frame - cycle.frame + 1) / Double(end - cycle.frame))
      }
      value = next
    }
    let period = cycles.count > 1 ? cycles[1].frame : count
    let window = max(1, length - period + 1)
    var phase = 0.0
    return (0..<count).map { frame in
      let sample = 0.1 * sin(2 * .pi * phase)
      var sum = 0.0
      for back in 0..<window { sum += frame - back >= 0 ? lines[frame - back] : start }
      phase += sum / Double(window)
      phase -= phase.rounded(.down)
      return sample
    }
  }

  @Test(
    "is the documented smoother, to −120 dB and far beyond",
    arguments: Gesture.allCases, [1, 64, 100, 128, 256, 1_024])
  func residual(gesture: Gesture, period: Int) throws {
    let (rig, cycles) = try play(gesture, period: period, seconds: 0.5)
    let expected = reference(cycles, count: rig.samples.count, rate: 48_000, length: 960)
    var error = 0.0
    var power = 0.0
    for index in 480..<rig.samples.count {
      error += pow(Double(rig.samples[index]) - expected[index], 2)
      power += pow(expected[index], 2)
    }
    let decibels = 10 * log10(error / power)
    print("glide, \(gesture) at \(period) frames: residual \(decibels) dB")
    #expect(decibels <= -140)
  }

  @Test(
    "of a slow gesture has no line 50 Hz or more from 440 Hz above −90 dB",
    arguments: [44_100, 48_000], [64, 128, 256, 512, 1_024])
  func lines(rate: Int, period: Int) throws {
    let (rig, _) = try play(.slow, period: period, rate: rate, seconds: 6)
    let samples = rig.samples[(rate / 2)...].map { ($0 * 10, Float(0)) }
    let line = Spectrum(samples, rate: Double(rate)).loudest(from: -20_000...20_000) { frequency in
      abs(abs(frequency) - Self.hertz) >= 50
    }
    print("glide at \(period)/\(rate): \(line.decibels) dB at \(line.hertz) Hz")
    #expect(line.decibels <= -90)
  }

  @Test(
    "of a fast gesture has none 50 Hz or more from the moving tone above −90 dB",
    arguments: Gesture.allCases, [64, 128, 256, 512, 1_024])
  func movingLines(gesture: Gesture, period: Int) throws {
    let (rig, _) = try play(gesture, period: period, seconds: 6)
    // Turned back by the hand's own movement the tone stands at 0 Hz, whatever its distance from 440 Hz was; what the
    // movement's smoothing delays it by is slow. The other half of a real signal lies about −880 Hz and is left out.
    let delay = 0.010 + Double(period) / 96_000
    var phase = 0.0
    let turned = rig.samples.indices.map { index -> (Float, Float) in
      defer { phase += Self.hertz / 48_000 * exp2(gesture.cents(Double(index) / 48_000 - delay) / 1_200) }
      let angle = 2 * .pi * (phase - phase.rounded(.down))
      return (rig.samples[index] * 10 * Float(cos(angle)), rig.samples[index] * -10 * Float(sin(angle)))
    }
    let line = Spectrum(turned[24_000...].map { $0 }, rate: 48_000).loudest(from: -700...700) { abs($0) >= 50 }
    print("glide, \(gesture) from the moving tone at \(period): \(line.decibels) dB at \(line.hertz) Hz")
    #expect(line.decibels <= -90)
  }

  @Test("the measurement finds steps straight to the value")
  func positiveControl() {
    var phase = 0.0
    let samples = (0..<240_000).map { index -> (Float, Float) in
      defer { phase += 440 / 48_000 * exp2(Gesture.slow.message(Double(index / 1_024 * 1_024) / 48_000) / 1_200) }
      return (Float(sin(2 * .pi * phase)), 0)
    }
    let line = Spectrum(samples, rate: 48_000).loudest(from: -20_000...20_000) { abs(abs($0) - 440) >= 50 }
    #expect(line.decibels > -80)
  }

  @Test(
    "begins on the first frame of the cycle, arrives within 20 ms or a cycle, and then stays exactly there",
    arguments: [(64, 44_100), (64, 48_000), (256, 48_000), (960, 48_000), (1_024, 48_000), (333, 96_000)])
  func arrives(period: Int, rate: Int) throws {
    let rig = try Rig(rate: rate, period: period)
    rig.submit([.note(role: .tunable, epoch: 1, start: .at(0), frames: .max, hertz: 440, gain: 1)])
    rig.run(to: rate / 10)
    let still = try Rig(rate: rate, period: period)
    still.submit([.note(role: .tunable, epoch: 1, start: .at(0), frames: .max, hertz: 440, gain: 1)])
    let asked = rig.samples.count
    rig.controller.tune(epoch: 1, cents: 100)
    let length = max(rate / 50, period)
    rig.run(to: asked + rate / 2)
    still.run(to: asked + rate / 2)
    #expect(rig.engine.retuning == Retuning(epoch: 1, cents: 100, frame: .init(Int64(asked))))
    // The frame's own sample has the phase that was reached before; the next ones differ more and more.
    #expect(rig.samples[...asked] == still.samples[...asked])
    #expect(rig.samples[asked + period / 2] != still.samples[asked + period / 2])
    let target = 440 / Double(rate) * exp2(100.0 / 1_200)
    #expect(rig.engine.renderer.pointee.voices[0].increment == target)
    let fit = Analysis.fitSine(rig.samples[(asked + length)...].prefix(8_192), rate: Double(rate), near: 466)
    #expect(abs(1_200 * log2(fit.hertz / (target * Double(rate)))) < 1e-5)
    #expect(fit.residualDecibels < -149)
  }

  @Test("ends exactly on the last value after any run of them, with any periods", arguments: 1...5)
  func random(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let rig = try Rig(period: 2_048)
    rig.submit([.note(role: .tunable, epoch: 1, start: .at(0), frames: .max, hertz: 440, gain: 1)])
    var cents = 0.0
    for _ in 0..<300 {
      cents = Double.random(in: -100...100, using: &random)
      if Bool.random(using: &random) { rig.controller.tune(epoch: 1, cents: cents) }
      rig.cycle(frames: Int.random(in: 0...2_048, using: &random))
    }
    rig.controller.tune(epoch: 1, cents: cents)
    rig.cycle(frames: 300)
    rig.run(to: rig.samples.count + 2_048)
    let millionths = (cents * 1e6).rounded()
    let expected = 440 / 48_000 * exp2(millionths * 1e-6 / 1_200)
    #expect(rig.engine.renderer.pointee.voices[0].increment == expected)
    let isSteady = rig.engine.renderer.pointee.glide.isSteady
    #expect(isSteady)
  }
}
