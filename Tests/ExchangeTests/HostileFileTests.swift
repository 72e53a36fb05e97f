import Foundation
import TestSupport
import Testing
import Training

@testable import Exchange

@Suite("Malformed files")
struct HostileFileTests {
  private func ownFile(_ format: ExchangeFormat, count: Int = 5, seed: UInt64 = 11) throws -> (
    records: [ExerciseRecord], lines: [String]
  ) {
    var maker = RecordMaker(seed: seed)
    let records = try maker.peachRecords(count)
    let text = String(decoding: file(records, format), as: UTF8.self)
    return (records, text.split(separator: "\n").map(String.init))
  }

  @Test("a row of our own needs its fields", arguments: [ExchangeFormat.csv, .jsonl])
  func ownRows(format: ExchangeFormat) throws {
    let found = try ownFile(format, count: 1, seed: 3).lines.joined(separator: "\n")
    guard case .comparison(let record)? = try items(of: found).first?.record else {
      Issue.record("a comparison is needed here")
      return
    }
    let (hertz, id) = ("\(record.exercise.referenceHertz.value)", record.id.uuidString)
    let mode = record.exercise.mode.rawValue
    let cases: [(String, String, RowProblem.Reason)] = [
      (hertz, "0", .notPositive), (hertz, "-1", .notPositive),
      (hertz, "1e999", format == .csv ? .notANumber : .notJSON),
      (id, "x", .notAnIdentifier), (mode, "singing", .notAWord(Mode.allCases.map(\.rawValue))),
      ("\(record.exercise.offset.value)", "0.0", .zero), ("\(record.noteGap)", "-0.5", .negative),
      (record.answer.rawValue, "maybe", .notAWord(["higher", "lower"])),
      ("controller", "telepathy", .notAWord(InputSource.allCases.map(\.rawValue))),
    ]
    for (text, replacement, reason) in cases {
      var lines = found.split(separator: "\n").map(String.init)
      let parts = lines[lines.count - 1].split(separator: text, omittingEmptySubsequences: false)
      // The last of equal values is the source; the others stand there once.
      lines[lines.count - 1] = parts.dropLast().joined(separator: text) + replacement + (parts.last ?? "")
      let refused = try items(of: lines.joined(separator: "\n")).compactMap(\.refused)
      #expect(refused.map(\.reason) == [reason], "\(text)")
      #expect(refused.map(\.line) == [format == .csv ? 3 : 1])
      #expect(reason == .notJSON || refused.allSatisfy { $0.value == replacement && $0.column != nil })
    }
  }

  @Test("a file that ends in the middle of a row loses only that row", arguments: ExchangeFormat.allCases)
  func cutOff(format: ExchangeFormat) throws {
    var maker = RecordMaker(seed: 6)
    let records = try maker.peachRecords(4)
    let bytes = file(records, format)
    let whole = try items(of: bytes)
    let start = try #require(bytes.dropLast().lastIndex(of: 10)) + 1
    // Peach's rows end with values that are empty anyway, and which numbers are shorter cannot be known.
    let end = format == .peach3 ? bytes.count - 9 : bytes.count - 1
    for cut in start + 1..<end {
      let found = try items(of: Array(bytes[..<cut]))
      #expect(found.dropLast() == whole.dropLast(), "\(cut)")
      let last = try #require(found.last?.refused, "\(cut - start) of \(bytes.count - start)")
      #expect(last.line == (format == .jsonl ? 4 : 6))
    }
  }

  @Test("a quotation mark that is never closed costs one line, however long the file", arguments: [10, 1_000])
  func openQuotation(count: Int) throws {
    var (_, lines) = try ownFile(.csv, count: count)
    let whole = try items(of: lines.joined(separator: "\n"))
    lines[4] = lines[4].replacing(",LPD8,", with: ",\"LPD8,")
    let found = try items(of: lines.joined(separator: "\n"), piece: 10_000)
    #expect(found.count == count && found.compactMap(\.record).count == count - 1)
    #expect(found.compactMap(\.refused).map(\.line) == [5] && found.compactMap(\.refused).map(\.reason) == [.quotation])
    #expect(found[3...] == whole[3...])
  }

  @Test(
    "a line that is too long is left out, and the others are read", arguments: [ExchangeFormat.csv, .jsonl, .peach3])
  func longLine(format: ExchangeFormat) throws {
    var (records, lines) = try ownFile(format)
    let bad = lines.count - 2
    lines[bad] = String(repeating: "x", count: 300_000)
    let found = try items(of: lines.joined(separator: "\n"), piece: 1_000)
    records.remove(at: 3)
    #expect(
      found.compactMap(\.record?.time.timeIntervalSince1970).map { $0.rounded(.down) }
        == records.map { $0.time.timeIntervalSince1970.rounded(.down) })
    #expect(
      found.compactMap(\.refused) == [
        RowProblem(
          line: bad + 1, column: nil, value: nil, reason: .tooLong(limit: ExchangeReader.longestRow))
      ])
  }

  @Test("NUL bytes and invalid UTF-8 are refused in their place")
  func bytes() throws {
    let (_, lines) = try ownFile(.csv, count: 3)
    func refused(_ byte: UInt8, in text: String) throws -> [RowProblem] {
      var bytes = Array(lines.joined(separator: "\n").utf8)
      let place = try #require(bytes.ranges(of: Array(text.utf8)).last).lowerBound
      bytes[place + 2] = byte
      return try items(of: bytes).compactMap(\.refused)
    }
    #expect(
      try refused(0, in: "LPD8") == [RowProblem(line: 5, column: "controller", value: "LP\u{0}8", reason: .nul)])
    #expect(
      try refused(0xFF, in: "LPD8") == [
        RowProblem(line: 5, column: "controller", value: "LP\u{FFFD}8", reason: .notUTF8)
      ])
    let time = try refused(0, in: "2020-")
    #expect(time.map(\.column) == ["time"] && time.map(\.reason) == [.notATime])
  }

  @Test(
    "JSON other than an object of plain values is refused",
    arguments: [
      "{", "{}", "{\"a\":[1]}", "{\"a\":{}}", "[]", "{\"a\":1,}", "{\"a\":01x}", "{\"a\":tru}", "{\"a\" 1}", "{a:1}",
      "{\"a\":\"\\ud800\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\u{1}\"}", "{\"a\":1}{}", "{\"a\":\"",
      "{\"a\":\"\\", "{\"id\":1,\"id\":1}", "{\"peach_record\":2}", "{\"peach_record\":1}", "{\"peach_record\":\"x\"}",
    ])
  func badJSON(line: String) throws {
    let (records, lines) = try ownFile(.jsonl, count: 2)
    let found = try items(of: [lines[0], line, lines[1]].joined(separator: "\n"))
    #expect(found.count == 3 && found.compactMap(\.record) == records)
    #expect(found[1].refused?.line == 2)
  }

  @Test("JSON is read in any layout, and unknown names are ignored")
  func otherJSON() throws {
    let (records, lines) = try ownFile(.jsonl, count: 2)
    let spaced = lines.map {
      $0.replacing(":\"LPD8\"", with: " :\t\"\\u004c\\u0050D8\"").replacing(
        "{", with: "  { \"colour\" : \"r\\\"ed\" , \"x\":null,")
        + " \r"
    }
    #expect(try items(of: spaced.joined(separator: "\n")).compactMap(\.record) == records)
    #expect(lines.contains { $0.contains(":\"LPD8\"") })
  }

  @Test("nothing traps, whatever the bytes, and every row is accounted for", arguments: ExchangeFormat.allCases)
  func fuzz(format: ExchangeFormat) throws {
    var maker = RecordMaker(seed: 7)
    let good = file(format == .peach3 ? try maker.peachRecords(6) : try maker.records(6), format)
    var random = SplitMix64(seed: 2026)
    let tokens: [[UInt8]] = ["\"", "\"\"", ",", "\n", "\r\n", "{", "}", "\\", "\\ud83d", "\u{0}", "1e308", "-", "# "]
      .map {
        Array($0.utf8)
      }
    var (kept, refused, files) = (0, 0, 0)
    for _ in 0..<500 {
      var bytes = good
      for _ in 0...Int.random(in: 0...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...4, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: place)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + .random(in: 0...200, using: &random)))
        default: bytes.insert(contentsOf: bytes[place...].prefix(.random(in: 0...300, using: &random)), at: place)
        }
        if bytes.isEmpty { bytes = [10] }
      }
      // A carriage return alone ends a line, too.
      let lines = bytes.count { $0 == 10 || $0 == 13 } + 1
      do throws(ExchangeProblem) {
        let found = try items(of: bytes, piece: .random(in: 1...3_000, using: &random))
        #expect(found.count <= lines)
        for problem in found.compactMap(\.refused) { #expect((1...lines).contains(problem.line)) }
        kept += found.compactMap(\.record).count
        refused += found.compactMap(\.refused).count
      } catch {
        #expect((1...lines).contains(error.line))
        files += 1
      }
    }
    // Mutations that never or always hit would test nothing.
    #expect(kept > 600 && refused > 150 && (files > 5 || format == .jsonl))
  }

  @Test("one wrong byte in a file without quotation marks costs up to two rows")
  func oneByte() throws {
    var maker = RecordMaker(seed: 8)
    let good = file(try maker.peachRecords(30), .peach3)
    let header = try #require(good.firstIndex(of: 10).flatMap { good[($0 + 1)...].firstIndex(of: 10) })
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      var bytes = good
      bytes[.random(in: header + 1..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      #expect(try items(of: bytes).compactMap(\.record).count >= 28)
    }
  }
}
