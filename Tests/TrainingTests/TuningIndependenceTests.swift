import Glibc
import Pitch
import Testing

@testable import Training

/// A tuning that exists nowhere else: seven equal steps on the white keys, A4 at 432 Hz whatever the concert pitch is.
struct WhiteKeys: TuningSystem {
  private static let steps = [0: 0, 2: 1, 4: 2, 5: 3, 7: 4, 9: 5, 11: 6]

  static func has(_ number: Int) -> Bool { steps[number % 12] != nil }

  static func hertz(_ number: Int) -> Double? {
    steps[number % 12].map { 432 * pow(2, Double($0 - 5) / 7 + Double(number / 12 - 5)) }
  }

  var name: String { "white keys" }

  func reference(_ note: Note, concertPitch: ConcertPitch) -> Hertz? { Self.hertz(note.number).map(Hertz.init) }

  func size(of interval: DirectedInterval, from reference: Note) -> Cents? {
    guard let start = Self.hertz(reference.number), let end = Self.hertz(reference.number + interval.semitones) else {
      return nil
    }
    return Cents(from: Hertz(start), to: Hertz(end))
  }
}

/// Adding a tuning touches no training code: sessions train in one they have never heard of.
struct TuningIndependenceTests {
  @Test(arguments: [Mode.comparison, .intervalComparison])
  func `a session trains in a tuning with its own keys`(mode: Mode) throws {
    let settings = TrainingSettings(intervals: DirectedInterval.all, tuning: Tuning(WhiteKeys()))
    var session = ComparisonSession(seed: 3, settings: settings)
    var exercise = try found(session.handle(.start(mode: mode)).played)
    for step in 0..<200 {
      let reference = try found(WhiteKeys.hertz(exercise.reference.number))
      let target = try found(WhiteKeys.hertz(exercise.target.number))
      #expect(abs(1200 * log2(exercise.referenceHertz.value / reference)) <= 1e-6)
      #expect(abs(1200 * log2(exercise.targetHertz.value / target) - exercise.offset.value) <= 1e-6)
      exercise = try found(session.complete(exercise, start: Double(step) * 5))
    }
    #expect(session.handle(.stop).names.last == "silence")
  }

  @Test func `the record keeps the tuning's name`() throws {
    let settings = TrainingSettings(tuning: Tuning(WhiteKeys()))
    var session = ComparisonSession(settings: settings)
    let exercise = try found(session.handle(.start(mode: .comparison)).played)
    let answer = try found(session.hearAndAnswer(exercise, start: 0).answered)
    #expect(answer.settings.tuning.name == "white keys")
  }

  @Test func `a tuning without the chosen interval is refused at the start`() throws {
    let minorSecond = try found(DirectedInterval(semitones: 1))
    let settings = try TrainingSettings(
      lowest: note(60), highest: note(72), intervals: [minorSecond], tuning: Tuning(EmptyOctave()))
    var session = ComparisonSession(settings: settings)
    #expect(session.handle(.start(mode: .intervalComparison)).names == ["refused"])
    #expect(session.handle(.start(mode: .comparison)).names == ["play now"])
  }
}

/// Has a pitch for every key and no interval but the prime and the octave.
private struct EmptyOctave: TuningSystem {
  var name: String { "octaves" }

  func size(of interval: DirectedInterval, from reference: Note) -> Cents? {
    interval.semitones % 12 == 0 ? Cents(Double(interval.semitones) * 100) : nil
  }
}
