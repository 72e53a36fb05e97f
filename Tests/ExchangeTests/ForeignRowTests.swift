import Testing

@testable import Exchange

@Suite("Rows of Peach's CSV of other programs' disciplines")
struct ForeignRowTests {
  static let header = """
    # peach-export-format:3
    trainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,centOffset,\
    isCorrect,initialCentOffset,userCentError,tempoBPM,offsetMs,meanOffsetMs,meanOffsetMsPosition0,\
    meanOffsetMsPosition1,meanOffsetMsPosition2,meanOffsetMsPosition3

    """
  static let rows = """
    rhythmOffsetDetection,2026-04-08T08:00:05Z,,,,,,,,true,,,80,-12.50,,,,,
    continuousRhythmMatching,2026-04-08T08:00:10Z,,,,,,,,,,,90,,1.5,1.0,,2.0,-0
    chordRecognition,2026-04-08T08:00:15+02:00,61,"C#4","","a ""b"", c",ü,🎹,"two
    lines",,,,,,,,,,

    """

  @Test(
    "rows are written unchanged, byte by byte, including early or late", arguments: ["\n", "\r\n"],
    [1, 7, 4096])
  func same(lineEnd: String, piece: Int) throws {
    let text = Self.header + Self.rows
    // What ends a row is ours; what stands in a value is the row's.
    let given = text.replacing("\n", with: lineEnd).replacing("two\(lineEnd)lines", with: "two\nlines")
    var writer = ExchangeWriter(.peach3)
    for item in try items(of: Array(given.utf8), piece: piece) {
      switch item {
      case .foreign(let row): writer.write(row)
      case .record(let record, .content): #expect(writer.write(record) == nil)
      default: Issue.record("\(item)")
      }
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
  }

  @Test("columns in another order are put in the format's own")
  func order() throws {
    let text = """
      # peach-export-format:3
      offsetMs,timestamp,tempoBPM,trainingType
      3.25,2026-04-08T08:00:05Z,80,rhythmOffsetDetection
      """
    let lines = try items(of: text).map { if case .foreign(let row) = $0 { row.line } else { "" } }
    #expect(lines == ["rhythmOffsetDetection,2026-04-08T08:00:05Z,,,,,,,,,,,80,3.25,,,,,"])
  }

  @Test("a row that cannot be kept unchanged is refused, and not lost silently")
  func refused() throws {
    func reasons(_ rows: [UInt8]) throws -> [RowProblem.Reason] {
      try items(of: Array(Self.header.utf8) + rows).compactMap(\.refused?.reason)
    }
    #expect(try reasons(Array("tapping,yesterday,,,,,,,,,,,,,,,,,\n".utf8)) == [.notATime])
    #expect(try reasons(Array("tapping,2026-04-08T08:00:05Z,,\n".utf8)) == [.wrongCount(found: 4, expected: 19)])
    #expect(try reasons(Array("tapping,2026-04-08T08:00:05Z,,,,,,,,,,,,,,,,,".utf8) + [0xFF, 10]) == [.notUTF8])
    #expect(try reasons(Array("tapping,2026-04-08T08:00:05Z,,,,,,,,,,,,,,,,,".utf8) + [0, 10]) == [.nul])
    #expect(try reasons(Array(",2026-04-08T08:00:05Z,,,,,,,,,,,,,,,,,\n".utf8)) == [.missing])
  }

  @Test("our own formats have no room for them", arguments: [ExchangeFormat.csv, .jsonl])
  func own(format: ExchangeFormat) throws {
    let found = try items(of: Self.header + Self.rows)
    guard case .foreign(let row)? = found.last else { throw ExchangeProblem(line: 3, reason: .empty) }
    var writer = ExchangeWriter(format)
    writer.removeBytes()
    writer.write(row)
    #expect(writer.bytes.isEmpty)
  }
}
