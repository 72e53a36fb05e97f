import Foundation
import Ports
import Testing

@testable import Commands

@Suite("The settings file")
struct SettingsFileTests {
  /// Returns a file in a new folder, with `text` unless nil.
  static func file(_ text: String?) throws -> SettingsFile {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-settings-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "settings.yaml")
    if let text { try Data(text.utf8).write(to: path) }
    return SettingsFile(path: path.path)
  }

  static func text(_ file: SettingsFile) throws -> String { try String(contentsOfFile: file.path, encoding: .utf8) }

  @Test("no file, an empty one and one of comments mean the defaults", arguments: [nil, "", "# nothing\n", "---\n"])
  func defaults(text: String?) throws {
    let (settings, problems) = try Self.file(text).read().both
    #expect(settings == Settings() && problems.isEmpty)
  }

  @Test("values are read in any form of YAML")
  func values() throws {
    let (settings, problems) = try Self.file(
      "note-range-high: 108\nnote-range-low: 90 # high\ntick: no\nintervals:\n  - P5 up\n  - m3 down\noutput: \"a: b\"\n"
    ).read().both
    #expect(problems.isEmpty)
    #expect(
      settings.training.lowest.number == 90 && settings.training.highest.number == 108 && !settings.tick
        && settings.output == "a: b")
    #expect(settings.text(of: .intervals) == "m3 down, P5 up")
  }

  @Test(
    "each mistake is named with its line and column",
    arguments: [
      ("tick: on\nnote-gap:   9\n", 2, 13, SettingsFileProblem.Reason.setting(.outOfRange(.noteGap, text: "9"))),
      ("tck: on\n", 1, 1, .setting(.unknownKey("tck", suggestions: [.tick]))),
      ("tick:\n  a: 1\n", 2, 3, .notAValue(key: "tick")),
      ("- a\n- b\n", 1, 1, .notAMapping), ("just words\n", 1, 1, .notAMapping),
      ("tick: on\nlevel: -12\ntick: off\n", 3, 1, .duplicate(key: "tick")),
      ("tick: on\n\tlevel: -12\n", 2, 1, .tab), ("\tx: 1\n", 1, 1, .tab),
      ("note-range-low: 80\n", 1, 17, .setting(.rangeTooNarrow(moved: .noteRangeLow, low: 80, high: 84))),
      ("intervals: [P5 up, nope]\n", 1, 12, .setting(.notAnInterval(text: "nope"))),
    ] as [(String, Int, Int, SettingsFileProblem.Reason)])
  func mistakes(text: String, line: Int, column: Int, reason: SettingsFileProblem.Reason) throws {
    let problems = try Self.file(text).read().problems
    #expect(problems.map(\.reason) == [reason] && problems.map(\.line) == [line] && problems.map(\.column) == [column])
  }

  @Test("an invalid file in braces is named with its place and leaves the last good settings")
  func syntax() throws {
    var last = Settings()
    try last.set(.level, "-30")
    let (settings, problems) = try Self.file("{tick: on, tick: off}\n").read(last: last).both
    #expect(settings == last)
    #expect(problems.count == 1 && problems[0].line == 1 && problems[0].column != nil)
    #expect(problems[0].instead == [.all(areDefaults: false)])
    guard case .syntax = problems.first?.reason else {
      Issue.record("\(problems)")
      return
    }
  }

  @Test("the first of two equal keys counts, and so does everything else")
  func firstCounts() throws {
    let text = "tick: off\nlevel: -12\ntick: on\nintervals: P4 up\nintervals:\n- P5 up\ntick: on\nnote-gap: 2\n"
    let file = try Self.file(text)
    let (settings, problems) = file.read().both
    #expect(!settings.tick && settings.level == -12 && settings.training.noteGap == 2)
    #expect(settings.text(of: .intervals) == "P4 up")
    let keys = ["tick", "intervals", "tick"]
    #expect(problems.map(\.reason) == keys.map { .duplicate(key: $0) } && problems.map(\.line) == [3, 5, 7])
    var changed = settings
    try changed.set(.level, "-30")
    try file.read().write(.level, of: changed)
    #expect(try Self.text(file) == text.replacing("-12", with: "-30"))
    try file.read().remove([.tick])
    #expect(try Self.text(file) == "level: -30\nintervals: P4 up\nintervals:\n- P5 up\nnote-gap: 2\n")
  }

  @Test("a bad value keeps the last good one; a removed key restores its default")
  func lastGood() throws {
    var last = Settings()
    try last.set(.level, "-30")
    try last.set(.noteGap, "2")
    let (settings, problems) = try Self.file("level: loud\nnote-duration: 2\n").read(last: last).both
    #expect(problems.count == 1)
    #expect(settings.level == -30 && settings.training.noteGap == 0 && settings.training.noteDuration == 2)
  }

  @Test(
    "files that are not settings are named as a whole",
    arguments: [
      (Data([0x74, 0xFF, 0xFE]), SettingsFileProblem.Reason.notUTF8),
      (Data(repeating: 0x23, count: SettingsFile.sizeLimit + 1), .tooLarge(limit: SettingsFile.sizeLimit)),
    ])
  func whole(bytes: Data, reason: SettingsFileProblem.Reason) throws {
    let file = try Self.file(nil)
    try bytes.write(to: URL(filePath: file.path))
    let problems = file.read().problems
    #expect(problems.map(\.reason) == [reason] && problems[0].line == nil)
    #expect(problems[0].instead == [.all(areDefaults: true)])
  }

  @Test("writing changes one value and keeps comments, order and the rest")
  func write() throws {
    let before = "# Mine\n\nlevel: -30   # quiet\n\n# Range\nintervals:\n  - P5 up\n  - m3 down\n# end\ntick: off\n"
    let file = try Self.file(before)
    var settings = file.read().settings
    try settings.set(.level, "-12")
    try file.read().write(.level, of: settings)
    try settings.set(.intervals, "P4 up")
    try file.read().write(.intervals, of: settings)
    try settings.set(.output, "a: \"b\" # c")
    try file.read().write(.output, of: settings)
    #expect(
      try Self.text(file)
        == "# Mine\n\nlevel: -12 # quiet\n\n# Range\nintervals: P4 up\n# end\ntick: off\noutput: \"a: \\\"b\\\" # c\"\n"
    )
    #expect(file.read().settings == settings && file.read().problems.isEmpty)
  }

  @Test("every written setting is read back", arguments: SettingKey.allCases)
  func roundTrip(key: SettingKey) throws {
    let file = try Self.file(nil)
    try file.read().write(key, of: Settings())
    let (settings, problems) = file.read().both
    #expect(settings == Settings() && problems.isEmpty)
    try file.read().remove([key])
    #expect(try Self.text(file).isEmpty)
  }

  @Test(
    "the path of a scale is written so that it is read back",
    arguments: ["~/Scales/Mine (1).scl", "#1: new.scl", "!x.scl", "just.scl", "'quoted'.SCL"])
  func scalePath(path: String) throws {
    let file = try Self.file(nil)
    var settings = Settings()
    try settings.set(.tuning, path)
    try file.read().write(.tuning, of: settings)
    let (read, problems) = file.read().both
    #expect(read.tuning == .file(path) && problems.isEmpty)
  }

  @Test("a file in braces is rewritten with one setting a line")
  func braces() throws {
    let file = try Self.file("{level: -30, tick: off}\n")
    var settings = file.read().settings
    try settings.set(.noteGap, "1")
    try file.read().write(.noteGap, of: settings)
    #expect(try Self.text(file) == "level: -30\ntick: off\nnote-gap: 1\n")
    try file.read().remove([.level, .noteGap])
    #expect(try Self.text(file) == "tick: off\n")
  }

  @Test("a file in braces that is broken is not written into")
  func broken() throws {
    let file = try Self.file("{tick: [on\n")
    #expect(throws: SettingsFileProblem.self) { try file.read().write(.level, of: Settings()) }
    #expect(try Self.text(file) == "{tick: [on\n")
  }

  @Test("a symbolic link remains one, permissions remain, and nothing is left next to the file")
  func link() throws {
    let file = try Self.file("tick: off\n")
    let folder = URL(filePath: file.path).deletingLastPathComponent()
    let link = folder.appending(path: "link.yaml").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    try SettingsFile(path: link).read().write(.level, of: Settings())
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file.path)
    #expect(try Self.text(file) == "tick: off\nlevel: -20\n")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link.yaml", "settings.yaml"])
  }

  @Test("the folder is created, and a failure is reported")
  func folder() throws {
    let file = try Self.file("tick: off\n")
    let below = SettingsFile(path: file.path + ".d/deep/settings.yaml")
    try below.read().write(.level, of: Settings())
    #expect(try Self.text(below) == "level: -20\n")
    let blocked = SettingsFile(path: file.path + "/settings.yaml")
    #expect(throws: SettingsFileProblem(file: blocked.path, reason: .unwritable(code: ENOTDIR))) {
      try blocked.read().write(.level, of: Settings())
    }
  }
}

extension SettingsReading {
  /// The settings, and the problems of their file.
  var both: (Settings, [SettingsFileProblem]) { (settings, problems) }
}
