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
  /// Timed practices that are new, or have gone on since.
  var workoutsAdded = 0
  /// Timed practices that were there already.
  var workoutDuplicates = 0
  /// Timed practices of which a row was refused.
  var workoutsLeftOut = 0

  /// Records and timed practices that were handed to the store.
  private(set) var records = 0

  /// Whether anything in the file could be used, or it had nothing.
  var isUseful: Bool { isOfRecords || isOfWorkouts || rhythm > 0 || refused == 0 }

  /// Whether there was a record that could be used.
  var isOfRecords: Bool { added + duplicates > 0 }
  /// Whether there was a timed practice that could be used.
  var isOfWorkouts: Bool { workoutsAdded + workoutDuplicates > 0 }

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

  /// Counts what the store made of the timed practice on `line`.
  mutating func takeWorkout(_ outcome: RecordMerge.Outcome, line: Int) {
    records += 1
    switch outcome {
    case .added: workoutsAdded += 1
    case .duplicate: workoutDuplicates += 1
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
    if summary.isOfRecords {
      lines.append(texts(.importAdded, count: summary.added))
      if summary.duplicates > 0 { lines.append(texts(.importDuplicates, count: summary.duplicates)) }
    }
    if summary.isOfWorkouts {
      lines.append(texts(.imported, count: summary.workoutsAdded))
      if summary.workoutDuplicates > 0 { lines.append(texts(.importDuplicates, count: summary.workoutDuplicates)) }
    }
    if !summary.isOfRecords, !summary.isOfWorkouts {
      lines.append(texts(.importNothing, ["file": file]))
    }
    if summary.rhythm > 0 { lines.append(texts(.importRhythm, count: summary.rhythm)) }
    if summary.refused > 0 {
      lines.append(texts(.importRefused, count: summary.refused))
      lines += summary.firstRefused.map { "  " + texts.line($0, in: file) }
      let more = summary.refused - summary.firstRefused.count
      if more > 0 { lines.append("  " + texts(.importMore, count: more)) }
    }
    if summary.workoutsLeftOut > 0 {
      lines.append(texts(.leftOut, count: summary.workoutsLeftOut))
    }
    if let backup { lines.append(texts(.importBackup, ["path": backup])) }
    return lines
  }
}

extension Catalogue {
  /// One line on why a row is not in the store.
  func line(_ refused: ImportSummary.Refused, in file: String) -> String {
    switch refused {
    case .row(let problem): line(problem, in: file)
    case .store(let number, let reason): line(self(.brokenRule, ["reason": reason]), in: file, line: number)
    }
  }
}
