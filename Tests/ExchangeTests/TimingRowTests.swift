import Foundation
import Testing

@testable import Exchange
@testable import Training

/// Rows `rhythmOffsetDetection` of Peach's CSV, which are records of early or late.
@Suite struct TimingRowTests {
  private static func row(_ values: String) -> String { "rhythmOffsetDetection,2026-04-08T08:00:05Z,\(values)" }

  /// Offset, whether it was right; nanoseconds, the answer.
  @Test(
    arguments: [
      ("-12.50", true, -12_500_000, Answer.lower), ("-12.50", false, -12_500_000, .higher),
      ("29.1147450843758", true, 29_114_745, .higher), ("3", false, 3_000_000, .lower), ("1e-06", true, 1, .higher),
      ("+0.000001", true, 1, .higher), (".5", true, 500_000, .higher), ("3000", true, 3_000_000_000, .higher),
      ("-37.50000000000001", true, -37_500_000, .lower),
    ] as [(String, Bool, Int64, Answer)])
  func `a row becomes a partial record and is written again byte by byte`(
    text: String, isCorrect: Bool, offset: Int64, answer: Answer
  ) throws {
    let file = ForeignRowTests.header + Self.row(",,,,,,,\(isCorrect),,,97,\(text),,,,,\n")
    guard case .record(.timing(let record), .content)? = try items(of: file).first else {
      Issue.record("no record")
      return
    }
    #expect(record.isPartial && !record.withdrawn && record.exercise.mode == .timing && record.exercise.tempo == 97)
    #expect(record.exercise.offset == offset && record.correct == isCorrect && record.answer == answer)
    #expect(record.time == Date(timeIntervalSince1970: 1_775_635_205))
    var kept = ExerciseRecord.timing(record)
    for format in [ExchangeFormat.csv, .jsonl] {
      let again = try items(of: [UInt8](Self.file([kept], format)))
      #expect(again == [.record(kept, .id)])
      kept = again.first?.record ?? kept
    }
    #expect(String(decoding: Self.file([kept], .peach3), as: UTF8.self) == file)
  }

  private static func file(_ records: [ExerciseRecord], _ format: ExchangeFormat) -> [UInt8] {
    var writer = ExchangeWriter(format)
    for record in records { _ = writer.write(record) }
    return writer.bytes
  }

  @Test(arguments: [
    ",,,,,,,true,,,80,0,,,,,", ",,,,,,,true,,,80,0.0000001,,,,,", ",,,,,,,true,,,80,,,,,,", ",,,,,,,true,,,,3.5,,,,,",
    ",,,,,,,,,,80,3.5,,,,,", ",,,,,,,TRUE,,,80,3.5,,,,,", ",,,,,,,true,,,80.0,3.5,,,,,", ",,,,,,,true,,,080,3.5,,,,,",
    ",,,,,,,true,,,1001,3.5,,,,,", ",,,,,,,true,,,80,3000.1,,,,,", ",,,,,,,true,,,80,x,,,,,",
    ",,,,,,,true,,,80, 3.5,,,,,",
    "60,,,,,,,true,,,80,3.5,,,,,", ",,,,,,,true,,,80,3.5,1,,,,", ",,,,,,,true,,,80,3.5,,,,,7",
    ",,,,,,,true,,,80,\"3.5\",,,,,",
    "\"\",,,,,,,true,,,80,3.5,,,,,", ",,,,,,,true,,,80,\"3,5\",,,,,",
  ])
  func `a row that could not be written unchanged stays another program's`(values: String) throws {
    let found = try items(of: ForeignRowTests.header + Self.row(values))
    #expect(found == [.foreign(ForeignRow(time: Date(timeIntervalSince1970: 1_775_635_205), line: Self.row(values)))])
    for (from, to) in [("05Z", "05.5Z"), ("05Z", "05+00:00"), ("T", " ")] {
      let line = Self.row(",,,,,,,true,,,80,3.5,,,,,").replacing(from, with: to)
      guard case .foreign(let row)? = try items(of: ForeignRowTests.header + line).first else {
        Issue.record("\(line)")
        continue
      }
      #expect(row.line == line && row.timing == nil)
    }
  }

  @Test func `a kept row becomes the same record`() throws {
    let line = Self.row(",,,,,,,false,,,80,-3.10,,,,,")
    let record = try #require(ForeignRow(time: Date(timeIntervalSince1970: 0), line: line).timing)
    #expect(try items(of: ForeignRowTests.header + line) == [.record(.timing(record), .content)])
    #expect(record.offsetText == "-3.10" && record.id.uuidString == "4C1F6AE7-689F-8641-AE1D-DBD4A5825941")
    for other in [line + "\n", line + ",", String(line.dropLast()), line.replacing("rhythm", with: "tapping,rhythm")] {
      #expect(ForeignRow(time: record.time, line: other).timing == nil)
    }
  }

  @Test func `versions 1 and 2 and truncated rows are read or refused`() throws {
    let columns = "trainingType,timestamp,isCorrect,tempoBPM,offsetMs,userOffsetMs"
    let rows = [
      "rhythmOffsetDetection,2026-03-20T09:00:05Z,true,80,-12.50,",
      "rhythmOffsetDetection,2026-03-20T09:00:05Z,true,80,0,",
      "rhythmMatching,2026-03-20T09:00:05Z,,80,,1",
    ]
    let found = try items(of: (["# peach-export-format:2", columns] + rows).joined(separator: "\n"))
    #expect(found.map { $0.record != nil } == [true, false, false] && found.dropFirst().allSatisfy { $0 == .rhythm })
    let first =
      "# peach-export-format:1\ntrainingType,timestamp,isCorrect\nrhythmOffsetDetection,2026-03-20T09:00:05Z,true"
    #expect(try items(of: first) == [.rhythm])
    let cut = ForeignRowTests.header + Self.row(",,,,,,,true,,,80,-12.5")
    #expect(try items(of: cut).first?.refused?.reason == .wrongCount(found: 14, expected: 19))
  }

  @Test func `our own answers become its rows, without the fields that it has no columns for`() throws {
    var maker = RecordMaker(seed: 3)
    var record = try maker.timing(1)
    (record.time, record.withdrawn, record.correct) = (Date(timeIntervalSince1970: 1_775_635_205.9), false, true)
    for (offset, text) in [(12_345_678, "12.345678"), (-80_000_000, "-80.0"), (1, "1e-06")] as [(Int64, String)] {
      (record.exercise.tempo, record.exercise.offset) = (80, offset)
      let file = String(decoding: Self.file([.timing(record)], .peach3), as: UTF8.self)
      #expect(file == ForeignRowTests.header + Self.row(",,,,,,,true,,,80,\(text),,,,,\n"))
      guard case .timing(let again)? = try items(of: file).first?.record else {
        Issue.record("\(file)")
        continue
      }
      #expect(again.exercise.offset == offset)
    }
  }

  /// Nothing in our files says that it may be written into another's unseen.
  @Test(arguments: ["1,2", "\n", "x", "", "12.51", "1e999", "\""])
  func `a text other than the displacement is not written`(text: String) throws {
    var record = TimingRecord.blank
    (record.isPartial, record.exercise.offset, record.offsetText) = (true, 12_500_000, text)
    let file = String(decoding: Self.file([.timing(record)], .peach3), as: UTF8.self)
    #expect(file.split(separator: "\n").last?.hasSuffix(",80,12.5,,,,,") == true)
  }

  @Test(arguments: [
    "position", "offset_percent", "repetitions", "loops", "strategy", "response_time", "source", "playback_latency",
  ])
  func `a row without a pattern has none of a whole row's fields`(field: String) throws {
    var maker = RecordMaker(seed: 8)
    var record = try maker.timing(1)
    (record.strategy, record.controller) = ("edge", nil)
    let line = String(decoding: Self.file([.timing(record)], .jsonl), as: UTF8.self)
    var values = line.dropFirst().dropLast(2).split(separator: ",").map(String.init)
    let gone = [
      "pattern", "position", "offset_percent", "repetitions", "loops", "strategy", "response_time", "controller",
      "source",
      "playback_latency",
    ]
    values.removeAll { value in gone.contains { $0 != field && value.hasPrefix("\"\($0)\":") } }
    let refused = try items(of: "{" + values.joined(separator: ",") + "}").map(\.refused)
    #expect(refused == [RowProblem(line: 1, column: "pattern", value: nil, reason: .missing)])
  }

  @Test func `the id is the last column, and a file without the new columns is read`() throws {
    #expect(RecordColumn.inCSV.last?.name == "id")
    var maker = RecordMaker(seed: 2)
    let records = try maker.records(40).filter { ![.timing, .timingListening, .beats].contains($0.discipline) }
    let lines = String(decoding: Self.file(records, .csv), as: UTF8.self).split(separator: "\n", maxSplits: 1)
    let old = ["pattern", "position", "tempo", "offset_ns", "offset_text", "offset_percent", "repetitions", "loops"]
    let columns = RecordColumn.inCSV.map(\.name)
    #expect(Set(old).isSubset(of: columns) && lines.count == 2)
    let new = Set(old)
    var writer = "# peach-records:1\n" + columns.filter { !new.contains($0) }.joined(separator: ",") + "\n"
    for record in records {
      let values = Self.values(record)
      writer += columns.filter { !new.contains($0) }.map { values[$0] ?? "" }.joined(separator: ",") + "\n"
    }
    #expect(try items(of: writer) == records.map { .record($0, .id) })
  }

  /// The values of the columns, quoted.
  private static func values(_ record: ExerciseRecord) -> [String: String] {
    var values: [String: String] = [:]
    record.forEachColumn { column, value in
      switch value {
      case nil: break
      case .text(let text):
        var bytes: [UInt8] = []
        CSVRow.quote(text.utf8, to: &bytes)
        values[column.name] = String(decoding: bytes, as: UTF8.self)
      case .number(let number): values[column.name] = "\(number)"
      case .integer(let number): values[column.name] = "\(number)"
      case .flag(let flag): values[column.name] = "\(flag)"
      case .time(let time):
        var bytes: [UInt8] = []
        CalendarTime.write(CalendarTime.milliseconds(of: time), withFraction: true, to: &bytes)
        values[column.name] = String(decoding: bytes, as: UTF8.self)
      }
    }
    return values
  }
}
