import Foundation
import Ports
import Time

/// The event stream in a file, a pipe or standard output.
final class EventStream: PracticeEventSink {
  private let writer: LineWriter<PracticeEvent>

  /// Begins it at `output`.
  init(_ output: OutputPath) throws(FileFailure) {
    writer = try LineWriter(output) {
      let encoder = EventLine.encoder()
      return { Data(try EventLine($0).text(encoder).utf8) }
    }
  }

  func post(_ event: PracticeEvent) { writer.post([event]) }

  /// Writes what waits, for at most `limit`, and ends the stream; why it is not whole, if that is not its reader's own doing.
  func close(within limit: Duration) -> FileFailure? {
    writer.close(within: limit).flatMap { $0.isReadersOwn || $0.isStandardOutput ? nil : $0 }
  }
}

/// No event stream was asked for.
struct NoEvents: PracticeEventSink {
  func post(_ event: PracticeEvent) {}
}
