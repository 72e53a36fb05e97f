import Glibc

/// Reads files of limited size at once.
package enum SmallFile {
  /// The reason why a file cannot be read.
  package enum Failure: Error, Hashable {
    /// The system refuses, with this errno.
    case unreadable(code: Int32)
    /// It is a folder, a pipe or a device.
    case notAFile
    /// It is longer than the limit, in bytes.
    case tooLarge(limit: Int)

    /// The nearest errno.
    package var code: Int32 {
      switch self {
      case .unreadable(let code): code
      case .notAFile: EINVAL
      case .tooLarge: EFBIG
      }
    }
  }

  /// Returns the bytes of the regular file at `path`, or where links from there lead: at most `limit` of them. Waits
  /// for the disk only, never for the writer of a pipe.
  package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = Descriptor.read(path)
    guard descriptor >= 0 else { throw .unreadable(code: -descriptor) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard let bytes = Descriptor.bytes(of: descriptor, limit: limit + 1) else { throw .unreadable(code: errno) }
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    return bytes
  }
}
