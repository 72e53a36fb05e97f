import Glibc

/// A file, or standard input (`-`), read piece by piece. Blocks on files.
final class InputFile {
  private let path: String
  private let descriptor: Int32
  /// The size in bytes; nil if unknown.
  let size: Int?

  /// Opens the file at `path`.
  init(path: String) throws(FileFailure) {
    self.path = path
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw FileFailure(path: path, code: errno) }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// Returns the next piece; empty at the end.
  func read() throws(FileFailure) -> ArraySlice<UInt8> {
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = piece.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return piece.prefix(count) }
      guard errno == EINTR else { throw FileFailure(path: path, code: errno) }
    }
  }
}
