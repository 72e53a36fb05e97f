import Exchange
import GRDB
import Training

/// The content of records, for as long as a merge needs it: a temporary SQLite table, as it may be larger than the
/// memory. Withdrawn answers, exercises that were only heard, chords and temperaments are left out: Peach's CSV has
/// none of them.
///
/// A record is *taken* once a partial record of the file has matched it: the next one of that file with the same
/// content is another record. Content that occurs n times in the file is stored n times afterwards, or as often as
/// before, if that is more.
final class ContentTable {
  private let db: Database
  private let insert: Statement
  private let takeAlike: Statement
  private let findPartial: Statement
  private let take: Statement
  private let remove: Statement

  /// A table of the content that is already stored.
  init(_ db: Database) throws {
    self.db = db
    try db.execute(
      sql: """
        CREATE TEMP TABLE content (
          second INTEGER NOT NULL, reference INTEGER NOT NULL, target INTEGER NOT NULL, kind INTEGER NOT NULL,
          number INTEGER NOT NULL, cents REAL NOT NULL, result REAL NOT NULL, partial INTEGER NOT NULL,
          taken INTEGER NOT NULL, PRIMARY KEY (second, reference, target, kind, number)
        ) WITHOUT ROWID, STRICT
        """)
    for (discipline, key, number, result, condition) in [
      (Discipline.comparison, "reference_note, target_note", "cents", "correct", "withdrawn = 0"),
      (.matching, "reference_note, target_note", "cents", "start_cents", "mode NOT IN ('chords', 'temperament')"),
      (.timing, "tempo, 0", "offset_ns / 1e6", "correct", "withdrawn = 0"),
    ] {
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO temp.content -- none whose time is damaged
            SELECT CAST(strftime('%s', substr(time, 1, 19)) AS INTEGER), \(key), \(Self.kind(discipline)), number,
              \(number), \(result), \(discipline.records.wholeField ?? "0") IS NULL, 0
            FROM \(discipline.records.table) WHERE \(condition)
          """)
    }
    insert = try db.makeStatement(sql: "INSERT INTO temp.content VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    // Statements share the first four numbers: what `Said.key` has.
    let said = "second = ?1 AND reference = ?2 AND target = ?3 AND kind = ?4"
    func alike(_ reach: String, _ condition: String, _ order: String) -> String {
      """
      SELECT number FROM temp.content
        WHERE \(said) AND \(condition) AND max(abs(cents - ?5), abs(result - ?6)) <= \(reach)
        ORDER BY abs(cents - ?5) + abs(result - ?6), number \(order) LIMIT 1
      """
    }
    let ofStored = "CASE WHEN partial THEN \(Self.reach("cents", "result")) ELSE 1e-9 END"
    takeAlike = try db.makeStatement(
      sql: """
        UPDATE temp.content SET taken = 1
          WHERE \(said) AND number = (\(alike("max(\(Self.reach("?5", "?6")), \(ofStored))", "NOT taken", "ASC")))
        """)
    findPartial = try db.makeStatement(sql: alike(ofStored, "partial", "DESC"))
    take = try db.makeStatement(sql: "UPDATE temp.content SET taken = 1 WHERE \(said) AND number = ?5")
    remove = try db.makeStatement(sql: "DELETE FROM temp.content WHERE \(said) AND number = ?5")
  }

  /// The tolerance around the two numbers of a partial record, in SQL: half a unit of their last decimal, as files may
  /// be rounded; beyond three decimals, the rounding error of computing.
  private static func reach(_ cents: String, _ result: String) -> String {
    let rounded = (0...3).map { decimals in
      let isRound = [cents, result].map { "abs(round(\($0), \(decimals)) - \($0)) < 1e-9" }.joined(separator: " AND ")
      return "WHEN \(isRound) THEN 0.5e-\(decimals) + 1e-9"
    }
    return "CASE \(rounded.joined(separator: " ")) ELSE 1e-9 END"
  }

  /// Adds the content of `record`, which was stored as `number`.
  func add(_ record: ExerciseRecord, number: Int64, isTaken: Bool = false) throws {
    guard let said = Said(record) else { return }
    try insert.execute(said.key + [number, said.cents, said.result, record.listed.isPartial, isTaken])
  }

  /// Takes a record with the same content as the partial `record`; false if all such records are taken.
  func takeAlike(_ record: ExerciseRecord) throws -> Bool {
    guard let said = Said(record) else { return false }
    try takeAlike.execute(said.key + [said.cents, said.result])
    return db.changesCount > 0
  }

  /// Takes the record that was stored as `number`, and says the same as `record`.
  func takeStored(_ record: ExerciseRecord, number: Int64) throws {
    guard let said = Said(record) else { return }
    try take.execute(said.key + [number])
  }

  /// Returns the number of a partial record whose content matches the whole `record`: the last of several, as that one
  /// would be missing if the whole one had come first.
  func partial(of record: ExerciseRecord) throws -> Int64? {
    guard let said = Said(record) else { return nil }
    findPartial.setUncheckedArguments(StatementArguments(said.key + [said.cents, said.result]))
    return try Int64.fetchOne(findPartial)
  }

  /// Removes the record that was stored as `number`, with the same content as `record`.
  func remove(_ record: ExerciseRecord, number: Int64) throws {
    guard let said = Said(record) else { return }
    try remove.execute(said.key + [number])
  }

  func drop() throws { try db.execute(sql: "DROP TABLE temp.content") }

  fileprivate static func kind(_ discipline: Discipline) -> Int {
    switch discipline {
    case .comparison: 0
    case .matching: 1
    case .timing: 2
    case .listening: 3
    case .timingListening: 4
    case .beats: 5
    }
  }
}

/// The content of a record in Peach's CSV.
private struct Said {
  /// Second, reference, target and kind; the tempo of early or late takes the reference's place, and 0 the target's.
  var key: [(any DatabaseValueConvertible)?]
  /// Cents, or the milliseconds of a displacement.
  var cents: Double
  /// Whether the answer was right (0 or 1), or the start of the match.
  var result: Double

  /// Nil for a record that Peach's CSV does not have.
  init?(_ record: ExerciseRecord) {
    guard !record.withdrawn else { return nil }
    let (reference, target): (Int, Int)
    switch record {
    case .comparison(let answer):
      (reference, target) = (answer.exercise.reference.number, answer.exercise.target.number)
      (cents, result) = (answer.cents.value, answer.correct ? 1 : 0)
    case .matching(let match):
      guard !match.exercise.mode.playsTogether else { return nil }
      (reference, target) = (match.exercise.reference.number, match.exercise.target.number)
      (cents, result) = (match.cents.value, match.exercise.startOffset.value)
    case .timing(let answer):
      (reference, target) = (answer.exercise.tempo, 0)
      (cents, result) = (Double(answer.exercise.offset) / 1e6, answer.correct ? 1 : 0)
    case .listening, .timingListening, .beats: return nil
    }
    let second = CalendarTime.second(of: CalendarTime.milliseconds(of: record.time))
    key = [second, reference, target, ContentTable.kind(record.discipline)]
  }
}

extension Statement {
  /// Executes the statement with `values`, one for each of its parameters.
  fileprivate func execute(_ values: [(any DatabaseValueConvertible)?]) throws {
    setUncheckedArguments(StatementArguments(values))
    try execute()
  }
}
