import Foundation
import Pitch
import Testing

@testable import Training

/// The way of a rating from the answer to the ear.
struct RatedRecordTests {
  /// Eight right answers to the same exercise, every second one sure; without ratings unless `isRated`.
  private static func records<Record>(_ first: Record, isRated: Bool, _ rate: (inout Record, Bool) -> Void) -> [Record]
  {
    (0..<8).map { index in
      var record = first
      if isRated { rate(&record, index.isMultiple(of: 2)) }
      return record
    }
  }

  private static func comparisons(isRated: Bool) throws -> [ComparisonRecord] {
    records(record(try exercise(offset: 20), correct: true), isRated: isRated) { $0.isSure = $1 }
  }

  private static func timings(isRated: Bool) -> [TimingRecord] {
    var first = TimingRecord.blank
    first.exercise.offset = 20_000_000
    return records(first, isRated: isRated) { $0.isSure = $1 }
  }

  private static func beats(isRated: Bool) -> [BeatsRecord] {
    var first = BeatsRecord.blank
    first.exercise.second.rate = 1.5
    return records(first, isRated: isRated) { $0.isSure = $1 }
  }

  private static func profile(isRated: Bool) throws -> PerceptualProfile {
    var profile = PerceptualProfile()
    for record in try comparisons(isRated: isRated) { profile.learn(record) }
    for record in timings(isRated: isRated) { profile.learn(record) }
    for record in beats(isRated: isRated) { profile.learn(record) }
    return profile
  }

  @Test func `the ears of the profile learn the ratings of records`() throws {
    let (rated, unrated) = (try Self.profile(isRated: true), try Self.profile(isRated: false))
    #expect(rated.ear != unrated.ear)
    #expect(rated.timing.ear.answers == 8)
    #expect(rated.timing.ear != unrated.timing.ear)
    #expect(rated.beats.ear.answers == 8)
    #expect(rated.beats.ear != unrated.beats.ear)
  }

  @Test func `a strategy that learned answers has the ear of one that learned their records`() throws {
    var strategies = Strategies(EdgeStrategy())
    let answers = try Self.comparisons(isRated: true).map { record in
      ComparisonAnswer(
        exercise: record.exercise, settings: .standard, strategy: .edge, answer: record.answer, isSure: record.isSure,
        inputTime: time(0), responseTime: .seconds(1), source: .controller, controller: nil)
    }
    for answer in answers { strategies.learn(answer) }
    var stored = EdgeStrategy()
    stored.learn(
      answers.map { ComparisonRecord($0, id: UUID(), time: Date(timeIntervalSince1970: 0), playbackLatency: 0) })
    #expect(strategies.choosing as? EdgeStrategy == stored)
    var unrated = EdgeStrategy()
    unrated.learn(try Self.comparisons(isRated: false))
    #expect(stored.ear != unrated.ear)
  }
}
