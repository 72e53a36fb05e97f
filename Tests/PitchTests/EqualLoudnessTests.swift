import Testing

@testable import Pitch

@Suite struct EqualLoudnessTests {
  /// Sound pressure levels of the published 60-phon contour (ISO 226:2003, table B.1, to 0.1 dB), less 60.
  @Test(arguments: [
    (125.0, 15.6), (250.0, 7.5), (500.0, 2.1), (1_000.0, 0.0), (2_000.0, 0.0), (4_000.0, -2.4),
  ])
  func `follows the published contour`(frequency: Double, expected: Double) {
    let clamped = min(expected, EqualLoudness.limit)
    #expect(abs(EqualLoudness.gain(at: Hertz(frequency)) - clamped) < 0.1)
  }

  @Test func `never leaves its limits`() {
    for number in 0...127 {
      guard let note = Note(number) else { continue }
      let gain = EqualLoudness.gain(at: Tuning.equal.reference(note, concertPitch: .standard))
      #expect(abs(gain) <= EqualLoudness.limit)
    }
    #expect(EqualLoudness.gain(at: Hertz(1)) == EqualLoudness.limit)
    #expect(EqualLoudness.gain(at: Hertz(20_000)).isFinite)
  }
}
