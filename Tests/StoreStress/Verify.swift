import Foundation
import GRDB
import SQLiteStore
import Training

/// Compares what a killed `stream` said with what the database holds, and prints the counts.
func verify(_ path: String, log: String) -> Int32 {
  do {
    // Opened as the next practice would open it: the log is replayed first.
    let store = try SQLiteStore(path: path)
    let integrity = try store.database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
    var withdrawnByID: [UUID: Bool] = [:]
    var commits: Set<UUID> = []
    try store.readAll(.insertion) {
      switch $0 {
      case .comparison(let record): withdrawnByID[record.id] = record.withdrawn
      case .matching(let record): commits.insert(record.id)
      // They are not written there.
      case .listening, .timing, .timingListening, .beats: break
      }
    }
    var (saved, withdrawn, lost, matching) = (0, 0, 0, 0)
    // What follows the last line break was cut short by the crash and promises nothing.
    for line in try String(contentsOfFile: log, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .dropLast() {
      let words = line.split(separator: " ")
      guard words.count == 2, let id = UUID(uuidString: String(words[1])) else { continue }
      switch words[0] {
      case "saved":
        saved += 1
        if commits.contains(id) {
          matching += 1
        } else if withdrawnByID[id] == nil {
          lost += 1
        }
      case "withdrawn":
        withdrawn += 1
        if withdrawnByID[id] != true { lost += 1 }
      default: continue
      }
    }
    let counts = "saved \(saved) withdrawn \(withdrawn) lost \(lost)"
    say("\(counts) integrity \(integrity.joined(separator: "; ")) matching \(matching)")
    return lost == 0 && integrity == ["ok"] ? 0 : 1
  } catch {
    say("unusable \(error)")
    return 1
  }
}

/// Holds the lock of a practice until this process is killed.
func holdLock(_ folder: String) -> Int32 {
  do {
    let lock = try PracticeLock(folder: folder)
    say("held")
    while true { withExtendedLifetime(lock) { _ = pause() } }
  } catch {
    say("\(error)")
    return 4
  }
}
