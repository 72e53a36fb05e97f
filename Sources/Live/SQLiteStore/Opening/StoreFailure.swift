import GRDB
import Glibc
import Linux

/// The reason the database cannot be used. Each has one line in the catalogues; all of them end the program with exit
/// code 4.
public enum StoreFailure: Error, Hashable, Sendable {
  /// Written by a later version of Peach. It was not touched.
  case newerVersion(path: String)
  /// Written by a version before 0.1.0, whose tables this one does not read. It was not touched.
  case preRelease(path: String)
  /// The file is not an SQLite database, or is another program's. It was not touched.
  case notPeachDatabase(path: String)
  /// SQLite finds it damaged; `reason` is SQLite's message.
  case corrupt(path: String, reason: String)
  /// This user may not write at `path`: the database, its folder, or the folder where it would be created.
  case notPermitted(path: String, reason: String)
  /// The file system of `path` is mounted read-only.
  case readOnlyMedium(path: String)
  /// The file may exist, but not even its status can be read. `reason` is the system's message.
  case notReadable(path: String, reason: String)
  /// The disk is full.
  case diskFull(path: String)
  /// Another program locked it, and did not release it in time.
  case locked(path: String)
  /// SQLite did not accept `synchronous=FULL`: a commit would not survive a power cut.
  case notDurable(path: String)
  /// Another failure; `reason` is the message of the system or SQLite.
  case failed(path: String, reason: String)
}

extension StoreFailure {
  /// The failure that `error`, thrown while using the database at `path`, means to a musician.
  ///
  /// SQLite reports "unable to open" and "disk I/O error" for a read-only mount, a foreign folder and a full disk
  /// alike, so the system is asked as well.
  init(_ error: any Error, path: String) {
    if let failure = error as? StoreFailure {
      self = failure
      return
    }
    guard let error = error as? DatabaseError else {
      self = .failed(path: path, reason: String(describing: error))
      return
    }
    let reason = error.plainReason
    switch error.resultCode {
    case .SQLITE_NOTADB: self = .notPeachDatabase(path: path)
    case .SQLITE_CORRUPT: self = .corrupt(path: path, reason: reason)
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      self = StoreFailure(obstacleTo: path) ?? .notPermitted(path: path, reason: reason)
    case .SQLITE_CANTOPEN, .SQLITE_IOERR:
      if let failure = StoreFailure(obstacleTo: path) {
        self = failure
      } else if Folder.isFull(Folder.of(path)) {
        self = .diskFull(path: path)
      } else {
        self = .failed(path: path, reason: reason)
      }
    default: self = .failed(path: path, reason: reason)
    }
  }

  /// The failure for a system call that failed while preparing the folder of the database at `path`.
  init(_ failure: SystemFailure, path: String) {
    switch failure.code {
    case EACCES, EPERM, EROFS:
      self = StoreFailure(obstacleTo: path) ?? .notPermitted(path: path, reason: failure.words)
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    default: self = .failed(path: path, reason: failure.words)
    }
  }
}

extension StoreFailure {
  /// The system's obstacle to writing the database at `path`; nil without one.
  private init?(obstacleTo path: String) {
    // The files that SQLite writes next to it may belong to another user.
    let places = [path] + DatabaseCopy.companions.map { path + $0 }.filter { access($0, F_OK) == 0 }
    guard let (place, code) = places.lazy.compactMap(Folder.obstacle).first else { return nil }
    self =
      code == EROFS ? .readOnlyMedium(path: place) : .notPermitted(path: place, reason: SystemFailure.words(code))
  }

  /// Whether the database can still be read.
  var allowsReading: Bool {
    switch self {
    case .notPermitted, .readOnlyMedium: true
    default: false
    }
  }
}

extension DatabaseError {
  /// SQLite's message without the statement, which would carry the answers into a status line.
  var plainReason: String { message ?? resultCode.description }
}
