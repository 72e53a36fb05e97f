import ArgumentParser
import Glibc
import Training

/// `peach`: an ear trainer played on a MIDI controller.
@main
struct Peach: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peach",
    abstract: Help.catalogue(.peach),
    version: "0.1.0",
    subcommands: [
      PracticeCommand.self, TimerCommand.self, DevicesCommand.self, LearnCommand.self, CheckCommand.self,
      SettingsCommand.self, RenderCommand.self, RecordCommand.self, ReplayCommand.self, ProfileCommand.self,
      HistoryCommand.self, ExportCommand.self, ImportCommand.self, SimulateCommand.self,
    ],
    defaultSubcommand: PracticeCommand.self)

  /// Runs the command that was asked for. A command line that cannot be understood ends with 2, as the shell's own tools do;
  /// ArgumentParser would say 64.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      complain(fullMessage(for: error))
      Glibc.exit(ExitCode.usage.rawValue)
    }
  }
}

extension Mode: ExpressibleByArgument {}
