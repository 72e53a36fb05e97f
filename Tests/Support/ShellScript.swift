import Foundation

/// A program that is a shell script, as a test has one in another's place.
public enum ShellScript {
  /// Writes `script` as the program at `path`.
  ///
  /// Another process does: what this one writes stays open in a child that another thread is just starting, and the
  /// kernel runs nothing that is open for writing ("Text file busy").
  public static func install(_ script: String, at path: String) throws {
    let text = path + ".sh"
    try "#!/bin/sh\n\(script)\n".write(toFile: text, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: text) }
    guard try TestProcess.run("/usr/bin/install", ["-m", "755", text, path]) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}
