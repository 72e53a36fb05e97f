import Controllers
import Texts

/// A command line as it is typed. Options that every command has may stand before the command as well, which
/// ArgumentParser takes for options of practice; and a word that is no command is told as one.
enum TypedCommand: Equatable {
  /// What ArgumentParser is given.
  case arguments([String])
  /// There is no command of this name; the one that was likely meant, if there is one.
  case unknown(String, suggestion: String?)

  /// The options of every command: each takes a value.
  private static let common = ["--config", "--data", "--lang"]

  /// Of what stands behind the program's name; `commands` are the names there are, `help` included, and `below` those that some have
  /// of their own.
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
      // Help on commands, which are not practice's alone; it has its language already and no folders.
      self = .arguments(Array(rest))
    } else {
      // Behind all else, where a command's own commands have theirs, but not among what is no option any more.
      let end = rest.firstIndex(of: "--") ?? rest.endIndex
      self = .arguments(Array(rest[..<end]) + options + Array(rest[end...]))
    }
  }

  /// What `--lang` says; nil where it says nothing that is a language.
  static func language(in arguments: [String]) -> Language? {
    let option = "--lang"
    for (index, argument) in arguments.enumerated().reversed() {
      if argument.hasPrefix("\(option)=") { return Language(rawValue: String(argument.dropFirst(option.count + 1))) }
      if argument == option, arguments.indices.contains(index + 1) { return Language(rawValue: arguments[index + 1]) }
    }
    return nil
  }
}
