import Foundation
import Testing

@testable import Texts

/// Words Peach never says to a player: it trains and does not judge, compare or make unproven promises.
struct NeverSaid {
  private let patterns: [NSRegularExpression]

  init(_ language: Language) throws {
    patterns = try Self.phrases(language).map {
      try NSRegularExpression(pattern: "\\b(?:\($0))\\b", options: .caseInsensitive)
    }
  }

  /// Words and phrases, as regular expressions that match whole words, in any case.
  private static func phrases(_ language: Language) -> [String] {
    switch language {
    case .english:
      [
        // Scores and things made from them.
        "scores?", "scored", "streaks?", "badges?", "level(led|s)? up", "high score", "achievements?", "leaderboards?",
        "rank(ing|s)?",
        "daily goals?", "don't lose", "your progress", "points? earned",
        // Praise, blame, and talk.
        "well done", "good job", "great", "awesome", "congratulations", "oops", "sorry", "wrong", "failed to hear",
        "mistakes? you made",
        "try again", "welcome back", "keep it up", "are you sure",
        // What the answers do not say.
        "perfect pitch", "absolute pitch", "golden ears?", "good ears?", "better ears?", "sharper ears?", "better than",
        "worse than",
        "above average", "below average", "as fine as", "piano tuners?", "better intonation", "makes you better",
        "than other people",
        "hearing (test|loss|age)", "safe (level|volume)", "scientifically proven", "guaranteed",
      ]
    case .german:
      [
        "Punkte", "Punktzahl", "Punktestand", "Serie", "Abzeichen", "Bestleistung", "Rekord", "Rangliste", "Tagesziel",
        "Fortschritt",
        "gut gemacht", "super", "toll", "prima", "großartig", "Glückwunsch", "leider", "hoppla",
        "versuch('s| es) noch ?(ein)?mal",
        "willkommen", "weiter so", "bist du sicher",
        "absolutes Gehör", "perfektes Gehör", "goldene Ohren", "gutes Gehör", "besseres Gehör", "schärferes Gehör",
        "besser als",
        "schlechter als", "überdurchschnittlich", "unterdurchschnittlich", "so fein wie", "Klavierstimmer",
        "bessere Intonation",
        "macht dich besser", "als andere", "Hörtest", "Hörverlust", "sicherer Pegel", "wissenschaftlich erwiesen",
        "garantiert",
      ]
    }
  }

  /// Which of the phrases `text` has, as they stand there.
  func found(in text: String) -> [String] {
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return patterns.flatMap { pattern in
      pattern.matches(in: flat, range: NSRange(flat.startIndex..., in: flat)).compactMap { match in
        Range(match.range, in: flat).map { String(flat[$0]) }
      }
    }
  }
}

@Suite("Phrases that Peach never uses")
struct NeverSaidTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// The sentences in docs that use such a word to deny it.
  private static let exceptions = [
    "There are no scores", "Nothing is scored", "no scores", "whether you have a good ear",
  ]

  /// What players read besides the catalogues: docs, the manual page, the desktop's description, and the pages' own
  /// files.
  private static let read: [String] = {
    var found = ["README.md", "docs/peach.1"]
    for folder in ["docs", "desktop", "Sources/Web/page"] {
      let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
      found += paths.filter { path in
        [".md", ".xml", ".js", ".html", ".desktop", ".webmanifest"].contains(where: path.hasSuffix)
          && !path.hasPrefix("developing/decisions/")
      }.map { "\(folder)/\($0)" }
    }
    return found.sorted()
  }()

  @Test("no catalogue has one", arguments: Language.allCases)
  func catalogues(language: Language) throws {
    let never = try NeverSaid(language)
    for (key, text) in CatalogueFile(embedded: language).texts {
      #expect(never.found(in: text) == [], "\(key): \(text)")
    }
  }

  @Test("no page of docs and no file of the pages has one", arguments: read)
  func pages(path: String) throws {
    var text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for exception in Self.exceptions { text.replace(exception, with: "") }
    #expect(try NeverSaid(.english).found(in: text) == [], "\(path)")
  }

  @Test("docs and pages are read")
  func coverage() {
    for path in [
      "README.md", "docs/playing/first-ten-minutes.md", "docs/playing/how-to/timers.md", "Sources/Web/page/peach.js",
    ] {
      #expect(Self.read.contains(path), "\(path)")
    }
  }

  @Test(
    "a phrase of the list is found, wherever it breaks, and a word that only contains one is not",
    arguments: [
      (Language.english, "Well done! Your score is 12.", ["score", "Well done"]),
      (.english, "You hear as fine as a\npiano tuner.", ["as fine as", "piano tuner"]),
      (.english, "Please try\n  again.", ["try again"]), (.english, "Welcome back, Anna", ["Welcome back"]),
      (.english, "better than 90 % of players", ["better than"]), (.english, "a 7-day streak", ["streak"]),
      (.english, "underscore, scoreless, greater, wrongly, ranked", []),
      (.english, "A smaller number is nearer to the keys.", []),
      (.german, "Willkommen zurück!", ["Willkommen"]),
      (.german, "Du hörst besser als andere.", ["besser als", "als andere"]),
      (.german, "Versuch es noch einmal.", ["Versuch es noch einmal"]), (.german, "Schreibe Cent mit Punkt.", []),
    ] as [(Language, String, [String])])
  func control(language: Language, text: String, found: [String]) throws {
    #expect(try Set(NeverSaid(language).found(in: text)) == Set(found))
  }
}
