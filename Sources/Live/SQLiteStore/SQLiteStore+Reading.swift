import GRDB
import Training

extension SQLiteStore {
  /// Returns the newest `count` records of a kind that were not withdrawn, oldest of them first. Blocks; any thread but
  /// the loop's.
  public func lastRecords<Record: ListedRecord>(_ count: Int) throws(StoreFailure) -> [Record] {
    do {
      return try database.read { try $0.newest(count) }
    } catch {
      throw StoreFailure(error, path: path)
    }
  }

  /// Returns `record`, or throws the reason if it is nil: the row with this id holds a value that no version of Peach
  /// wrote.
  func known<Record>(_ record: Record?, id: String) throws(StoreFailure) -> Record {
    guard let record else { throw .corrupt(path: path, reason: "record \(id)") }
    return record
  }
}
