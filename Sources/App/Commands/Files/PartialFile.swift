import Foundation
import Glibc

/// A file on its way: it lies beside the one it will replace, and has its name only once it is whole and on the disk. What had
/// the name before stays until then; what is not finished leaves nothing. Blocks on files.
final class PartialFile {
  private let path: String
  private let descriptor: Int32
  /// Where it lies until it is whole, and where then.
  private let places: (temporary: String, final: String)
  private var isFinished = false

  /// Begins the file at `temporary`, which replaces the one at `final`, in the same folder: no symbolic link, which would
  /// become a file. Failures name `path`, which is what the player knows.
  init(_ path: String, temporary: String, final: String, mode: mode_t) throws(FileFailure) {
    self.path = path
    places = (temporary, final)
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else {
      isFinished = true
      throw FileFailure(path: path, code: errno)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isFinished { unlink(places.temporary) }
  }

  /// Appends `bytes`.
  func write(_ bytes: [UInt8]) throws(FileFailure) { try bytes.written(to: descriptor, path: path) }

  /// The file is whole: syncs it, gives it its name, syncs its folder.
  func finish() throws(FileFailure) {
    guard fsync(descriptor) == 0, rename(places.temporary, places.final) == 0 else {
      throw FileFailure(path: path, code: errno)
    }
    isFinished = true
    let folder = open(URL(filePath: places.final).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw FileFailure(path: path, code: errno) }
    defer { close(folder) }
    // Some file systems know no fsync of a folder; there is then nothing that could be waited for.
    guard fsync(folder) == 0 || errno == EINVAL || errno == ENOTSUP else { throw FileFailure(path: path, code: errno) }
  }
}

extension [UInt8] {
  /// Writes all of them to `descriptor`, however many calls that takes.
  func written(to descriptor: Int32, path: String) throws(FileFailure) {
    var done = 0
    while done < count {
      let taken = withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
      if taken < 0, errno == EINTR { continue }
      guard taken >= 0 else { throw FileFailure(path: path, code: errno) }
      done += taken
    }
  }
}
