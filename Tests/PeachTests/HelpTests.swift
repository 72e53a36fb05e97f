import ArgumentParser
import Foundation
import Testing

@testable import Commands

@Suite struct HelpTests {
  /// All commands there are, with the words that call them.
  private static func commands(
    _ type: any ParsableCommand.Type = Peach.self, _ words: [String] = ["peach"]
  ) -> [(words: [String], type: any ParsableCommand.Type)] {
    var all: [(words: [String], type: any ParsableCommand.Type)] = [(words, type)]
    for child in type.configuration.subcommands {
      all += commands(child, words + [child.configuration.commandName ?? String(describing: child).lowercased()])
    }
    return all
  }

  private static func isUnderstood(_ typed: [String]) -> Bool {
    let names = Peach.configuration.subcommands.compactMap { $0.configuration.commandName }
    switch TypedCommand(typed, commands: names) {
    case .unknown: return false
    case .arguments(let arguments):
      do {
        _ = try Peach.parseAsRoot(arguments)
        return true
      } catch {
        return false
      }
    }
  }

  @Test(arguments: [
    "help profile --lang de", "help --lang de profile", "--lang=de help profile", "help profile --data x --lang=de",
  ])
  func `help takes the options of every command in any place`(line: String) {
    let typed = line.split(separator: " ").map(String.init)
    #expect(TypedCommand(typed, commands: ["profile", "help"]) == .arguments(["help", "profile"]))
    #expect(
      TypedCommand(["--help"] + typed.filter { $0.contains("lang") || $0 == "de" }, commands: [])
        == .arguments(["--help"]))
  }

  @Test func `every help begins with its own example, which parses`() {
    for (words, type) in Self.commands() {
      let name = words.joined(separator: " ")
      let help = Peach.helpMessage(for: type, columns: 200)
      let before = help.components(separatedBy: "USAGE")[0]
      let examples = before.split(separator: "\n").filter { $0.contains("peach") && $0.contains("xample: ") }
      #expect(!examples.isEmpty, "\(name): \(before)")
      for example in examples {
        let typed = example.components(separatedBy: "xample: ")[1].split(separator: " ").map(String.init)
        #expect(typed.starts(with: words), "\(name): \(example)")
        let isUnderstood = Self.isUnderstood(Array(typed.dropFirst()))
        #expect(isUnderstood, "\(name): \(example)")
      }
    }
  }

  @Test(arguments: ["", "practice --mode matching --exercises 3", "history --limit 3 --json", "settings get level"])
  func `a command parses alone as it does among all`(line: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let (alone, among) = (try Peach.command(arguments), try Peach.parseAsRoot(arguments))
    #expect("\(type(of: alone)) \(alone)" == "\(type(of: among)) \(among)")
  }

  @Test(arguments: [
    "--help", "--version", "practice help", "practice --exercises 0", "check --nothing",
    "--generate-completion-script zsh",
  ])
  func `a mistake in a command is reported alone as it is among all`(line: String) {
    func told(_ read: ([String]) throws -> any ParsableCommand) -> String {
      do {
        var command = try read(line.split(separator: " ").map(String.init))
        try command.run()
        return "\(command)"
      } catch {
        return Peach.fullMessage(for: error)
      }
    }
    #expect(told(Peach.command) == told { try Peach.parseAsRoot($0) })
  }

  @Test func `the help of practice lists the keys`() {
    // Wherever its lines break.
    let help = Peach.helpMessage(for: PracticeCommand.self, columns: 200)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for words in ["↑ or h", "↓ or l", "Shift", "?", "q or Esc"] { #expect(help.contains(words), "\(words)") }
  }
}
