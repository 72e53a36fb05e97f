import Glibc
import Synchronization

/// Standard output and standard error of this process: all output to them passes through here, so that its errors are
/// known at the end.
public enum ProcessOutput {
  /// Writes all of `text` to `descriptor`, usually one of the two; returns false if it was not written. After a first
  /// failure nothing more goes to standard output: later text would follow a gap. Blocks as long as the reader does;
  /// any thread that may wait.
  @discardableResult
  public static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes bytes, as above.
  @discardableResult
  public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    guard descriptor != STDOUT_FILENO || failed.load(ordering: .acquiring) == 0 else { return false }
    guard let code = Descriptor.write(bytes, to: descriptor) else { return true }
    if descriptor == STDOUT_FILENO { failed.store(code, ordering: .releasing) }
    return false
  }

  /// The errno of incomplete standard output; nil if it is complete. A reader that has left, or a terminal that was
  /// closed, misses nothing. Any thread.
  public static var failure: Int32? {
    let code = failed.load(ordering: .acquiring)
    guard code != 0, code != EPIPE else { return nil }
    var status = stat()
    let isDevice = fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    return code == EIO && isDevice ? nil : code
  }

  /// Reserves the numbers of closed streams; call it before anything is opened. A closed stream stays unusable: the
  /// next file would otherwise take its number and receive the stream's text.
  public static func prepare() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number, which is this stream's. It is opened for the opposite direction, so every use fails.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// The first errno of standard output; 0 as long as everything was written.
private let failed = Atomic<Int32>(0)
