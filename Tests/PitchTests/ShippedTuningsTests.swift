import Glibc
import Testing

@testable import Pitch

/// Every shipped file is a test case: it is parsed, and what its keys sound at is computed a second time, from what its
/// description says.
struct ShippedTuningsTests {
  @Test func `every shipped tuning is known`() {
    #expect(
      Shipped.files == [
        "19-equal.kbm", "19-equal.scl", "7-equal.kbm", "7-equal.scl", "septimal.scl", "vallotti.kbm", "vallotti.scl",
      ])
  }

  @Test(arguments: Shipped.files.filter { $0.hasSuffix(".scl") }) func `each tuning has a description`(file: String)
    throws
  {
    #expect(try !ScalaScale(Shipped.bytes(file)).description.isEmpty)
    #expect(try Shipped.tuning(String(file.dropLast(4))).name == file)
  }

  /// A keyboard by fifths: F–C–G–D–A–E–B narrow by a sixth of the Pythagorean comma, the others pure, A4 = 440 Hz.
  @Test func `Vallotti has its sizes`() throws {
    let comma = pow(1.5, 12) / 128
    let narrow = 1.5 / pow(comma, 1.0 / 6)
    var ratios = [Double](repeating: 1, count: 12)
    for (step, key) in [7, 2, 9, 4, 11, 6, 1, 8, 3, 10, 5].enumerated() {
      // From C: G, D, A, E, B by narrow fifths, then pure ones.
      let ratio = pow(narrow, Double(min(step + 1, 5))) * pow(1.5, Double(max(0, step - 4)))
      ratios[key] = ratio / exp2(log2(ratio).rounded(.down))
    }
    try expect("vallotti") { number in
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
