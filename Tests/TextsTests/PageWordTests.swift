import Foundation
import Testing
import Training

@testable import Texts

/// The words that pages alone need, by the keys that stand in their files.
enum PageWords {
  /// What the parts of keys may be that pages make of values; a star stands in the value's place.
  static let values: [String: [String]] = [
    "page.*.title": found.titled.sorted(),
    "page.start.*": Mode.allCases.map(\.rawValue) + ["explain"],
    "page.more.*": [
      "listen", "interval-listen", "timing", "timing-listen", "chords", "beats", "temperament", "explain",
    ],
    "page.training.*": ["higher", "lower", "late", "early", "faster", "slower", "keys", "touch"],
    "page.settings.*": ["less", "more"],
    "page.controllers.*": ["roles", "messages", "lights"],
    "page.controllers.cue.*": ["can-answer", "correct", "incorrect"],
    "page.controllers.way.*": ["before", "learned"],
    "page.timers.*": ["starting", "cancelled"],
    "page.timer.*": ["resume", "end", "skip-rest", "done"],
    "page.info.keys-*": ["timer", "timing"]
      + ["start", "comparison", "matching", "beats", "again", "all"].flatMap { [$0, "\($0)-no-letters"] },
  ]

  /// The keys in the pages' files: whole ones, and those with a star; and the pages that show a title.
  static let found: (whole: Set<String>, made: Set<String>, titled: Set<String>) = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Web/page")
      .standardized
    var found: (whole: Set<String>, made: Set<String>, titled: Set<String>) = ([], [], [])
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? [] where path.hasSuffix(".js") {
      let source = (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)) ?? ""
      found.whole.formUnion(source.matches(of: /'(page\.[^']+)'/).map { String($0.1) })
      found.titled.formUnion(source.matches(of: /sheet\(context, '([^']+)'/).map { String($0.1) })
      let made = source.matches(of: /`(page\.[^`]+)`/).map(\.output.1)
      found.made.formUnion(made.map { String($0.replacing(/(\$\{[^}]*\})+/, with: "*")) })
    }
    return found
  }()

  /// Every key that a page may ask for.
  static let keys = found.whole.union(
    values.flatMap { key, values in values.map { key.replacing("*", with: $0) } })
}

@Suite("Words of the pages")
struct PageWordTests {
  @Test("the keys are found in the scripts")
  func whole() {
    #expect(PageWords.found.whole.count > 60 && PageWords.found.whole.contains("page.info.address"))
    #expect(PageWords.found.titled.count > 5 && PageWords.found.titled.contains("history"))
  }

  @Test("every key that pages compose is known")
  func made() {
    #expect(PageWords.found.made.symmetricDifference(PageWords.values.keys).sorted() == [])
  }
}
