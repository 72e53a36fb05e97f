import Foundation
import Pitch
import Testing

@testable import Training

@Suite("The reference fades as it is needed less")
struct ReferenceFadeTests {
  /// What becomes of a player whose spread in cents follows from the level they hear: the levels of `attempts` in turn.
  private func levels(
    _ attempts: Int = 60, seed: UInt64, spread: (Double?) -> Double
  ) -> (heard: [Double?], range: Double?) {
    var generator = SeededGenerator(seed: seed)
    var fade = ReferenceFade()
    var heard: [Double?] = []
    for _ in 0..<attempts {
      heard.append(fade.level)
      fade.learn(error: Cents(spread(fade.level) * generator.normal()), heard: fade.level)
    }
    return (heard, fade.range)
  }

  @Test("the first dozen are held at full level")
  func dozen() {
    let heard = levels(30, seed: 1) { _ in 5 }.heard
    #expect(heard.prefix(ReferenceFade.held) == [Double?](repeating: 0, count: 12)[...])
    #expect(heard.contains(-3))
  }

  @Test("it falls by 3 dB within the range, rises by 3 dB outside, and is silent below −30")
  func steps() {
    var fade = ReferenceFade()
    for _ in 0..<12 { fade.learn(error: Cents(10), heard: 0) }
    #expect(fade.range.map { $0 > 10 && $0 < 13 } == true)
    // The twelfth moves nothing: it is one of those that the range is made of.
    #expect(fade.level == 0)
    for step in 1...10 {
      fade.learn(error: Cents(-9), heard: fade.level)
      #expect(fade.level == -3 * Double(step))
    }
    fade.learn(error: Cents(0), heard: -30)
    #expect(fade.level == nil)
    fade.learn(error: Cents(5), heard: nil)
    #expect(fade.level == nil)
    fade.learn(error: Cents(50), heard: nil)
    #expect(fade.level == -30)
    fade.learn(error: Cents(-50), heard: -30)
    #expect(fade.level == -27)
    for _ in 0..<10 { fade.learn(error: Cents(60), heard: fade.level) }
    #expect(fade.level == 0)
  }

  @Test(
    "attempts under another setting move nothing",
    arguments: [(20.0, nil as Double?), (0, nil), (0, -9), (90, -9), (.nan, 0), (.infinity, -3)])
  func others(error: Double, heard: Double?) {
    var fade = ReferenceFade()
    for _ in 0..<13 { fade.learn(error: Cents(10), heard: 0) }
    let level = fade.level
    fade.learn(error: Cents(error), heard: heard)
    #expect(fade.level == level && level == -3)
  }

  @Test("a wild attempt among the first dozen does not make the range useless")
  func wild() throws {
    var fade = ReferenceFade()
    for index in 0..<12 { fade.learn(error: Cents(index == 4 ? 180 : 8), heard: 0) }
    #expect(try #require(fade.range) < 24)
  }

  /// Of 500 players each; the true shares are 95.5 % and, with a spread that doubles with 4 dB less, 99 %.
  @Test("a player who needs no help reaches silence within 60 attempts; others stay at the level with half within")
  func players() {
    let runs = 500
    let silent = (1...runs).count { seed in levels(seed: UInt64(seed)) { _ in 6 }.heard.contains(nil) }
    let doubling = 4.0
    func spread(_ level: Double?) -> Double { 6 * exp2(max(-(level ?? -33) - 6, 0) / doubling) }
    let stayed = (1...runs).count { seed in
      let (heard, range) = levels(seed: UInt64(seed)) { spread($0) }
      let mean = heard.suffix(40).reduce(0) { $0 + ($1 ?? -33) } / 40
      // Half of normal errors lie within 0.6745 spreads.
      let half = -6 - doubling * log2(max((range ?? 0) / SimulatedListener.thresholdPerSigma / 6, 1))
      return abs(mean - half) <= 4
    }
    print("reference fades: \(silent) of \(runs) to silence, \(stayed) of \(runs) stay within 4 dB")
    #expect(silent >= runs * 95 / 100)
    #expect(stayed >= runs * 95 / 100)
  }
}
