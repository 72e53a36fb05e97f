import Foundation
import TestSupport
import Testing

/// Settings files of other systems, and what mends them, in the program itself.
@Suite struct SettingsFormProgramTests {
  /// Runs to the end in a new folder, with `settings` unless nil. Returns its output, its errors and its exit code.
  private func run(
    _ arguments: [String], _ settings: String? = nil, in folder: URL
  ) throws -> (shown: String, complained: String, code: Int32?) {
    let config = folder.appendingPathComponent("config/peach")
    try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
    if let settings { try Data(settings.utf8).write(to: config.appendingPathComponent("settings.yaml")) }
    let peach = try RunningPeach(arguments, folder: folder)
    let code = peach.end()
    return (peach.shown, peach.complained, code)
  }

  private func bytes(_ folder: URL) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent("config/peach/settings.yaml"))
  }

  private func folder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("peach-settings-\(UUID())")
  }

  @Test(arguments: ["# mine\r\nlevel: -22\r\ntick: off\r\nnote-duration: 0.5\r\n", "\u{FEFF}level: -22\ntick: off\n"])
  func `a file saved on Windows is read, and changed in its own form`(text: String) throws {
    let folder = folder()
    let level = try run(["settings", "get", "level"], text, in: folder)
    #expect(level == ("-22\n", "", 0))
    #expect(try run(["settings", "get", "tick"], in: folder) == ("off\n", "", 0))
    let change = try run(["settings", "set", "tick", "on"], in: folder)
    #expect(change.code == 0 && change.complained.isEmpty, "\(change)")
    #expect(try bytes(folder) == Data(text.replacing("tick: off", with: "tick: on").utf8))
  }

  @Test func `a scale may be named after two hyphens, and a missing one is fixed by a command`() throws {
    let folder = folder()
    let scale = "text\n12\n" + (1...12).map { "\($0 * 100).\n" }.joined()
    let first = try run(["settings", "get", "tuning"], "tuning: gone.scl\n", in: folder)
    #expect(first.shown == "gone.scl\n" && first.complained.contains("gone.scl"))
    let config = folder.appendingPathComponent("config/peach")
    try Data(scale.utf8).write(to: config.appendingPathComponent("-own.scl"))
    let named = try run(["settings", "set", "--config", config.path, "tuning", "--", "-own.scl"], in: folder)
    #expect(named.code == 0 && named.complained.isEmpty, "\(named)")
    #expect(try bytes(folder) == Data("tuning: -own.scl\n".utf8))
    for change in [["set", "tuning", "equal"], ["reset", "tuning"]] {
      let mended = try run(["settings"] + change + ["--config", config.path], "tuning: gone.scl\n", in: folder)
      #expect(mended.code == 0 && mended.complained.isEmpty, "\(mended)")
      #expect(try run(["settings", "get", "tuning"], in: folder) == ("equal\n", "", 0))
    }
    // Elsewhere a folder that was named must be whole.
    let other = try run(["settings", "get", "level", "--config", config.path], "tuning: gone.scl\n", in: folder)
    #expect(other.code == 5 && other.complained.contains("gone.scl"))
  }
}

extension SoundingProgramTests {
  @Suite struct SettingsFormPracticeTests {
    @Test func `practice works with separators in names and files of another system`() throws {
      let peach = try RunningPeach(PracticeProgramTests.dummy + ["--screen", "0"], keys: true)
      #expect(peach.wait(for: "soundReady"), "\(peach.complained)")
      let page = try #require(PageClient(peach), "\(peach.shown)")
      for name in ["a\u{2028}b", "a\u{85}b", "a\u{202E}b", "a\nb"] {
        #expect(try page.put("/settings/output", ["value": name]) == 422)
      }
      #expect(try page.put("/settings/level", ["value": "-31"]) == 200)
      let file = peach.folder.appendingPathComponent("config/peach/settings.yaml")
      #expect(try Data(contentsOf: file) == Data("level: -31\n".utf8))
      for text in [
        "level: -32\r\ntick: off\r\n", "\u{FEFF}level: -33\rtick: off\r", "output: \"a\u{2028}b\"\nlevel: -34\n",
      ] {
        try Data(text.utf8).write(to: file)
        let level = try #require(text.firstMatch(of: /level: -(3.)/)?.1)
        #expect(eventually { page.get("/settings/list")?.body.contains("−\(level)") == true }, "\(text)")
      }
      #expect(try page.put("/settings/tick", ["value": "off"]) == 200)
      #expect(peach.isRunning)
      peach.signal(SIGTERM)
      #expect(peach.end() == 0)
    }
  }
}
