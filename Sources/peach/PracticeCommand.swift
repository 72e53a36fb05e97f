import ArgumentParser
import Glibc
import JACKOutput
import Practice
import Texts
import Training

/// `peach` and `peach practice`: the hub.
struct PracticeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "practice", abstract: Help.catalogue(.practice))

  @OptionGroup var common: CommonOptions
  @Option(help: Help.text(.mode))
  var mode: Mode?
  @Option(help: Help.text(.exercises))
  var exercises: Int?
  @Option(help: Help.text(.controller))
  var controller: String?
  @Option(help: Help.text(.audio))
  var audio: JACKOptions.Audio = .auto
  @Option(help: Help.text(.output))
  var output: String?
  @Option(help: Help.text(.seed))
  var seed: UInt64?
  @Option(help: Help.text(.events))
  var events: String?
  @Flag(help: Help.text(.plain))
  var plain = false
  @Option(help: Help.text(.screen, ["port": "\(Self.pagesPort)"]))
  var screen: String?
  @Flag(help: Help.text(.open))
  var open = false
  @Flag(help: Help.text(.service))
  var service = false

  func validate() throws {
    if let screen, screen != Self.off, Int(screen).map((0...65_535).contains) != true {
      throw ValidationError(Help.catalogue(.usageScreen))
    }
    if open, port == nil { throw ValidationError(Help.catalogue(.usageOpen)) }
    if let exercises, exercises < 1 { throw ValidationError(Help.catalogue(.usageExercises)) }
  }

  /// Where pages are found if nothing else is said: a number that musicians know.
  static let pagesPort = 4400
  private static let off = "off"

  /// The port of the pages, 0 for any; nil for none. A service has none unless it is told so.
  var port: Int? {
    guard let screen else { return service ? nil : Self.pagesPort }
    return screen == Self.off ? nil : Int(screen)
  }

  func run() throws { try run(recordingTo: nil) }

  /// Practises, and keeps a recording in the new file at `path` if there is one.
  func run(recordingTo path: String?) throws {
    // Before any other thread: all of them inherit which signals are blocked.
    let signals = Signals()
    let setup = try Setup(common: common, controller: controller)
    let program = try Program(command: self, setup: setup, signals: signals, recording: path)
    let code = program.run()
    // The process ends here whatever a hung sound server still holds: its threads are not waited for, and the libraries'
    // own endings are not run beside them. The terminal has been given back.
    fflush(nil)
    _exit(code.rawValue)
  }
}

extension JACKOptions.Audio: ExpressibleByArgument {}
