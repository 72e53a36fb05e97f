import Foundation
import Recordings
import Time

/// A recording in a file of its own.
final class RecordingFile: RecordingSink {
  private let writer: LineWriter<RecordedLine>

  /// Begins it at `output`.
  init(_ output: OutputPath) throws(FileFailure) {
    // Half a million lines wait at most: a quarter of an hour of a wheel that never rests.
    writer = try LineWriter(output) {
      let encoder = RecordedLine.encoder()
      return { Data(try $0.text(encoder).utf8) }
    }
  }

  func post(_ lines: [RecordedLine]) { writer.post(lines) }

  /// Writes what waits, for at most `limit`, and ends the recording; why it is not whole, if it is not.
  func close(within limit: Duration) -> FileFailure? { writer.close(within: limit) }
}
