import Foundation
import Glibc
import Linux

/// A copy of a database that cannot be read in place: SQLite creates files next to the database even to read it, which
/// a read-only folder or medium does not allow. No other process can be writing there, because its files would exist.
/// The copy is deleted with this value.
final class DatabaseCopy: Sendable {
  /// The suffixes of files next to a database that belong to it.
  static let companions = ["-wal", "-journal"]

  /// The path of the copy.
  let path: String
  private let folder: String

  /// Copies the database at `path` with its log to a folder that only this user can enter. Blocks on files.
  init(of path: String) throws(SystemFailure) {
    folder = try Self.newFolder()
    self.path = folder + "/peach.sqlite"
    for suffix in [""] + Self.companions where suffix.isEmpty || access(path + suffix, F_OK) == 0 {
      do {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: self.path + suffix)
      } catch {
        throw SystemFailure(code: access(path + suffix, R_OK) == 0 ? ENOSPC : errno)
      }
      // The copied permissions would make the copy read-only, too.
      chmod(self.path + suffix, 0o600)
    }
  }

  /// Creates a folder in a place that this user may write to.
  private static func newFolder() throws(SystemFailure) -> String {
    let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
    var code = ENOENT
    for place in [FileManager.default.temporaryDirectory.path, runtime, "/tmp", "/dev/shm"] where place.hasPrefix("/") {
      var template = Array("\(place)/peach-read-\(String(repeating: "X", count: 6))".utf8CString)
      if mkdtemp(&template) != nil {
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
      code = errno
    }
    throw SystemFailure(code: code)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }
}
