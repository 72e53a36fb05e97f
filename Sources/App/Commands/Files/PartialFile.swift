import Foundation
import Glibc
import Linux

/// A file being written: it is next to the file it will replace, and gets that name only once it is complete and on
/// disk. The old file stays until then; an unfinished file leaves nothing behind. Blocks on files.
final class PartialFile {
  private let path: String
  private let descriptor: Int32
  /// The path until the file is complete, and its final path.
  private let places: (temporary: String, final: String)
  private var isFinished = false

  /// Creates the file at `temporary`, which will replace `final` in the same folder. `final` must not be a symbolic
  /// link, as it would become a plain file. Failures name `path`, the name the player knows.
  init(_ path: String, temporary: String, final: String, mode: mode_t) throws(FileFailure) {
    self.path = path
    places = (temporary, final)
    // Left by an earlier process with the same process id.
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
    // Some file systems do not support fsync of a folder; there is then nothing to wait for.
    guard fsync(folder) == 0 || errno == EINVAL || errno == ENOTSUP else { throw FileFailure(path: path, code: errno) }
  }
}

extension [UInt8] {
  /// Writes all chunks to `descriptor`, which is the file `path`; through `ProcessOutput` for standard output.
  func written(to descriptor: Int32, path: String) throws(FileFailure) {
    let code = withUnsafeBytes { bytes -> Int32? in
      guard descriptor == STDOUT_FILENO else { return Descriptor.write(bytes, to: descriptor) }
      // A reader that has left misses nothing, and other errors are reported when the process exits.
      return ProcessOutput.write(bytes, to: descriptor) ? nil : ProcessOutput.failure ?? EPIPE
    }
    if let code { throw FileFailure(path: path, code: code) }
  }
}
