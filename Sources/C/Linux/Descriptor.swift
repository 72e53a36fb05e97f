import Glibc

/// Files, pipes and devices by their descriptors: the only place where one is opened for writing or written. `RawMode` alone writes
/// by itself, in a signal's handler.
public enum Descriptor {
  /// Writes all of `bytes` to `descriptor`, however slowly it takes them: goes on after a signal, and waits where it would block. The
  /// errno that ended it, nil once all is written. Blocks; any thread that may wait.
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

  /// The same for bytes in an array.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  /// Makes a file at `path`, where nothing may be, not even a link; its descriptor, or a negated errno. `mode` are its permissions, of
  /// which the process's mask takes away. Blocks on files.
  public static func create(_ path: String, mode: mode_t) -> Int32 {
    result(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode))
  }

  /// Opens what is at `path` for writing, and takes away nothing of it; what a link there leads to is made if it is missing. Its
  /// descriptor, or a negated errno. Waits for the reader of a named pipe.
  public static func reopen(_ path: String, mode: mode_t) -> Int32 {
    let flags = O_WRONLY | O_NOCTTY | O_CLOEXEC
    let descriptor = result(open(path, flags))
    // Where everybody writes, the kernel refuses to "make" what another user has made (protected_fifos).
    return descriptor == -ENOENT ? result(open(path, flags | O_CREAT, mode)) : descriptor
  }

  /// Opens the file at `path` for reading; its descriptor, or a negated errno. Never waits, neither for the writer of a pipe.
  public static func read(_ path: String) -> Int32 { result(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) }

  /// All that is left to read of `descriptor`, or its first `limit` bytes; nil if reading fails, with the reason in errno. Blocks.
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

  private static func result(_ descriptor: Int32) -> Int32 { descriptor >= 0 ? descriptor : -errno }
}

/// Whether something is at a path. What cannot be looked at is not missing.
public enum Existence: Hashable, Sendable {
  /// It is there, or what a link leads to.
  case there
  /// Nothing of this name is there.
  case missing
  /// The system refuses to say; by the errno.
  case unknown(code: Int32)

  /// Looks at `path`. Blocks on files.
  public init(of path: String) {
    var status = stat()
    self = stat(path, &status) == 0 ? .there : errno == ENOENT ? .missing : .unknown(code: errno)
  }
}
