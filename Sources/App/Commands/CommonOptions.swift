import ArgumentParser
import Foundation
import Glibc
import Ports
import Terminal
import Texts

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Option(help: Help.text(.config), completion: .directory)
  var config: String?
  @Option(help: Help.text(.data), completion: .directory)
  var data: String?
  @Option(help: Help.text(.lang))
  var lang: Language?
}

extension Language: ExpressibleByArgument {}

/// Help texts. They are created before the command line is parsed, so `--lang` is searched for separately.
enum Help {
  static let catalogue = Catalogue(
    Language.choose(
      option: TypedCommand.language(in: CommandLine.arguments), environment: ProcessInfo.processInfo.environment))

  /// Returns an example of a command line.
  static func example(_ command: String) -> String { catalogue(.example, ["command": command]) }

  /// Help on the computer keys used in practice.
  static var keys: String {
    catalogue(
      .practiceKeys, ["higher": catalogue(.keyLetterHigher), "lower": catalogue(.keyLetterLower)])
  }

  /// A column count at which ArgumentParser breaks no line: it knows neither the words of other languages nor the end
  /// of an option.
  static let unbroken = 100_000

  /// Reflows ArgumentParser's help text for the terminal's width, or for the usual width without a terminal.
  static func page(_ text: String) -> String {
    let width = WindowSize(of: STDOUT_FILENO).width - 1
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      // The column of ArgumentParser's option descriptions; a synopsis, which is not a sentence; a paragraph.
      let column = line.hasPrefix(" ") ? 26 : line.hasPrefix(catalogue(.usageHeading)) ? 2 : 0
      // A translation may be longer than the library's own words.
      let row = line.replacing(/^(  \S+(?: \S+)*) {2,}/) {
        $0.output.1 + String(repeating: " ", count: max(2, column - $0.output.1.count))
      }
      return Sentence(String(row)).lines(width: width, column: column)
    }.joined(separator: "\n")
  }

  static func text(_ key: TextKey, _ values: [String: String] = [:]) -> ArgumentHelp {
    ArgumentHelp(catalogue(key, values))
  }
}
