import Foundation
import Glibc

/// A file that is written piece by piece and has its name only once it is whole; what had the name before stays until then.
/// `-` is standard output; what is there and no plain file (a pipe, a device) is written as it is. Blocks on files.
final class StreamedFile {
  /// As the player named it.
  let path: String
  private let descriptor: Int32
  /// Where it lies until it is whole, and where then; nil if it is written as it is.
  private var places: (temporary: String, final: String)?

  /// Begins the file at `path`.
  init(path: String) throws(FileFailure) {
    self.path = path
    guard path != "-" else {
      descriptor = STDOUT_FILENO
      return
    }
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      if isThere, Self.isDatabase(path) { throw FileFailure(path: path, code: EEXIST) }
      // A link stays one: what it leads to is replaced.
      let final = isThere ? URL(filePath: path).resolvingSymlinksInPath().path : path
      let temporary = "\(final).\(getpid()).partial"
      descriptor = open(
        temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, isThere ? status.st_mode & 0o777 : 0o666)
      if descriptor >= 0 { places = (temporary, final) }
    }
    guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
  }

  /// Whether an SQLite database lies there, or its log: a slip of the hand must not cost all answers.
  private static func isDatabase(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 16) else { return false }
    return head.starts(with: Array("SQLite format 3".utf8)) || head.starts(with: [0x37, 0x7F, 0x06])
  }

  deinit {
    if descriptor != STDOUT_FILENO, descriptor >= 0 { close(descriptor) }
    if let places { unlink(places.temporary) }
  }

  /// Appends `bytes`.
  func write(_ bytes: [UInt8]) throws(FileFailure) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
      if count < 0, errno == EINTR { continue }
      try check(count)
      done += count
    }
  }

  /// The file is whole: it is on the disk and has its name.
  func finish() throws(FileFailure) {
    guard let places else { return }
    try check(Int(fsync(descriptor)))
    try check(Int(rename(places.temporary, places.final)))
    self.places = nil
    let folder = open(URL(filePath: places.final).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check(Int(folder))
    defer { close(folder) }
    // Some file systems know no fsync of a folder; there is then nothing that could be waited for.
    guard fsync(folder) == 0 || errno == EINVAL || errno == ENOTSUP else { throw FileFailure(path: path, code: errno) }
  }

  private func check(_ result: Int) throws(FileFailure) {
    guard result >= 0 else { throw FileFailure(path: path, code: errno) }
  }
}
