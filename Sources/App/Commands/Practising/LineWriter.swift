import Foundation
import Glibc
import Linux
import Synchronization
import Time

/// Writes lines to a file, a pipe or standard output on a thread of its own: the loop only hands over.
///
/// A destination that is full, closed or hangs ends the lines and nothing else: practice goes on.
final class LineWriter<Line: Sendable>: Sendable {
  /// What becomes of what is at the path.
  enum Opening {
    /// Nothing may be there.
    case new
    /// It is written from its start; `-` is standard output. A named pipe is opened by the writer: that waits for a reader,
    /// and practice does not.
    case replace
  }

  private struct Shared {
    /// As it was handed over: whatever takes time with it is the writer's.
    var waiting: [[Line]] = []
    /// How many lines those are.
    var count = 0
    var closed = false
    /// Why nothing is written any more.
    var failure: FileFailure?
  }

  private let shared = Mutex(Shared())
  private let bell = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  private let path: String
  private let patience: Int

  /// Opens `path` and starts the writer.
  /// - Parameters:
  ///   - patience: how many lines may wait for a destination that hangs.
  ///   - encoder: makes what writes lines, each without its end; called by the writer.
  init(
    path: String, opening: Opening, patience: Int = 500_000,
    encoder: @escaping @Sendable () -> (Line) throws -> Data
  ) throws(FileFailure) {
    self.path = path
    self.patience = patience
    let file: FileHandle?
    switch opening {
    case .replace where path == "-": file = .standardOutput
    case .replace where Self.isNamedPipe(path): file = nil
    case .replace: file = try Self.open(path, O_TRUNC)
    case .new: file = try Self.open(path, O_EXCL)
    }
    let isStarted = PlainThread.start(name: "lines") { [self] in write(to: file, encoder()) }
    guard isStarted else { throw FileFailure(path: path, code: EAGAIN) }
  }

  private static func isNamedPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  private static func open(_ path: String, _ flag: Int32) throws(FileFailure) -> FileHandle {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0o644)
    guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Hands over lines. Neither copies nor frees what waits. Any thread.
  func post(_ lines: [Line]) {
    shared.withLock { shared in
      guard shared.failure == nil else { return }
      shared.waiting.append(lines)
      shared.count += lines.count
      if shared.count > patience { shared.failure = FileFailure(path: path, code: ETIMEDOUT) }
    }
    bell.signal()
  }

  /// Writes what waits, for at most `limit`, and ends; why not all of it was written, if it was not. A reader that has
  /// stopped reading is not waited for.
  @discardableResult
  func close(within limit: Duration) -> FileFailure? {
    shared.withLock { $0.closed = true }
    bell.signal()
    let isDone = done.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds))) == .success
    return shared.withLock(\.failure) ?? (isDone ? nil : FileFailure(path: path, code: ETIMEDOUT))
  }

  private func write(to opened: FileHandle?, _ encode: (Line) throws -> Data) {
    var file = opened
    do throws(FileFailure) {
      if file == nil { file = try Self.open(path, O_TRUNC) }
    } catch {
      end(error)
    }
    while true {
      bell.wait()
      let (chunks, isBroken, closed) = shared.withLock { shared in
        defer { (shared.waiting, shared.count) = ([], 0) }
        return (shared.waiting, shared.failure != nil, shared.closed)
      }
      if let file, !isBroken, !chunks.isEmpty {
        do {
          // Whole chunks at a time: what is there after a power cut can be read.
          try writeAll(Data(chunks.joined().map { try encode($0) + [UInt8(ascii: "\n")] }.joined()), to: file)
        } catch {
          end(error as? FileFailure ?? FileFailure(path: path, code: EIO))
        }
      }
      if closed { break }
    }
    done.signal()
  }

  private func end(_ failure: FileFailure) {
    shared.withLock { $0.failure = $0.failure ?? failure }
  }

  private func writeAll(_ data: Data, to file: FileHandle) throws(FileFailure) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file.fileDescriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileFailure(path: path, code: errno) }
      rest = rest.dropFirst(count)
    }
  }
}

/// A file could not be opened, or not be written to its end.
struct FileFailure: Error, Hashable {
  /// Which one.
  var path: String
  /// The system's errno.
  var code: Int32
}
