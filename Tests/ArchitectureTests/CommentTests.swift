import Foundation
import Testing

@Suite("Comments")
struct CommentTests {
  private static let columns = 120

  private static let sources = Repository.files.filter { file in
    ["Sources/", "Tests/", "Benchmarks/"].contains(where: file.hasPrefix)
      && [".swift", ".c", ".h"].contains(where: file.hasSuffix)
  }

  @Test("no line of a comment is wider than 120 columns")
  func width() throws {
    #expect(Self.sources.count > 900)
    let wide = try Self.sources.flatMap { file in
      comments(in: try Repository.text(file)).filter { $0.text.count > Self.columns }.map { "\(file):\($0.line)" }
    }
    #expect(wide == [])
  }

  @Test("the words to avoid become fewer, in comments, titles, scripts, docs and the English catalogue")
  func words() throws { try Repository.run(["scripts/words"]) }

  /// The words of CONTRIBUTING.md's rule on commits, in backticks.
  @Test("the subject of the last commit begins with a plain verb and has up to 72 characters")
  func subject() throws {
    let subject = try Repository.run(["git", "log", "-1", "--no-merges", "--format=%s"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(subject.count <= 72)
    let rule = try Repository.text("CONTRIBUTING.md").split(separator: "\n").drop { !$0.contains("Commit subjects") }
      .prefix(2)
    let verbs = rule.flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
        .map { String($0.element) }
    }
    #expect(verbs.count >= 10)
    #expect(!verbs.contains(subject.split(separator: " ").first.map(String.init) ?? ""), "\(subject)")
  }

  @Test(
    "a word is found in comments, titles, texts and docs alone, as a whole word",
    arguments: [
      ("Sources/a.swift", "  /// What is told to the player.", ["what is", "told"]),
      ("Sources/a.swift", "  // Whoever asks, nobody answers.", ["whoever", "nobody"]),
      ("Sources/a.h", " * It goes on.", ["goes on"]),
      ("Sources/a.swift", "  let told = 1  // as nobody knows", ["nobody"]),
      ("Sources/a.swift", "  let told = nobody", []), ("Sources/a.swift", "  /// The retold story untold.", []),
      ("Sources/a.swift", "  let address = \"http://nobody\"", []),
      // Docs and catalogues have more of them.
      ("Sources/a.swift", "  // It sounds on, where it stands.", []),
      ("docs/a.md", "It sounds on, where it stands, from then on.", ["sounds on", "where", "stands", "from then on"]),
      ("docs/a.md", "The value `told` is 1.", []),
      ("Sources/Web/text/en.text", "told = It is told.\n# nobody", ["told"]),
      ("Sources/Web/text/de.text", "a = told", []), ("README.txt", "told", []),
      // Titles of tests, in strings and as names.
      (
        "Tests/a.swift", "  \u{40}Test(\n    \"nobody is told: \\\"it goes on\\\"\", arguments: [\"whoever\"])",
        ["nobody", "told", "goes on"]
      ),
      (
        "Tests/a.swift", "\u{40}Suite(\"What is said\") struct A { func\u{20}`whoever waits`() {} }",
        ["what is", "whoever"]
      ),
      ("Tests/a.swift", "  func told() { print(\"nobody\", `nobody`) }", []),
      ("Tests/a.py", "  def\u{20}test_nobody_is_told(self):\n    told()", ["nobody", "told"]),
      // Scripts, by their suffix or first line.
      (
        "a/b.py", "\"\"\"One.\n\n`told` Nobody.\n\"\"\"\ntold = [\"whoever\"]  # goes on", ["nobody", "goes on"]
      ),
      (
        "a/b.js", "const told = 'nobody';\n/**\n * @returns {A} so many */\nnobody();  // told", ["so many", "told"]
      ),
      ("a/b.css", ".told { color: red } /* goes\n  on, anew */", ["anew"]),
      (
        "a/b", "#!/bin/bash\n# Nobody is told.\necho \"# whoever\" '# anew' ${nobody#told}  # so many",
        ["nobody", "told", "so many"]
      ),
      ("a/b", "#!/usr/bin/python3\n'''Goes on.'''", ["goes on"]), ("a/b", "# nobody", []),
      ("Makefile", "a: told ## anew", ["anew"]),
    ])
  func control(path: String, text: String, found: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-words-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("\(text)\n".utf8).write(to: file)
    let output = try Repository.run(["scripts/words", folder.path, path])
    #expect(output.split(separator: "\n").map { $0.split(separator: ": ").last.map(String.init) } == found)
  }
}

/// The comments of a Swift or C source, line by line: whole lines, with their indentation, and what follows code.
private func comments(in source: String) -> [(line: Int, text: Substring)] {
  source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
    let text = line.drop { $0 == " " }
    if ["//", "/*", "* "].contains(where: text.hasPrefix) { return (index + 1, line) }
    return line.firstRange(of: "  // ").map { (index + 1, line[$0.lowerBound...]) }
  }
}
