import SQLiteStore
import Texts

extension PracticeLock {
  /// Takes the lock of this user's practice, after printing a line if the folder belongs to another user.
  static func acquire(_ texts: Catalogue) throws(PracticeLockFailure) -> PracticeLock {
    let lock = try PracticeLock()
    if let foreign = lock.foreign {
      complain(
        texts(.lockElsewhere, ["path": foreign.path, "user": "\(foreign.owner)", "folder": lock.folder]))
    }
    return lock
  }
}
