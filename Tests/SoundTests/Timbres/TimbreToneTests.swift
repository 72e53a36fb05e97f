import Glibc
import Pitch
import TestSupport
import Testing

@testable import Sound

/// The timbres of several partials.
let tones = Timbre.allCases.filter { $0 != .sine }

@Suite("A note of several partials")
struct TimbreToneTests {
  /// From the piano's lowest note to its highest, with frequencies that no period divides.
  static let frequencies = [27.5, 41.2034, 110, 261.625565, 441.27, 997, 2_637.02, 4_186.009]

  @Test(
    "has each partial at its frequency and level, and nothing else", arguments: tones, [44_100, 48_000, 96_000])
  func spectrum(timbre: Timbre, rate: Int) throws {
    var worst = (cents: 0.0, decibels: 0.0, residual: -1_000.0)
    for hertz in Self.frequencies {
      let rig = try Rig(rate: rate)
      rig.submit([
        .note(role: .reference, epoch: 1, start: .at(0), frames: .max, hertz: hertz, gain: 1, timbre: timbre)
      ])
      let start = rate / 10
      rig.run(to: start + 131_072)
      let count = min(16, Int(0.45 * Double(rate) / hertz))
      let found = Partials(rig.samples[start..<(start + 131_072)], rate: Double(rate), fundamental: hertz, count: count)
      let expected = Harmonics(timbre).amplitudes
      for (index, partial) in found.partials.enumerated() {
        guard expected[index] > 0 else {
          #expect(partial.amplitude < 1e-9)
          continue
        }
        worst.cents = max(worst.cents, abs(1_200 * log2(partial.hertz / (Double(index + 1) * hertz))))
        worst.decibels = max(worst.decibels, abs(20 * log10(partial.amplitude / (0.1 * expected[index]))))
      }
      worst.residual = max(worst.residual, found.residualDecibels)
    }
    print("\(timbre) at \(rate): off by \(worst.cents) cents, \(worst.decibels) dB; all else \(worst.residual) dB")
    #expect(worst.cents <= 1e-6)
    #expect(worst.decibels <= 0.001)
    #expect(worst.residual <= -145)
  }

  @Test("is measured by an analysis that finds a wrong partial, a wrong level and a foreign line")
  func positiveControl() {
    let count = 131_072
    func found(_ sample: (Double) -> Double) -> Partials {
      let samples = (0..<count).map { Float(sample(2 * .pi * 110 * Double($0) / 48_000)) }
      return Partials(samples[...], rate: 48_000, fundamental: 110, count: 3)
    }
    #expect(found { 0.1 * sin($0) + 0.05 * sin(3 * $0) }.residualDecibels < -145)
    let sharp = found { 0.1 * sin($0) + 0.05 * sin(2.000_01 * $0) }.partials[1].hertz
    #expect(abs(1_200 * log2(sharp / 220.001_1)) < 1e-6)
    #expect(abs(found { 0.1 * sin($0) + 0.05 * sin(2 * $0) }.partials[1].amplitude - 0.05) < 1e-8)
    #expect(found { 0.1 * sin($0) + 1e-6 * sin(2.5 * $0) }.residualDecibels > -101)
  }

  @Test("is the sum of the C library's sines under the envelope of a sine, frame by frame", arguments: tones)
  func shape(timbre: Timbre) throws {
    for (period, hertz) in [(256, 441.27), (64, 4_186.009), (100, 27.5)] {
      let rig = try Rig(period: period)
      rig.submit([
        .note(
          role: .reference, epoch: 1, start: .at(0), frames: 3_000, hertz: hertz, gain: 0.7, sustain: 0.5,
          timbre: timbre)
      ])
      rig.run(to: 4_000)
      rig.submit([.fade(epoch: 1)])
      let fade = rig.samples.count
      rig.run(to: fade + 2_000)
      let amplitudes = Harmonics(timbre).amplitudes
      var worst = 0.0
      for (frame, sample) in rig.samples.enumerated() {
        var gain = 0.07
        if frame < 480 { gain *= pow(sin(.pi / 2 * Double(frame) / 480), 2) }
        if frame >= 1_800 { gain *= 0.5 + 0.5 * pow(sin(.pi / 2 * max(0, Double(2_999 - frame)) / 1_200), 2) }
        if frame >= fade { gain *= pow(sin(.pi / 2 * max(0, Double(fade + 1_199 - frame)) / 1_200), 2) }
        var sum = 0.0
        for index in amplitudes.indices where Double(index + 1) * hertz <= 0.45 * 48_000 {
          sum += amplitudes[index] * sin(2 * .pi * Double(index + 1) * hertz / 48_000 * Double(frame))
        }
        worst = max(worst, abs(Double(sample) - gain * sum))
      }
      print("\(timbre) of \(hertz) Hz at \(period) frames: worst frame \(worst)")
      #expect(worst < 1e-8)
    }
  }

  @Test("sounds the same whatever the period is", arguments: tones, [1, 64, 100, 1_024])
  func periods(timbre: Timbre, period: Int) throws {
    func render(period: Int) throws -> [Float] {
      let rig = try Rig(period: period)
      rig.submit([
        .note(role: .reference, epoch: 1, start: .at(0), frames: 6_000, hertz: 440, gain: 1, timbre: timbre)
      ])
      rig.run(to: 6_200)
      return Array(rig.samples[..<6_200])
    }
    let expected = try render(period: 256)
    let difference = zip(expected, try render(period: period)).map { abs($0 - $1) }.max() ?? 1
    #expect(difference <= 0x1p-26)
  }

  @Test("is refused with a number that is no timbre's")
  func unknown() throws {
    let rig = try Rig()
    for number in UInt8.min...UInt8.max {
      var slot = CommandSlot(.note(at: 0), batch: 1, endsBatch: true)
      slot.timbre = number
      _ = rig.controller.ends.commands.push(slot)
      rig.cycle()
      _ = rig.controller.silence()
      rig.run(to: rig.samples.count + 2_000)
    }
    #expect(rig.counters.refusedCommands == 256 - Timbre.allCases.count)
  }

  @Test("a sine of eight angles is that of each of them, to the last bit")
  func eightSines() {
    for step in -40_000...40_000 {
      let turns = SIMD8<Double>(1, 2, 3, 5, 7, 11, 13, 16) * (Double(step) / 10_000 + 1e-7)
      let sines = sine(turns: turns)
      for lane in 0..<8 where sines[lane] != sine(turns: turns[lane]) {
        Issue.record("the sine of \(turns[lane]) circles")
      }
    }
  }
}
