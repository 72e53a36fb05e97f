import Foundation
import TestSupport
import Testing
import Time
import Timers
import Training

@testable import Exchange

/// A row that each value may have, and practice cannot have written.
@Suite("Values that practice could not have written are refused")
struct WrittenLimitTests {
  @Test(
    "values of records are limited",
    arguments: [
      ("reference_hertz", "1e10"), ("concert_pitch", "379.9"), ("concert_pitch", "501"), ("note_duration", "0.2"),
      ("note_duration", "4"), ("note_gap", "5.5"), ("loudness_offset", "11"), ("loudness_offset", "-1e300"),
      ("cents", "2401"), ("cents", "-1e308"), ("response_time", "1e9"), ("playback_latency", "-1e9"),
      ("exercise_index", "-1"), ("exercise_index", "9223372036854775807"), ("time", "1969-12-31T23:59:59.999Z"),
      ("time", "9999-12-31T23:59:59.999Z"), ("interval", "3"), ("epoch", "4294967296"),
    ])
  func records(column: String, value: String) throws {
    var maker = RecordMaker(seed: 5)
    var record = try maker.comparison(1)
    record.exercise.interval = .perfectFifthUp
    record.exercise.target = try #require(record.exercise.reference.transposed(by: .perfectFifthUp))
    var lines = String(decoding: file([.comparison(record)], .jsonl), as: UTF8.self)
    #expect(try items(of: lines).first?.record == .comparison(record))
    let key = "\"\(column)\":"
    let start = try #require(lines.range(of: key)).upperBound
    let end = lines[start...].firstIndex { $0 == "," || $0 == "}" } ?? lines.endIndex
    lines.replaceSubrange(start..<end, with: column == "time" ? "\"\(value)\"" : value)
    let refused = try items(of: lines).compactMap(\.refused)
    #expect(refused.map(\.column) == [column] && refused.map(\.value) == [value])
  }

  @Test(
    "values of early or late are limited",
    arguments: [
      ("offset_ns", "0", RowProblem.Reason.zero),
      ("offset_ns", "187500001", .outOfRange(low: -187_500_000, high: 187_500_000)),
      ("offset_ns", "-3000000001", .outOfRange(low: -3e9, high: 3e9)), ("offset_ns", "1.5", .notAnInteger),
      ("position", "1", .outOfRange(low: 2, high: 4)), ("position", "5", .outOfRange(low: 2, high: 4)),
      ("tempo", "0", .outOfRange(low: 1, high: 1000)), ("tempo", "1001", .outOfRange(low: 1, high: 1000)),
      ("loops", "0", .outOfRange(low: 1, high: Double(Int32.max))),
      ("pattern", "polka", .notAWord(TimingPattern.allCases.map(\.rawValue))),
    ])
  func timing(column: String, value: String, reason: RowProblem.Reason) throws {
    var maker = RecordMaker(seed: 5)
    var record = try maker.timing(1)
    (record.exercise.pattern, record.exercise.position, record.exercise.tempo) = (.straight16ths, 3, 80)
    (record.exercise.offset, record.loops) = (187_500_000, 1)
    var line = String(decoding: file([.timing(record)], .jsonl), as: UTF8.self)
    #expect(try items(of: line).first?.record == .timing(record))
    let start = try #require(line.range(of: "\"\(column)\":")).upperBound
    let end = try #require(line[start...].firstIndex(of: ","))
    line.replaceSubrange(start..<end, with: column == "pattern" ? "\"\(value)\"" : value)
    let refused = try items(of: line).compactMap(\.refused)
    #expect(refused == [RowProblem(line: 1, column: column, value: value, reason: reason)])
  }

  private static func workout(_ form: TimerConfiguration.Form, sets: Int = 1) throws -> Workout {
    let started = Date(timeIntervalSince1970: 1_790_000_000)
    return Workout(
      id: UUID(), configuration: try TimerConfiguration(form, source: .free, sets: sets), started: started,
      ended: started,
      changed: started, state: .complete, position: WorkoutPosition(.set, set: 1, elapsed: .zero),
      sets: [WorkoutSet(number: 1, started: started, elapsed: .seconds(30), state: .complete, rounds: [])])
  }

  @Test("a set takes no more rounds than practice counts", arguments: [ExchangeFormat.csv, .jsonl])
  func rounds(format: ExchangeFormat) throws {
    for (form, most) in [
      (TimerConfiguration.Form.amrap(durationSeconds: 3_600), TimerConfiguration.mostRounds),
      (.forTime(capSeconds: nil, rounds: 3), 3),
    ] {
      var workout = try Self.workout(form)
      workout.sets[0].rounds = (1...most).map {
        Round(number: $0, slot: nil, began: .milliseconds($0), ended: .milliseconds($0), split: .zero)
      }
      #expect(try items(of: workoutFile([workout], format)) == [.workout(workout)])
      workout.sets[0].rounds.append(Round(number: most + 1, slot: nil, began: .zero, ended: .zero, split: .zero))
      let found = try items(of: workoutFile([workout], format))
      #expect(found.first?.refused?.reason == .outOfRange(low: 1, high: Double(most)))
      #expect(found.last == .leftOut && found.count == 2)
    }
  }

  @Test("a workout takes up to its number of sets, each up to the longest time")
  func sets() throws {
    var workout = try Self.workout(.forTime(capSeconds: nil, rounds: 3))
    workout.sets[0].elapsed = .seconds(TimerConfiguration.longest)
    #expect(try items(of: workoutFile([workout], .csv)) == [.workout(workout)])
    workout.sets[0].elapsed += .nanoseconds(1)
    #expect(
      try items(of: workoutFile([workout], .csv)).first?.refused?.reason == .outOfRange(low: 0, high: 7_200))
    workout.sets[0].elapsed = .zero
    workout.sets.append(workout.sets[0])
    workout.sets[1].number = 2
    #expect(try items(of: workoutFile([workout], .csv)).first?.refused?.reason == .outOfRange(low: 1, high: 1))
  }
}
