import Testing

@testable import Pitch

struct TuningTests {
  /// 440 · 2^((n − 69)/12), computed with 40 decimal digits.
  @Test(arguments: [
    (0, 8.17579891564370733), (21, 27.5), (36, 65.40639132514965867), (60, 261.62556530059863468),
    (61, 277.18263097687209625), (69, 440), (84, 1046.50226120239453871), (108, 4186.00904480957815485),
    (127, 12543.85395141597741074),
  ])
  func `references are on the equal-tempered keyboard`(number: Int, hertz: Double) throws {
    for tuning in Tuning.all {
      let reference = tuning.reference(try note(number), concertPitch: .standard)
      #expect(Cents(from: Hertz(hertz), to: reference).magnitude.value < 1e-9)
    }
  }

  @Test func `in equal temperament a correct target is the reference of its key`() throws {
    for number in 21...108 {
      let note = try note(number)
      let reference = Tuning.equal.reference(note, concertPitch: .standard)
      for interval in DirectedInterval.all {
        let target = Tuning.equal.target(from: note, at: reference, interval: interval)
        let key = Tuning.equal.reference(try #require(note.transposed(by: interval)), concertPitch: .standard)
        #expect(Cents(from: key, to: target).magnitude.value < 1e-9)
      }
    }
  }

  @Test(arguments: Tuning.all) func `the offset is added to the correct pitch`(tuning: Tuning) throws {
    let key = try note(63)
    for interval in DirectedInterval.all {
      for offset in [-100, -3.25, 0.1, 47] {
        let correct = tuning.target(from: key, at: Hertz(311), interval: interval)
        let target = tuning.target(from: key, at: Hertz(311), interval: interval, offset: Cents(offset))
        #expect((Cents(from: correct, to: target) - Cents(offset)).magnitude.value < 1e-9)
      }
    }
  }

  @Test func `concert pitch moves every note alike`() throws {
    let baroque = try #require(ConcertPitch(Hertz(415)))
    for number in 21...108 {
      let note = try note(number)
      let modern = Tuning.equal.reference(note, concertPitch: .standard)
      let old = Tuning.equal.reference(note, concertPitch: baroque)
      #expect(abs(old.value / modern.value - 415.0 / 440) < 1e-12)
    }
  }

  @Test(arguments: [379.999, 500.001, -440, 0, .nan, .infinity])
  func `a concert pitch outside its range is refused`(hertz: Double) {
    #expect(ConcertPitch(Hertz(hertz)) == nil)
  }

  @Test(arguments: [380.0, 440, 500])
  func `a concert pitch within its range is kept`(hertz: Double) {
    #expect(ConcertPitch(Hertz(hertz))?.hertz.value == hertz)
  }

  /// Regression: in the original, on an A-rooted scale most just intervals were wrong.
  @Test func `an unequal interval is the same from every reference`() throws {
    for number in 21...108 {
      let key = try note(number)
      let reference = Tuning.just.reference(key, concertPitch: .standard)
      let up = Tuning.just.target(from: key, at: reference, interval: .perfectFifthUp)
      let down = Tuning.just.target(from: key, at: reference, interval: .perfectFifthUp.inverted)
      #expect(abs(up.value / reference.value - 1.5) < 1e-12)
      #expect(abs(reference.value / down.value - 1.5) < 1e-12)
    }
  }

  /// The original's table of just intonation, and textbook values of the two temperaments, to the digits given there.
  @Test(arguments: [
    (
      Tuning.just,
      [
        0, 111.731, 203.910, 315.641, 386.314, 498.045, 590.224, 701.955, 813.686, 884.359, 1017.596, 1088.269, 1200,
      ]
    ),
    (
      .pythagorean,
      [0, 90.225, 203.910, 294.135, 407.820, 498.045, 588.270, 701.955, 792.180, 905.865, 996.090, 1109.775, 1200]
    ),
    (
      .meantone,
      [
        0, 117.108, 193.157, 310.265, 386.314, 503.422, 620.529, 696.578, 813.686, 889.735, 1006.843, 1082.892, 1200,
      ]
    ),
  ])
  func `sizes agree with the literature`(tuning: Tuning, sizes: [Double]) throws {
    let key = try note(60)
    for (semitones, size) in sizes.enumerated() {
      let interval = try #require(DirectedInterval(semitones: semitones))
      #expect(abs(tuning.size(of: interval, from: key).value - size) < 0.0006)
    }
  }

  @Test func `a table needs thirteen sizes and a prime of zero`() {
    #expect(IntervalTable(name: "short", sizes: Array(repeating: .zero, count: 12)) == nil)
    #expect(IntervalTable(name: "crooked", sizes: Array(repeating: Cents(1), count: 13)) == nil)
  }

  @Test func `tunings are found by their names`() {
    #expect(Tuning.all.map(\.name) == ["equal", "just", "pythagorean", "meantone"])
    for tuning in Tuning.all { #expect(Tuning.named(tuning.name) == tuning) }
    #expect(Tuning.named("Equal") == nil)
    #expect(Set(Tuning.all).count == Tuning.all.count)
  }

  @Test func `tunings are equal by their values`() throws {
    let sizes = (0...12).map { Cents(Double($0) * 100) }
    let copy = Tuning(try #require(IntervalTable(name: "equal", sizes: sizes)))
    #expect(copy == .equal && copy.hashValue == Tuning.equal.hashValue)
    #expect(Tuning(try #require(IntervalTable(name: "other", sizes: sizes))) != .equal)
    #expect(Tuning(OneKey()) != .equal)
  }

  @Test func `a missing pitch is reported, and equal temperament takes its place`() throws {
    let tuning = Tuning(OneKey())
    let (a4, e5) = (try note(69), try note(76))
    #expect(tuning.has(.prime, from: a4))
    #expect(!tuning.has(.prime, from: e5) && !tuning.has(.perfectFifthUp, from: a4))
    #expect(tuning.reference(a4, concertPitch: .standard).value == 432)
    #expect(tuning.reference(e5, concertPitch: .standard) == Tuning.equal.reference(e5, concertPitch: .standard))
    #expect(tuning.size(of: .perfectFifthUp, from: a4).value == 700)
    // No key, no interval.
    #expect(!Tuning.equal.has(.perfectFifthUp, from: try note(121)))
    #expect(Tuning.equal.has(.perfectFifthUp, from: try note(120)))
  }
}

/// Only A4 has a pitch.
private struct OneKey: TuningSystem {
  var name: String { "one key" }

  func reference(_ note: Note, concertPitch: ConcertPitch) -> Hertz? { note.number == 69 ? Hertz(432) : nil }

  func size(of interval: DirectedInterval, from reference: Note) -> Cents? {
    reference.number == 69 && interval == .prime ? .zero : nil
  }
}
