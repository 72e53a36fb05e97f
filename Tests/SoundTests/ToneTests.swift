import Glibc
import TestSupport
import Testing
import Time

@testable import Sound

@Suite("A steady tone")
struct ToneTests {
  /// The piano's ends, all its As, the most sensitive region, and frequencies that no period divides.
  static let frequencies = [27.5, 41.2034, 55, 110, 220, 261.625565, 440, 441.27, 880, 997, 1_760, 2_637.02, 4_186.009]

  @Test("is a sine to the precision of a float, at its frequency", arguments: frequencies)
  func purity(hertz: Double) throws {
    let rig = try Rig()
    rig.submit([.note(at: 0, frames: 100_000, hertz: hertz)])
    rig.run(to: 90_000)
    let fit = Analysis.fitSine(rig.samples[4_800..<(4_800 + 65_536)], rate: 48_000, near: hertz)
    let cents = 1_200 * log2(fit.hertz / hertz)
    print("tone \(hertz) Hz: THD+N \(fit.residualDecibels) dB, off by \(cents) cents")
    #expect(fit.residualDecibels <= -150)
    #expect(abs(cents) <= 1e-5)
    #expect(abs(fit.amplitude - 0.1) < 1e-9)
  }

  @Test("sounds the same whatever the period is, to the last bit of a float", arguments: [1, 64, 100, 1_024])
  func periods(period: Int) throws {
    func render(period: Int) throws -> [Float] {
      let rig = try Rig(period: period)
      rig.submit([.note(at: 0, frames: 6_000), .note(.target, at: 6_000, frames: 2_000, hertz: 450)])
      rig.run(to: 9_000)
      return Array(rig.samples[..<9_000])
    }
    let expected = try render(period: 256)
    let difference = zip(expected, try render(period: period)).map { abs($0 - $1) }.max() ?? 1
    #expect(difference <= 0x1p-27)
  }

  @Test("keeps its phase for a minute")
  func longTone() throws {
    var rig = try OfflineRenderer()
    var controller = try rig.engine.takeController()
    let hertz = 441.27
    _ = controller.submit([.note(at: 0, frames: .max, hertz: hertz)])
    var tail: [Float] = []
    let frames = 60 * 48_000
    while rig.frame.count < frames {
      let isTail = rig.frame.count > frames - 4_800
      rig.renderCycle { if isTail { tail += Array($0) } }
    }
    // The phase of the first tail frame after a minute is n·f/rate.
    let first = rig.frame.count - Int64(tail.count)
    let turns = Double(first) * hertz / 48_000
    let expected = 0.1 * sin(2 * Double.pi * (turns - turns.rounded(.down)))
    #expect(abs(Double(tail[0]) - expected) < 1e-7)
  }

  @Test("the sine polynomial is within 3·10⁻¹¹ of the C library's")
  func sinePolynomial() {
    var worst = 0.0
    for step in -200_000...200_000 {
      let turns = Double(step) / 50_000 + 1e-7
      worst = max(worst, abs(sine(turns: turns) - sin(2 * Double.pi * turns)))
    }
    print("sine polynomial: worst \(worst)")
    #expect(worst < 3e-11)
    #expect(sine(turns: 0) == 0)
  }

  /// From the slowest at the highest rate to the highest share of a rate.
  static let increments: [Double] = [
    1 / 768_000, 27.5 / 192_000, 27.5 / 48_000, 440 / 48_000, 4_186.009 / 44_100, 0.125, 0.25, 0.45,
  ]

  @Test(
    "at a constant frequency is within 5·10⁻¹¹ of the C library's sine, to the last frame", arguments: increments)
  func steadySine(increment: Double) {
    let steady = SteadySine(increment: increment)
    var worst = 0.0
    for phase in [0, 0.123_456, 0.25, 0.499_999, 0.75, 0.999_999_9] {
      var mix = [Double](repeating: 0, count: SoundLimits.chunk)
      steady.add(to: &mix, count: mix.count, gain: 1, phase: phase)
      for (frame, sample) in mix.enumerated() {
        worst = max(worst, abs(sample - sin(2 * .pi * (phase + Double(frame) * increment))))
      }
    }
    print("steady sine of \(increment) circles a frame: worst \(worst)")
    #expect(worst < 5e-11)
  }

  @Test("is added to the earlier samples, for the requested number of frames", arguments: 0...33)
  func steadySineLength(count: Int) {
    let steady = SteadySine(increment: 0.01)
    var whole = [Double](repeating: 0, count: 64)
    steady.add(to: &whole, count: 64, gain: 0.5, phase: 0.3)
    var mix = [Double](repeating: 3, count: 64)
    steady.add(to: &mix, count: count, gain: 0.5, phase: 0.3)
    for frame in 0..<64 { #expect(mix[frame] == (frame < count ? 3 + whole[frame] : 3)) }
  }
}
