import Foundation
import Testing

@testable import Texts

@Suite("One word for each thing")
struct TermTests {
  /// The words that the table of terms rules out: those in backquotes in its last column.
  private static let ruledOut: [String] = {
    let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs").standardized
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: docs.path)) ?? []
    let page = paths.first { $0.hasSuffix("add-a-language.md") }.map { docs.appending(path: $0) }
    let text = page.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    return text.split(separator: "\n").drop { !$0.hasPrefix("| Meaning") }.prefix { $0.hasPrefix("|") }
      .flatMap { row in
        (row.split(separator: "|").last ?? "").matches(of: /`([^`]+)`/).map { String($0.output.1) }
      }
  }()

  @Test("no catalogue has a word that the table of terms excludes", arguments: Language.allCases)
  func terms(language: Language) throws {
    #expect(Self.ruledOut.count > 15 && Self.ruledOut.contains("Pegel"), "\(Self.ruledOut)")
    for (key, text) in CatalogueFile(embedded: language).texts {
      // Names of files and the system's words are no texts of ours.
      let words = text.replacing(/"[^"]*"|„[^“]*“|Permission.*/, with: "")
      for word in Self.ruledOut where Self.contains(word, words) { Issue.record("\(key): \(word)") }
    }
  }

  @Test(
    "a word is found as a whole word, in any case",
    arguments: [
      ("Der Pegel sinkt.", true), ("pegel", true), ("Die Pegelanzeige", false), ("Lautstärke", false),
    ])
  func control(text: String, isFound: Bool) { #expect(Self.contains("Pegel", text) == isFound) }

  private static func contains(_ word: String, _ text: String) -> Bool {
    let spaced = " " + text.lowercased().map { $0.isLetter ? String($0) : " " }.joined() + " "
    return spaced.contains(" \(word.lowercased()) ")
  }
}
