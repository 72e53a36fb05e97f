import Foundation
import Glibc

/// A text file that is replaced as a whole, or not at all. Blocks on files.
struct WholeFile {
  /// The path it replaces; not a symbolic link, which would become a plain file.
  let path: String
  /// The path of the temporary file, in the same folder.
  let temporary: String
  /// The new file's permissions.
  var mode: mode_t = 0o644

  /// Returns the UTF-8 text of the file at `path`: every byte of it, including a byte order mark, which Foundation
  /// drops.
  static func text(of path: String) throws(FileFailure) -> String {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw FileFailure(path: path, code: access(path, R_OK) == 0 ? EIO : errno)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw FileFailure(path: path, code: EILSEQ) }
    return text
  }

  /// Writes `text` beside it, then gives that its name. Returns the file as this has written it.
  @discardableResult
  func write(_ text: String) throws(FileFailure) -> FileState? {
    let file = try PartialFile(path, temporary: temporary, final: path, mode: mode)
    try file.write(Array(text.utf8))
    let state = file.state
    try file.finish()
    return state
  }
}

/// A file at one moment: while its state is the same, it says the same.
struct FileState: Equatable {
  private let device: dev_t
  private let number: ino_t
  private let size: off_t
  private let changed: [Int]

  /// Of what `status` was asked.
  init(_ status: stat) {
    (device, number, size) = (status.st_dev, status.st_ino, status.st_size)
    changed = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  /// Of the file at `path`, or what that leads to; nil where there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
