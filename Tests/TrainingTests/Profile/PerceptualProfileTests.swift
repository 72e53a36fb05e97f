import Foundation
import Pitch
import Testing

@testable import Training

/// The profile as a whole: the data it keeps, and its tolerance of arbitrary bytes.
struct PerceptualProfileTests {
  private enum Record {
    case comparison(ComparisonRecord)
    case matching(MatchingRecord)
  }

  /// A practice of some weeks: both kinds, several classes, breaks, a clock that goes back now and then.
  private func practice(_ count: Int, seed: UInt64) throws -> [Record] {
    var generator = SeededGenerator(seed: seed)
    var time = 1.7e9
    return try (0..<count).map { _ in
      time += generator.below(40) == 0 ? generator.unit() * 864_000 : 6
      let date = Date(timeIntervalSince1970: generator.below(50) == 0 ? time - 1e6 : time)
      if generator.coin() {
        let intervals: [DirectedInterval?] = [nil, .perfectFifthUp, DirectedInterval(semitones: -3)]
        return .comparison(
          try answered(
            intervals[generator.below(3)], offset: 60 * generator.unit() + 1, correct: generator.unit() < 0.8, at: date)
        )
      }
      return .matching(
        try matched(
          error: 12 * generator.normal(), at: date, mode: generator.coin() ? .matching : .intervalMatching,
          start: 90 * generator.unit(), target: 21 + generator.below(88),
          step: generator.coin() ? generator.unit() : nil))
    }
  }

  private func learn(_ records: some Sequence<Record>, into profile: inout PerceptualProfile) {
    for record in records {
      switch record {
      case .comparison(let record): profile.learn(record)
      case .matching(let record): profile.learn(record)
      }
    }
  }

  @Test(arguments: 1...6) func `a snapshot and the remaining rows give the whole`(seed: UInt64) throws {
    let records = try practice(1_500, seed: seed)
    var generator = SeededGenerator(seed: seed + 100)
    var whole = PerceptualProfile()
    learn(records, into: &whole)
    let cut = generator.below(records.count)
    var first = PerceptualProfile()
    learn(records.prefix(cut), into: &first)
    var resumed = try found(PerceptualProfile(snapshot: first.snapshot))
    #expect(resumed == first)
    learn(records.dropFirst(cut), into: &resumed)
    #expect(resumed == whole && resumed.snapshot == whole.snapshot)
    let (now, berlin) = (Date(timeIntervalSince1970: 1.72e9), try calendar("Europe/Berlin"))
    #expect(
      resumed.report(over: .standard, now: now, calendar: berlin)
        == whole.report(over: .standard, now: now, calendar: berlin))
  }

  @Test func `damaged snapshots are refused or usable`() throws {
    var generator = SeededGenerator(seed: 11)
    var profile = PerceptualProfile()
    let records = try practice(120, seed: 3)
    learn(records, into: &profile)
    let (snapshot, utc) = (profile.snapshot, try calendar("UTC"))
    var served = 0
    for _ in 0..<400 {
      guard var read = PerceptualProfile(snapshot: damaged(snapshot, &generator)) else { continue }
      served += 1
      learn(records.prefix(4), into: &read)
      _ = read.report(over: .standard, now: Date(timeIntervalSince1970: 1.71e9), calendar: utc)
      #expect(!read.snapshot.isEmpty)
    }
    #expect((1..<400).contains(served))
  }

  /// The same with readings, and with all that years fold.
  @Test func `damaged histories are refused or usable`() throws {
    var generator = SeededGenerator(seed: 12)
    var history = ClassHistory()
    for answer in 0..<3_000 {
      let reading = ThresholdReading(octaves: generator.deviate(), precision: 0.15)
      let condition = Condition(noteDuration: 1, noteGap: answer % 900 < 600 ? 0 : 0.5, loudnessVaries: false)
      let heard = EarAnswer(
        intervalClass: .unison, note: try note(60), offset: Cents(9), correct: true, condition: condition,
        responseTime: 1 + generator.unit())
      history.learn(
        answer < 60 ? nil : reading, heard, at: 1e9 + Double(answer) * 20_000,
        SessionClock.Moment(session: 1 + answer / 50, minutes: Double(answer % 50) / 4))
    }
    var writer = SnapshotWriter()
    history.write(to: &writer)
    var exact = SnapshotReader(writer.bytes)
    #expect(try ClassHistory(from: &exact) == history && exact.isAtEnd)
    let utc = try calendar("UTC")
    for _ in 0..<150 {
      var reader = SnapshotReader(damaged(writer.bytes, &generator))
      guard var read = try? ClassHistory(from: &reader) else { continue }
      for answer in 0..<70 {
        let heard = EarAnswer(intervalClass: .unison, note: try note(60), offset: Cents(9), correct: true)
        read.learn(
          ThresholdReading(octaves: 3, precision: 0.2), heard, at: 1.1e9 + Double(answer) * 90_000,
          SessionClock.Moment(session: 3_000, minutes: Double(answer)))
      }
      let shown = TimelineCalendar(now: 1.2e9, calendar: utc)
      _ = (read.trend, read.sessions.course, read.buckets(in: shown))
    }
  }

  @Test(arguments: [[], [1], [UInt8](repeating: 0xFF, count: 800), [UInt8](repeating: 0, count: 4_000)])
  func `other bytes are not a profile`(bytes: [UInt8]) {
    #expect(PerceptualProfile(snapshot: bytes) == nil)
    #expect(PerceptualProfile(snapshot: PerceptualProfile().snapshot + bytes) == nil || bytes.isEmpty)
  }

  @Test func `an empty profile reports nothing`() throws {
    let empty = PerceptualProfile()
    #expect(PerceptualProfile(snapshot: empty.snapshot) == empty)
    let report = empty.report(over: .standard, now: Date(timeIntervalSince1970: 0), calendar: try calendar("UTC"))
    #expect(report == ProfileReport(range: .standard))
  }

  @Test func `withdrawn answers teach nothing`() throws {
    var profile = PerceptualProfile()
    profile.learn(record(try exercise(offset: 5), correct: true, withdrawn: true))
    #expect(profile == PerceptualProfile())
  }

  @Test func `unison and intervals are distinguished`() throws {
    var profile = PerceptualProfile()
    var generator = SeededGenerator(seed: 2)
    for match in 0..<80 {
      let mode: Mode = match.isMultiple(of: 2) ? .matching : .intervalMatching
      let bias: Double = mode.asksIntervals ? -10 : 10
      profile.learn(
        try matched(error: bias + 3 * generator.normal(), at: Date(timeIntervalSince1970: 1e9), mode: mode))
    }
    let matchings = profile.report(
      over: .standard, now: Date(timeIntervalSince1970: 1e9), calendar: try calendar("UTC")
    ).matchings
    #expect(matchings.map(\.asksIntervals) == [false, true] && matchings.map(\.matches) == [40, 40])
    #expect(abs(try found(matchings.first?.bias).value - 10) < 2)
    #expect(abs(try found(matchings.last?.bias).value + 10) < 2)
  }
}
