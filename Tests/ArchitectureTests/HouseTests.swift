import Foundation
import Testing

@Suite("Rules of the house")
struct HouseTests {
  static let swiftFiles = Repository.files.filter { $0.hasSuffix(".swift") }

  @Test("swift format reports nothing")
  func format() throws {
    #expect(Self.swiftFiles.count > 20)
    do {
      try Repository.run(["swift", "format", "lint", "--strict", "--parallel"] + Self.swiftFiles)
    } catch let failure as Repository.CommandFailed {
      Issue.record("\(failure.output.prefix(4000))")
    }
  }

  @Test("the measures of scripts/house are within their bars, and the files that a key press passes exist")
  func measures() throws { try Repository.run(["scripts/house"]) }

  static let practice = "Sources/Practice/Practice"
  /// A line to insert into a file after an existing line, and the measure that must notice it.
  static let plants = [
    ("Core/PracticeCore.swift", "  var lights = LightSide()", "  var planted = 0", "Stored properties"),
    ("Core/Environment.swift", "  let views: ViewPublisher", "  var planted = 0", "Stored properties"),
    ("Sides/LightSide.swift", "    let now = context.now", "    return [.lights(.cue)]", "sends to itself"),
    ("Rack/Rack.swift", "struct Rack {", "  struct PlantedSituation {}", "what one side knows"),
    ("Sides/Effect.swift", "  case silence", "  case planted", "Kinds of effect"),
    ("Sides/Effect.swift", "  case hush", "  case planted", "outside world"),
    (
      "../Ports/Settings/PracticeSettings.swift", "  public var speaks: Bool",
      ["level", "settle", "tick", "countdown", "noteGap"].map { "  let \($0) = 0\n" }.joined(), "settings again"
    ),
    ("../Ports/Settings/Settings.swift", "  public var tick = true", "  var noteGap = 0.0", "property twice"),
    (
      "Sides/LightSide.swift", "struct LightSide {",
      "  func planted(\n    _ case: Int\n  ) {\n" + String(repeating: "    _ = 0\n", count: 77) + "  }", "80 lines"
    ),
  ]

  @Test("each measure of scripts/house notices a planted line", arguments: plants)
  func plantedMeasures(file: String, line: String, planted: String, measure: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-house-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let sources = folder.appending(path: "Sources")
    try FileManager.default.copyItem(at: Repository.root.appending(path: "Sources"), to: sources)
    let place = folder.appending(path: "\(Self.practice)/\(file)")
    let text = try String(contentsOf: place, encoding: .utf8)
    let changed = text.replacingOccurrences(of: "\n\(line)\n", with: "\n\(line)\n\(planted)\n")
    #expect(changed != text)
    try changed.write(to: place, atomically: true, encoding: .utf8)
    let failure = #expect(throws: Repository.CommandFailed.self) {
      try Repository.run(["scripts/house", sources.path])
    }
    // A bar that is passed stands in its line, behind a smaller one.
    let passed = (failure?.output ?? "").split(separator: "\n").filter { line in
      guard let match = line.firstMatch(of: /^(.*\S) +([0-9]+)  \(at most ([0-9]+)\)$/) else { return false }
      return Int(match.output.2) ?? 0 > Int(match.output.3) ?? 0
    }
    #expect(passed.count == 1 && passed.first?.contains(measure) == true, "\(failure?.output ?? "")")
  }

  @Test("scripts/house fails if the core is missing")
  func nothingMeasured() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-house-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let core = folder.appending(path: "Sources/Practice/Practice/Core")
    try FileManager.default.createDirectory(at: core, withIntermediateDirectories: true)
    for name in ["PracticeCore", "Environment"] {
      try Data().write(to: core.appending(path: "\(name).swift"))
    }
    #expect(throws: Repository.CommandFailed.self) {
      try Repository.run(["scripts/house", folder.appending(path: "Sources").path])
    }
  }

  @Test("every test is named in words")
  func tests() throws {
    var found: [String] = []
    // Those of real-time safety are programs without a test library.
    for file in Self.swiftFiles where file.hasPrefix("Tests/") && !file.hasPrefix("Tests/RealtimeSafety/") {
      found += namelessTests(in: try Repository.text(file)).map { "\(file): \($0)" }
    }
    #expect(found == [])
  }

  @Test(
    "a test without words is found, one with a display name or a raw identifier is not",
    arguments: [
      ("func whatItDoes() {}", true), ("(arguments: [1]) func whatItDoes(x: Int) {}", true),
      ("(\"what it does\") func does() {}", false),
      ("(\n    \"what it does\", arguments: [1])\n  func does() {}", false),
      ("func `what it does`() {}", false),
    ])
  func testControl(rest: String, isFound: Bool) {
    #expect(namelessTests(in: "  @Te" + "st \(rest)").isEmpty == !isFound)
  }

  @Test("no two types that other files can see share a name")
  func homonyms() throws {
    let files = Self.swiftFiles.filter { $0.hasPrefix("Sources/") }
    let types = try files.flatMap { file in seenTypes(in: try Repository.text(file)).map { (type: $0, file: file) } }
    #expect(types.count > 500)
    let found = Dictionary(grouping: types, by: \.type).filter { $0.value.count > 1 }.mapValues { $0.map(\.file) }
    #expect(found == [:])
  }

  @Test(
    "a type that other files see is found, one that is private or has a scope is not",
    arguments: [
      ("public struct Answer: Sendable {", ["Answer"]), ("enum Answer {", ["Answer"]),
      ("package indirect enum Answer<Value> {", ["Answer"]), ("private struct Answer {", []),
      ("  struct Answer {", []), ("extension Answer {", []), ("/// struct Answer", []),
    ])
  func seenTypesControl(line: String, types: [String]) {
    #expect(seenTypes(in: "import Time\n\n\(line)\n}\n") == types)
  }

  private func seenTypes(in text: String) -> [String] {
    let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "typealias"]
    let others: Set<Substring> = ["public", "package", "internal", "final", "indirect"]
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: false).drop(while: others.contains)
      guard let kind = words.first, kinds.contains(kind), let name = words.dropFirst().first else { return nil }
      return String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
  }

  /// A folder of data is one of files that are no sources, headers, manifests or scripts.
  @Test("every folder of data has a README that describes it")
  func dataFolders() throws {
    let data = ["text", "yaml", "json", "jsonl", "csv", "wav", "sqlite", "svg", "dat", "rules", "scl", "bin", "syx"]
    let folders = Repository.files.filter { data.contains(URL(filePath: $0).pathExtension) && $0.contains("/") }
      .map { URL(filePath: $0).deletingLastPathComponent().relativePath }
    #expect(!folders.isEmpty)
    let bare = Set(folders).filter { !Repository.files.contains("\($0)/README.md") && !$0.hasPrefix(".") }
    #expect(bare.sorted() == [])
  }

  @Test("no file names a path of a developer's machine")
  func noMachinePaths() throws {
    var found: [String] = []
    for file in Repository.files { found += machinePaths(in: try Repository.text(file)).map { "\(file): \($0)" } }
    #expect(found == [])
  }

  @Test("a path of a machine is found, a path below a variable or of an invented home is not")
  func machinePathControl() {
    // In pieces, so that this file does not name them.
    #expect(machinePaths(in: "cd /ho" + "me/anna/peach").count == 1)
    #expect(machinePaths(in: "\"/wo" + "rk/peach\"").count == 1)
    #expect(machinePaths(in: "$partial/ro" + "ot/lib, /ho" + "me/a/.config, ./wo" + "rk/x").isEmpty)
  }

  @Test("no file has a mark of unfinished work")
  func unfinished() throws {
    let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    let found = try Repository.files.filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") }.flatMap { file in
      let text = try Repository.text(file)
      return marks.filter(text.contains).map { "\(file): \($0)" }
    }
    #expect(found == [])
  }

  /// What a player reads is in the catalogues. Words in a string of `Terminal`, `Screen`, `Texts` or `Commands` that
  /// read as a sentence are not; help texts of the command line (ArgumentParser's `help:`, `abstract:` and
  /// `discussion:`) are English only.
  @Test("no sentence for the player is outside the catalogues")
  func sentences() throws {
    let surfaces = ["Live/Terminal", "Live/Screen", "Practice/Texts", "App"].map { "Sources/\($0)/" }
    let files = Self.swiftFiles.filter { file in surfaces.contains(where: file.hasPrefix) }
    #expect(files.count > 10)
    let found = try files.flatMap { file in
      outsideSentences(in: try Repository.text(file)).map { "\(file):\($0.line): \($0.text)" }
    }
    #expect(found == [])
  }

  @Test(
    "a sentence in a string is found; words of formats, comments and help are not",
    arguments: [
      (#"print("There is no sound here")"#, true), (#"let text = "Keine Verbindung zum Server""#, true),
      (#"// print("There is no sound here")"#, false), (#"let name = "peach-keys""#, false),
      (#"@Option(help: "Stop after this many exercises")"#, false), (#"fail("settings.yaml")"#, false),
      (#"let colour = "\u{1B}[2m\(text) and \(more)""#, false),
    ])
  func sentenceControl(line: String, isFound: Bool) {
    #expect(outsideSentences(in: line).isEmpty == !isFound)
  }
}

/// Paths in `text` that only one machine has: a home, or a folder of tools or work at the root. `a` is the home that
/// tests invent.
func machinePaths(in text: String) -> [String] {
  let roots = ["/ho" + "me/", "/op" + "t/swift", "/wo" + "rk/", "/tmp/w" + "t-", "/Us" + "ers/", "/ro" + "ot/"]
  return roots.flatMap { root in
    text.ranges(of: root).compactMap { range -> String? in
      let before = text[..<range.lowerBound].last
      let isInner = before.map { $0.isLetter || $0.isNumber || "._-}*".contains($0) } ?? false
      let rest = text[range.upperBound...].prefix { $0.isLetter || $0.isNumber }
      return isInner || (root.contains("ome") && rest == "a") ? nil : root + rest
    }
  }
}

/// The tests of `source` whose name is an identifier and nothing else.
func namelessTests(in source: String) -> [String] {
  source.components(separatedBy: "@Te" + "st").dropFirst().compactMap { rest in
    guard rest.prefixMatch(of: /(?:able)|\s*\(\s*"/) == nil, let name = rest.firstMatch(of: /\bfunc (\w+|`)/)?.output.1
    else { return nil }
    return name == "`" ? nil : String(name)
  }
}

/// Strings of three or more plain words in a row, by line. Comments and the command line's help are left out.
func outsideSentences(in source: String) -> [(line: Int, text: String)] {
  let sentence = /"[^"\\]*[A-Za-zÄÖÜäöüß]{2,} [A-Za-zÄÖÜäöüß]{2,} [A-Za-zÄÖÜäöüß]{2,}[^"]*"/
  return source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
    let code = line.drop { $0 == " " }
    guard !code.hasPrefix("//"), !["help:", "abstract:", "discussion:", "valueName:"].contains(where: code.contains)
    else { return nil }
    return code.firstMatch(of: sentence).map { (index + 1, String($0.output)) }
  }
}
