import Foundation
import GRDB
import PlainText
import Time
import Training

/// A profile learned from the stored answers: the rows up to these numbers, each table in its own order, and none after
/// them. Disciplines affect separate parts of the profile, so their relative order does not matter.
///
/// Any such prefix of the tables is a valid snapshot, written by any program: learning the rows after it gives the same
/// result as learning all rows from the first one.
struct LearnedProfile {
  /// The learned profile.
  private(set) var profile = PerceptualProfile()
  /// The last learned rows.
  private(set) var place = Place()

  /// A position in the tables of all disciplines that teach, by row numbers; 0 is before the first.
  struct Place: Hashable {
    private var numbers: [Discipline: Int64] = [:]

    init() {}

    /// `number` returns the number of each.
    init(_ number: (Discipline) throws -> Int64) rethrows {
      for discipline in Discipline.teaching { self[discipline] = try number(discipline) }
    }

    subscript(discipline: Discipline) -> Int64 {
      get { numbers[discipline] ?? 0 }
      set { numbers[discipline] = newValue == 0 ? nil : newValue }
    }

    /// The numbers in the order of the disciplines, as in a snapshot.
    var inOrder: [Int64] { Discipline.teaching.map { self[$0] } }

    /// Returns the sum of the differences of row numbers: an upper bound of the number of rows in between.
    func distance(to end: Place) -> Int {
      Int(zip(inOrder, end.inOrder).map { max(0, $1.minus($0)) }.reduce(0 as Int64) { $0.plus($1) })
    }
  }

  /// Creates an empty profile.
  init() {}

  /// Loads the snapshot in the database; empty if it has none that is usable: it has another format, is damaged, or
  /// names missing rows.
  init(keptIn db: Database) throws {
    guard let row = try Row.fetchOne(db, sql: "SELECT format, checksum, profile, \(Self.places) FROM \(Self.table)"),
      try row.decode(Int.self, atIndex: 0) == PerceptualProfile.snapshotFormat
    else { return }
    let place = try Place { try row.decode(Int64.self, forColumn: $0.records.table) }
    let bytes = try row.withUnsafeData(atIndex: 2) { Array($0 ?? Data()) }
    guard try row.decode(Int64.self, atIndex: 1) == Self.checksum(place, bytes),
      try Discipline.teaching.allSatisfy({ try Self.exists(place[$0], in: $0.records.table, db) }),
      let profile = PerceptualProfile(snapshot: bytes)
    else { return }
    self.profile = profile
    self.place = place
  }

  /// Stores it as the snapshot in the database.
  func keep(in db: Database) throws {
    let bytes = profile.snapshot
    let marks = Discipline.teaching.map { _ in "?" }.joined(separator: ", ")
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO \(Self.table) (number, format, \(Self.places), time, checksum, profile)
        VALUES (1, ?, \(marks), ?, ?, ?)
        """,
      arguments: [PerceptualProfile.snapshotFormat] + StatementArguments(place.inOrder) + [
        Timestamp.text(Date()), Self.checksum(place, bytes), Data(bytes),
      ])
  }

  /// The columns of the place.
  private static let places = Discipline.teaching.map { $0.records.table }.joined(separator: ", ")

  /// Returns a checksum: a number damaged on disk is usually still a number, and would be trusted forever.
  static func checksum(_ place: Place, _ bytes: [UInt8]) -> Int64 {
    let numbers = [Int64(PerceptualProfile.snapshotFormat)] + place.inOrder
    let head = numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    return Int64(bitPattern: FNV1a.hash64(head + bytes))
  }

  /// Learns the next rows, one discipline after the other, up to `limit` rows, and no further than to `end`.
  mutating func learn(to end: Place, limit: Int = .max, _ db: Database) throws {
    var left = limit
    for discipline in Discipline.teaching { try learn(discipline.records, to: end[discipline], &left, db) }
  }

  /// Learns the next row, which has this number.
  mutating func learn(_ record: ExerciseRecord, _ number: Int64) {
    profile.learn(record)
    place[record.discipline] = number
  }

  /// Learns the rows of a kind up to a number until `left` is used up. Skips rows that this version cannot read.
  private mutating func learn<Record: ListedRecord>(
    _: Record.Type, to end: Int64, _ left: inout Int, _ db: Database
  ) throws {
    let start = place[Record.discipline]
    guard start < end, left > 0 else { return }
    let rows = try StoredRecords<Record>(
      db, "WHERE number > ? AND number <= ? \(Record.counting(after: "AND")) ORDER BY number LIMIT ?",
      [start, end, left])
    while let row = try rows.next() {
      place[Record.discipline] = row.number
      left -= 1
      if let record = row.record { profile.learn(record.asExerciseRecord) }
    }
    if left > 0 { place[Record.discipline] = end }
  }

  /// Returns the place of the newest rows.
  static func newest(_ db: Database) throws -> Place { try Place { try greatest($0.records.table, "", db) } }

  /// Returns the newest place for a snapshot: the newest comparison, or answer to early or late, can still be withdrawn
  /// by the second key of a stop chord, and a profile cannot unlearn.
  static func newestSettled(_ db: Database) throws -> Place {
    try Place {
      let table = $0.records.table
      let settled = $0.records.canBeWithdrawn ? "WHERE number < (SELECT max(number) FROM \(table))" : ""
      return try greatest(table, settled, db)
    }
  }

  static let table = "profile_snapshot"

  private static func exists(_ number: Int64, in table: String, _ db: Database) throws -> Bool {
    if number == 0 { return true }
    return try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE number = ?)", arguments: [number]) ?? false
  }

  private static func greatest(_ table: String, _ condition: String, _ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT max(number) FROM \(table) \(condition)") ?? 0
  }
}
