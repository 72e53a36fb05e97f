import Foundation
import GRDB
import Training

/// What a profile has learnt of the stored answers: the rows up to these numbers, each table in its own order, and none
/// after them. Comparisons and matches touch separate parts of the profile, so their order among one another is none.
///
/// Any such beginning of the tables is a snapshot that may be kept, whatever wrote it, and the rows after it lead from it to
/// what all rows from the first one lead to.
struct LearntProfile {
  /// What was learnt.
  private(set) var profile = PerceptualProfile()
  /// The last rows that were.
  private(set) var place = Place()

  /// A place in both tables, by the numbers of rows; 0 is before the first.
  struct Place: Hashable {
    var comparison: Int64 = 0
    var matching: Int64 = 0

    /// How many numbers lie between: no more rows than that.
    func distance(to end: Place) -> Int {
      Int(max(0, end.comparison - comparison) + max(0, end.matching - matching))
    }
  }

  /// Nothing.
  init() {}

  /// What the snapshot in the database has; nothing if there is none that can be used: it is of another format, damaged, or
  /// names rows which are not there.
  init(keptIn db: Database) throws {
    guard try db.tableExists(Self.table),
      let row = try Row.fetchOne(
        db, sql: "SELECT format, comparison, matching, checksum, profile FROM \(Self.table)"),
      try row.decode(Int.self, atIndex: 0) == PerceptualProfile.snapshotFormat
    else { return }
    let place = Place(
      comparison: try row.decode(Int64.self, atIndex: 1), matching: try row.decode(Int64.self, atIndex: 2))
    let bytes = try row.withUnsafeData(atIndex: 4) { Array($0 ?? Data()) }
    guard try row.decode(Int64.self, atIndex: 3) == Self.checksum(place, bytes),
      try Self.exists(place.comparison, in: ComparisonRecord.table, db),
      try Self.exists(place.matching, in: MatchingRecord.table, db),
      let profile = PerceptualProfile(snapshot: bytes)
    else { return }
    self.profile = profile
    self.place = place
  }

  /// Makes it the snapshot in the database.
  func keep(in db: Database) throws {
    let bytes = profile.snapshot
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO \(Self.table) (number, format, comparison, matching, time, checksum, profile)
        VALUES (1, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        PerceptualProfile.snapshotFormat, place.comparison, place.matching, Timestamp.text(Date()),
        Self.checksum(place, bytes), Data(bytes),
      ])
  }

  /// FNV-1a (Fowler, Noll, Vo; parameters of 64 bits): a number that is damaged on the disk is most often a number still,
  /// and would be believed for ever.
  static func checksum(_ place: Place, _ bytes: [UInt8]) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for number in [Int64(PerceptualProfile.snapshotFormat), place.comparison, place.matching] {
      withUnsafeBytes(of: number.littleEndian) { $0.forEach(mix) }
    }
    bytes.forEach(mix)
    return Int64(bitPattern: hash)
  }

  /// Learns what follows, comparisons first, of `limit` rows at most, and no further than to `end`.
  mutating func learn(to end: Place, limit: Int = .max, _ db: Database) throws {
    var left = limit
    place.comparison = try Self.pass(
      where: "AND withdrawn = 0", from: place.comparison, to: end.comparison, &left, db
    ) { (record: ComparisonRecord, number) in learn(record, number) }
    place.matching = try Self.pass(
      from: place.matching, to: end.matching, &left, db
    ) { (record: MatchingRecord, number) in learn(record, number) }
  }

  /// Learns the row that follows, which has this number.
  mutating func learn(_ record: ComparisonRecord, _ number: Int64) {
    profile.learn(record)
    place.comparison = number
  }

  /// Learns the row that follows, which has this number.
  mutating func learn(_ record: MatchingRecord, _ number: Int64) {
    profile.learn(record)
    place.matching = number
  }

  /// Gives the rows between two numbers to `body` until none are `left`; where it got to. A row that this version cannot
  /// understand teaches nothing.
  private static func pass<Record: StoredRecord>(
    where condition: String = "", from start: Int64, to end: Int64, _ left: inout Int, _ db: Database,
    _ body: (Record, Int64) -> Void
  ) throws -> Int64 {
    guard start < end, left > 0 else { return start }
    let rows = try StoredRecords<Record>(
      db, "WHERE number > ? AND number <= ? \(condition) ORDER BY number LIMIT ?", [start, end, left])
    var last = start
    while let row = try rows.next() {
      last = row.number
      left -= 1
      if let record = row.record { body(record, last) }
    }
    return left > 0 ? end : last
  }

  /// The newest rows there are.
  static func newest(_ db: Database) throws -> Place {
    Place(
      comparison: try greatest(ComparisonRecord.table, "", db),
      matching: try greatest(MatchingRecord.table, "", db))
  }

  /// The newest rows that a snapshot may have: the newest comparison can still be withdrawn, by the second key of a stop
  /// chord, and a profile cannot unlearn.
  static func newestSettled(_ db: Database) throws -> Place {
    let comparison = ComparisonRecord.table
    return Place(
      comparison: try greatest(comparison, "WHERE number < (SELECT max(number) FROM \(comparison))", db),
      matching: try greatest(MatchingRecord.table, "", db))
  }

  static let table = "profile_snapshot"

  private static func exists(_ number: Int64, in table: String, _ db: Database) throws -> Bool {
    if number == 0 { return true }
    guard try db.tableExists(table) else { return false }
    return try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE number = ?)", arguments: [number]) ?? false
  }

  private static func greatest(_ table: String, _ condition: String, _ db: Database) throws -> Int64 {
    // A database of version 1 that is only read has no matching.
    guard try db.tableExists(table) else { return 0 }
    return try Int64.fetchOne(db, sql: "SELECT max(number) FROM \(table) \(condition)") ?? 0
  }
}
