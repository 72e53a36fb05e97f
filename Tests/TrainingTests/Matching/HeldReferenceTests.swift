import Foundation
import Pitch
import Testing

@testable import Training

@Suite("A reference that is held")
struct HeldReferenceTests {
  /// What `count` exercises were asked with, each ending `error` off.
  private func held(
    _ count: Int, _ reference: MatchingReference, mode: Mode = .matching, history: [MatchingRecord] = [],
    error: (Int) -> Double = { _ in 4 }
  ) throws -> (levels: [Double?], records: [MatchingRecord]) {
    var session = MatchingSession(
      settings: TrainingSettings(noteGap: 0.5, matchingReference: reference), history: history)
    var exercise = try session.begin(mode)
    var levels: [Double?] = []
    var records: [MatchingRecord] = []
    for number in 0..<count {
      levels.append(exercise.heldLevel)
      _ = session.hearAndCommit(exercise, start: Double(number) * 5)
      let effects = session.fade(exercise, frame: Int64(number) * 240_000, error: error(number))
      records.append(MatchingRecord(try found(effects.kept), id: UUID(), time: .distantPast, playbackLatency: 0))
      exercise = try found(effects.played)
    }
    return (levels, records)
  }

  @Test("is silent, at full level, or both in turn, as set by the player")
  func levels() throws {
    #expect(try held(14, .first).levels == [Double?](repeating: nil, count: 14))
    #expect(try held(14, .held).levels == [Double?](repeating: 0, count: 14))
    #expect(try held(15, .fading).levels == [Double?](repeating: 0, count: 13) + [-3, -6])
  }

  @Test("leaves no silence between the notes, which is kept as it was heard")
  func kept() throws {
    for (reference, gap, level) in [(MatchingReference.first, 0.5, nil), (.held, 0, 0 as Double?)] {
      let record = try found(try held(1, reference).records.first)
      #expect(record.noteGap == gap && record.exercise.heldLevel == level)
    }
  }

  @Test("continues fading from its level, by the records alone, unison and intervals separately")
  func history() throws {
    let before = try held(17, .fading)
    #expect(before.levels.last == -12)
    #expect(try held(1, .fading, history: before.records).levels == [-15])
    #expect(try held(1, .fading, mode: .intervalMatching, history: before.records).levels == [0])
    // What was held by choice counts among the first dozen.
    let chosen = try held(12, .held).records
    #expect(try held(2, .fading, history: chosen).levels == [0, -3])
  }

  @Test("returns if it was needed, and only there")
  func needed() throws {
    // Far off from the fourteenth on, so at −3 dB first.
    let far = try held(16, .fading) { $0 < 13 ? 4 : 60 }
    #expect(far.levels.suffix(3) == [-3, 0, 0])
  }

  @Test("has its own spread and range")
  func spreads() throws {
    var spread = MatchingSpread()
    var exercise = try matchingExercise(startOffset: 5, range: 100)
    for _ in 0..<30 { spread.learn(exercise, error: Cents(20)) }
    exercise.heldLevel = -6
    for _ in 0..<30 { spread.learn(exercise, error: Cents(1)) }
    let memory = try found(spread.spread(in: .matching, held: false)).value
    let sounding = try found(spread.spread(in: .matching, held: true)).value
    #expect(memory > 20 && sounding < 5)
    #expect(
      spread.range(in: .matching, held: true, limit: Cents(200)).value
        < spread.range(in: .matching, held: false, limit: Cents(200)).value)
    #expect(spread.spread(in: .intervalMatching, held: true) == nil)
  }

  @Test("and tuning from memory are distinguished, and shown side by side")
  func profile() throws {
    var profile = PerceptualProfile()
    var generator = SeededGenerator(seed: 3)
    for index in 0..<240 {
      let isHeld = index % 2 == 0
      var exercise = try matchingExercise(startOffset: index % 4 < 2 ? 40 : -40)
      exercise.heldLevel = isHeld ? -3 * Double(index % 5) : nil
      var record = MatchingRecord.blank
      record.id = UUID()
      record.time = Date(timeIntervalSince1970: 1.7e9 + Double(index))
      record.exercise = exercise
      record.error = Cents((isHeld ? 2 : 12) * generator.normal())
      profile.learn(record)
    }
    let now = Date(timeIntervalSince1970: 1.7e9 + 1_000)
    func reports(_ profile: PerceptualProfile) -> [MatchingReport] {
      profile.report(over: .standard, now: now, calendar: Calendar(identifier: .gregorian)).matchings
    }
    let told = reports(profile)
    #expect(told.map(\.isHeld) == [false, true] && told.map(\.matches) == [120, 120])
    #expect((10...15).contains(try found(told[0].spread).value))
    #expect((1.6...2.5).contains(try found(told[1].spread).value))
    #expect(reports(try found(PerceptualProfile(snapshot: profile.snapshot))) == told)
  }
}
