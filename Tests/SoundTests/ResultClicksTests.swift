import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite("Clicks that give a result")
struct ResultClicksTests {
  private static let rates = [44_100, 48_000, 96_000]
  private static let kinds = ClickTimbre.allCases.flatMap { timbre in ClickCount.allCases.map { ($0, timbre) } }

  /// The clicks from frame 4,800 on.
  private func play(_ count: ClickCount, _ timbre: ClickTimbre, rate: Int) throws -> [Float] {
    let rig = try Rig(rate: rate)
    rig.submit([.clicks(.result(count, timbre), epoch: 1, start: .at(4_800))])
    rig.run(to: rate)
    return rig.samples
  }

  private func clicks(_ count: ClickCount, rate: Int) -> [Range<Int>] {
    (0..<Int(count.rawValue)).map { click in
      let first = 4_800 + click * rate / 10
      return first..<(first + rate * 60 / 1_000)
    }
  }

  /// Decibels under a note at the level of all voices.
  private func underNote(_ samples: ArraySlice<Float>) -> Double {
    let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    return -10 * log10(power / (0.1 * 0.1 / 2))
  }

  @Test("have the given number, 100 ms apart, with silence around", arguments: kinds, rates)
  func count(kind: (ClickCount, ClickTimbre), rate: Int) throws {
    let samples = try play(kind.0, kind.1, rate: rate)
    let clicks = clicks(kind.0, rate: rate)
    for (index, sample) in samples.enumerated() where sample != 0 {
      guard clicks.contains(where: { $0.contains(index) }) else {
        Issue.record("sound at \(index)")
        return
      }
    }
    let levels = clicks.map { underNote(samples[$0]) }
    #expect(levels.allSatisfy { abs($0 - levels[0]) < 0.01 })
    #expect(levels[0] >= 11.99)
    if kind.1 == .dull { #expect(levels[0] <= 12.01) }
    #expect((samples.map(abs).max() ?? 1) <= 0.1)  // No louder than a note's peak at any level.
  }

  @Test("are bright or dull, apart from the tick and from each other", arguments: rates)
  func bands(rate: Int) throws {
    for (timbre, band) in [(ClickTimbre.bright, 2_000.0...6_000), (.dull, 150...500)] {
      let samples = try play(.three, timbre, rate: rate)
      for click in clicks(.three, rate: rate) {
        let share = Analysis.share(of: band, in: samples[click], rate: Double(rate))
        print(
          "\(timbre) at \(rate): \(share) of its energy within \(band) Hz, \(underNote(samples[click])) dB under a note"
        )
        #expect(share > 0.97)
      }
    }
  }

  @Test("have soft edges")
  func clicks() throws {
    for timbre in ClickTimbre.allCases {
      let samples = try play(.three, timbre, rate: 48_000)
      for click in clicks(.three, rate: 48_000) {
        for edge in [click.lowerBound, click.upperBound] {
          #expect(Analysis.energy(above: 12_000, in: samples, centre: edge, rate: 48_000) < -70)
        }
      }
    }
  }

  /// The A curve from its table of third octaves (IEC 61672-1, table 3), apart from the formula the clicks are made
  /// by.
  private static let weights: [(hertz: Double, decibels: Double)] = [
    (125, -16.1), (160, -13.4), (200, -10.9), (250, -8.6), (315, -6.6), (400, -4.8), (500, -3.2), (1_600, 1.0),
    (2_000, 1.2), (2_500, 1.3), (3_150, 1.2), (4_000, 1.0), (5_000, 0.5), (6_300, -0.1),
  ]

  @Test("have the same weight to the ear, sharp or flat")
  func weight() throws {
    func weighted(_ timbre: ClickTimbre) throws -> Double {
      let samples = try play(.one, timbre, rate: 48_000)[clicks(.one, rate: 48_000)[0]]
      let shares = zip(Self.weights, Self.weights.dropFirst()).map { lower, upper in
        Analysis.share(of: lower.hertz...upper.hertz, in: samples, rate: 48_000)
          * pow(10, (lower.decibels + upper.decibels) / 20)
      }
      return 10 * log10(shares.reduce(0, +)) - underNote(samples)
    }
    let difference = try weighted(.bright) - weighted(.dull)
    print("bright against dull, A-weighted: \(difference) dB")
    #expect(abs(difference) < 1)
  }

  @Test("come after the note's release and are over within feedback", arguments: [64, 256, 1_024], [44_100, 48_000])
  func timing(period: Int, rate: Int) throws {
    let rig = try Rig(rate: rate, period: period)
    rig.submit([.note(role: .tunable, epoch: 1, start: .at(0), frames: .max, hertz: 440, gain: 1)])
    rig.run(to: 8_192)
    rig.submit([.fade(epoch: 1)])
    let fade = rig.samples.count
    // Two periods go by: the cycle of the fade, and one more until the loop has answered its report.
    rig.cycle()
    rig.cycle()
    let delay = Int(SoundLimits.resultDelay * Double(rate))
    rig.submit([.clicks(.result(.three, .dull), epoch: 1, start: .at(Int64(fade + delay)))])
    rig.run(to: fade + rate)
    #expect(rig.counters.lateBatches == 0)
    #expect(delay > rate / 40)
    #expect(rig.samples[(fade + rate / 40)..<(fade + delay)].allSatisfy { $0 == 0 })
    #expect(rig.samples[(fade + delay)..<(fade + delay + rate / 20)].contains { $0 != 0 })
    #expect(rig.samples[(fade + rate * 4 / 10)...].allSatisfy { $0 == 0 })
  }
}
