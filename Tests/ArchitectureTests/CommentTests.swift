import Foundation
import Testing

@Suite("Comments")
struct CommentTests {
  /// Occurrences of the words that CONTRIBUTING.md replaces, in comments and in texts. A change may lower these
  /// numbers, never raise them.
  private static let most = (comments: 25, texts: 123)
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

  /// Documents, the manual page and the English catalogue; CONTRIBUTING.md has the words.
  private static let texts = Repository.files.filter { file in
    file.hasSuffix(".md") && file != "CONTRIBUTING.md" || ["docs/peach.1", "Sources/Web/text/en.text"].contains(file)
  }

  @Test("the words to avoid become fewer in comments")
  func words() throws {
    try expectFew(Self.most.comments, in: Self.sources) { comments(in: $0).map(\.text) }
  }

  @Test("the words to avoid become fewer in documents and the English catalogue")
  func wordsInTexts() throws {
    #expect(Self.texts.count > 60)
    try expectFew(Self.most.texts, in: Self.texts) { $0.split(separator: "\n") }
  }

  /// The words of CONTRIBUTING.md's rule on commits, in backticks.
  @Test("the subject of the last commit begins with a plain verb and has up to 72 characters")
  func subject() throws {
    let subject = try Repository.run(["git", "log", "-1", "--no-merges", "--format=%s"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(subject.count <= 72)
    let rule = try Repository.text("CONTRIBUTING.md").split(separator: "\n").drop { !$0.contains("Commit subjects") }
      .prefix(2)
    let verbs = rule.flatMap { inBackticks($0) }
    #expect(verbs.count >= 10)
    #expect(!verbs.contains(subject.split(separator: " ").first.map(String.init) ?? ""), "\(subject)")
  }

  private func expectFew(_ most: Int, in files: [String], _ lines: (String) -> [Substring]) throws {
    let avoided = try wordsToAvoid()
    #expect(avoided.count >= 20)
    let found = try files.map { file in
      (file: file, count: lines(try Repository.text(file)).reduce(0) { $0 + occurrences(of: avoided, in: $1) })
    }
    let worst = found.filter { $0.count > 0 }.sorted { $0.count > $1.count }.prefix(10)
    let count = found.reduce(0) { $0 + $1.count }
    #expect(count <= most, "\(worst.map { "\($0.file): \($0.count)" }.joined(separator: "\n"))")
  }

  @Test(
    "a word is found in comments alone, as a whole word",
    arguments: [
      ("  /// What is told to the player.", 2), ("  // Whoever asks, nobody answers.", 2), (" * It goes on.", 1),
      ("  let told = 1  // as nobody knows", 1), ("  let told = nobody", 0), ("  /// The retold story untold.", 0),
      ("  let address = \"http://nobody\"", 0),
    ])
  func control(line: String, count: Int) throws {
    let avoided = try wordsToAvoid()
    #expect(comments(in: line).reduce(0) { $0 + occurrences(of: avoided, in: $1.text) } == count)
  }

  /// The words in the first column of CONTRIBUTING.md's table, in backticks.
  private func wordsToAvoid() throws -> [String] {
    let rows = try Repository.text("CONTRIBUTING.md").split(separator: "\n").drop { !$0.hasPrefix("| Instead of") }
      .dropFirst(2).prefix { $0.hasPrefix("|") }
    return rows.flatMap { inBackticks($0.split(separator: "|")[0]) }
  }
}

private func inBackticks(_ text: Substring) -> [String] {
  text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
    .map { String($0.element) }
}

/// The comments of a Swift or C source, line by line: whole lines, with their indentation, and what follows code.
private func comments(in source: String) -> [(line: Int, text: Substring)] {
  source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
    let text = line.drop { $0 == " " }
    if ["//", "/*", "* "].contains(where: text.hasPrefix) { return (index + 1, line) }
    return line.firstRange(of: "  // ").map { (index + 1, line[$0.lowerBound...]) }
  }
}

private func occurrences(of words: [String], in comment: Substring) -> Int {
  let text = " " + comment.lowercased().map { $0.isLetter || $0 == "'" ? String($0) : " " }.joined() + " "
  return words.reduce(0) { $0 + text.ranges(of: " \($1) ").count }
}
