import GRDB
import Glibc
import Linux
import Training

/// Imports rescue files of earlier runs into the database.
struct RescueAdoption {
  var database: any DatabaseWriter
  /// The database's absolute path.
  var path: String
  var folders: [String]

  /// Imports the files. Returns files whose answers are now in the database, files that had to stay, and unreadable
  /// folders, each with its errno.
  func run() -> (adopted: [String], left: [String], unread: [String: Int32]) {
    var adopted: [String] = []
    var left: [String] = []
    var unread: [String: Int32] = [:]
    var files: [String] = []
    for folder in folders {
      do throws(SystemFailure) {
        files += try RescueFile.list(folder)
      } catch {
        unread[folder] = error.code
      }
    }
    for file in files {
      guard let content = RescueFile.read(file, database: path) else { continue }
      let isWhole = (try? write(content.lines)) ?? false
      // Only after the commit, and only if the database has all of the file.
      if isWhole, content.unreadable == 0 {
        unlink(file)
        adopted.append(file)
      } else {
        left.append(file)
      }
    }
    return (adopted, left, unread)
  }

  /// Commits `lines`; returns false if some of them violate a table constraint and were left out.
  private func write(_ lines: [StoreChange]) throws -> Bool {
    try database.write { db in
      var isWhole = true
      for line in lines {
        do {
          switch line {
          case .save(let record): try record.listed.keep(db)
          case .withdraw(let id): _ = try db.withdraw(id)
          case .workout(let entry): _ = try db.keep(entry)
          }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          isWhole = false
        }
      }
      return isWhole
    }
  }
}
