import SQLiteStore
import Testing
import Texts

@testable import Commands
@testable import Exchange

@Suite("The summaries of export and import")
struct ImportSummaryTests {
  static let rowReasons: [RowProblem.Reason] = [
    .missing, .notANumber, .notAnInteger, .outOfRange(low: 0, high: 127), .notPositive, .negative, .zero,
    .notAWord(["higher", "lower"]), .notABoolean, .notATime, .notAnIdentifier, .notTheInterval(notes: "P5"), .noClock,
    .wrongCount(found: 3, expected: 19), .quotation, .tooLong(limit: 65_536), .notUTF8, .nul, .notJSON, .repeated,
    .newerVersion(known: 1),
  ]
  static let fileReasons: [ExchangeProblem.Reason] = [
    .empty, .noVersionLine, .unreadableVersion("x"), .newerVersion(name: "peach-records", found: 2, known: 1),
    .noHeader, .utf16, .separated(by: .semicolon), .separated(by: .tab), .separated(by: .bar),
    .missingColumn("id"), .repeatedColumn("id"),
  ]

  @Test("every problem has its line, without unfilled braces", arguments: Language.allCases)
  func complete(language: Language) {
    let catalogue = Catalogue(language)
    var lines = Self.rowReasons.flatMap { reason in
      ["cents", nil].map {
        catalogue.line(RowProblem(line: 7, column: $0, value: "4x", reason: reason), in: "a.csv")
      }
    }
    lines += Self.fileReasons.map { catalogue.line(ExchangeProblem(line: 2, reason: $0), in: "a.csv") }
    lines.append(catalogue.line(ImportSummary.Refused.store(line: 9, reason: "CHECK"), in: "a.csv"))
    #expect(lines.filter { $0.contains("{") || $0.contains("}") } == [])
    #expect(Set(lines).count == lines.count && lines.allSatisfy { $0.hasPrefix("a.csv, ") })
    // A key without a text stands for itself.
    #expect(lines.filter { $0.contains("import.") } == [])
  }

  @Test("a row's problem has line, column, value and reason")
  func row() {
    let problem = RowProblem(line: 12, column: "referenceNote", value: "128", reason: .outOfRange(low: 0, high: 127))
    #expect(
      Catalogue(.english).line(problem, in: "a.csv")
        == "a.csv, line 12, column referenceNote: 128 is outside the range 0 to 127.")
    #expect(
      Catalogue(.german).line(problem, in: "a.csv")
        == "a.csv, Zeile 12, Spalte referenceNote: 128 liegt außerhalb von 0 bis 127.")
  }

  @Test("the first five refused rows are shown, all are counted")
  func refused() {
    var summary = ImportSummary()
    for line in 3...9 { summary.refuse(RowProblem(line: line, column: "cents", value: "x", reason: .notANumber)) }
    summary.count(.added, as: \.answers, line: 10)
    summary.count(.duplicate, as: \.answers, line: 11)
    summary.count(.refused(reason: "CHECK constraint failed"), as: \.answers, line: 12)
    summary.rhythm = 2
    for outcome in [RecordMerge.Outcome.added, .added, .duplicate] { summary.count(outcome, as: \.foreign, line: 13) }
    #expect(summary.isUseful)
    let does = "does this if its language is English."
    #expect(
      ImportOutcome(summary: summary, backup: "b.sqlite").lines(Catalogue(.english), file: "a.csv") == [
        "1 record imported.", "1 was already there.",
        "2 rows of exercises that Peach for Linux does not have were kept as they are.", "1 was already there.",
        "2 rows of rhythm exercises in an older format were left out.", "8 rows could not be read:",
        "  a.csv, line 3, column cents: \"x\" is not a number, or not clearly one. Write it with a decimal point, as in 12.5; a spreadsheet \(does)",
        "  a.csv, line 4, column cents: \"x\" is not a number, or not clearly one. Write it with a decimal point, as in 12.5; a spreadsheet \(does)",
        "  a.csv, line 5, column cents: \"x\" is not a number, or not clearly one. Write it with a decimal point, as in 12.5; a spreadsheet \(does)",
        "  a.csv, line 6, column cents: \"x\" is not a number, or not clearly one. Write it with a decimal point, as in 12.5; a spreadsheet \(does)",
        "  a.csv, line 7, column cents: \"x\" is not a number, or not clearly one. Write it with a decimal point, as in 12.5; a spreadsheet \(does)",
        "  and 3 more.",
        "The previous records are kept in b.sqlite.",
      ])
  }

  @Test("a file without usable records is distinguished from one without records")
  func useless() {
    var summary = ImportSummary()
    #expect(summary.isUseful)
    #expect(
      ImportOutcome(summary: summary).lines(Catalogue(.german), file: "a.csv") == [
        "a.csv enthält keinen Datensatz, der sich importieren lässt. Nichts wurde verändert."
      ])
    summary.refuse(RowProblem(line: 3, column: nil, value: nil, reason: .quotation))
    #expect(!summary.isUseful)
    summary.rhythm = 1
    #expect(summary.isUseful)
  }
}
