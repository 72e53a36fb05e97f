import Foundation
import Pitch
import TestSupport
import Testing
import Time
import Timers
import Training

@testable import Exchange

/// Rows made by chance. `PEACH_ROWS` says of how many values (2,000).
@Suite("Random rows")
struct GeneratedRowTests {
  private static let count = ProcessInfo.processInfo.environment["PEACH_ROWS"].flatMap { Int($0) } ?? 2_000

  /// Texts that a person or a program may have put in a value's place.
  private static let values = [
    "", "0", "-0", "-1", "1", "127", "128", "999999999", "1e308", "-1e308", "1e-320", "9223372036854775807",
    "-9223372036854775808", "9223372036.854775807", "18446744073709551616", "99999999999999999999999", "nan", "inf",
    "true",
    "TRUE", "\"1,5\"", "1.5", "0.3", "3.0000000001", "2400", "7200", "7200.000000001", "604800", "604801", "36001",
    "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2262-04-11T23:47:16.854Z", "2262-04-11T23:47:16.855Z",
    "1970-01-01T00:00:00Z", "\u{202E}", "'; DROP TABLE", "complete", "emom", "rest", "none", "controller", "matching",
  ]

  /// The rows of `text`, after the first `head` lines, with a value or two put in another's place.
  private func mutated(_ text: String, head: Int, _ random: inout SplitMix64) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      guard lines.count > head + 1 else { return text }
      let line = Int.random(in: head..<lines.count - 1, using: &random)
      let separator: Character = ","
      var values = lines[line].split(separator: separator, omittingEmptySubsequences: false).map(String.init)
      let place = Int.random(in: values.indices, using: &random)
      let value = Self.values.randomElement(using: &random) ?? ""
      if head > 0 {
        values[place] = value
      } else if let colon = values[place].firstIndex(of: ":") {
        let isBare = Double(value) != nil || value == "true"
        values[place] = String(values[place][...colon]) + (isBare ? value : "\"\(value.replacing("\"", with: ""))\"")
      }
      lines[line] = values.joined(separator: String(separator))
    }
    return lines.joined(separator: "\n")
  }

  /// Does with `item` what follows an import: it is written, shown and learned from.
  private func use(_ item: ExchangeItem, _ profile: inout PerceptualProfile) {
    if let record = item.record { profile.learn(record) }
    guard let workout = item.workout else { return }
    let summary = WorkoutSummary(workout)
    #expect(summary.practised <= .seconds(TimerConfiguration.longest * 10) && summary.rounds < 400_000)
    for set in workout.sets {
      #expect(set.elapsed.wholeSeconds <= TimerConfiguration.longest && set.remainder.wholeTenths < 6_048_000)
    }
    _ = workout.restored(at: workout.changed + 60)
  }

  @Test("accepted rows are written and read unchanged, others are refused, and nothing traps", arguments: 0..<5)
  func values(kind: Int) throws {
    var random = SplitMix64(seed: 47 + UInt64(kind))
    var (records, workouts) = (RecordMaker(seed: UInt64(kind)), WorkoutMaker(seed: UInt64(kind)))
    var profile = PerceptualProfile()
    var (taken, refused) = (0, 0)
    for _ in 0..<max(Self.count / 10, 1) {
      let (good, format): ([UInt8], ExchangeFormat) =
        switch kind {
        case 0: (file(try records.records(5), .csv), .csv)
        case 1: (file(try records.records(5), .jsonl), .jsonl)
        case 2: (file(try records.peachRecords(5), .peach3), .peach3)
        case 3: (workoutFile(try workouts.workouts(2), .csv), .csv)
        default: (workoutFile(try workouts.workouts(2), .jsonl), .jsonl)
        }
      for item in try items(of: good) {
        #expect(item.refused == nil)
        use(item, &profile)
      }
      let text = mutated(String(decoding: good, as: UTF8.self), head: format == .jsonl ? 0 : 2, &random)
      let found = try items(of: text)
      for item in found { use(item, &profile) }
      refused += found.compactMap(\.refused).count
      let kept = found.filter { $0.record != nil || $0.workout != nil }
      taken += kept.count
      guard format != .peach3 else { continue }
      let again = kind < 3 ? file(kept.compactMap(\.record), format) : workoutFile(kept.compactMap(\.workout), format)
      #expect(try kept.isEmpty || items(of: again) == kept)
    }
    #expect(taken > 0 && refused > 0)
    // What was learned can be read again: what cannot is learned from the first answer on at each start, for ever.
    #expect(PerceptualProfile(snapshot: profile.snapshot) == profile)
    _ = profile.report(
      over: .standard, now: Date(timeIntervalSince1970: 1_790_000_000), calendar: Calendar(identifier: .gregorian))
  }
}
