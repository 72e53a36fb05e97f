import Foundation
import Ports
import Time

/// The event stream in a file, a pipe or standard output.
final class EventStream: PracticeEventSink {
  private let writer: LineWriter<PracticeEvent>

  /// Starts the stream at `output`.
  init(_ output: OutputPath) throws(FileFailure) {
    writer = try LineWriter(output) {
      let encoder = EventLine.encoder()
      return { Data(try EventLine($0).text(encoder).utf8) }
    }
  }

  func post(_ event: PracticeEvent) { writer.post([event]) }

  /// Writes waiting events for up to `limit`, and ends the stream. Returns the reason if the stream is incomplete,
  /// unless its reader caused that.
  func close(within limit: Duration) -> FileFailure? {
    writer.close(within: limit).flatMap { $0.isReadersOwn || $0.isStandardOutput ? nil : $0 }
  }
}

/// A sink for practice without an event stream.
struct NoEvents: PracticeEventSink {
  func post(_ event: PracticeEvent) {}
}
