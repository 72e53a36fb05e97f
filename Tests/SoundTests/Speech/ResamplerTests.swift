import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite("The resampler")
struct ResamplerTests {
  private static let rates = [
    (22_050, 48_000), (22_050, 44_100), (16_000, 48_000), (22_050, 96_000), (44_100, 48_000), (48_000, 44_100),
    (48_000, 22_050), (22_050, 8_000), (22_050, 47_999),
  ]

  /// A tone brought over, without its ends.
  private func tone(_ hertz: Double, _ rates: (from: Int, to: Int)) -> [Float] {
    let given = (0..<(rates.from / 2)).map { Float(sin(2 * .pi * hertz * Double($0) / Double(rates.from))) }
    let made = Resampler(from: rates.from, to: rates.to).resample(given)
    return Array(made[(rates.to / 50)..<(made.count - rates.to / 50)])
  }

  private func lowerRate(_ rates: (from: Int, to: Int)) -> Double { Double(min(rates.from, rates.to)) }

  @Test("is flat up to 0.43 of the lower rate, and adds nothing", arguments: rates)
  func passband(rates: (Int, Int)) {
    for share in [0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.43] {
      let hertz = lowerRate(rates) * share
      let fit = Analysis.fitSine(tone(hertz, rates)[...], rate: Double(rates.1), near: hertz)
      #expect(abs(20 * log10(fit.amplitude)) <= 0.02, "\(hertz) Hz")
      #expect(abs(fit.hertz - hertz) < 1e-3)
      // Images, and all else that is not the tone.
      #expect(fit.residualDecibels <= -75, "\(hertz) Hz")
    }
  }

  @Test(
    "removes frequencies beyond the lower rate", arguments: [(48_000, 22_050), (44_100, 8_000), (96_000, 48_000)])
  func stopband(rates: (Int, Int)) {
    for share in [0.5, 0.55, 0.7, 0.9] where lowerRate(rates) * share < Double(rates.0) / 2 {
      let loudest = tone(lowerRate(rates) * share, rates).map(abs).max() ?? 1
      #expect(20 * log10(Double(loudest)) <= -60, "\(share)")
    }
  }

  @Test("no image of speech's band is above −60 dB", arguments: [(22_050, 48_000), (16_000, 48_000), (22_050, 44_100)])
  func images(rates: (Int, Int)) {
    for share in stride(from: 0.05, through: 0.45, by: 0.05) {
      let hertz = Double(rates.0) * share
      let samples = tone(hertz, rates).map { ($0, Float(0)) }
      let line = Spectrum(samples, rate: Double(rates.1)).loudest(from: 0...Double(rates.1) / 2) {
        $0 > Double(rates.0) / 2
      }
      #expect(line.decibels <= -60, "\(hertz) Hz has an image at \(line.hertz) Hz")
    }
  }

  @Test("keeps time: a frame of the result is in its place in the original")
  func delay() {
    var given = [Float](repeating: 0, count: 2_205)
    given[1_000] = 1
    let made = Resampler(from: 22_050, to: 44_100).resample(given)
    #expect(made.count == 4_410)
    #expect(made.indices.max { abs(made[$0]) < abs(made[$1]) } == 2_000)
    for offset in 1...200 { #expect(abs(made[2_000 + offset] - made[2_000 - offset]) < 1e-6) }
  }

  @Test("a start a whole number of frames of both rates later gives the same, up to its ends")
  func later() {
    var chance = SplitMix64(seed: 1)
    let given = (0..<1_000).map { _ in Float.random(in: -1...1, using: &chance) }
    let resampler = Resampler(from: 22_050, to: 48_000)
    let later = resampler.resample([Float](repeating: 0, count: 147) + given)
    #expect(Array(later.dropFirst(320)) == resampler.resample(given))
  }

  @Test("leaves sound at its own rate unchanged, and silence")
  func identity() {
    #expect(Resampler(from: 48_000, to: 48_000).resample([0.5, -1, 0.25]) == [0.5, -1, 0.25])
    #expect(Resampler(from: 22_050, to: 48_000).resample([]) == [])
  }
}
