import Exchange
import SQLiteStore
import Texts

/// The outcome of the rows of a file.
struct ImportSummary: Equatable {
  /// The reason a row is not in the store.
  enum Refused: Hashable {
    /// The row could not be read.
    case row(RowProblem)
    /// The database refused it.
    case store(line: Int, reason: String)
  }

  /// The number of refused rows shown.
  static let shownRefusals = 5

  /// The counts of one kind of item that is now in the store.
  struct Tally: Equatable {
    /// Items that are new, or have changed since.
    var added = 0
    /// Items that existed already, in the store or further up in the file.
    var duplicates = 0

    var isEmpty: Bool { added + duplicates == 0 }
  }

  /// Answers and matches.
  var answers = Tally()
  /// Timed practices.
  var workouts = Tally()
  /// Rows of other programs' disciplines.
  var foreign = Tally()
  /// Rows that are not in the store for another reason.
  private(set) var refused = 0
  /// The first refused rows.
  private(set) var firstRefused: [Refused] = []
  /// Rows of rhythm exercises in a version that cannot be written again.
  var rhythm = 0
  /// The timed practices with a refused row.
  var workoutsLeftOut = 0

  /// Records, timed practices and rows of other programs that were handed to the store.
  private(set) var records = 0

  /// Whether any of the file was usable, or the file was empty.
  var isUseful: Bool { [answers, workouts, foreign].contains { !$0.isEmpty } || rhythm > 0 || refused == 0 }

  mutating func refuse(_ problem: RowProblem) { refuse(.row(problem)) }

  private mutating func refuse(_ why: Refused) {
    refused += 1
    if firstRefused.count < Self.shownRefusals { firstRefused.append(why) }
  }

  /// Counts the result of adding an item of `kind` on `line` to the store.
  mutating func count(_ outcome: RecordMerge.Outcome, as kind: WritableKeyPath<Self, Tally>, line: Int) {
    records += 1
    switch outcome {
    case .added: self[keyPath: kind].added += 1
    case .duplicate: self[keyPath: kind].duplicates += 1
    case .refused(let reason): refuse(.store(line: line, reason: reason))
    }
  }
}

/// The result of an import.
struct ImportOutcome: Equatable {
  var summary: ImportSummary
  /// The copy of the database, if one was made.
  var backup: String?

  /// Returns the lines to print.
  func lines(_ texts: Catalogue, file: String) -> [String] {
    var lines: [String] = []
    let kinds = [
      (summary.answers, texts(.importAdded, count: summary.answers.added)),
      (summary.workouts, texts(.imported, count: summary.workouts.added)),
      (summary.foreign, texts(.importForeign, count: summary.foreign.added)),
    ]
    for (tally, added) in kinds where !tally.isEmpty {
      lines.append(added)
      if tally.duplicates > 0 { lines.append(texts(.importDuplicates, count: tally.duplicates)) }
    }
    if lines.isEmpty { lines.append(texts(.importNothing, ["file": file])) }
    if summary.rhythm > 0 { lines.append(texts(.importRhythm, count: summary.rhythm)) }
    lines += summary.refusedLines(texts, file: file)
    if summary.workoutsLeftOut > 0 {
      lines.append(texts(.leftOut, count: summary.workoutsLeftOut))
    }
    if let backup { lines.append(texts(.importBackup, ["path": backup])) }
    return lines
  }
}

/// An error: nothing was imported, because rows of the file were refused.
struct ImportRefusal: Error, Equatable {
  var summary: ImportSummary

  /// Returns the lines to print: the refused rows, and the remedy.
  func lines(_ texts: Catalogue, file: String) -> [String] {
    let lines = [texts(.importNone, ["file": file])] + summary.refusedLines(texts, file: file)
    return summary.records > 0 ? lines + [texts(.importPartly)] : lines
  }
}

extension ImportSummary {
  /// Returns the number of refused rows, and the first of them.
  fileprivate func refusedLines(_ texts: Catalogue, file: String) -> [String] {
    guard refused > 0 else { return [] }
    let more = refused - firstRefused.count
    return [texts(.importRefused, count: refused)] + firstRefused.map { "  " + texts.line($0, in: file) }
      + (more > 0 ? ["  " + texts(.importMore, count: more)] : [])
  }
}

extension Catalogue {
  /// Returns one line with the reason a row is not in the store.
  func line(_ refused: ImportSummary.Refused, in file: String) -> String {
    switch refused {
    case .row(let problem): line(problem, in: file)
    case .store(let number, let reason): line(self(.brokenRule, ["reason": reason]), in: file, line: number)
    }
  }
}
