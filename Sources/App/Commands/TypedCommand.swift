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
    while let option = Self.commonOption(at: rest.startIndex, of: rest) {
      options += option
      rest = rest.dropFirst(option.count)
    }
    let isHelp = rest.first == "help"
    // Help has its language already, and needs no folders.
    if isHelp { rest = Self.withoutCommonOptions(rest)[...] }
    let words = isHelp ? rest.dropFirst() : rest
    let own = words.first.flatMap { below[$0] } ?? []
    if let word = words.first, !word.hasPrefix("-"), !commands.contains(word) {
      self = .unknown(word, suggestion: FileText.nearest(to: word, in: commands))
    } else if let word = words.dropFirst().first, !own.isEmpty, !word.hasPrefix("-"), !own.contains(word) {
      self = .unknown(word, suggestion: FileText.nearest(to: word, in: own))
    } else if rest.first.map({ $0 == "-h" || $0 == "--help" || $0 == "help" }) == true {
      // Help on commands rather than on practice.
      self = .arguments(Self.withoutCommonOptions(rest))
    } else {
      // Inserted at the end, among the options of subcommands, but before `--`, after which nothing is an option.
      let end = rest.firstIndex(of: "--") ?? rest.endIndex
      self = .arguments(Array(rest[..<end]) + options + Array(rest[end...]))
    }
  }

  /// Returns the words of the common option that begins at `index`; nil if none does.
  private static func commonOption(at index: Int, of words: ArraySlice<String>) -> [String]? {
    guard words.indices.contains(index) else { return nil }
    if common.contains(words[index]), words.indices.contains(index + 1) { return [words[index], words[index + 1]] }
    return common.contains { words[index].hasPrefix("\($0)=") } ? [words[index]] : nil
  }

  private static func withoutCommonOptions(_ words: ArraySlice<String>) -> [String] {
    var others: [String] = []
    var index = words.startIndex
    while index < words.endIndex {
      if let option = commonOption(at: index, of: words) {
        index += option.count
      } else {
        others.append(words[index])
        index += 1
      }
    }
    return others
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
