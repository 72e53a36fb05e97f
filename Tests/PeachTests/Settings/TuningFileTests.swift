import Foundation
import Pitch
import Ports
import Testing
import Texts

@testable import Commands

@Suite("The file of the setting tuning")
struct TuningFileTests {
  /// Returns a new folder with these files.
  private func folder(_ files: [String: String] = [:]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-tunings-\(UUID())")
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return folder
  }

  private func reader(_ folder: URL) -> TuningFile {
    TuningFile(
      settings: folder.path + "/settings", home: folder.path + "/mine", shipped: folder.path + "/shipped")
  }

  private func tuning(_ folder: URL, _ choice: TuningChoice, _ key: SettingKey = .tuning) throws -> Tuning {
    guard case .named(let tuning) = try reader(folder).content(choice, of: key) else { throw CancellationError() }
    return tuning
  }

  private static let twelve = "twelve\n12\n" + (1...12).map { "\($0 * 100).\n" }.joined()
  private static let linear = "0\n0\n127\n60\n69\n432.0\n0\n"

  @Test(
    "a path is absolute, below ~ or below the settings; a plain name may be a shipped file's",
    arguments: [
      ("/a/b.scl", "/a/b.scl"), ("~/b.scl", "<>/mine/b.scl"), ("b.scl", "<>/settings/b.scl"),
      ("own.scl", "<>/settings/own.scl"), ("both.scl", "<>/settings/both.scl"), ("theirs.scl", "<>/shipped/theirs.scl"),
      ("sub/theirs.scl", "<>/settings/sub/theirs.scl"), ("../b.scl", "<>/settings/../b.scl"),
    ])
  func path(text: String, path: String) throws {
    let folder = try folder([
      "settings/own.scl": "", "settings/both.scl": "", "shipped/both.scl": "", "shipped/theirs.scl": "",
      "shipped/sub/theirs.scl": "",
    ])
    #expect(reader(folder).path(of: text) == path.replacing("<>", with: folder.path))
  }

  @Test("a name is its tuning, and no file is read")
  func named() throws {
    #expect(try tuning(folder(), .named(.just)) == .just)
  }

  @Test("a scale is read with the keyboard map next to it, and has its file's name")
  func read() throws {
    let folder = try folder([
      "settings/plain.scl": Self.twelve, "settings/mapped.scl": Self.twelve, "settings/mapped.kbm": Self.linear,
      "settings/LOUD.SCL": Self.twelve, "settings/LOUD.KBM": Self.linear,
    ])
    let key = try #require(Note(69))
    let plain = try tuning(folder, .file("plain.scl"))
    #expect(plain.name == "plain.scl" && plain.reference(key, concertPitch: .standard).value == 440)
    let mapped = try tuning(folder, .file("mapped.scl"))
    #expect(mapped.name == "mapped.scl" && mapped.reference(key, concertPitch: .standard).value == 432)
    let loud = try tuning(folder, .file("LOUD.SCL"))
    #expect(loud.name == "LOUD.SCL" && loud.reference(key, concertPitch: .standard).value == 432)
  }

  @Test("a scale for temperaments begins at C")
  func temperament() throws {
    let degrees = [90, 192, 294, 390, 498, 588, 696, 792, 888, 996, 1092, 1200].map { "\($0).\n" }.joined()
    let folder = try folder(["settings/own.scl": "own\n12\n" + degrees])
    let (c, e) = (try #require(Note(60)), try #require(Note(64)))
    for (key, same) in [(SettingKey.tuning, true), (.temperament, false)] {
      let tuning = try tuning(folder, .file("own.scl"), key)
      #expect((tuning.size(of: .perfectFifthUp, from: c) == tuning.size(of: .perfectFifthUp, from: e)) == same)
    }
  }

  @Test("an order is read from its file, and a problem names line, column and remedy")
  func order() throws {
    let folder = try folder(["settings/mine.txt": "# mine\nE4 A3\n", "settings/bad.txt": "E4 A3\nB3  F4\n"])
    let read = try reader(folder).content(.file("mine.txt"), of: .temperamentOrder)
    guard case .order(let order) = read else {
      Issue.record("\(read)")
      return
    }
    #expect(order.name == "mine.txt" && order.steps.count == 1)
    let file = "\(folder.path)/settings/bad.txt"
    let problem = SettingsFileProblem(file: file, line: 2, column: 5, reason: .order(.notTunedYet(Note(literal: 65))))
    #expect(throws: problem) { try reader(folder).content(.file("bad.txt"), of: .temperamentOrder) }
    #expect(
      Catalogue(.english).line(problem)
        == "\(file), line 2, column 5: F4 has not been tuned in a line above. Tune F4 first, or choose another note.")
    var settings = Settings()
    settings[.temperamentOrder] = .file("bad.txt")
    settings[.temperament] = .file("missing.scl")
    let problems = reader(folder).read(into: &settings)
    #expect(problems.map(\.file).contains(file) && problems.count == 2)
    #expect(settings.training.temperamentOrder == .fifthsFromA && settings.training.temperament == .equal)
    #expect(settings[.temperamentOrder] == .file("bad.txt"))
    settings[.temperamentOrder] = .file("mine.txt")
    settings[.temperament] = .named(Tuning.temperaments[1])
    #expect(reader(folder).read(into: &settings).isEmpty)
    #expect(settings.training.temperamentOrder == order && settings.text(of: .temperamentOrder) == "mine.txt")
  }

  @Test(
    "a problem is reported with file, line and reason",
    arguments: [
      ("bad.scl", "bad.scl", 3, SettingsFileProblem.Reason.scale(.notAPitch(text: "x"))),
      ("badmap.scl", "badmap.kbm", 2, .scale(.badNumber(.firstNote, text: "x"))),
      ("short.scl", "short.scl", nil, .scale(.needsMapping(count: 1))),
      ("large.scl", "large.scl", nil, .scale(.tooLarge(limit: ScalaScale.sizeLimit))),
      ("missing.scl", "missing.scl", nil, .unreadable(code: ENOENT)),
      ("folder.scl", "folder.scl", nil, .notAFile),
    ] as [(String, String, Int?, SettingsFileProblem.Reason)])
  func problems(name: String, file: String, line: Int?, reason: SettingsFileProblem.Reason) throws {
    let folder = try folder([
      "settings/bad.scl": "text\n1\nx\n", "settings/badmap.scl": Self.twelve, "settings/badmap.kbm": "0\nx\n",
      "settings/short.scl": "text\n1\n2/1\n", "settings/folder.scl/inside": "",
      "settings/large.scl": String(repeating: "!", count: ScalaScale.sizeLimit + 1),
    ])
    let problem = SettingsFileProblem(file: "\(folder.path)/settings/\(file)", line: line, reason: reason)
    #expect(throws: problem) { try tuning(folder, .file(name)) }
  }

  @Test("a pipe is refused without waiting")
  func pipe() throws {
    let folder = try folder(["settings/x": ""])
    #expect(mkfifo(folder.path + "/settings/pipe.scl", 0o600) == 0)
    #expect(throws: SettingsFileProblem(file: "\(folder.path)/settings/pipe.scl", reason: .notAFile)) {
      try tuning(folder, .file("pipe.scl"))
    }
  }
}
