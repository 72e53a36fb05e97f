import Exchange
import SQLiteStore
import Texts

/// What became of the rows of a file.
struct ImportSummary: Equatable {
  /// Why a row is not in the store.
  enum Refused: Hashable {
    /// It could not be understood.
    case row(RowProblem)
    /// The database did not take it.
    case store(line: Int, reason: String)
  }

  /// So many refused rows are shown.
  static let shownRefusals = 5

  /// Records that are new.
  var added = 0
  /// Records that were there already, in the store or further up in the file.
  var duplicates = 0
  /// Rows that are not in the store for another reason.
  private(set) var refused = 0
  /// The first of them.
  private(set) var firstRefused: [Refused] = []
  /// Rows of rhythm exercises.
  var rhythm = 0

  /// Records that were handed to the store.
  private(set) var records = 0

  /// Whether anything in the file could be used, or it had nothing.
  var isUseful: Bool { added + duplicates + rhythm > 0 || refused == 0 }

  mutating func refuse(_ problem: RowProblem) { refuse(.row(problem)) }

  private mutating func refuse(_ why: Refused) {
    refused += 1
    if firstRefused.count < Self.shownRefusals { firstRefused.append(why) }
  }

  /// Counts what the store made of the record on `line`.
  mutating func take(_ outcome: RecordMerge.Outcome, line: Int) {
    records += 1
    switch outcome {
    case .added: added += 1
    case .duplicate: duplicates += 1
    case .refused(let reason): refuse(.store(line: line, reason: reason))
    }
  }
}

/// How an import ended.
struct ImportOutcome: Equatable {
  var summary: ImportSummary
  /// The copy of the database, if one was made.
  var backup: String?

  /// What to say of it.
  func lines(_ texts: Catalogue, file: String) -> [String] {
    var lines: [String] = []
    if summary.added + summary.duplicates > 0 {
      lines.append(texts(.importAdded, count: summary.added))
      if summary.duplicates > 0 { lines.append(texts(.importDuplicates, count: summary.duplicates)) }
    } else {
      lines.append(texts(.importNothing, ["file": file]))
    }
    if summary.rhythm > 0 { lines.append(texts(.importRhythm, count: summary.rhythm)) }
    if summary.refused > 0 {
      lines.append(texts(.importRefused, count: summary.refused))
      lines += summary.firstRefused.map { "  " + texts.line($0, in: file) }
      let more = summary.refused - summary.firstRefused.count
      if more > 0 { lines.append("  " + texts(.importMore, count: more)) }
    }
    if let backup { lines.append(texts(.importBackup, ["path": backup])) }
    return lines
  }
}
