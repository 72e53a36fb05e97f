import ArgumentParser
import Foundation
import Glibc
import Linux
import SQLiteStore
import Texts
import Time
import Timers

/// `peach history`: timed practice, the newest first. Practice may be running at the same time.
struct HistoryCommand: NamedCommand {
  static let name = "history"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.historyHelp),
    discussion: Help.example("peach history --splits"))
  /// The number of practices shown by default.
  static let shown = 20

  @OptionGroup var common: CommonOptions
  @Option(parsing: .unconditional, help: ArgumentHelp(Help.catalogue(.helpLimit)))
  var limit: Int?
  @Flag(help: ArgumentHelp(Help.catalogue(.helpSplits)))
  var splits = false
  @Flag(help: Help.text(.json))
  var json = false

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError(Help.catalogue(.usageLimit)) }
  }

  func run() throws {
    let setup = try Setup(common: common)
    setup.complainOfSettings()
    let limit = limit ?? (json ? .max : Self.shown)
    // One more shows whether there are older ones.
    let (path, count) = (setup.paths.database, limit.plus(1))
    let (now, texts, damage) = (Date(), setup.catalogue, Damage())
    do {
      if json {
        // Streamed: there may be any number of practices, with any number of rounds.
        var array = HistoryJSON()
        try SQLiteStore.readStoredWorkouts(path: path, limit: limit, damaged: { damage.add($0) }) {
          ProcessOutput.write(try array.adding($0), to: STDOUT_FILENO)
        }
        put(array.end)
      } else {
        // Rounds are read only if they are shown.
        var practices: [[String]] = []
        if splits {
          try SQLiteStore.readStoredWorkouts(path: path, limit: count, damaged: { damage.add($0) }) {
            practices.append(texts.lines($0, now: now))
          }
        } else {
          practices = try SQLiteStore.storedSummaries(path: path, limit: count) { damage.add($0) }.map {
            texts.lines($0, now: now)
          }
        }
        for line in Self.lines(practices, limit: limit, texts) { say(line) }
      }
    } catch let failure as StoreFailure {
      complain(texts.line(failure))
      throw ExitCode.store
    }
    guard damage.count > 0 else { return }
    damage.lines(texts).forEach { complain($0) }
    throw ExitCode.partial
  }

  /// Returns the lines of the history, from the lines of each practice and one extra practice: one line if there are
  /// none.
  static func lines(_ practices: [[String]], limit: Int, _ texts: Catalogue) -> [String] {
    guard !practices.isEmpty else { return [texts(.noTimers)] }
    let older = practices.count > limit ? [texts(.olderWorkouts, ["count": "\(limit.plus(limit))"])] : []
    return practices.prefix(limit).flatMap(\.self) + older
  }
}

/// A history for programs: a JSON array, the newest first, each with its configuration, sets and rounds; spans in
/// nanoseconds, times in UTC to the millisecond. Its text is produced in pieces.
struct HistoryJSON {
  private let encoder = JSONEncoder()
  private var isEmpty = true

  init() {
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var value = encoder.singleValueContainer()
      try value.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
  }

  /// Returns the next part of the array: `workout`, and its separator.
  mutating func adding(_ workout: Workout) throws -> String {
    defer { isEmpty = false }
    let text = String(decoding: try encoder.encode(workout), as: UTF8.self)
    return (isEmpty ? "[\n  " : ",\n  ") + text.replacing("\n", with: "\n  ")
  }

  /// The last part of the array.
  var end: String { isEmpty ? "[\n\n]" : "\n]" }
}
