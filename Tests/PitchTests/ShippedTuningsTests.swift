import Glibc
import Testing

@testable import Pitch

/// Every shipped file is a test case: it is parsed, and what its keys sound at is computed a second time, from what its
/// description says.
struct ShippedTuningsTests {
  @Test func `every shipped tuning is known`() {
    #expect(
      Shipped.files == [
        "19-equal.kbm", "19-equal.scl", "7-equal.kbm", "7-equal.scl", "quarter-comma.kbm", "quarter-comma.scl",
        "septimal.scl", "vallotti.kbm", "vallotti.scl", "werckmeister-3.kbm", "werckmeister-3.scl", "young.kbm",
        "young.scl",
      ])
  }

  @Test(arguments: Shipped.files.filter { $0.hasSuffix(".scl") }) func `each tuning has a description`(file: String)
    throws
  {
    #expect(try !ScalaScale(Shipped.bytes(file)).description.isEmpty)
    #expect(try Shipped.tuning(String(file.dropLast(4))).name == file)
  }

  /// A keyboard by eleven fifths upward from a key: those called narrow by `size`, the others pure; A4 = 440 Hz.
  struct Keyboard: CustomTestStringConvertible {
    var name: String
    /// The first key, in semitones above C.
    var first: Int
    /// The places of the narrow fifths, counted from 0 at the first key.
    var narrow: Set<Int>
    /// The ratio of a narrow fifth.
    var size: Double

    var testDescription: String { name }

    private static let comma = pow(1.5, 12) / 128
    /// Vallotti's narrow fifths are F–C–G–D–A–E–B, Werckmeister's C–G–D–A and B–F♯, Young's C–G–D–A–E–B–F♯; in
    /// quarter-comma meantone all are, from E♭ to G♯.
    static let all = [
      Keyboard(name: "vallotti", first: 5, narrow: [0, 1, 2, 3, 4, 5], size: 1.5 / pow(comma, 1.0 / 6)),
      Keyboard(name: "werckmeister-3", first: 0, narrow: [0, 1, 2, 5], size: 1.5 / pow(comma, 1.0 / 4)),
      Keyboard(name: "young", first: 0, narrow: [0, 1, 2, 3, 4, 5], size: 1.5 / pow(comma, 1.0 / 6)),
      Keyboard(name: "quarter-comma", first: 3, narrow: Set(0...10), size: pow(5, 1.0 / 4)),
    ]
  }

  @Test(arguments: Keyboard.all) func `a keyboard by fifths has its sizes`(keyboard: Keyboard) throws {
    var ratios = [Double](repeating: 1, count: 12)
    var (key, ratio) = (keyboard.first, 1.0)
    for place in 0..<12 {
      ratios[key] = ratio
      key = (key + 7) % 12
      ratio *= keyboard.narrow.contains(place) ? keyboard.size : 1.5
    }
    // Within the octave that begins at C.
    ratios = ratios.map { $0 / ratios[0] }.map { $0 / exp2(log2($0).rounded(.down)) }
    try expect(keyboard.name) { number in
      440 * ratios[number % 12] / ratios[9] * pow(2, Double(number / 12 - 5))
    }
  }

  /// Each key by its fifths from A: a fifth is 11 steps of 19.
  @Test func `nineteen equal has its sizes`() throws {
    let fifths = [-3, 4, -1, -6, 1, -4, 3, -2, 5, 0, -5, 2]
    try expect("19-equal") { number in
      let steps = Double(fifths[number % 12] * 11) / 19
      // C lies a major sixth (14 steps) below A, within one octave of the keyboard.
      let place = (steps + 14.0 / 19) - (steps + 14.0 / 19).rounded(.down) - 14.0 / 19
      return 440 * pow(2, place + Double(number / 12 - 5))
    }
  }

  @Test func `seven equal has its sizes`() throws {
    let white = [0: 0, 2: 1, 4: 2, 5: 3, 7: 4, 9: 5, 11: 6]
    try expect("7-equal") { number in
      white[number % 12].map { 440 * pow(2, Double($0 - 5) / 7 + Double(number / 12 - 5)) }
    }
  }

  /// Without a mapping: the interval tests have its ratios.
  @Test func `septimal has its sizes`() throws {
    let tuning = try Shipped.tuning("septimal")
    let key = try note(60)
    #expect(tuning.reference(key, concertPitch: .standard) == Tuning.equal.reference(key, concertPitch: .standard))
    #expect(abs(tuning.size(of: try #require(DirectedInterval(semitones: 10)), from: key).value - 968.825906) < 1e-6)
  }

  /// All 88 roots and 25 intervals against `hertz`, the frequency of each key.
  private func expect(
    _ name: String, hertz: (Int) -> Double?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let tuning = try Shipped.tuning(name)
    var worst = 0.0
    for number in 21...108 {
      let root = try note(number)
      #expect(tuning.has(.prime, from: root) == (hertz(number) != nil), sourceLocation: sourceLocation)
      guard let expected = hertz(number) else { continue }
      let sounding = tuning.reference(root, concertPitch: .standard)
      worst = max(worst, abs(1200 * log2(sounding.value / expected)))
      for interval in DirectedInterval.all {
        let end = hertz(number + interval.semitones)
        #expect(tuning.has(interval, from: root) == (end != nil), sourceLocation: sourceLocation)
        guard let end else { continue }
        let target = tuning.target(from: root, at: sounding, interval: interval)
        worst = max(worst, abs(1200 * log2(target.value / end)))
      }
    }
    #expect(worst <= IntervalAccuracyTests.bar, "\(worst) cents", sourceLocation: sourceLocation)
  }
}
