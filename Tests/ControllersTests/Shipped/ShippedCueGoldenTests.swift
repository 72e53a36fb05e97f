import Foundation
import MIDI
import Testing

@testable import Controllers

/// Every byte that a shipped file makes us send, as recorded in `Golden/cues`. What the bytes should be is typed by
/// hand in `ShippedLightsTests`; this shows what a change of a file or of the encoder changes.
struct ShippedCueGoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden/cues")
    .standardized

  private static func golden(_ file: String) -> URL {
    folder.appending(path: file.replacing(".yaml", with: ".txt"))
  }

  @Test(arguments: shippedFiles) func `the bytes are the recorded ones`(_ file: String) throws {
    let text = Self.picture(of: try shipped(file))
    let golden = Self.golden(file)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      guard !text.isEmpty else {
        try? FileManager.default.removeItem(at: golden)
        return
      }
      return try Data(text.utf8).write(to: golden)
    }
    // A controller that is sent nothing has no file.
    let recorded = try text.isEmpty ? "" : String(contentsOf: golden, encoding: .utf8)
    #expect(text == recorded, "RECORD_GOLDEN=1 make check records it anew")
    #expect(!text.isEmpty || !FileManager.default.fileExists(atPath: golden.path), "\(file) is sent nothing")
  }

  @Test func `every recording has its mapping`() throws {
    let known = Set(shippedFiles.map { Self.golden($0).lastPathComponent })
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".txt") }
    #expect(Set(found).subtracting(known).isEmpty)
  }

  /// The bytes sent at the start, for each cue after that start, and at the end.
  private static func picture(of mapping: ControllerMapping) -> String {
    var encoder = CueEncoder(mapping: mapping)
    var blocks: [(String, [String])] = []
    var lines = encoder.start().map { hex($0.bytes) }
    while let pause = encoder.pause {
      lines.append("pause \(pause.components.attoseconds / 1_000_000_000_000_000)")
      lines += encoder.proceed().map { hex($0.bytes) }
    }
    blocks.append(("start", lines))
    for (name, cue) in everyCue {
      var after = encoder
      blocks.append((name, after.whole(cue).map { hex($0.bytes) }))
    }
    blocks.append(("end", encoder.finish().map { hex($0.bytes) }))
    guard blocks.contains(where: { !$0.1.isEmpty }) else { return "" }
    return blocks.map { name, lines in
      ([name] + (lines.isEmpty ? ["nothing"] : lines).map { "  " + $0 }).joined(separator: "\n")
    }.joined(separator: "\n") + "\n"
  }
}
