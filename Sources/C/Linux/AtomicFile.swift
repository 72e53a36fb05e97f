import Glibc

/// A file being written: it is next to the file it will replace, and gets that name only once it is complete and on
/// disk. The old file stays until then; an unfinished file leaves nothing behind. Blocks on files; one thread.
package final class AtomicFile {
  private let descriptor: Int32
  private let path: String
  private let temporary: String
  private var isFinished = false

  /// Creates the file at `temporary`, which will replace `path` in the same folder. `path` must not be a symbolic link,
  /// as it would become a plain file. `mode` are the permissions, before the process's mask.
  package init(_ path: String, temporary: String, mode: mode_t) throws(SystemFailure) {
    self.path = path
    self.temporary = temporary
    // Left by an earlier process with the same process id.
    unlink(temporary)
    descriptor = Descriptor.create(temporary, mode: mode)
    guard descriptor >= 0 else {
      isFinished = true
      throw SystemFailure(code: -descriptor)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isFinished { unlink(temporary) }
  }

  /// Appends `bytes`.
  package func write(_ bytes: [UInt8]) throws(SystemFailure) {
    if let code = Descriptor.write(bytes, to: descriptor) { throw SystemFailure(code: code) }
  }

  /// The status of the file so far; nil where the system does not say.
  package var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// The file is complete: syncs it, gives it its name, syncs its folder.
  package func finish() throws(SystemFailure) {
    try SystemFailure.check(fsync(descriptor))
    try SystemFailure.check(rename(temporary, path))
    isFinished = true
    try Folder.synchronize(Folder.of(path))
  }
}

/// Folders that survive a power cut.
package enum Folder {
  /// Returns the folder of `path`.
  package static func of(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the names in `folder`, sorted; none if it does not exist.
  package static func names(in folder: String) throws(SystemFailure) -> [String] {
    guard let names = Descriptor.names(in: folder) else {
      if errno == ENOENT { return [] }
      throw SystemFailure(code: errno)
    }
    return names.sorted()
  }

  /// Waits until the names in `folder` are on the disk.
  package static func synchronize(_ folder: String) throws(SystemFailure) {
    let descriptor = try SystemFailure.check(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    defer { close(descriptor) }
    // Some network and FAT file systems do not support fsync of a folder; there is then nothing to wait for.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else { throw SystemFailure(code: errno) }
  }
}
