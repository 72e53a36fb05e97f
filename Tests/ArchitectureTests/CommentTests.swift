import Foundation
import Testing

@Suite("Comments")
struct CommentTests {
  /// Occurrences of the words that CONTRIBUTING.md replaces. A change may lower this number, never raise it.
  private static let most = 45
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

  @Test("the words to avoid become fewer")
  func words() throws {
    let avoided = try wordsToAvoid()
    #expect(avoided.count >= 10)
    var count = 0
    var worst: [(file: String, count: Int)] = []
    for file in Self.sources {
      let found = comments(in: try Repository.text(file)).reduce(0) { $0 + occurrences(of: avoided, in: $1.text) }
      count += found
      if found > 0 { worst.append((file, found)) }
    }
    let files = worst.sorted { $0.count > $1.count }.prefix(10).map { "\($0.file): \($0.count)" }
    #expect(count <= Self.most, "\(files.joined(separator: "\n"))")
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
    return rows.flatMap { row in
      row.split(separator: "|")[0].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
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

private func occurrences(of words: [String], in comment: Substring) -> Int {
  let text = " " + comment.lowercased().map { $0.isLetter || $0 == "'" ? String($0) : " " }.joined() + " "
  return words.reduce(0) { $0 + text.ranges(of: " \($1) ").count }
}
