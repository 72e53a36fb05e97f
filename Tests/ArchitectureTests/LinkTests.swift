import Foundation
import Testing

@Suite("Links between pages of text")
struct LinkTests {
  @Test("every link to a file leads to one, and to a heading that it has")
  func links() throws {
    let pages = Repository.files.filter { $0.hasSuffix(".md") }
    #expect(pages.count > 20)
    let files = Set(Repository.files)
    let found = try pages.flatMap { page in
      try brokenLinks(in: Repository.text(page), at: page, files: files) { try Repository.text($0) }
    }
    #expect(found == [])
  }

  @Test(
    "a broken link is found",
    arguments: [
      ("[a](b.md)", true), ("[a](../README.md)", false), ("[a](c.md#two-words)", false), ("[a](c.md#two)", true),
      ("[a](#one)", false), ("[a](#zwei)", true), ("![a](x.svg)", true), ("[a](https://example.org/b.md)", false),
      ("`[a](b.md)`", false), ("[a](..)", false), ("[a](../nowhere/)", true),
    ])
  func control(text: String, isBroken: Bool) {
    let files: Set = ["README.md", "docs/a.md", "docs/c.md"]
    let found = brokenLinks(in: "# One\n\(text)", at: "docs/a.md", files: files) { _ in "## Two `words`!" }
    #expect(found.isEmpty == !isBroken)
  }
}

/// The links in a Markdown text at `path` whose file or heading does not exist. Links inside code are not links.
func brokenLinks(
  in text: String, at path: String, files: Set<String>, reading: (String) throws -> String
) rethrows -> [String] {
  let plain = text.replacing(/`[^`\n]*`/, with: "")
  return try plain.matches(of: /\]\(([^)\s]+)\)/).compactMap { match in
    let target = String(match.1)
    guard !target.contains("://"), !target.hasPrefix("mailto:") else { return nil }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let base = URL(filePath: "/" + path).deletingLastPathComponent()
    let file =
      parts[0].isEmpty
      ? path : String(base.appending(path: parts[0]).standardized.path.dropFirst()).trimmingSuffix("/")
    let isFolder = file.isEmpty || files.contains { $0.hasPrefix(file + "/") }
    guard files.contains(file) || isFolder else { return "\(path): \(target)" }
    guard parts.count == 2 else { return nil }
    let headings = try (file == path ? text : reading(file)).split(separator: "\n").filter { $0.hasPrefix("#") }
    return headings.map(anchor).contains(parts[1]) ? nil : "\(path): \(target)"
  }
}

/// The anchor that GitHub gives a heading.
private func anchor(_ heading: Substring) -> String {
  String(
    heading.drop { $0 == "#" || $0 == " " }.lowercased().compactMap { character in
      character == " " ? "-" : character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
    })
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
