import SQLiteStore
import Texts

extension PracticeLock {
  /// Takes the lock of this user's practice, after a line on a folder that is another user's.
  static func take(_ texts: Catalogue) throws(PracticeLockFailure) -> PracticeLock {
    let lock = try PracticeLock()
    if let foreign = lock.foreign {
      complain(
        texts(.lockElsewhere, ["path": foreign.path, "user": "\(foreign.owner)", "folder": lock.folder]))
    }
    return lock
  }
}
