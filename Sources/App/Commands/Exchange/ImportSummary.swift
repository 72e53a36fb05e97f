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
  /// Rows of rhythm exercises in a version that cannot be written again.
  var rhythm = 0
  /// Rows of other programs' disciplines that are new.
  private(set) var foreignAdded = 0
  /// Those that were there already.
  private(set) var foreignDuplicates = 0
  /// Timed practices that are new, or have gone on since.
  var workoutsAdded = 0
  /// Timed practices that were there already.
  var workoutDuplicates = 0
  /// Timed practices of which a row was refused.
  var workoutsLeftOut = 0

  /// Records, timed practices and rows of other programs that were handed to the store.
  private(set) var records = 0

  /// Whether anything in the file could be used, or it had nothing.
  var isUseful: Bool { isOfRecords || isOfWorkouts || isForeign || rhythm > 0 || refused == 0 }

  /// Whether there was a record that could be used.
  var isOfRecords: Bool { added + duplicates > 0 }
  /// Whether there was a timed practice that could be used.
  var isOfWorkouts: Bool { workoutsAdded + workoutDuplicates > 0 }

  /// Whether there was a row of another program's discipline.
  var isForeign: Bool { foreignAdded + foreignDuplicates > 0 }

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

  /// Counts what the store made of a row of another program's discipline.
  mutating func takeForeign(_ outcome: RecordMerge.Outcome) {
    records += 1
    if outcome == .added { foreignAdded += 1 } else { foreignDuplicates += 1 }
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
    if summary.isForeign {
      lines.append(texts(.importForeign, count: summary.foreignAdded))
      if summary.foreignDuplicates > 0 { lines.append(texts(.importDuplicates, count: summary.foreignDuplicates)) }
    }
    if !summary.isOfRecords, !summary.isOfWorkouts, !summary.isForeign {
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
