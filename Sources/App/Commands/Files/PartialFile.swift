import Foundation
import Glibc
import Linux

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
    // Of an earlier process with this one's number.
    unlink(temporary)
    descriptor = Descriptor.create(temporary, mode: mode)
    guard descriptor >= 0 else {
      isFinished = true
      throw FileFailure(path: path, code: -descriptor)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isFinished { unlink(places.temporary) }
  }

  /// Appends `bytes`.
  func write(_ bytes: [UInt8]) throws(FileFailure) { try bytes.written(to: descriptor, path: path) }

  /// What has been written so far; nil where the system does not say.
  var state: FileState? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileState(status) : nil
  }

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
  /// Writes all of them to `descriptor`, which is what `path` names: by way of `ProcessOutput` where that is standard output.
  func written(to descriptor: Int32, path: String) throws(FileFailure) {
    let code = withUnsafeBytes { bytes -> Int32? in
      guard descriptor == STDOUT_FILENO else { return Descriptor.write(bytes, to: descriptor) }
      // A reader that has left misses nothing, and what else there was the end of the process tells.
      return ProcessOutput.write(bytes, to: descriptor) ? nil : ProcessOutput.failure ?? EPIPE
    }
    if let code { throw FileFailure(path: path, code: code) }
  }
}
