import Foundation
import TestSupport
import Testing
import Training

@testable import Exchange

@Suite("Files changed by spreadsheets and other versions of Peach")
struct SpreadsheetTests {
  static func fixture(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return try String(contentsOf: folder.appending(path: name + ".csv"), encoding: .utf8)
  }

  @Test(
    "every row is read",
    arguments: [("csv-tritone-a4-v3", 2), ("csv-v1-discrimination", 2), ("csv-spreadsheet-booleans", 3)])
  func cases(name: String, count: Int) throws {
    let found = try items(of: Self.fixture(name))
    #expect(found.count == count && found.allSatisfy { $0.record != nil })
  }

  private static let header = "trainingType,timestamp,referenceNote,targetNote,centOffset,isCorrect"
  private static let row = "pitchDiscrimination,2026-03-21T15:00:00Z,60,64,15.5,true"
  private static let first = "# peach-export-format:3"

  private static func lines(_ lines: String...) -> String { lines.joined(separator: "\n") }

  @Test(
    "first lines, names and rows may be padded, quoted or ended differently",
    arguments: [
      lines(first, header, row), lines(first + ",,,,,", header, row, ",,,,,"), lines("\"\(first)\"", header, row),
      lines("\"\(first)\",,,", header + ",,", row + ",,", "", "\"\",,"), lines(" \(first) ", header, "", ",,,", row),
      lines(first + ",\"\",", header + ",,", row), lines(first, header, row + ",,,,,,,"),
      lines(first, ",,,,", header, row), lines("\u{FEFF}" + first, header, row, ""), lines(header, row),
      lines(first, header, row.replacing(",60,64,", with: ", 60 , 64\t,")),
    ])
  func padded(text: String) throws {
    for ends in ["\n", "\r\n", "\r", "\r\r\n"] {
      for piece in [1, 7, 4096] {
        let found = try items(of: text.replacing("\n", with: ends), piece: piece)
        #expect(found.count == 1 && found.first?.record != nil, "\(ends.debugDescription) \(piece)")
      }
    }
  }

  @Test("our own formats are also read with every line end and mark", arguments: ["\r\n", "\r", "\n\n", "\r\n\r\n"])
  func own(ends: String) throws {
    var (records, workouts) = (RecordMaker(seed: 3), WorkoutMaker(seed: 3))
    let files = [
      file(try records.peachRecords(9), .csv), file(try records.peachRecords(9), .jsonl),
      workoutFile(try workouts.workouts(9), .csv), workoutFile(try workouts.workouts(9), .jsonl),
    ]
    for bytes in files {
      let text = String(decoding: bytes, as: UTF8.self)
      let whole = try items(of: text)
      #expect(whole.count == 9 && whole.allSatisfy { $0.refused == nil })
      for piece in [1, 7, 4096] {
        #expect(try items(of: "\u{FEFF}" + text.replacing("\n", with: ends), piece: piece) == whole)
      }
    }
  }

  @Test("the reported line is the file's own, whatever the line ends", arguments: ["\n", "\r\n", "\r"])
  func lineNumbers(ends: String) throws {
    let bad = Self.row.replacing("true", with: "perhaps")
    let text = Self.lines(Self.first, "", Self.header, Self.row, ",,,,,", bad, Self.row, "x\"y")
    let refused = try items(of: text.replacing("\n", with: ends), piece: 5).compactMap(\.refused)
    #expect(refused.map(\.line) == [6, 8])
  }

  @Test(
    "true and false are read in capitals, in German and as numbers",
    arguments: [
      ("TRUE", true), ("True", true), ("WAHR", true), ("1", true), ("FALSE", false), ("falsch", false), ("0", false),
      ("yes", nil), ("WAHRHEIT", nil), ("2", nil),
    ])
  func flags(word: String, isCorrect: Bool?) throws {
    let found = try items(of: Self.lines(Self.first, Self.header, Self.row.replacing("true", with: word)))
    guard case .comparison(let record)? = found.first?.record else {
      #expect(isCorrect == nil && found.first?.refused?.reason == .notABoolean)
      return
    }
    #expect(record.correct == isCorrect)
  }

  @Test(
    "a decimal comma is read if it is unambiguous",
    arguments: [
      ("15,5", 15.5), ("-8,25", -8.25), ("0,125", 0.125), ("1,5E+01", 15), ("1,23456", 1.23456), ("15,500", nil),
      ("1,200,5", nil), ("1.200,5", nil), ("15,", nil), (",", nil),
    ])
  func decimals(text: String, value: Double?) throws {
    let row = Self.row.replacing("15.5", with: "\"\(text)\"")
    let found = try items(of: Self.lines(Self.first, Self.header, row))
    #expect(found.first?.record?.pair?.cents.value == value)
    #expect(value != nil || found.first?.refused?.reason == .notANumber)
  }

  @Test(
    "a time in a spreadsheet's own format is read if it is unambiguous",
    arguments: [
      ("2026-03-21 15:00:10", true), ("2026/3/21 15:00:10", true), ("2026-3-21T15:00:10", true),
      ("21.03.2026 15:00:10", true), ("21.3.2026, 15:00:10", true), ("3/21/2026 3:00:10 PM", true),
      ("21/03/2026 15:00:10", true), ("3/21/2026 15:00:10", true), ("21.3.2026 15:00:10.000", true),
      ("2026-03-21 15:00", false), ("21.03.2026", false), ("21.03.26 15:00:10", false), ("4/3/2026 15:00:10", false),
      ("46102.625", false), ("13/13/2026 15:00:10", false), ("2026-02-30 15:00:10", false),
      ("3/21/2026 15:00:10 PM", false),
      ("31.4.2026 15:00:10", false), ("21.3/2026 15:00:10", false),
    ])
  func times(text: String, isRead: Bool) throws {
    let row = Self.row.replacing("2026-03-21T15:00:00Z", with: "\"\(text)\"")
    let found = try items(of: Self.lines(Self.first, Self.header, row))
    let time = Date(timeIntervalSince1970: 1_774_105_210)
    #expect(found.first?.record?.time == (isRead ? time : nil))
    #expect(isRead || found.first?.refused?.reason == .notATime)
  }

  @Test(
    "other separators and other text are named",
    arguments: [
      (";", ExchangeProblem.Reason.separated(by: .semicolon)), ("\t", .separated(by: .tab)),
      ("|", .separated(by: .bar)),
    ])
  func separators(separator: String, reason: ExchangeProblem.Reason) throws {
    let text = Self.lines(Self.header, Self.row).replacing(",", with: separator)
    #expect(problem(of: Self.first + "\n" + text) == ExchangeProblem(line: 2, reason: reason))
    #expect(problem(of: Self.first + separator + separator + "\n" + text) == ExchangeProblem(line: 2, reason: reason))
    #expect(problem(of: text) == ExchangeProblem(line: 1, reason: reason))
    let quoted = "\"" + text.replacing(separator, with: "\"\(separator)\"").replacing("\n", with: "\"\n\"") + "\""
    #expect(problem(of: "\"\(Self.first)\"\n" + quoted) == ExchangeProblem(line: 2, reason: reason))
    for (kind, name) in [(ExchangeFormat.recordsMark, "time,mode,id"), (ExchangeFormat.workoutsMark, "row,id")] {
      let own = kind + "1\n" + name.replacing(",", with: separator) + "\n"
      #expect(problem(of: own) == ExchangeProblem(line: 2, reason: reason))
    }
    #expect(
      try problem(of: Self.fixture("csv-semicolons")) == ExchangeProblem(line: 2, reason: .separated(by: .semicolon)))
  }

  @Test("UTF-16 is named")
  func utf16() throws {
    for mark in [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
      var reader = ExchangeReader()
      reader.append(mark + Array("#\0 \0".utf8))
      #expect(throws: ExchangeProblem(line: 1, reason: .utf16)) { try reader.next() }
    }
  }

  @Test("every earlier word for a comparison is read, and so are files without a version", arguments: 0...3)
  func words(version: Int) throws {
    let rows = ["comparison", "pitchComparison", "pitchDiscrimination"].map {
      Self.row.replacing("pitchDiscrimination", with: $0)
    }
    let mark = version == 0 ? [] : ["# peach-export-format:\(version)"]
    let found = try items(of: (mark + [Self.header] + rows).joined(separator: "\n"))
    #expect(found.count == 3 && found.allSatisfy { $0.record != nil })
  }
}
