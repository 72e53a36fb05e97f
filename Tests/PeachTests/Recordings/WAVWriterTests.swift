import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite("WAV files")
struct WAVWriterTests {
  private func withPath(_ body: (String) throws -> Void) rethrows {
    let path = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID()).wav").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  @Test("a written file is read back, in one or two channels", arguments: [false, true])
  func roundTrip(stereo: Bool) throws {
    try withPath { path in
      let samples = (0..<50_001).map { Float($0) / 50_001 }
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
      let writer = try WAVWriter(takingOver: descriptor, path: path, rate: 48_000, stereo: stereo)
      for start in stride(from: 0, to: samples.count, by: 777) {
        try samples[start..<min(start + 777, samples.count)].withUnsafeBufferPointer { try writer.append($0) }
      }
      try writer.finish()
      let file = try #require(WAVFile(bytes: [UInt8](Data(contentsOf: URL(filePath: path)))))
      #expect(file.channels == (stereo ? 2 : 1))
      #expect(file.rate == 48_000)
      #expect(file.factFrames == samples.count)
      #expect(file.samples == (stereo ? samples.flatMap { [$0, $0] } : samples))
    }
  }

  @Test("a full disk is reported as such")
  func diskFull() throws {
    #expect(throws: FileFailure(path: "/dev/full", code: ENOSPC)) {
      let writer = try WAVWriter(takingOver: open("/dev/full", O_WRONLY), path: "/dev/full", rate: 48_000)
      try writer.finish()
    }
  }
}
