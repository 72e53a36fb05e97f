import ArgumentParser
import Foundation
import SQLiteStore
import Texts
import Timers

/// `peach history`: timed practice, the newest first. Practice may be running meanwhile.
struct HistoryCommand: NamedCommand {
  static let name = "history"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.historyHelp),
    discussion: Help.example("peach history --splits"))
  /// So many are shown where nobody says how many.
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
    let workouts: [Workout]
    do throws(StoreFailure) {
      // One more tells whether there are older ones.
      workouts = try SQLiteStore.storedWorkouts(path: setup.paths.database, limit: limit == .max ? limit : limit + 1)
    } catch {
      complain(setup.catalogue.line(error))
      throw ExitCode.store
    }
    let lines =
      json
      ? [try HistoryJSON.text(Array(workouts.prefix(limit)))]
      : Self.lines(workouts, limit: limit, splits: splits, now: Date(), setup.catalogue)
    for line in lines { json ? print(line) : say(line) }
  }

  /// The history as it is read: one line where there is none.
  static func lines(
    _ workouts: [Workout], limit: Int, splits: Bool, now: Date, _ texts: Catalogue, in zone: TimeZone = .current
  ) -> [String] {
    guard !workouts.isEmpty else { return [texts(.noTimers)] }
    var lines = workouts.prefix(limit).flatMap { texts.lines($0, splits: splits, now: now, in: zone) }
    if workouts.count > limit { lines.append(texts(.olderWorkouts, ["count": "\(limit * 2)"])) }
    return lines
  }
}

/// A history for programs: an array, the newest first, each with its configuration, sets and rounds; spans in nanoseconds, times
/// in UTC to the millisecond.
enum HistoryJSON {
  static func text(_ workouts: [Workout]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var value = encoder.singleValueContainer()
      try value.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
    return String(decoding: try encoder.encode(workouts), as: UTF8.self)
  }
}
