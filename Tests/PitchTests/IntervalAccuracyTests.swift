import Glibc
import Testing

@testable import Pitch

/// The limit: the interval pitch error in every tuning, for all roots and intervals, is at most 10⁻⁶ cents. Expected
/// values are computed from frequency ratios, never from cents.
struct IntervalAccuracyTests {
  static let bar = 1e-6

  /// The ratios of the upward intervals of 0…12 semitones.
  static let ratios: [(tuning: Tuning, ratios: [Double])] = [
    (.equal, (0...12).map { pow(2, Double($0) / 12) }),
    (
      .just,
      [1, 16.0 / 15, 9.0 / 8, 6.0 / 5, 5.0 / 4, 4.0 / 3, 45.0 / 32, 1.5, 8.0 / 5, 5.0 / 3, 9.0 / 5, 15.0 / 8, 2]
    ),
    (
      .pythagorean,
      [
        1, 256.0 / 243, 9.0 / 8, 32.0 / 27, 81.0 / 64, 4.0 / 3, 1024.0 / 729, 1.5, 128.0 / 81, 27.0 / 16, 16.0 / 9,
        243.0 / 128, 2,
      ]
    ),
    (
      // Thirds of 5:4, whole tones of half a third, fifths of the fourth root of 5.
      .meantone,
      {
        let fifth = pow(5, 0.25)
        let tone = sqrt(5) / 2
        return [
          1, 8 / pow(fifth, 5), tone, 4 / pow(fifth, 3), 1.25, 2 / fifth, 16 / pow(fifth, 6), fifth, 1.6, fifth * tone,
          4 / sqrt(5), 1.25 * fifth, 2,
        ]
      }()
    ),
  ]

  @Test(arguments: ratios) func `every named tuning is accurate`(tuning: Tuning, ratios: [Double]) throws {
    try expect(tuning) {
      $0 * ratios[$1]
    } down: {
      $0 / ratios[$1]
    }
  }

  /// Without a mapping a file's degrees are those ratios, from every reference.
  @Test func `scales counted from the reference are accurate`() throws {
    let septimal: [Double] = [
      1, 16.0 / 15, 9.0 / 8, 7.0 / 6, 9.0 / 7, 4.0 / 3, 7.0 / 5, 1.5, 14.0 / 9, 12.0 / 7, 7.0 / 4, 15.0 / 8, 2,
    ]
    try expect(try Shipped.tuning("septimal")) {
      $0 * septimal[$1]
    } down: {
      $0 / septimal[$1]
    }
    let stretched = (0...12).map { pow(2, Double($0) * 1202.5 / 12 / 1200) }
    let text = "stretched\n12\n" + (1...12).map { "\(Double($0) * 1202.5 / 12)\n" }.joined()
    try expect(try Tuning(name: "stretched.scl", scale: ScalaScale(Array(text.utf8)))) {
      $0 * stretched[$1]
    } down: {
      $0 / stretched[$1]
    }
  }

  /// Every root, every interval, two concert pitches.
  private func expect(
    _ tuning: Tuning, up: (Double, Int) -> Double, down: (Double, Int) -> Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var worst = 0.0
    var count = 0
    for concertA in [440.0, 415.3] {
      let pitch = try #require(ConcertPitch(Hertz(concertA)))
      for number in 21...108 {
        let root = try note(number)
        let reference = tuning.reference(root, concertPitch: pitch)
        let key = concertA * pow(2, Double(number - 69) / 12)
        worst = max(worst, abs(1200 * log2(reference.value / key)))
        for interval in DirectedInterval.all {
          #expect(tuning.has(interval, from: root), sourceLocation: sourceLocation)
          let target = tuning.target(from: root, at: reference, interval: interval)
          let semitones = abs(interval.semitones)
          let expected = interval.semitones < 0 ? down(key, semitones) : up(key, semitones)
          worst = max(worst, abs(1200 * log2(target.value / expected)))
          count += 1
        }
      }
    }
    #expect(count == 2 * 88 * 25, sourceLocation: sourceLocation)
    #expect(worst <= Self.bar, "\(tuning.name): \(worst) cents", sourceLocation: sourceLocation)
  }
}
