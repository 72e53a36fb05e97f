import Glibc
import Pitch
import Testing

@testable import Sound

@Suite("A timbre")
struct HarmonicsTests {
  @Test("has the power of a sine, whatever its partials", arguments: Timbre.allCases)
  func power(timbre: Timbre) {
    let amplitudes = Harmonics(timbre).amplitudes
    #expect(amplitudes.count == Harmonics.most)
    #expect(abs(amplitudes.reduce(0) { $0 + $1 * $1 } - 1) < 1e-12)
    #expect(amplitudes.allSatisfy { $0 >= 0 })
    #expect(amplitudes[0] > 0)
  }

  @Test("says which partials it has", arguments: Timbre.allCases)
  func partials(timbre: Timbre) {
    let amplitudes = Harmonics(timbre).amplitudes
    for number in 1...20 {
      let sounds = amplitudes.indices.contains(number - 1) && amplitudes[number - 1] > 0
      #expect(timbre.hasPartial(number) == sounds, "\(number)")
    }
  }

  @Test("has the spectrum of its kind")
  func spectra() {
    #expect(Harmonics(.sine).amplitudes == [1] + [Double](repeating: 0, count: 15))
    func decibels(_ timbre: Timbre) -> [Double] {
      let amplitudes = Harmonics(timbre).amplitudes
      return amplitudes.map { $0 == 0 ? -.infinity : (200 * log10($0 / amplitudes[0])).rounded() / 10 }
    }
    let none = -Double.infinity
    #expect(
      decibels(.string)
        == [0, -6, -9.5, -12, -14, -15.6, -16.9, -18.1, -19.1, -20, -20.8, -21.6, -22.3, -22.9, -23.5, -24.1])
    #expect(
      decibels(.reed)
        == [0, none, -9.5, none, -14, none, -16.9, none, -19.1, none, -20.8, none, -22.3, none, -23.5, none])
    #expect(
      decibels(.brass)
        == [0, -0.2, -1.2, -3, -5.4, -7.8, -10.1, -12.3, -14.2, -16, -17.6, -19.1, -20.5, -21.8, -23, -24.1])
    #expect(
      decibels(.voice)
        == [0, -1.6, 7.2, 3.3, 4.3, -14.6, -24.6, -30.8, -34.5, -35.1, -31] + [Double](repeating: none, count: 5))
    #expect(
      decibels(.organ) == [0, -6, -12, -18.1, -24.1, -30.1, -36.1, -42.1] + [Double](repeating: none, count: 8))
  }

  @Test("never exceeds its peak with any number of partials, and reaches it within 3 %", arguments: Timbre.allCases)
  func peaks(timbre: Timbre) {
    let harmonics = Harmonics(timbre)
    var highest = 0.0
    for step in 0..<4_000 {
      var sum = 0.0
      for (index, amplitude) in harmonics.amplitudes.enumerated() {
        sum += amplitude * sin(2 * .pi * Double(index + 1) * Double(step) / 4_000)
        highest = max(highest, abs(sum))
      }
    }
    print("\(timbre): largest sample \(highest)")
    // The grid may miss a little of the wave's top.
    #expect(highest <= (timbre == .sine ? 1 : harmonics.peak - 0.002))
    #expect(highest > 0.97 * harmonics.peak)
  }

  @Test("has the partials up to 0.45 of the rate, at least one and at most 16")
  func count() {
    #expect(Harmonics.count(increment: 0.45) == 1)
    #expect(Harmonics.count(increment: 0.449) == 1)
    #expect(Harmonics.count(increment: 0.224_9) == 2)
    #expect(Harmonics.count(increment: 0.45 / 16 - 1e-9) == 16)
    #expect(Harmonics.count(increment: 0.45 / 16 + 1e-9) == 15)
    #expect(Harmonics.count(increment: 1e-300) == 16)
    #expect(Harmonics.count(increment: 0.9) == 1)
  }

  @Test("but a sine is as loud by A-weighting as a sine of 1 kHz, at a gain of up to 12 dB", arguments: Timbre.allCases)
  func loudness(timbre: Timbre) {
    for number in 21...108 {
      let hertz = 440 * exp2(Double(number - 69) / 12)
      for rate in [44_100, 48_000, 96_000] {
        let gain = timbre.equalLoudness(at: Hertz(hertz), rate: rate)
        guard timbre != .sine else {
          #expect(gain == EqualLoudness.gain(at: Hertz(hertz)))
          continue
        }
        let power = Harmonics(timbre).amplitudes.enumerated().reduce(0) { power, partial in
          let frequency = Double(partial.offset + 1) * hertz
          guard frequency <= 0.45 * Double(rate) else { return power }
          return power + partial.element * partial.element * pow(10, aWeighting(frequency) / 10)
        }
        let level = gain + 10 * log10(power)
        #expect(gain <= 12)
        #expect(abs(level) < 0.01 || (gain == 12 && level < 0), "\(timbre) at \(hertz) Hz: \(level) dB")
        #expect(number < 48 || timbre == .organ || gain < 12)
      }
    }
  }

  /// The A curve by its published poles, apart from the renderer's: 0 dB at 1 kHz by definition.
  private func aWeighting(_ hertz: Double) -> Double {
    func response(_ hertz: Double) -> Double {
      let ratio = { (pole: Double) in hertz / hypot(hertz, pole) }
      let low = ratio(20.598_997) * ratio(20.598_997) * ratio(107.652_65) * ratio(737.862_23)
      return low / (1 + pow(hertz / 12_194.217, 2))
    }
    return 20 * log10(response(hertz) / response(1_000))
  }
}
