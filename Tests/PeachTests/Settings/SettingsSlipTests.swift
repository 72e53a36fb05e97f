import Foundation
import Ports
import Testing
import Texts

@testable import Commands

/// A slip in one line of the settings leaves the other lines, is named where it is, and stays in the file.
@Suite struct SettingsSlipTests {
  typealias Reason = SettingsFileProblem.Reason

  /// A file of seven settings with `slip` among them.
  static func lines(_ slip: String) -> String {
    "# Mine\nlevel: -30\nnote-gap: 1\n\(slip)\nspeech: off # quiet\nintervals:\n- P4 up\n- m3 down\nnote-duration: 2\n"
  }

  @Test(arguments: [
    ("tick: \"off", 7, Reason.unclosed(mark: "\""), [SettingKey.tick]),
    ("tick: 'off", 7, .unclosed(mark: "'"), [.tick]),
    ("matching-range: [50", 17, .unclosed(mark: "["), [.matchingRange]),
    ("tick off", 1, .colon(line: "tick: off"), [.tick]),
    ("tick:off", 1, .colon(line: "tick: off"), [.tick]),
    ("tick = off", 1, .colon(line: "tick: off"), [.tick]),
    ("\ttick: off", 1, .tab, [.tick]),
    ("just words", 1, .notAMapping, []),
    ("tick: loud", 7, .setting(.notOnOff(.tick, text: "loud")), [.tick]),
  ])
  func `a mistake is named in its place, with the value used instead, and the rest counts`(
    slip: String, column: Int, reason: Reason, keys: [SettingKey]
  ) throws {
    let (settings, problems) = try SettingsFileTests.file(Self.lines(slip)).read().both
    #expect(problems.map(\.reason) == [reason] && problems.map(\.line) == [4] && problems.map(\.column) == [column])
    #expect(
      problems.flatMap(\.instead)
        == keys.map { .setting($0, value: $0.defaultText, isDefault: true) }, "\(problems)")
    #expect(settings.level == -30 && settings.training.noteGap == 1 && settings.training.noteDuration == 2)
    #expect(settings.text(of: .speech) == "off" && settings.text(of: .intervals) == "m3 down, P4 up")
  }

  @Test(arguments: [
    "tick: on: off", "tick: @on", "tick: %", "tick: on\n  level: 2", "tick: *a", "\"tick: on", "tick: \u{7}", "? tick",
    "- x",
    "tick: !!int {", "tick: |x", "]", "tick: {a: [b}", "tick: \"a\" b",
  ])
  func `any bad line leaves the others, and one place is named`(slip: String) throws {
    let file = try SettingsFileTests.file(Self.lines(slip))
    let (settings, problems) = file.read().both
    #expect(problems.count == 1 && (4...5).contains(problems[0].line ?? 0), "\(problems)")
    #expect(
      settings.level == -30 && settings.training.noteDuration == 2 && settings.text(of: .intervals) == "m3 down, P4 up")
  }

  @Test func `while the program runs the last good value stays`() throws {
    var last = Settings()
    try last.set(.tick, "off")
    try last.set(.noteGap, "3")
    let (settings, problems) = try SettingsFileTests.file(Self.lines("tick: \"off")).read(last: last).both
    #expect(!settings.tick && settings.training.noteGap == 1)
    #expect(problems.flatMap(\.instead) == [.setting(.tick, value: "off", isDefault: false)])
  }

  @Test(arguments: ["tick: \"off", "tick off", "just words", "\ttick: off", "tick: [on"])
  func `a change of another setting keeps the bad line to the byte`(slip: String) throws {
    let before = Self.lines(slip)
    let file = try SettingsFileTests.file(before)
    var settings = file.read().settings
    try settings.set(.level, "-12")
    try file.read().write(.level, of: settings)
    #expect(try SettingsFileTests.text(file) == before.replacing("-30", with: "-12"))
    try settings.set(.output, "a")
    try file.read().write(.output, of: settings)
    try file.read().remove([.noteDuration])
    #expect(
      try SettingsFileTests.text(file)
        == before.replacing("-30", with: "-12").replacing("note-duration: 2\n", with: "") + "output: a\n")
  }

  @Test(arguments: ["tick: \"off", "tick off", "tick: [on,\n  off", "tick: on: off", "\ttick: on"])
  func `setting the bad line's value repairs it`(slip: String) throws {
    let file = try SettingsFileTests.file(Self.lines(slip))
    var settings = file.read().settings
    try settings.set(.tick, "off")
    try file.read().write(.tick, of: settings)
    #expect(try SettingsFileTests.text(file) == Self.lines("tick: off"))
    let (read, problems) = file.read().both
    #expect(read == settings && problems.isEmpty)
  }

  @Test func `a line that is not UTF-8 leaves the others, and a comment that is not does no harm`() throws {
    let file = try SettingsFileTests.file(nil)
    let latin = Data(
      "# f\u{fc}r mich\nlevel: -30\noutput: K\u{f6}ln\nnote-gap: 1\n".unicodeScalars.map { UInt8($0.value) })
    try latin.write(to: URL(filePath: file.path))
    let (settings, problems) = file.read().both
    #expect(settings.level == -30 && settings.training.noteGap == 1 && settings.output == nil)
    #expect(problems.map(\.line) == [3] && problems.map(\.reason) == [.notUTF8])
    #expect(problems[0].instead == [.setting(.output, value: "auto", isDefault: true)])
    // What cannot be written back as it is, is not written.
    #expect(throws: SettingsFileProblem.self) { try file.read().write(.level, of: settings) }
    #expect(try Data(contentsOf: URL(filePath: file.path)) == latin)
  }

  @Test(arguments: [
    (
      "en", "tick: \"off",
      "settings.yaml, line 4, column 7: \" is not closed. tick therefore has its default, on."
    ),
    (
      "de", "tick off",
      "settings.yaml, Zeile 4, Spalte 1: es fehlen Doppelpunkt und Leerzeichen: Schreibe „tick: off“. tick hat deshalb die Voreinstellung on."
    ),
  ])
  func `one line names the place, the mistake and its consequence`(language: String, slip: String, line: String) throws
  {
    let texts = Catalogue(try #require(Language(rawValue: language)))
    let problems = try SettingsFileTests.file(Self.lines(slip)).read().problems
    #expect(
      problems.map(texts.line).map { String($0.drop { $0 != "." }.isEmpty ? "" : $0) }.allSatisfy { $0.hasSuffix(line) }
    )
    let spoken = texts.spoken([.settings(problems + problems)])
    #expect(!spoken.contains("/") && !spoken.contains("yaml") && spoken.contains("4"), "\(spoken)")
  }
}
