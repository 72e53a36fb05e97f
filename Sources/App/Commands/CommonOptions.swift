import ArgumentParser
import Foundation
import Ports
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

/// Help texts. They are made before the command line is read, so `--lang` is looked for by itself.
enum Help {
  static let catalogue = Catalogue(
    Language.choose(
      option: TypedCommand.language(in: CommandLine.arguments), environment: ProcessInfo.processInfo.environment))

  /// A command line as it is typed, before all that it may be.
  static func example(_ command: String) -> String { catalogue(.example, ["command": command]) }

  /// What the keys of the computer do in practice.
  static var keys: String {
    catalogue(
      .practiceKeys, ["higher": catalogue(.keyLetterHigher), "lower": catalogue(.keyLetterLower)])
  }

  static func text(_ key: TextKey, _ values: [String: String] = [:]) -> ArgumentHelp {
    ArgumentHelp(catalogue(key, values))
  }
}
