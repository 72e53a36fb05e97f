import ArgumentParser
import Foundation
import Practice
import Texts

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Option(help: Help.text(.config))
  var config: String?
  @Option(help: Help.text(.data))
  var data: String?
  @Option(help: Help.text(.lang))
  var lang: Language?
}

extension Language: ExpressibleByArgument {}

/// Help texts in the language of the environment: `--help` is printed before `--lang` is read.
enum Help {
  static let catalogue = Catalogue(Language.choose(environment: ProcessInfo.processInfo.environment))

  static func text(_ key: HelpKey, _ values: [String: String] = [:]) -> ArgumentHelp {
    ArgumentHelp(catalogue(key, values))
  }
}

/// One line on standard error: what, where, what to do.
func complain(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
