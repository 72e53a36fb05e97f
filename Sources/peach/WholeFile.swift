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

  /// A new file beside it, synced, then renamed over it, then its folder synced.
  func write(_ text: String) throws(FileFailure) {
    func check(_ result: Int) throws(FileFailure) {
      guard result >= 0 else { throw FileFailure(path: path, code: errno) }
    }
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    try check(Int(descriptor))
    var isRenamed = false
    defer {
      close(descriptor)
      if !isRenamed { unlink(temporary) }
    }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      try check(count)
      bytes = bytes.dropFirst(count)
    }
    try check(Int(fsync(descriptor)))
    try check(Int(rename(temporary, path)))
    isRenamed = true
    let folder = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check(Int(folder))
    defer { close(folder) }
    try check(Int(fsync(folder)))
  }
}
