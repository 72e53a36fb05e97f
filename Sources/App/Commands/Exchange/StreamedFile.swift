import Foundation
import Glibc

/// A file that is written piece by piece and has its name only once it is whole; what had the name before stays until then.
/// `-` is standard output; what is there and no plain file (a pipe, a device) is written as it is. Blocks on files.
final class StreamedFile {
  private enum Way {
    case partial(PartialFile)
    case asItIs(Int32)
  }

  /// As the player named it.
  let path: String
  private let way: Way

  /// Begins the file at `path`.
  init(path: String) throws(FileFailure) {
    self.path = path
    guard path != "-" else {
      way = .asItIs(STDOUT_FILENO)
      return
    }
    var status = stat()
    let isThere = stat(path, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
      way = .asItIs(descriptor)
      return
    }
    if isThere, Self.isDatabase(path) { throw FileFailure(path: path, code: EEXIST) }
    // A link stays one: what it leads to is replaced.
    let final = isThere ? URL(filePath: path).resolvingSymlinksInPath().path : path
    way = .partial(
      try PartialFile(
        path, temporary: "\(final).\(getpid()).partial", final: final,
        mode: isThere ? status.st_mode & 0o777 : 0o666))
  }

  /// Whether an SQLite database lies there, or its log: a slip of the hand must not cost all answers.
  private static func isDatabase(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 16) else { return false }
    return head.starts(with: Array("SQLite format 3".utf8)) || head.starts(with: [0x37, 0x7F, 0x06])
  }

  deinit {
    if case .asItIs(let descriptor) = way, descriptor != STDOUT_FILENO { close(descriptor) }
  }

  /// Appends `bytes`.
  func write(_ bytes: [UInt8]) throws(FileFailure) {
    switch way {
    case .partial(let file): try file.write(bytes)
    case .asItIs(let descriptor): try bytes.written(to: descriptor, path: path)
    }
  }

  /// The file is whole: it is on the disk and has its name.
  func finish() throws(FileFailure) {
    if case .partial(let file) = way { try file.finish() }
  }
}
