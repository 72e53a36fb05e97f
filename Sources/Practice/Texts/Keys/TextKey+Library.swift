/// The keys of the English texts of the command-line library. The English catalogue has the library's own words, with
/// names for the variable parts, so that they can be found and translated.
extension TextKey {
  // Headings of the help.
  package static let overview = Self("library.overview")
  package static let usageHeading = Self("library.usage-heading")
  package static let arguments = Self("library.arguments")
  package static let options = Self("library.options")
  package static let subcommands = Self("library.subcommands")

  // Purposes of the library's own options.
  package static let version = Self("library.version")
  package static let help = Self("library.help")
  package static let commandHelp = Self("library.command-help")

  // References to more help.
  package static let detailedHelp = Self("library.detailed-help")
  package static let libraryMore = Self("library.more")

  // Words within a line.
  package static let values = Self("library.values")
  package static let `default` = Self("library.default")
  package static let defaultCommand = Self("library.default-command")
  package static let placeholderCommands = Self("library.placeholder-commands")
  package static let placeholderCommand = Self("library.placeholder-command")
  package static let placeholderOptions = Self("library.placeholder-options")

  // Beginnings of error lines.
  package static let error = Self("library.error")
  package static let optionHelp = Self("library.option-help")
  package static let usage = Self("library.usage")

  // Errors of a command line, the longer ones first.
  package static let unknownOptionNear = Self("library.unknown-option-near")
  package static let unknownOption = Self("library.unknown-option")
  package static let missingArgument = Self("library.missing-argument")
  package static let missingValue = Self("library.missing-value")
  package static let invalidValueList = Self("library.invalid-value-list")
  package static let invalidValue = Self("library.invalid-value")
  package static let unexpectedValue = Self("library.unexpected-value")
  package static let unexpectedArgument = Self("library.unexpected-argument")
  package static let unexpectedArguments = Self("library.unexpected-arguments")

  // Words between the last two of several values.
  package static let or = Self("library.or")
  package static let and = Self("library.and")

  /// The system's error messages about files and devices that are translated in every language, found in the same way.
  package static let systemWords = [
    "not-permitted", "not-found", "input-output", "denied", "busy", "exists", "no-device", "not-a-directory",
    "is-a-directory", "too-many-files", "too-large", "no-space", "read-only", "pipe", "name-too-long", "timed-out",
    "quota", "loop",
  ].map { Self("system.\($0)") }
}
