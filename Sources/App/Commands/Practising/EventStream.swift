import Foundation
import Ports
import Time

/// The event stream in a file, a pipe or standard output.
final class EventStream: PracticeEventSink {
  private let writer: LineWriter<PracticeEvent>

  /// Begins it at `path`; `-` is standard output.
  init(path: String) throws(FileFailure) {
    writer = try LineWriter(path: path, opening: .replace) {
      let encoder = EventLine.encoder()
      return { Data(try EventLine($0).text(encoder).utf8) }
    }
  }

  func post(_ event: PracticeEvent) { writer.post([event]) }

  /// Writes what waits, for at most `limit`, and ends the stream.
  func close(within limit: Duration) { writer.close(within: limit) }
}

/// No event stream was asked for.
struct NoEvents: PracticeEventSink {
  func post(_ event: PracticeEvent) {}
}
