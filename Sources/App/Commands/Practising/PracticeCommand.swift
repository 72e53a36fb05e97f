import ArgumentParser
import Ports
import Texts
import Training

/// `peach` and `peach practice`: the hub.
struct PracticeCommand: NamedCommand {
  static let name = "practice"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: Peach.name, abstract: Help.catalogue(.practice),
    discussion: Help.example("peach practice --mode comparison --exercises 20") + "\n\n" + Help.keys)

  // Not nested: in a debug build ArgumentParser checks each group four times for every group around it.
  @OptionGroup var common: CommonOptions
  @OptionGroup var options: PracticeOptions
  @Option(help: Help.text(.mode))
  var mode: Mode?
  @Option(parsing: .unconditional, help: Help.text(.exercises))
  var exercises: Int?

  func validate() throws {
    if let exercises, exercises < 1 { throw ValidationError(Help.catalogue(.usageExercises)) }
  }

  func run() throws { try run(recordingTo: nil) }

  /// Runs practice, with a recording in the file at `path` if given.
  func run(recordingTo path: String?) throws {
    try options.run(common, recordingTo: path) { _ in PracticeBeginning(mode: mode, exercises: exercises) }
  }
}
