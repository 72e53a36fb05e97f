import ArgumentParser
import Glibc
import JACKOutput
import Ports
import Practice
import Terminal
import Texts
import Training

/// The options for input, sound and display that all practising commands share.
struct PracticeOptions: ParsableArguments {
  @Option(help: Help.text(.controller), completion: .file(extensions: ["yaml", "yml"]))
  var controller: String?
  @Option(help: Help.text(.audio))
  var audio: JACKOptions.Audio = .auto
  @Option(help: Help.text(.output))
  var output: String?
  @Option(parsing: .unconditional, help: Help.text(.seed))
  var seed: UInt64?
  @Option(help: Help.text(.events), completion: .file())
  var events: String?
  @Flag(help: Help.text(.force))
  var force = false
  @Flag(help: Help.text(.plain))
  var plain = false
  @Option(parsing: .unconditional, help: Help.text(.screen, ["port": "\(Self.pagesPort)"]))
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
  }

  /// The default port of the pages: 4400, a number musicians know.
  static let pagesPort = 4400
  private static let off = "off"

  /// The port of the pages, 0 for any; nil for none. A service has none by default.
  var port: Int? {
    guard let screen else { return service ? nil : Self.pagesPort }
    return screen == Self.off ? nil : Int(screen)
  }

  /// Runs practice, with a recording in the file at `path` if given. The start of practice may depend on the settings.
  /// Does not return.
  func run(
    _ common: CommonOptions, recordingTo path: String? = nil, _ beginning: (Settings) -> PracticeBeginning
  ) throws {
    // Before any call that could hang, on a network share that is gone, for example.
    let signals = Signals(limit: ShutdownBudget.limit, atForcedEnd: { RawMode.leave() })
    let ahead = Program.SoundParts.ahead()
    let setup = try Setup(common: common, controller: controller)
    func output(_ path: String) -> OutputPath { OutputPath(path, force: force, in: setup.paths) }
    let files = PracticeFiles(events: events.map(output), recording: path.map(output))
    // Checked first, because starting a server would be useless.
    try setup.writing { try files.check() }
    let code: ExitCode
    do {
      code = try Program(self, beginning(setup.settings), setup: setup, signals: signals, files: files, ahead: ahead)
        .run()
    } catch let failure as ExitCode {
      code = failure
    }
    // The process ends here even if a sound server hangs: it neither waits for that server's threads nor runs the
    // libraries' exit handlers next to them. The terminal has been restored.
    _exit(Peach.told(code).rawValue)
  }
}

/// The files that practice was asked to write.
struct PracticeFiles {
  var events: OutputPath?
  var recording: OutputPath?

  /// Checks that all of them may be written.
  /// - Throws: `FileFailure`, for a file that must be left untouched.
  func check() throws(FileFailure) {
    try events?.check()
    try recording?.check()
  }
}

extension JACKOptions.Audio: ExpressibleByArgument {}

/// The activity to start with, instead of waiting at the hub.
struct PracticeBeginning: Hashable {
  /// The mode to start as soon as there is sound.
  var mode: Mode?
  /// The number of answered exercises after which practice ends.
  var exercises: Int?
  /// The practice timer to show at once.
  var timer: TimerStart?
}
