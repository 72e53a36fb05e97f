import Exchange
import Foundation
import Pitch
import TestSupport
import Testing

@testable import SQLiteStore
@testable import Training

/// Histories out and in again, in all formats, orders and mixtures. `PEACH_HISTORIES` says how many (10).
@Suite("Histories exported and imported again")
struct HistoryExchangeTests {
  private static let count = ProcessInfo.processInfo.environment["PEACH_HISTORIES"].flatMap { UInt64($0) } ?? 10
  private static let seeds = Array(1...count)
  private static let orders: [[ExchangeFormat]] = [
    [.csv, .jsonl, .peach3], [.csv, .peach3, .jsonl], [.jsonl, .csv, .peach3], [.jsonl, .peach3, .csv],
    [.peach3, .csv, .jsonl], [.peach3, .jsonl, .csv],
  ]

  private func file(_ records: [ExerciseRecord], _ format: ExchangeFormat) -> [UInt8] {
    var writer = ExchangeWriter(format)
    for record in format == .peach3 ? records.sorted(by: { $0.time < $1.time }) : records { _ = writer.write(record) }
    return writer.bytes
  }

  @discardableResult
  private func take(
    _ file: [UInt8], into store: SQLiteStore, replacing: Bool = false
  ) throws -> [RecordMerge.Outcome] {
    var reader = ExchangeReader()
    reader.append(file)
    reader.end()
    var outcomes: [RecordMerge.Outcome] = []
    try store.merge(replacing: replacing) { merge in
      while let item = try reader.next() {
        guard case .record(let record, let identity) = item else {
          Issue.record("\(item)")
          continue
        }
        outcomes.append(try merge.add(record, identity))
      }
    }
    return outcomes
  }

  private func all(_ store: SQLiteStore) throws -> [ExerciseRecord] {
    var all: [ExerciseRecord] = []
    try store.readAll(.insertion) { all.append($0) }
    return all
  }

  private func report(_ store: SQLiteStore) throws -> ProfileReport {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return try store.profile().report(
      over: .standard, now: Date(timeIntervalSince1970: 1_800_000_000), calendar: calendar)
  }

  /// What a history teaches whose records were never in a file.
  private func taught(_ records: [ExerciseRecord]) -> PerceptualProfile {
    var profile = PerceptualProfile()
    for record in records { profile.learn(record) }
    return profile
  }

  @Test(arguments: seeds)
  func `Peach's CSV keeps every count and every figure that it has columns for`(seed: UInt64) throws {
    var maker = HistoryMaker(seed: seed, isPlain: true)
    let history = try maker.history(400)
    let (first, second) = (try ScratchFolder(), try ScratchFolder())
    let (before, after) = (try first.open(), try second.open())
    try take(file(history, .csv), into: before)
    let outcomes = try take(file(history, .peach3), into: after)
    #expect(outcomes == Array(repeating: .added, count: history.count))
    let (known, again) = (try report(before), try report(after))
    #expect(known.matchings.count == 2 && known.comparisons.count == 3)
    // Of early or late the conditions are unknown, so that the threshold is another one.
    #expect(again.timing?.answers == known.timing?.answers && known.timing?.answers ?? 0 > 50)
    try #require(again.comparisons.count == known.comparisons.count && again.matchings.count == known.matchings.count)
    for (known, again) in zip(known.comparisons, again.comparisons) {
      #expect(again.answers == known.answers && again.condition == .unknown && again.otherConditions.isEmpty)
      #expect(again.trend == known.trend && again.curve.map(\.note) == known.curve.map(\.note))
      #expect(again.curve.map(\.isWeak) == known.curve.map(\.isWeak))
      #expect(again.timeline.map(\.count) == known.timeline.map(\.count))
      for (one, other) in [
        (known.threshold, again.threshold), (known.lapse, again.lapse), (known.width, again.width),
      ] + zip(known.curve, again.curve).map({ ($0.threshold, $1.threshold) })
        + zip(known.leans, again.leans).map({ ($0.lean, $1.lean) })
        + zip(known.timeline, again.timeline).map({ ($0.value, $1.value) })
      {
        expectEqual(one, other, within: 0.005)
      }
    }
    for (known, again) in zip(known.matchings, again.matchings) {
      #expect(again.matches == known.matches && again.isHeld == known.isHeld)
      #expect(again.regions.map(\.matches) == known.regions.map(\.matches))
      #expect(again.timeline.map(\.count) == known.timeline.map(\.count))
      for (one, other) in [(known.bias, again.bias), (known.lag, again.lag), (known.spread, again.spread)]
        + zip(known.timeline, again.timeline).map({ ($0.value, $1.value) })
      {
        // A control's reach, which the format does not have, is seen from the matches: in 1 of 200 histories that moves
        // the spread of 10.2 cents by 0.09, and an end of its band by 0.12.
        expectEqual(one, other, within: 0.15)
      }
    }
    // A second import makes no difference, and a further export gives the same file.
    #expect(try take(file(history, .peach3), into: after).allSatisfy { $0 == .duplicate })
    #expect(try file(all(after), .peach3) == file(history, .peach3))
    let third = try ScratchFolder().open()
    try take(file(all(after), .jsonl), into: third)
    #expect(try all(third) == all(after) && third.profile().snapshot == after.profile().snapshot)
  }

  private func expectEqual(
    _ one: Banded?, _ other: Banded?, within bar: Double, _ place: SourceLocation = #_sourceLocation
  ) {
    let numbers = [one, other].map { $0.map { [$0.value, $0.band.lowerBound, $0.band.upperBound] } ?? [] }
    let isEqual = numbers[0].count == numbers[1].count && zip(numbers[0], numbers[1]).allSatisfy { abs($0 - $1) <= bar }
    #expect(isEqual, "\(numbers)", sourceLocation: place)
  }

  @Test(arguments: seeds)
  func `a history imported in any order of formats is complete, and each row is stored once`(seed: UInt64) throws {
    var maker = HistoryMaker(seed: seed, isPlain: false)
    let history = try maker.history(150)
    let expected = taught(history).snapshot
    for order in Self.orders {
      let store = try ScratchFolder().open()
      for (place, format) in order.enumerated() { try take(file(history, format), into: store, replacing: place == 0) }
      #expect(try all(store).sorted { $0.time < $1.time } == history, "\(order)")
      #expect(try store.profile().snapshot == expected, "\(order)")
      let again = try ScratchFolder().open()
      for format in order { try take(file(all(store), format), into: again) }
      #expect(try all(again) == all(store))
    }
  }

  @Test(arguments: seeds)
  func `the order of partial files makes no difference`(seed: UInt64) throws {
    var maker = HistoryMaker(seed: seed, isPlain: false)
    let history = try maker.history(150)
    var random = TestSupport.SplitMix64(seed: seed)
    var parts: [ExchangeFormat: [ExerciseRecord]] = [:]
    for record in history {
      for format in ExchangeFormat.allCases where Bool.random(using: &random) {
        parts[format, default: []].append(record)
      }
    }
    var first: (records: Set<ExerciseRecord>, profile: [UInt8])?
    for order in Self.orders {
      let store = try ScratchFolder().open()
      for format in order { try take(file(parts[format] ?? [], format), into: store) }
      let (records, profile) = (try Set(all(store)), try store.profile().snapshot)
      #expect(try store.recordCount() == records.count)
      if let first {
        #expect(records == first.records, "\(order)")
        #expect(profile == first.profile, "\(order)")
      }
      first = first ?? (records, profile)
      // And all of it again.
      for format in order.reversed() {
        #expect(try take(file(parts[format] ?? [], format), into: store).allSatisfy { $0 == .duplicate }, "\(order)")
      }
    }
  }
}
