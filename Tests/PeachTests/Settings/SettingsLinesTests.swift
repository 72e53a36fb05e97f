import Foundation
import Glibc
import Ports
import Testing

@testable import Commands

/// Settings files as editors and neighbours leave them: line ends, marks, separators, anchors, sizes.
@Suite("Lines of the settings file")
struct SettingsLinesTests {
  private func file(_ text: String) throws -> SettingsFile { try SettingsFileTests.file(text) }
  private func bytes(_ file: SettingsFile) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file.path))) }

  @Test(
    "any line end and a byte order mark are read alike, and a change keeps them and all other lines",
    arguments: ["\n", "\r\n", "\r"],
    ["", "\u{FEFF}"])
  func lineEnds(end: String, mark: String) throws {
    func text(_ lines: String...) -> String { mark + lines.map { $0 + end }.joined() }
    let file = try file(text("# mine", "level: -22", "tick: off", "note-duration: 0.5"))
    var (settings, problems) = file.read().both
    #expect(problems.isEmpty && settings.level == -22 && !settings.tick && settings.training.noteDuration == 0.5)
    try settings.set(.tick, "on")
    try file.read().write(.tick, of: settings)
    #expect(try bytes(file) == Array(text("# mine", "level: -22", "tick: on", "note-duration: 0.5").utf8))
    try settings.set(.noteGap, "1")
    try file.read().write(.noteGap, of: settings)
    #expect(
      try bytes(file) == Array(text("# mine", "level: -22", "tick: on", "note-duration: 0.5", "note-gap: 1").utf8))
    #expect(file.read().settings == settings && file.read().problems.isEmpty)
    try file.read().remove([.level, .noteGap])
    #expect(try bytes(file) == Array(text("# mine", "tick: on", "note-duration: 0.5").utf8))
  }

  @Test("places are counted by the file's own lines", arguments: ["\n", "\r\n", "\r"])
  func places(end: String) throws {
    let text = ["# ä\u{85}b\u{2028}c", "tick: on", "", "level: 3", "tick: off", "\tx: 1"].joined(separator: end)
    let first = try file(String(text.prefix { $0 != "\t" })).read().problems
    #expect(first.map(\.line) == [4, 5] && first.map(\.column) == [8, 1])
    #expect(try file(text).read().problems.map(\.line) == [4, 5, 6])
  }

  @Test(
    "one setting is changed and no other",
    arguments: [
      // The end of the document, with and without a line end.
      ("tick: off\n...\n", "tick: off\nlevel: -31\n...\n"), ("tick: off\n...", "tick: off\nlevel: -31\n..."),
      ("level: -22\n... # end\n# more\n", "level: -31\n... # end\n# more\n"),
      ("---\ntick: off", "---\ntick: off\nlevel: -31\n"),
      // An invalid value is replaced, not repeated.
      ("level:\n  a: 1\ntick: off\n", "level: -31\ntick: off\n"),
      // Characters that end lines elsewhere end none here.
      ("speech: on # a\u{85}level: -22\n", "speech: on # a\u{85}level: -22\nlevel: -31\n"),
      ("output: \"a\u{2028}b\"\n", "output: \"a\u{2028}b\"\nlevel: -31\n"),
      ("level:\t-22\t# ä\n", "level: -31 # ä\n"),
      // What cannot be changed alone is left.
      ("speech: &a on\nlevel: *a\n", nil), ("{level: -22, foo: 1}\n", nil), ("--- {}\n", nil), ("{}\n", nil),
      ("output: \"a\nlevel: -22\nb\"\nlevel: -20\nlevel: -21\n", nil),
    ] as [(String, String?)])
  func changes(before: String, after: String?) throws {
    let file = try file(before)
    var settings = file.read().settings
    try settings.set(.level, "-31")
    do throws(SettingsFileProblem) {
      try file.read().write(.level, of: settings)
      #expect(after != nil && file.read().settings.level == -31)
    } catch {
      #expect(after == nil && error.file == file.path)
    }
    #expect(try bytes(file) == Array((after ?? before).utf8))
  }

  @Test(
    "a name is read back as it was written, or refused",
    arguments: ["a: \"b\" # c", "R &B *x", "\u{A0}é\\", "Ä‑Lautsprecher: 1", "👩‍🎤", "- a", "[a]", "x\u{FFFE}"])
  func names(name: String) throws {
    let file = try file("tick: off\n")
    var settings = Settings()
    try settings.set(.output, name)
    try file.read().write(.output, of: settings)
    #expect(file.read().settings.output == settings.output && file.read().problems.isEmpty)
    #expect(!(try String(contentsOfFile: file.path, encoding: .utf8)).contains("&B"))
  }

  @Test(
    "a name with a separator, a control or a direction is refused",
    arguments: ["\u{2028}", "\u{85}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{200F}", "\u{7}"])
  func refusedNames(character: String) {
    #expect(throws: SettingProblem.notAName(.output)) {
      var settings = Settings()
      try settings.set(.output, "a\(character)b")
    }
  }

  /// Seconds for which this thread computes while it reads `text`.
  private func time(_ text: String) throws -> Double {
    let file = try file("")
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    _ = file.read(text)
    return now() - start
  }

  @Test("anchors for billions, thousands of keys, deep nesting: reading time follows the size")
  func times() throws {
    var bomb = "a0: &a0 [x]\n"
    for level in 1...9 {
      bomb += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", "))]\n"
    }
    bomb += "? *a9\n: 1\n"
    let texts = [
      bomb, String(repeating: "tick:\n- on\n", count: 4_000),
      (0..<4_000).map { "k\($0):\nk\($0):\n" }.joined(), String(repeating: "[", count: 60_000),
      String(repeating: "- ", count: 30_000), String(repeating: "{a: ", count: 15_000),
      (0..<4_000).map { "note-rang-\($0):\n" }.joined(), String(repeating: "? ", count: 500) + "x",
      (0..<500).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
    ]
    // Of a file as large as they are.
    let usual = try time(String(repeating: "tick: on\n", count: 6_500))
    for text in texts {
      let taken = try time(text)
      #expect(taken < 10 * usual, "\(text.prefix(20)) took \(taken / usual) times as long as known keys")
    }
    let refused = try file(bomb).read().problems
    #expect(refused.map(\.reason) == [.aliases] && refused.map(\.line) == [2])
  }
}
