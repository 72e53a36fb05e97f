import Foundation
import Recordings
import Time

/// A recording in a file.
final class RecordingFile: RecordingSink {
  private let writer: LineWriter<RecordedLine>

  /// Starts the recording at `output`.
  init(_ output: OutputPath) throws(FileFailure) {
    // Up to half a million waiting lines: a quarter of an hour of a wheel that never rests.
    writer = try LineWriter(output) {
      let encoder = RecordedLine.encoder()
      return { Data(try $0.text(encoder).utf8) }
    }
  }

  func post(_ lines: [RecordedLine]) { writer.post(lines) }

  /// Writes waiting lines for up to `limit`, and ends the recording. Returns the reason if it is incomplete.
  func close(within limit: Duration) -> FileFailure? { writer.close(within: limit) }
}
