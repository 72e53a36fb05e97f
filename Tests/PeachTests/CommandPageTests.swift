import ArgumentParser
import Foundation
import Ports
import Testing
import Texts

@testable import Commands

/// Pages of docs that are written from the program. `RECORD_GOLDEN=1` writes them.
@Suite("Pages written from the program")
struct CommandPageTests {
  private static let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/playing")
    .standardized

  private static func expect(_ text: String, in page: String) throws {
    let file = docs.appending(path: page)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "RECORD_GOLDEN=1 make check writes it")
  }

  private static func chapters(_ type: any ParsableCommand.Type, _ words: [String]) -> [String] {
    let help = Peach.helpMessage(for: type, columns: 100).trimmingCharacters(in: .newlines)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let block = help.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    return ["## `\(words.joined(separator: " "))`\n\n\(block)"]
      + type.configuration.subcommands.flatMap { chapters($0, words + [$0._commandName]) }
  }

  @Test(
    "commands are listed with all of `--help`",
    .enabled(if: Help.catalogue.language == .english, "the page is English, as help is where the locale is"))
  func commands() throws {
    let start = """
      # Commands

      What `peach COMMAND --help` prints; the manual page, `man peach`, explains the commands in more words. This page is written by a test.
      """
    let chapters = Peach.configuration.subcommands.flatMap { Self.chapters($0, ["peach", $0._commandName]) }
    try Self.expect(([start] + chapters).joined(separator: "\n\n") + "\n", in: "reference/commands.md")
  }

  @Test("settings are listed with defaults, ranges and meanings")
  func settings() throws {
    let page = try String(contentsOf: Self.docs.appending(path: "reference/settings.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex { $0.hasPrefix("| Setting") })
    let end = lines[heading...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    let catalogue = Catalogue(.english)
    let rows = SettingKey.allCases.map { key in
      "| `\(key.rawValue)` | \(key.defaultText) | \(catalogue.range(of: key)) | \(catalogue.about(key)) |"
    }
    let text = (lines[..<(heading + 2)].map(String.init) + rows + lines[end...].map(String.init)).joined(
      separator: "\n")
    try Self.expect(text, in: "reference/settings.md")
  }

  @Test("exit codes are equal in the program, the page and the manual page")
  func exitCodes() throws {
    let codes: [ExitCode] = [.success, .failure, .usage, .noSound, .store, .configuration, .refusedRows, .partial]
    let page = try String(contentsOf: Self.docs.appending(path: "reference/exit-codes.md"), encoding: .utf8)
    let rows = page.matches(of: #/\n\| (\d+) \|/#).compactMap { Int32($0.1) }
    #expect(rows == codes.map(\.rawValue))
    let manual = try String(contentsOf: Self.docs.appending(path: "../peach.1"), encoding: .utf8)
    let status = try #require(manual.components(separatedBy: ".SH EXIT STATUS").last)
    let told = status.matches(of: #/(?:^|\n|; )(\d) /#).compactMap { Int32($0.1) }
    #expect(told == rows)
  }
}
