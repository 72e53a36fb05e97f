import ArgumentParser
import Exchange
import Foundation
import Glibc
import SQLiteStore
import Texts
import Timers
import Training

/// `peach import FILE`: merges the records of a file into the stored ones: all of them or, with `--partial`, the
/// readable ones.
struct ImportCommand: NamedCommand {
  static let name = "import"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.importRecords),
    discussion: Help.example("peach import answers.csv"))

  @OptionGroup var common: CommonOptions
  @Argument(help: Help.text(.importFile), completion: .file())
  var file: String
  @Flag(help: Help.text(.replace))
  var replace = false
  @Flag(help: Help.text(.partial))
  var partial = false

  func run() throws {
    let setup = try Setup(common: common)
    let texts = setup.catalogue
    do {
      let outcome = try merge(setup)
      outcome.lines(texts, file: file).forEach { say($0) }
    } catch let refusal as ImportRefusal {
      refusal.lines(texts, file: file).forEach { complain($0) }
      throw ExitCode.refusedRows
    } catch let problem as ExchangeProblem {
      complain(texts.line(problem, in: file))
      throw ExitCode.configuration
    } catch let failure as FileFailure {
      complain(texts(.fileNotRead, ["path": failure.path, "reason": texts.words(failure.code)]))
      throw ExitCode.configuration
    } catch let failure as PracticeLockFailure {
      complain(texts.line(failure))
      throw ExitCode.store
    } catch let failure as StoreFailure {
      complain(texts.line(failure))
      throw ExitCode.store
    }
  }

  private func merge(_ setup: Setup) throws -> ImportOutcome {
    var source = try RecordSource(path: file)
    var summary = ImportSummary()
    // A file without a record must change nothing, so check for one first.
    guard let first = try source.next(&summary) else {
      try check(summary)
      return ImportOutcome(summary: summary, backup: nil)
    }
    // Practice would continue from records that it has read, and from a profile that it has learned.
    let lock = try PracticeLock.acquire(setup.catalogue)
    defer { withExtendedLifetime(lock) {} }
    let store = try SQLiteStore(path: setup.paths.database)
    // Closing writes the log back into the database, which takes long after a million records.
    defer { _ = store.close(within: .seconds(600)) }
    for line in setup.catalogue.lines(store.opening) { complain(line) }
    var progress = Progress(setup.catalogue(.importing), setup.catalogue)
    defer { progress.end() }
    let backup = try store.merge(replacing: replace) { merge in
      var item: RecordSource.Found? = first
      while let found = item {
        // Once one is refused, the others are only looked at for more of them.
        if partial || summary.refused == 0 { try add(found, merge, &summary) }
        if summary.records % 256 == 0 { progress.show(source.fraction, count: summary.records) }
        item = try source.next(&summary)
      }
      try check(summary)
    }
    progress.end()
    // Learn here, with visible progress, rather than at the next start of practice.
    let learning = ShownProgress(setup.catalogue(.learningProfile), setup.catalogue)
    defer { learning.end() }
    // If learning fails here, the next start learns the rest; the records are stored.
    try? store.bringProfileForward(learning.show)
    return ImportOutcome(summary: summary, backup: backup)
  }
}

extension ImportCommand {
  /// Throws if rows were refused, unless the import is partial and other rows are usable.
  private func check(_ summary: ImportSummary) throws(ImportRefusal) {
    guard summary.refused == 0 || partial && summary.isUseful else { throw ImportRefusal(summary: summary) }
  }

  private func add(_ found: RecordSource.Found, _ merge: RecordMerge, _ summary: inout ImportSummary) throws {
    switch found.content {
    case .record(let record, let identity):
      summary.count(try merge.add(record, identity), as: \.answers, line: found.line)
    case .workout(let workout): summary.count(try merge.add(workout), as: \.workouts, line: found.line)
    case .foreign(let row): summary.count(try merge.add(row), as: \.foreign, line: found.line)
    }
  }
}

/// The records, timed practices and rows of other programs' disciplines of a file, one at a time.
struct RecordSource {
  /// An item to merge, and its line.
  struct Found {
    enum Content {
      case record(ExerciseRecord, RecordIdentity)
      case workout(Workout)
      case foreign(ForeignRow)
    }

    var content: Content
    var line: Int
  }

  private let input: InputFile
  private var reader = ExchangeReader()
  private var isAtEnd = false

  init(path: String) throws(FileFailure) { input = try InputFile(path: path) }

  /// The share of the file read; nil if unknown.
  var fraction: Double? { input.size.map { Double(reader.bytesRead) / Double(max($0, 1)) } }

  /// Returns the next item; nil at the end. Counts rows before it that are not items in `summary`.
  mutating func next(_ summary: inout ImportSummary) throws -> Found? {
    while true {
      switch try reader.next() {
      case .record(let record, let identity):
        return Found(content: .record(record, identity), line: reader.itemLine)
      case .workout(let workout): return Found(content: .workout(workout), line: reader.itemLine)
      case .foreign(let row): return Found(content: .foreign(row), line: reader.itemLine)
      case .leftOut: summary.workoutsLeftOut += 1
      case .refused(let problem): summary.refuse(problem)
      case .rhythm: summary.rhythm += 1
      case nil:
        guard !isAtEnd else { return nil }
        let piece = try input.read()
        if piece.isEmpty {
          isAtEnd = true
          reader.end()
        } else {
          reader.append(piece)
        }
      }
    }
  }
}
