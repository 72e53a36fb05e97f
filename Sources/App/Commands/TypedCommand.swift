import Controllers
import Texts

/// A command line as typed. Options of every command may also precede the command, where ArgumentParser would parse
/// them as options of practice; and an unknown command is reported as such.
enum TypedCommand: Equatable {
  /// The arguments for ArgumentParser.
  case arguments([String])
  /// The command does not exist; with the probable correction, if any.
  case unknown(String, suggestion: String?)

  /// The options of every command; each has a value.
  private static let common = ["--config", "--data", "--lang"]

  /// Parses the words after the program's name; `commands` are all command names, including `help`, and `below` the
  /// names of their subcommands.
  init(_ arguments: [String], commands: [String], below: [String: [String]] = [:]) {
    var rest = arguments[...]
    var options: [String] = []
    while let first = rest.first {
      if Self.common.contains(first), rest.count > 1 {
        options += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if Self.common.contains(where: { first.hasPrefix("\($0)=") }) {
        options.append(first)
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    let words = rest.first == "help" ? rest.dropFirst() : rest
    let own = words.first.flatMap { below[$0] } ?? []
    if let word = words.first, !word.hasPrefix("-"), !commands.contains(word) {
      self = .unknown(word, suggestion: FileText.nearest(to: word, in: commands))
    } else if let word = words.dropFirst().first, !own.isEmpty, !word.hasPrefix("-"), !own.contains(word) {
      self = .unknown(word, suggestion: FileText.nearest(to: word, in: own))
    } else if rest.first.map({ $0 == "-h" || $0 == "--help" || $0 == "help" }) == true {
      // Help on commands rather than on practice; it already has its language, and needs no folders.
      self = .arguments(Array(rest))
    } else {
      // Inserted at the end, among the options of subcommands, but before `--`, after which nothing is an option.
      let end = rest.firstIndex(of: "--") ?? rest.endIndex
      self = .arguments(Array(rest[..<end]) + options + Array(rest[end...]))
    }
  }

  /// Returns the language that `--lang` names; nil if it names none.
  static func language(in arguments: [String]) -> Language? {
    let option = "--lang"
    for (index, argument) in arguments.enumerated().reversed() {
      if argument.hasPrefix("\(option)=") { return Language(rawValue: String(argument.dropFirst(option.count + 1))) }
      if argument == option, arguments.indices.contains(index + 1) { return Language(rawValue: arguments[index + 1]) }
    }
    return nil
  }
}
