/// What the library that reads the command line says in English, by the keys of the catalogues. The English texts are its own
/// words, with names for what varies: that is how they are found.
extension TextKey {
  // Headings of a help.
  package static let overview = Self("library.overview")
  package static let usageHeading = Self("library.usage-heading")
  package static let arguments = Self("library.arguments")
  package static let options = Self("library.options")
  package static let subcommands = Self("library.subcommands")

  // What its own options are for.
  package static let version = Self("library.version")
  package static let help = Self("library.help")
  package static let commandHelp = Self("library.command-help")

  // Where more is to be read.
  package static let detailedHelp = Self("library.detailed-help")
  package static let libraryMore = Self("library.more")

  // Words within a line.
  package static let values = Self("library.values")
  package static let `default` = Self("library.default")
  package static let defaultCommand = Self("library.default-command")
  package static let placeholderCommands = Self("library.placeholder-commands")
  package static let placeholderCommand = Self("library.placeholder-command")
  package static let placeholderOptions = Self("library.placeholder-options")

  // What a mistake's lines begin with.
  package static let error = Self("library.error")
  package static let optionHelp = Self("library.option-help")
  package static let usage = Self("library.usage")

  // What is wrong with a command line, the longer ones first.
  package static let unknownOptionNear = Self("library.unknown-option-near")
  package static let unknownOption = Self("library.unknown-option")
  package static let missingArgument = Self("library.missing-argument")
  package static let missingValue = Self("library.missing-value")
  package static let invalidValueList = Self("library.invalid-value-list")
  package static let invalidValue = Self("library.invalid-value")
  package static let unexpectedValue = Self("library.unexpected-value")
  package static let unexpectedArgument = Self("library.unexpected-argument")
  package static let unexpectedArguments = Self("library.unexpected-arguments")

  // Between the last two of several values.
  package static let or = Self("library.or")
  package static let and = Self("library.and")

  // What the system says of files and devices, found in the same way.
  package static let systemNotPermitted = Self("system.not-permitted")
  package static let systemNotFound = Self("system.not-found")
  package static let systemInputOutput = Self("system.input-output")
  package static let systemDenied = Self("system.denied")
  package static let systemBusy = Self("system.busy")
  package static let systemExists = Self("system.exists")
  package static let systemNoDevice = Self("system.no-device")
  package static let systemNotADirectory = Self("system.not-a-directory")
  package static let systemIsADirectory = Self("system.is-a-directory")
  package static let systemTooManyFiles = Self("system.too-many-files")
  package static let systemTooLarge = Self("system.too-large")
  package static let systemNoSpace = Self("system.no-space")
  package static let systemReadOnly = Self("system.read-only")
  package static let systemPipe = Self("system.pipe")
  package static let systemNameTooLong = Self("system.name-too-long")
  package static let systemTimedOut = Self("system.timed-out")
  package static let systemQuota = Self("system.quota")
  package static let systemLoop = Self("system.loop")

  /// All that the system says which has words in every language.
  package static let systemWords: [TextKey] = [
    .systemNotPermitted, .systemNotFound, .systemInputOutput, .systemDenied, .systemBusy, .systemExists,
    .systemNoDevice, .systemNotADirectory, .systemIsADirectory, .systemTooManyFiles, .systemTooLarge, .systemNoSpace,
    .systemReadOnly, .systemPipe, .systemNameTooLong, .systemTimedOut, .systemQuota, .systemLoop,
  ]
}
