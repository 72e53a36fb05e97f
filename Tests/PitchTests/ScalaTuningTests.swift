import Glibc
import Testing

@testable import Pitch

struct ScalaTuningTests {
  private func tuning(_ degrees: [String], map: [String]? = nil) throws -> Tuning {
    let scale = (["text", "\(degrees.count)"] + degrees).joined(separator: "\n")
    return try Tuning(
      name: "test.scl", scale: ScalaScale(Array(scale.utf8)),
      map: map.map { try ScalaKeyboardMap(Array($0.joined(separator: "\n").utf8)) })
  }

  private static let twelve = (1...12).map { "\($0 * 100)." }
  private static let linear = ["0", "0", "127", "60", "69", "440.0", "0"]

  @Test(
    "without a keyboard map a scale has 12 degrees to an octave, or is refused with its reason",
    arguments: [
      ([], ScalaProblem.Reason.noDegrees), (["2/1"], .needsMapping(count: 1)),
      ((1...19).map { "\(Double($0) * 1200 / 19)" }, .needsMapping(count: 19)),
      ((1...12).map { "-\($0 * 100)." }, .notAnOctave(Cents(-1200))),
      (Array(twelve.dropLast()) + ["1149.9"], .notAnOctave(Cents(1149.9))),
      (Array(twelve.dropLast()) + ["1250.1"], .notAnOctave(Cents(1250.1))),
    ] as [([String], ScalaProblem.Reason)])
  func refusesWithoutMapping(degrees: [String], reason: ScalaProblem.Reason) {
    #expect(throws: ScalaProblem(reason: reason)) { try tuning(degrees) }
  }

  @Test func `a scale of no degrees is refused with a mapping too`() {
    #expect(throws: ScalaProblem(reason: .noDegrees)) { try tuning([], map: Self.linear) }
  }

  @Test func `the tuning has the name of its file`() throws {
    #expect(try tuning(Self.twelve).name == "test.scl")
    #expect(try tuning(Self.twelve, map: Self.linear).name == "test.scl")
  }

  @Test func `twelve equal degrees are equal temperament with and without a mapping`() throws {
    for tuning in [try tuning(Self.twelve), try tuning(Self.twelve, map: Self.linear)] {
      for number in 21...108 {
        let key = try note(number)
        let hertz = tuning.reference(key, concertPitch: .standard)
        #expect(Cents(from: Tuning.equal.reference(key, concertPitch: .standard), to: hertz).magnitude.value < 1e-9)
        for interval in DirectedInterval.all {
          #expect(abs(tuning.size(of: interval, from: key).value - Double(interval.semitones) * 100) < 1e-9)
        }
      }
    }
  }

  @Test func `a degree farther than two octaves away is left out`() throws {
    var degrees = Self.twelve
    degrees[6] = "2400.1"
    let tuning = try tuning(degrees)
    let key = try note(60)
    #expect(!tuning.has(.perfectFifthUp, from: key) && !tuning.has(.perfectFifthUp.inverted, from: key))
    #expect(DirectedInterval.all.filter { tuning.has($0, from: key) }.count == 23)
  }

  @Test func `a keyboard map sets keys, frequencies and sizes, and concert pitch does not move them`() throws {
    // A pattern of three keys, one of them without a pitch, that repeats two of three degrees higher.
    let tuning = try tuning(
      ["120.", "500.", "1200."], map: ["3", "58", "70", "60", "62", "300.0", "2", "0", "x", "1"])
    let other = try #require(ConcertPitch(Hertz(415)))
    let expected: [Int: Double] = [
      59: -820, 60: -120, 62: 0, 63: 380, 65: 1080, 66: 1200, 68: 1580, 69: 2280,
    ]
    for number in 0...127 {
      let key = try note(number)
      #expect(tuning.has(.prime, from: key) == (expected[number] != nil), "\(number)")
      guard let cents = expected[number] else { continue }
      let hertz = tuning.reference(key, concertPitch: other)
      #expect(abs(1200 * log2(hertz.value / 300) - cents) < 1e-9)
      for interval in DirectedInterval.all {
        let end = expected[number + interval.semitones].flatMap { abs($0 - cents) <= 2400 ? $0 : nil }
        #expect(tuning.has(interval, from: key) == (end != nil), "\(number) \(interval)")
        if let end { #expect(abs(tuning.size(of: interval, from: key).value - (end - cents)) < 1e-9) }
      }
    }
  }

  /// Scala adds the numbers of degrees and looks up their sum: key 51 is degree 5 - 3 × 7 = -16.
  @Test func `a formal octave that does not fit the scale moves degrees and not pitches`() throws {
    let tuning = try tuning(
      [
        "94.135", "196.090", "298.045", "392.180", "501.955", "592.180", "698.045", "796.090", "894.135", "1000.000",
        "1090.225", "2/1",
      ], map: ["4", "0", "127", "60", "60", "261.625565", "7", "0", "2", "4", "5"])
    for (key, cents) in [(51, 796.09 - 2400), (60, 0), (63, 501.955), (64, 698.045), (65, 894.135), (71, 1898.045)] {
      let hertz = tuning.reference(try note(key), concertPitch: .standard).value
      #expect(abs(1200 * log2(hertz / 261.625565) - cents) < 1e-9, "\(key): \(hertz) Hz")
    }
    #expect(abs(tuning.reference(try note(51), concertPitch: .standard).value - 103.592) < 0.0005)
  }

  @Test func `inaudible keys have no pitch`() throws {
    // A key by key mapping of fifths: 8 Hz and 16 kHz are within a few keys.
    let tuning = try tuning(["3/2"], map: ["0", "0", "127", "69", "69", "440", "0"])
    let heard = try (0...127).filter { tuning.has(.prime, from: try note($0)) }
    #expect(heard == Array(60...77))
    // Two octaves are a little more than three fifths.
    let key = try note(69)
    #expect(DirectedInterval.all.filter { tuning.has($0, from: key) }.map(\.semitones) == Array(-3...3))
  }

  @Test func `a reference outside the tuned keys still tunes them`() throws {
    let tuning = try tuning(Self.twelve, map: ["0", "60", "72", "60", "45", "110", "0"])
    #expect(abs(tuning.reference(try note(69), concertPitch: .standard).value - 440) < 1e-9)
    #expect(!tuning.has(.prime, from: try note(45)))
    #expect(!tuning.has(.perfectFifthUp, from: try note(66)))
  }

  /// Files of random scales and mappings, against a keyboard that is built key by key, as one would by hand.
  @Test(arguments: 1...60) func `random files agree with a keyboard built by hand`(seed: Int) throws {
    var random = Noise(seed: UInt64(seed))
    let count = random.number(1...24)
    // As the ratios that are written: [0] is the first note, the last the period.
    let ratios = (0..<count).map { _ in (random.number(1...400), random.number(100...300)) } + [(2, 1)]
    let period = Double(ratios[count].0) / Double(ratios[count].1)
    let size = random.number(0...15)
    let (first, last) = (random.number(0...60), random.number(60...127))
    let middle = random.number(0...127)
    let octave = random.number(0...2) == 0 ? 0 : random.number(1...count + 1)
    var entries = (0..<size).map { _ in random.number(0...4) == 0 ? nil : Optional(random.number(-count...2 * count)) }
    let reference = random.number(0...127)
    if size > 0 {
      var step = reference - middle
      while step < 0 { step += size }
      entries[step % size] = random.number(0...count)
    }
    func ratio(_ degree: Int) -> Double {
      var (degree, ratio) = (degree, 1.0)
      while degree < 0 { (degree, ratio) = (degree + count + 1, ratio / period) }
      while degree > count { (degree, ratio) = (degree - count - 1, ratio * period) }
      return degree == 0 ? ratio : ratio * Double(ratios[degree - 1].0) / Double(ratios[degree - 1].1)
    }
    func key(_ number: Int) -> Double? {
      guard size > 0 else { return ratio(number - middle) }
      let step = octave == 0 ? count + 1 : octave
      var (place, moved) = (number - middle, 0)
      while place < 0 { (place, moved) = (place + size, moved - step) }
      while place >= size { (place, moved) = (place - size, moved + step) }
      return entries[place].map { ratio($0 + moved) }
    }
    let map: [String] =
      ["\(size)", "\(first)", "\(last)", "\(middle)", "\(reference)", "333.25", "\(octave)"]
      + entries.map { $0.map { "\($0)" } ?? "x" }
    let tuning = try tuning(ratios.map { "\($0.0)/\($0.1)" }, map: map)
    let base = try #require(key(reference))
    var worst = 0.0
    func hertz(_ number: Int) -> Double? {
      guard (first...last).contains(number), let ratio = key(number) else { return nil }
      let hertz = 333.25 * ratio / base
      return MappedScale.frequencies.contains(hertz) ? hertz : nil
    }
    for number in 0...127 {
      let root = try note(number)
      #expect(tuning.has(.prime, from: root) == (hertz(number) != nil))
      guard let expected = hertz(number) else { continue }
      let sounding = tuning.reference(root, concertPitch: .standard)
      worst = max(worst, abs(1200 * log2(sounding.value / expected)))
      for interval in DirectedInterval.all {
        let end = hertz(number + interval.semitones).flatMap { abs(log2($0 / expected)) < 2.000001 ? $0 : nil }
        #expect(tuning.has(interval, from: root) == (end != nil))
        guard let end else { continue }
        let target = tuning.target(from: root, at: sounding, interval: interval)
        worst = max(worst, abs(1200 * log2(target.value / end)))
      }
    }
    #expect(worst <= IntervalAccuracyTests.bar, "\(worst) cents")
  }
}
