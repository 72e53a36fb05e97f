import ArgumentParser
import Glibc
import Linux
import Pitch
import Texts
import Training

/// `peach`: an ear trainer played on a MIDI controller.
package struct Peach: ParsableCommand {
  /// The program's name. Commands that sound declare it as their parent command, so that ArgumentParser does not search
  /// them for completion-script requests, which would take half the time of parsing one command alone.
  static let name = "peach"

  package static let configuration = CommandConfiguration(
    commandName: name,
    abstract: Help.catalogue(.peach), usage: "peach [<options>]\n       peach <subcommand>",
    discussion: Help.example("peach"),
    version: "0.1.0",
    subcommands: commands, defaultSubcommand: PracticeCommand.self)

  private static let commands: [any NamedCommand.Type] = [
    PracticeCommand.self, TimerCommand.self, DevicesCommand.self, LearnCommand.self, CheckCommand.self,
    SettingsCommand.self, RenderCommand.self, RecordCommand.self, ReplayCommand.self, ProfileCommand.self,
    HistoryCommand.self, ExportCommand.self, ImportCommand.self, SimulateCommand.self,
  ]

  /// The words typed for the commands.
  static var commandNames: [String] { commands.map { $0.name } }

  package init() {}

  /// Runs the requested command. A command line that cannot be parsed exits with 2, as the shell's own tools do;
  /// ArgumentParser would exit with 64.
  package static func main() {
    ProcessOutput.prepare()
    // A reader that leaves is an error of the next write, and does not end the process.
    signal(SIGPIPE, SIG_IGN)
    let typed = Array(CommandLine.arguments.dropFirst())
    // By name: searching for a command's help takes longer than everything else.
    let below = [SettingsCommand.name: SettingsCommand.commands.map { $0.name } + ["help"]]
    switch TypedCommand(typed, commands: commandNames + ["help"], below: below) {
    case .arguments(let arguments): run(arguments)
    case .unknown(let word, let suggestion):
      let texts = Help.catalogue
      let advice = suggestion.map { texts.didYouMean($0) } ?? texts(.usageCommands)
      complain("\(texts(.usageNoCommand, ["command": word])) \(advice)")
      Glibc.exit(told(.usage).rawValue)
    }
  }

  /// Returns the command that `arguments` request. A command without subcommands is parsed alone if possible: looking
  /// at all commands takes longer than everything else before practice. The full command tree handles all other
  /// arguments and all errors.
  static func command(_ arguments: [String]) throws -> any ParsableCommand {
    let (single, own) = meant(by: arguments)
    if single.configuration.subcommands.isEmpty,
      let command = try? single.parseAsRoot(own), type(of: command) == single
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Returns the command that `arguments` name, and its remaining arguments; practice if they name none.
  private static func meant(by arguments: [String]) -> (command: any NamedCommand.Type, own: [String]) {
    let named = commands.first { $0.name == arguments.first }
    return (named ?? PracticeCommand.self, Array(arguments.dropFirst(named == nil ? 0 : 1)))
  }

  private static func run(_ arguments: [String]) {
    // Output that a shell parses is not help.
    let isForPrograms = arguments.contains { $0.hasPrefix("--generate-completion") || $0.hasPrefix("---") }
    do {
      var command = try command(arguments)
      try command.run()
      Glibc.exit(told(.success).rawValue)
    } catch {
      let code = exitCode(for: error)
      if isForPrograms {
        let message = CompletionScript.completed(fullMessage(for: error))
        if code.isSuccess { put(message) } else { complain(message) }
      } else if !(error is ArgumentParser.ExitCode) {
        let original = fullMessage(for: error, columns: Help.unbroken)
        let translated = Suggestions.added(to: Help.catalogue.translated(original), by: original, Help.catalogue)
        let isOfAll = code.isSuccess && arguments.count == 1 && ["-h", "--help", "help"].contains(arguments[0])
        let message = isOfAll ? translated + "\n\n" + practiceOptions : translated
        if code.isSuccess { put(Help.page(message)) } else { complain(message) }
      }
      Glibc.exit(told(code == .validationFailure && !isForPrograms ? .usage : code).rawValue)
    }
  }

  /// The options of practice, which needs no command, as listed in its help.
  private static var practiceOptions: String {
    let help = Help.catalogue.translated(helpMessage(for: PracticeCommand.self, columns: Help.unbroken))
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let options = lines.drop { !$0.hasPrefix("  --config") }.prefix { !$0.hasPrefix("  --version") }
    return ([Help.catalogue(.practiceOptions)] + options).joined(separator: "\n")
  }

  /// Returns the exit code for a command that ended with `code`: a successful command whose output could not be written
  /// prints a line with the reason and fails.
  static func told(_ code: ExitCode) -> ExitCode {
    guard let failure = ProcessOutput.failure else { return code }
    complain(Help.catalogue.outputEnded(failure))
    return code.isSuccess ? .failure : code
  }
}

/// A subcommand of `peach`. Its name is available without its configuration, which contains the help: looking up those
/// texts takes longer than everything else before sound is requested.
protocol NamedCommand: ParsableCommand {
  /// The word typed for it.
  static var name: String { get }
}

extension Mode: ExpressibleByArgument {}
extension Timbre: ExpressibleByArgument {}
