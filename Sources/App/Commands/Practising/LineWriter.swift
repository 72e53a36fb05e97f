import Foundation
import Glibc
import Linux
import Synchronization
import Time

/// Writes lines to a file, a pipe or standard output on its own thread: the loop only hands them over.
///
/// A destination that is full, closed or hangs ends only the lines: practice continues.
final class LineWriter<Line: Sendable>: Sendable {
  private struct Shared {
    /// Unencoded: the writer does the slow work.
    var waiting: [[Line]] = []
    /// The number of waiting lines.
    var count = 0
    var closed = false
    /// The reason why writing has stopped.
    var failure: FileFailure?
  }

  private let shared = Mutex(Shared())
  private let bell = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  private let output: OutputPath
  private let patience: Int

  /// Opens `output` and starts the writer. The writer's thread opens a named pipe: that waits for a reader, and
  /// practice does not.
  /// - Parameters:
  ///   - patience: the number of lines that may wait for a destination that hangs.
  ///   - encoder: creates the encoder of lines, without newlines; called by the writer.
  init(
    _ output: OutputPath, patience: Int = 500_000,
    encoder: @escaping @Sendable () -> (Line) throws -> Data
  ) throws(FileFailure) {
    self.output = output
    self.patience = patience
    let descriptor = try output.check() == .pipe ? nil : try output.open()
    let isStarted = PlainThread.start(name: "lines") { [self] in write(to: descriptor, encoder()) }
    guard isStarted else {
      if let descriptor { close(descriptor) }
      throw FileFailure(path: output.path, code: EAGAIN)
    }
  }

  /// Queues lines. Neither copies nor frees waiting lines. Any thread.
  func post(_ lines: [Line]) {
    shared.withLock { shared in
      guard shared.failure == nil else { return }
      shared.waiting.append(lines)
      shared.count += lines.count
      if shared.count > patience { shared.failure = FileFailure(path: output.path, code: ETIMEDOUT) }
    }
    bell.signal()
  }

  /// Writes waiting lines for up to `limit`, and ends. Returns the reason if some were not written. Does not wait for a
  /// reader that has stopped reading.
  @discardableResult
  func close(within limit: Duration) -> FileFailure? {
    shared.withLock { $0.closed = true }
    bell.signal()
    let isDone = done.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds))) == .success
    return shared.withLock(\.failure) ?? (isDone ? nil : FileFailure(path: output.path, code: ETIMEDOUT))
  }

  private func write(to opened: Int32?, _ encode: (Line) throws -> Data) {
    var descriptor = opened
    do throws(FileFailure) {
      if descriptor == nil { descriptor = try output.open() }
    } catch {
      end(error)
    }
    defer { if let descriptor { close(descriptor) } }
    while true {
      bell.wait()
      let (chunks, isBroken, closed) = shared.withLock { shared in
        defer { (shared.waiting, shared.count) = ([], 0) }
        return (shared.waiting, shared.failure != nil, shared.closed)
      }
      if let descriptor, !isBroken, !chunks.isEmpty {
        do {
          // Whole chunks at a time, so that the file is readable after a power cut.
          let bytes = try chunks.joined().flatMap { try encode($0) + [UInt8(ascii: "\n")] }
          try bytes.written(to: descriptor, path: output.path)
        } catch {
          end(error as? FileFailure ?? FileFailure(path: output.path, code: EIO))
        }
      }
      if closed { break }
    }
    done.signal()
  }

  private func end(_ failure: FileFailure) {
    shared.withLock { $0.failure = $0.failure ?? failure }
  }

  /// Closes `descriptor`. Standard output stays open for the process's last messages.
  private func close(_ descriptor: Int32) {
    if descriptor != STDOUT_FILENO { Glibc.close(descriptor) }
  }
}
