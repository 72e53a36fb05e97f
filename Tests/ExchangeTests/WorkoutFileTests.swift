import Foundation
import TestSupport
import Testing
import Time
import Timers

@testable import Exchange

@Suite("Files of timed practice")
struct WorkoutFileTests {
  private static let formats = [ExchangeFormat.csv, .jsonl]

  @Test("every field is kept, to the nanosecond", arguments: formats, [1, 2, 3])
  func lossless(format: ExchangeFormat, seed: UInt64) throws {
    var maker = WorkoutMaker(seed: seed)
    let workouts = try maker.workouts(100)
    let found = try items(of: workoutFile(workouts, format))
    #expect(found == workouts.map { .workout($0) })
    #expect(workoutFile(found.compactMap(\.workout), format) == workoutFile(workouts, format))
    #expect(WorkoutWriter(.peach3) == nil)
  }

  @Test("rows are read in any pieces and with any line ends", arguments: formats, [1, 2, 61, 100_000])
  func pieces(format: ExchangeFormat, piece: Int) throws {
    var maker = WorkoutMaker(seed: 4)
    let workouts = try maker.workouts(10)
    let text = String(decoding: workoutFile(workouts, format), as: UTF8.self)
    #expect(try items(of: text, piece: piece).compactMap(\.workout) == workouts)
    let other = "\u{FEFF}\n" + String(text.dropLast()).replacing("\n", with: "\r\n\r\n")
    #expect(try items(of: other, piece: piece).compactMap(\.workout) == workouts)
  }

  @Test("the first line of a timed practice is known")
  func line() throws {
    var maker = WorkoutMaker(seed: 5)
    let workouts = try maker.workouts(3)
    var reader = ExchangeReader()
    reader.append(workoutFile(workouts, .csv))
    reader.end()
    var lines: [Int] = []
    while try reader.next() != nil { lines.append(reader.itemLine) }
    func rows(_ workout: Workout) -> Int { 1 + workout.sets.count + workout.rounds }
    #expect(lines == [3, 3 + rows(workouts[0]), 3 + rows(workouts[0]) + rows(workouts[1])])
  }

  @Test("columns may be in any order, with others between them")
  func columns() throws {
    var maker = WorkoutMaker(seed: 6)
    let workouts = try maker.workouts(5)
    var lines = String(decoding: workoutFile(workouts, .csv), as: UTF8.self).split(separator: "\n").map(String.init)
    for index in lines.indices.dropFirst() {
      let values = lines[index].split(separator: ",", omittingEmptySubsequences: false)
      lines[index] = (values.reversed() + [index == 1 ? "mood" : "calm"]).joined(separator: ",")
    }
    #expect(try items(of: lines.joined(separator: "\n")).compactMap(\.workout) == workouts)
  }

  @Test("records and timed practices may share a file of JSON Lines, as cat joins them")
  func together() throws {
    var (maker, records) = (WorkoutMaker(seed: 7), RecordMaker(seed: 7))
    let (workouts, answers) = (try maker.workouts(5), try records.records(5))
    let bytes = file(answers, .jsonl) + workoutFile(workouts, .jsonl) + file(answers, .jsonl)
    let found = try items(of: bytes)
    #expect(found.compactMap(\.workout) == workouts)
    #expect(found.compactMap(\.record) == answers + answers && found.count == 15)
  }

  @Test("a file of a later version is refused as a whole, in JSON Lines each of its lines")
  func laterVersion() throws {
    var maker = WorkoutMaker(seed: 8)
    let workouts = try maker.workouts(1)
    let csv = String(decoding: workoutFile(workouts, .csv), as: UTF8.self)
    #expect(
      problem(of: csv.replacing("workouts:1", with: "workouts:2"))
        == ExchangeProblem(line: 1, reason: .newerVersion(name: "peach-workouts", found: 2, known: 1)))
    #expect(
      problem(of: csv.replacing("row,started", with: "rows,started"))
        == ExchangeProblem(line: 2, reason: .missingColumn("row")))
    let lines = String(decoding: workoutFile(workouts, .jsonl), as: UTF8.self)
    let found = try items(of: lines.replacing("\"peach_workout\":1", with: "\"peach_workout\":2"))
    #expect(found.first?.refused?.reason == .newerVersion(known: 1) && found.allSatisfy { $0.workout == nil })
    #expect(found.first?.refused?.column == "peach_workout")
  }

  /// One with two sets of two rounds each, another before and after it.
  private func three() throws -> (workouts: [Workout], text: String) {
    let started = Date(timeIntervalSince1970: 1_790_000_000)
    func workout(_ number: UInt8) throws -> Workout {
      let rounds = (1...2).map {
        Round(number: $0, slot: $0, began: .seconds($0), ended: .seconds($0 + 1), split: .milliseconds(1_500))
      }
      return Workout(
        id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)),
        configuration: try TimerConfiguration(
          .emom(slots: 10, slotSeconds: 60, rounds: 5), sets: 2, restSeconds: 30, countdownSeconds: 10),
        started: started, ended: started, changed: started, state: .complete,
        position: WorkoutPosition(.set, set: 2, elapsed: .seconds(9)),
        sets: (1...2).map {
          WorkoutSet(number: $0, started: started, elapsed: .seconds(9), state: .complete, rounds: rounds)
        })
    }
    let workouts = try (1...3).map(workout)
    return (workouts, String(decoding: workoutFile(workouts, .csv), as: UTF8.self))
  }

  @Test(
    "an unreadable row is reported with column, value and reason, and its practice is left out whole",
    arguments: [
      (10, "state", "done", RowProblem.Reason.notAWord(["running", "paused", "complete", "incomplete"])),
      (10, "started", "yesterday", .notATime), (10, "changed", "", .missing),
      (10, "stage_set", "3", .outOfRange(low: 1, high: 2)),
      (10, "stage_elapsed", "7201", .outOfRange(low: 0, high: 7_200)),
      (10, "started", "1969-12-31T23:59:59Z", .noClock),
      (10, "changed", "2263-01-01T00:00:00Z", .noClock),
      (10, "stage_elapsed", "-1", .negative), (10, "stage_elapsed", "1.0000000001", .notASpan),
      (10, "kind", "tabata", .notAWord(["for-time", "amrap", "emom"])),
      (10, "rounds", "0", .outOfRange(low: 1, high: 999)),
      (10, "interval_seconds", "601", .outOfRange(low: 15, high: 600)),
      (10, "interval_seconds", "600", .tooLongTogether(seconds: 6_000, limit: 3_600)),
      (10, "interval_seconds", "360", .tooLongTogether(seconds: 7_230, limit: 7_200)),
      (10, "rest_seconds", "5", .outOfRange(low: 10, high: 600)),
      (10, "countdown_seconds", "1", .outOfRange(low: 3, high: 60)),
      (10, "cues", "start,finish", .wrongCount(found: 28, expected: 27)), (10, "cues", "start bell", .notAWord([])),
      (10, "row", "gym", .notAWord(["workout", "set", "round"])), (10, "id", "7", .notAnIdentifier),
      (11, "set", "2", .notInOrder(expected: 1)), (11, "elapsed", "9223372037", .notASpan),
      (11, "elapsed", "600.000000001", .outOfRange(low: 0, high: 600)),
      (12, "began", "601", .outOfRange(low: 0, high: 600)),
      (12, "done", "0.5", .outOfRange(low: 1, high: 604_800)), (12, "split", "2.5", .outOfRange(low: 0, high: 2)),
      (12, "split", "1,5", .wrongCount(found: 28, expected: 27)), (12, "split", "1e3", .notASpan),
      (12, "split", ".5", .notASpan),
      (12, "done", "5.", .notASpan), (13, "round", "3", .notInOrder(expected: 2)),
      (13, "interval", "11", .outOfRange(low: 1, high: 10)),
      (14, "id", "", .missing), (15, "row", "", .missing),
    ])
  func refused(line: Int, column: String, value: String, reason: RowProblem.Reason) throws {
    let (workouts, text) = try three()
    var lines = text.split(separator: "\n").map(String.init)
    let names = lines[1].split(separator: ",").map(String.init)
    let place = try #require(names.firstIndex(of: column))
    var values = lines[line - 1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    values[place] = value
    lines[line - 1] = values.joined(separator: ",")
    let found = try items(of: lines.joined(separator: "\n"))
    #expect(found.compactMap(\.workout) == [workouts[0], workouts[2]])
    let problems = found.compactMap(\.refused)
    let first = try #require(problems.first)
    #expect(first.line == line)
    switch (reason, first.reason) {
    case (.wrongCount, .wrongCount): break
    case (.notAWord([]), .notAWord(let words)): #expect(words.count == 8 && first.column == column)
    default: #expect(first.reason == reason)
    }
    switch reason {
    case .wrongCount: break
    case .tooLongTogether(_, let limit): #expect(first.column == (limit == 3_600 ? "intervals" : "sets"))
    case .missing: #expect(first.column == column && first.value == nil)
    default: #expect(first.column == column && first.value == value)
    }
    // Its other rows go without a word, and those beside it stay.
    #expect(problems.count == 1 && found.count { $0 == .leftOut } == 1)
  }

  @Test("rows without their practice are reported one by one and change nothing else")
  func orphans() throws {
    let (workouts, text) = try three()
    var lines = text.split(separator: "\n").map(String.init)
    let header = lines.remove(at: 9)
    let found = try items(of: lines.joined(separator: "\n"))
    #expect(found.compactMap(\.workout) == [workouts[0], workouts[2]])
    #expect(found.compactMap(\.refused).map(\.reason) == Array(repeating: .orphan, count: 6))
    #expect(found.compactMap(\.refused).map(\.line) == Array(10...15))
    // Behind its rows it is one that never began.
    let late = try items(of: (lines + [header]).joined(separator: "\n")).compactMap(\.workout)
    #expect(late.map(\.id) == [workouts[0].id, workouts[2].id, workouts[1].id] && late[2].sets.isEmpty)
  }

  @Test("a truncated file gives its whole rows, and never half of one", arguments: formats)
  func cut(format: ExchangeFormat) throws {
    let (workouts, _) = try three()
    let bytes = workoutFile(workouts, format)
    for end in stride(from: 0, to: bytes.count, by: 7) {
      guard let found = try? items(of: Array(bytes.prefix(end))) else { continue }
      let read = found.compactMap(\.workout)
      for (workout, whole) in zip(read, workouts) {
        #expect(workout.id == whole.id)
        for (set, wholeSet) in zip(workout.sets, whole.sets) {
          #expect(set.rounds == Array(wholeSet.rounds.prefix(set.rounds.count)))
        }
      }
      #expect(read.dropLast().elementsEqual(workouts.prefix(max(read.count - 1, 0))))
    }
  }

  @Test("any bytes end in items or a problem")
  func hostile() throws {
    var random = SplitMix64(seed: 11)
    let (_, text) = try three()
    let clean = Array(text.utf8)
    for _ in 0..<400 {
      var bytes = clean
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 40..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: Array("\",\n".utf8), at: place)
        }
      }
      let found = (try? items(of: bytes)) ?? []
      #expect(found.count <= 200)
      // Accepted workouts are written and read again unchanged.
      let workouts = found.compactMap(\.workout)
      #expect(try items(of: workoutFile(workouts, .csv)).compactMap(\.workout) == workouts || workouts.isEmpty)
    }
  }
}
