import Glibc

/// Files, pipes and devices by their descriptors: the only place that opens or writes one. Only `RawMode` writes by
/// itself, in a signal handler.
public enum Descriptor {
  /// Writes all of `bytes` to `descriptor`, at any speed: continues after a signal, and waits if it would block.
  /// Returns the errno of a failure, nil once all is written. Blocks; any thread that may wait.
  public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 {
        return ENOSPC
      } else if errno == EAGAIN {
        var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&writable, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// Writes all bytes of an array, as above.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  /// Creates a file at `path`, which must not exist, not even as a link. Returns its descriptor, or a negated errno.
  /// `mode` are its permissions, before the process's mask. Blocks on files.
  public static func create(_ path: String, mode: mode_t) -> Int32 {
    result(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode))
  }

  /// Opens the file at `path` for writing without truncating it; creates the missing target of a link. Returns its
  /// descriptor, or a negated errno. Waits for the reader of a named pipe.
  public static func reopen(_ path: String, mode: mode_t) -> Int32 {
    let flags = O_WRONLY | O_NOCTTY | O_CLOEXEC
    let descriptor = result(open(path, flags))
    // In world-writable folders, the kernel refuses O_CREAT on another user's file (protected_fifos).
    return descriptor == -ENOENT ? result(open(path, flags | O_CREAT, mode)) : descriptor
  }

  /// Opens the file at `path` for reading. Returns its descriptor, or a negated errno. Never waits, not even for the
  /// writer of a pipe.
  public static func read(_ path: String) -> Int32 { result(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) }

  /// Returns the rest of `descriptor`, or its first `limit` bytes; nil if reading fails, with the reason in errno.
  /// Blocks.
  public static func bytes(of descriptor: Int32, limit: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while bytes.count < limit {
      let count = Glibc.read(descriptor, &piece, min(piece.count, limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return bytes
  }

  /// Returns the names in `folder`, in the order of the system; nil if it cannot be listed, with the reason in errno.
  /// Blocks on files.
  public static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func result(_ descriptor: Int32) -> Int32 { descriptor >= 0 ? descriptor : -errno }
}

/// Whether a path exists. A path that cannot be examined is not missing.
public enum Existence: Hashable, Sendable {
  /// It exists, or a link's target does.
  case there
  /// The file does not exist.
  case missing
  /// The system refuses to answer, with this errno.
  case unknown(code: Int32)

  /// Examines `path`. Blocks on files.
  public init(of path: String) {
    var status = stat()
    self = stat(path, &status) == 0 ? .there : errno == ENOENT ? .missing : .unknown(code: errno)
  }
}
