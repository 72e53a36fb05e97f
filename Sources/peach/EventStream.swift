import Foundation
import Glibc
import Practice
import Synchronization
import Time

/// Writes the event stream to a file, a pipe or standard output on a thread of its own: the loop only hands over.
///
/// A closed or full destination ends the stream and nothing else: practice goes on.
final class EventStream: PracticeEventSink {
  private struct Shared {
    var waiting: [PracticeEvent] = []
    var closed = false
  }

  private let shared = Mutex(Shared())
  private let bell = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  private let path: String
  private let file: FileHandle?

  /// Opens `path` for writing from its start (`-` is standard output) and starts the writer. A named pipe is opened by the
  /// writer: that waits for a reader, and practice does not.
  init(path: String) throws(EventStreamFailure) {
    self.path = path
    if path == "-" {
      file = .standardOutput
    } else if Self.isNamedPipe(path) {
      file = nil
    } else {
      guard let opened = Self.open(path) else { throw EventStreamFailure(path: path, code: errno) }
      file = opened
    }
    Thread.detachNewThread { [self] in write() }
  }

  private static func isNamedPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  private static func open(_ path: String) -> FileHandle? {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func post(_ event: PracticeEvent) {
    shared.withLock { $0.waiting.append(event) }
    bell.signal()
  }

  /// Writes what waits, for at most `limit`, and ends the stream. A reader that has stopped reading is not waited for.
  func close(within limit: Duration) {
    shared.withLock { $0.closed = true }
    bell.signal()
    _ = done.wait(timeout: .now() + .nanoseconds(Int(limit.nanoseconds)))
  }

  private func write() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let file = file ?? Self.open(path)
    var broken = file == nil
    while true {
      bell.wait()
      let (events, closed) = shared.withLock { shared in
        defer { shared.waiting.removeAll(keepingCapacity: true) }
        return (shared.waiting, shared.closed)
      }
      for event in events where !broken {
        do {
          try file?.write(contentsOf: encoder.encode(EventLine(event)) + [UInt8(ascii: "\n")])
        } catch {
          broken = true
        }
      }
      if closed { break }
    }
    done.signal()
  }
}

/// The event stream's file could not be opened.
struct EventStreamFailure: Error {
  /// What was to be opened.
  var path: String
  /// The system's errno.
  var code: Int32
}

/// No event stream was asked for.
struct NoEvents: PracticeEventSink {
  func post(_ event: PracticeEvent) {}
}
