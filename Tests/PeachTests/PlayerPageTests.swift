import Controllers
import Foundation
import Ports
import Screen
import Terminal
import Testing
import Texts
import Training

/// What pages for players say, compared with the program: settings and their values, options, keys, holds and messages.
@Suite("Pages for players")
struct PlayerPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// Paths from the root of all pages that players read.
  static let pages: [String] = {
    let folder = root.appending(path: "docs/playing").path
    let found = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return ["README.md", "docs/peach.1"] + found.filter { $0.hasSuffix(".md") }.map { "docs/playing/\($0)" }.sorted()
  }()

  private static func text(_ page: String) throws -> String {
    try String(contentsOf: root.appending(path: page), encoding: .utf8)
  }

  /// One line for each paragraph, so that a sentence that breaks is found.
  private static func joined(_ page: String) throws -> String {
    try text(page).replacing(#/\n(?![\n|#])/#, with: " ")
  }

  @Test("every page is found, and the index leads to each")
  func coverage() throws {
    #expect(Self.pages.count > 25)
    let index = try Self.text("docs/README.md")
    for page in Self.pages where page.hasPrefix("docs/") && page.hasSuffix(".md") {
      #expect(index.contains("](\(page.dropFirst("docs/".count))"), "\(page)")
    }
  }

  /// `note-duration: 1.5` in a sentence, and `peach settings set note-duration 1.5` in a block or a sentence.
  @Test("settings exist, and take the values shown", arguments: pages)
  func settings(page: String) throws {
    let text = try Self.joined(page)
    let inSentences = text.matches(of: #/`([a-z][a-z-]+): ([^`\s]+)`/#).map { ($0.1, $0.2) }
    let commands = try Self.text(page).matches(of: #/peach settings set ([a-z-]+) ([^#`\n|]+)/#).map { ($0.1, $0.2) }
    for (name, value) in inSentences + commands {
      guard let key = SettingKey(rawValue: String(name)) else {
        // A line of a mapping, or of a session's answer in the terminal.
        #expect(["local-control", "ok", "mode", "to"].contains(String(name)), "\(page): \(name)")
        continue
      }
      let typed = value.trimmingCharacters(in: .whitespaces)
      guard typed != "NAME", !typed.hasPrefix("-- ") else { continue }
      var settings = Settings()
      #expect(throws: Never.self, "\(page): \(name) \(typed)") {
        try settings.set(key, Catalogue(.english).written(typed, for: key))
      }
    }
  }

  @Test("a missing setting, or one without the value shown, is found")
  func settingControl() {
    var settings = Settings()
    #expect(SettingKey(rawValue: "note-length") == nil)
    #expect(throws: SettingProblem.self) { try settings.set(.speech, "loud") }
  }

  /// Options of other programs that pages show, too.
  private static let foreignOptions: Set = [
    "--user", "--user-unit", "--now", "--repo", "--offline", "--print-architecture",
  ]

  @Test("options of peach exist", arguments: pages)
  func options(page: String) throws {
    let known = try Set(
      Self.text("docs/playing/reference/commands.md").matches(of: #/--[a-z][a-z0-9-]+/#).map(\.output)
    )
    .union(["--version", "--help", "--generate-completion-script"])
    #expect(known.count > 40)
    let shown = try Self.text(page).replacing("\\-", with: "-").matches(of: #/[^\w-](--[a-z][a-z0-9-]+)/#)
    for option in shown.map(\.1) {
      #expect(known.contains(option) || Self.foreignOptions.contains(String(option)), "\(page): \(option)")
    }
  }

  @Test("keys of the terminal are on their page, and no others")
  func keys() throws {
    let page = try Self.text("docs/playing/reference/keys-and-gestures.md")
    let section = try #require(page.components(separatedBy: "## In a terminal\n").last)
    let table = section.split(separator: "\n").filter { $0.hasPrefix("|") }.joined(separator: "\n")
    let shown = Set(table.matches(of: #/`(.)`/#).map { String($0.1) })
    for language in Language.allCases {
      let works = (33...126).map { UInt8($0) }.filter { byte in
        var decoder = KeyDecoder(Catalogue(language))
        return decoder.decode([byte]).contains { $0 != .interrupt }
      }.map { String(UnicodeScalar($0)) }
      // A capital is its letter with Shift, or Caps Lock; only `O` differs.
      let distinct = works.filter { $0 == "O" || $0 == $0.lowercased() }
      #expect(distinct.count > 10)
      #expect(distinct.filter { !shown.contains($0) } == [], "\(language)")
    }
    let anywhere = Set(
      Language.allCases.flatMap { language in
        shown.filter { key in
          var decoder = KeyDecoder(Catalogue(language))
          return !decoder.decode(Array(key.utf8)).isEmpty
        }
      })
    #expect(anywhere == shown)
    for number in 1...4 { #expect(table.contains("F\(number)")) }
  }

  @Test("the rhythms of early or late are on their page, as they sound")
  func rhythms() throws {
    let rows = try Self.text("docs/playing/how-to/early-or-late.md").split(separator: "\n").filter {
      $0.hasPrefix("| `")
    }
    .dropFirst()
    let expected = TimingPattern.allCases.map { pattern in
      let cells = pattern.cells.map { $0 ? "●" : "–" }.joined(separator: " ")
      let positions = pattern.positions.map(String.init).joined(separator: ", ")
      return ["`\(pattern.rawValue)`", cells, positions, "\(pattern.usualPosition)"]
    }
    let shown = rows.map { row in
      let columns = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return [columns[0], columns[1], columns[3], columns[4]]
    }
    #expect(shown == expected)
  }

  /// How long anything is held, in seconds.
  private static let holds: Set = [
    GestureRecognizer.hold, GestureRecognizer.askingHold, GestureRecognizer.explainingHold,
  ]

  @Test("keys are held as long as the program waits", arguments: pages)
  func heldSeconds(page: String) throws {
    let found = try Self.joined(page).matches(of: #/\b[Hh](?:old|olding|eld)\b[^.|:]*? for ([0-9]+(?:\.[0-9]+)?) s\b/#)
    for match in found {
      let seconds = try #require(Double(match.1))
      #expect(Self.holds.contains(.milliseconds(Int((seconds * 1000).rounded()))), "\(page): \(match.output)")
    }
  }

  @Test("a different hold time is found")
  func holdControl() {
    #expect(Self.holds.contains(.milliseconds(800)) && !Self.holds.contains(.seconds(1)))
    #expect("hold one key in each half for 0.8 s".contains(#/\b[Hh]old\b[^.|:]*? for 0.8 s\b/#))
  }

  /// Players look for what they see; the first column has it.
  @Test("messages in Troubleshooting are from the catalogue")
  func messages() throws {
    let texts = CatalogueFile(embedded: .english).texts.values.map { text in
      text.replacing(#/\{[^{}]*\}/#, with: "")
    }
    let rows = try Self.text("docs/playing/how-to/troubleshooting.md").split(separator: "\n").filter {
      $0.hasPrefix("| \"")
    }
    #expect(rows.count > 8)
    for row in rows {
      let message = try #require(row.firstMatch(of: #/"([^"]+)"/#)).1
      let words = message.split(whereSeparator: { ":.".contains($0) }).map { $0.trimmingCharacters(in: .whitespaces) }
      let isFound = words.allSatisfy { part in texts.contains { $0.localizedCaseInsensitiveContains(part) } }
      #expect(isFound, "\(message)")
    }
  }

  @Test("README begins with commands that work on a fresh clone, and stays short")
  func front() throws {
    let readme = try Self.text("README.md")
    #expect(readme.utf8.count <= 6_000)
    let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix("    ") })
    #expect(first < 15 && lines[first].hasPrefix("    make run ") && lines[first + 1].hasPrefix("    make test "))
    // Time and space are those that `make run` announces.
    let make = try Self.text("Makefile")
    let cost = try #require(make.firstMatch(of: #/takes about ([0-9]+ minutes) on two cores and ([0-9.]+ GB)/#))
    let install = try Self.joined("docs/playing/how-to/install.md")
    for number in [cost.1, cost.2] {
      #expect(lines[first].contains(number) && install.contains(number))
    }
  }
}
