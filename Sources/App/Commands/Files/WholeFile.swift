import Foundation
import Glibc

/// A text file that is replaced as a whole, or not at all. Blocks on files.
struct WholeFile {
  /// What it replaces: no symbolic link, which would become a file.
  let path: String
  /// What it writes first, in the same folder.
  let temporary: String
  /// The new file's permissions.
  var mode: mode_t = 0o644

  /// What the file at `path` says, which is UTF-8: every byte of it, a mark at the beginning too, which Foundation leaves out.
  static func text(of path: String) throws(FileFailure) -> String {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw FileFailure(path: path, code: access(path, R_OK) == 0 ? EIO : errno)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw FileFailure(path: path, code: EILSEQ) }
    return text
  }

  /// Writes `text` beside it, then gives that its name.
  func write(_ text: String) throws(FileFailure) {
    let file = try PartialFile(path, temporary: temporary, final: path, mode: mode)
    try file.write(Array(text.utf8))
    try file.finish()
  }
}
