import Glibc
import Linux

/// Text files that are read and replaced as a whole, or not at all. Blocks on files.
enum WholeFile {
  /// More than any text of ours, in bytes.
  private static let sizeLimit = 1 << 20

  /// Returns the UTF-8 text of the file at `path`: every byte of it, including a byte order mark.
  static func text(of path: String) throws(FileFailure) -> String {
    let bytes: [UInt8]
    do throws(SmallFile.Failure) {
      bytes = try SmallFile.read(path, limit: sizeLimit)
    } catch {
      throw FileFailure(path: path, code: error.code)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw FileFailure(path: path, code: EILSEQ) }
    return text
  }

  /// Writes `text` to a temporary file, then gives that the name `path`, which must not be a symbolic link: it would
  /// become a plain file. Returns the state of the file as written.
  @discardableResult
  static func write(
    _ text: String, to path: String, temporary: String? = nil, mode: mode_t = 0o644
  ) throws(FileFailure) -> FileState? {
    try FileFailure.naming(path) { () throws(SystemFailure) in
      let file = try AtomicFile(path, temporary: temporary ?? "\(path).\(getpid()).new", mode: mode)
      try file.write(Array(text.utf8))
      let state = file.status.map(FileState.init)
      try file.finish()
      return state
    }
  }
}

/// A file at one moment: while its state is the same, it says the same.
struct FileState: Equatable {
  private let device: dev_t
  private let number: ino_t
  private let size: off_t
  private let changed: [Int]

  /// Creates the state from `status`.
  init(_ status: stat) {
    (device, number, size) = (status.st_dev, status.st_ino, status.st_size)
    changed = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  /// Creates the state of the file at `path`, following links; nil if it does not exist.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
