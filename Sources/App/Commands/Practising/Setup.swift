import ArgumentParser
import Controllers
import Foundation
import JACKOutput
import Linux
import Pitch
import Ports
import Practice
import SQLiteStore
import Texts
import Training

/// The data every command reads first: folders, settings, language, controller mappings.
struct Setup {
  let paths: Paths
  /// The settings, with the tuning that `tuning` names; equal if its file cannot be used.
  let settings: Settings
  /// Problems of the settings file, and of the file its `tuning` names.
  let settingsProblems: [SettingsFileProblem]
  let catalogue: Catalogue
  /// The language of the command line, which has precedence over the setting.
  let language: Language?
  private let mappings: AsyncOnce<MappingLibrary>
  /// The part of a controller's name given with `--controller`.
  let controllerName: String?

  /// Reads everything but the shipped and the player's own mappings, which are many. A bad file is reported when it
  /// matters and stops nothing, unless the command line named its folder and the command is not `mending` it.
  /// - Throws: `ExitCode.configuration`, after printing a line with the reason.
  init(common: CommonOptions, controller: String? = nil, mending: Bool = false) throws {
    let environment = ProcessInfo.processInfo.environment
    paths = Paths(config: common.config, data: common.data)
    let reading = SettingsFile(path: paths.settings).read()
    var settings = reading.settings
    settingsProblems = reading.problems + paths.tuningFile.read(into: &settings)
    self.settings = settings
    language = common.lang
    catalogue = Catalogue(
      Language.choose(option: common.lang, setting: settings.language, environment: environment))
    if let config = common.config {
      switch Existence(of: config) {
      case .there: break
      case .missing:
        complain(catalogue(.usageNoFolder, ["path": config]))
        throw ExitCode.configuration
      case .unknown(let code):
        complain(catalogue(.fileNotRead, ["path": config, "reason": catalogue.words(code)]))
        throw ExitCode.configuration
      }
    }
    if common.config != nil, !mending, !settingsProblems.isEmpty {
      for problem in settingsProblems { complain(catalogue.line(problem.withoutConsequence)) }
      throw ExitCode.configuration
    }
    let isFile = controller.map { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") } ?? false
    controllerName = isFile ? nil : controller
    let named = try controller.flatMap { [catalogue] in isFile ? try Self.mapping(in: $0, catalogue) : nil }
    mappings = AsyncOnce { [folder = paths.controllers] in
      let found = MappingReader.library(folder, shipped: Paths.shipped(.controllers))
      return MappingLibrary(found, preferred: named?.mapping, problems: named?.problems ?? [])
    }
  }

  /// The controller mappings. The player's own are read on first use, which takes a while.
  var library: MappingLibrary { mappings.value }

  /// Starts reading the player's own controller mappings in the background.
  func readMappingsAhead() { mappings.prepare() }

  /// Reads the device names of the shipped mappings once sound should have started, which is slower next to it, so that
  /// a controller connected later need not wait for that.
  func readShippedMappingsLater() {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1) { [mappings] in
      mappings.value.readShipped()
    }
  }

  /// Returns the mapping named on the command line, and its problems.
  private static func mapping(
    in file: String, _ texts: Catalogue
  ) throws -> (mapping: ControllerMapping, problems: [MappingProblem]) {
    let (mapping, problems) = MappingReader.file(file).decoded
    if let mapping { return (mapping, problems) }
    for problem in problems { complain(texts.line(problem)) }
    throw ExitCode.configuration
  }

  /// Prints the problems of the settings file, as `check` does, if no other part would.
  func complainOfSettings() {
    for problem in settingsProblems { complain(catalogue.line(problem)) }
  }

  /// The settings of training.
  var training: TrainingSettings { settings.training }

  /// Returns the options of the sound output: from the command line, else from the settings.
  func soundOptions(
    _ audio: JACKOptions.Audio = .auto, _ output: String? = nil, willRetry: Bool = false
  ) -> JACKOptions {
    JACKOptions(
      audio: audio, output: output ?? settings.output, period: settings.period,
      serverName: ProcessInfo.processInfo.environment["JACK_DEFAULT_SERVER"], willRetry: willRetry)
  }

  /// Returns the configuration of practice from the settings and these options.
  func configuration(
    _ beginning: PracticeBeginning, library: MappingLibrary? = nil, place: SpeechPlace? = nil, seed: UInt64,
    asleep: Bool = false, needsController: Bool = false, known: KnownAnswers = KnownAnswers(),
    splits: [String: Int] = [:], timers: KnownTimers = KnownTimers()
  ) -> PracticeConfiguration {
    PracticeConfiguration(
      settings: PracticeSettings(settings, place: place), period: settings.period,
      settingsProblems: settingsProblems, library: library ?? self.library, startMode: beginning.mode,
      exercises: beginning.exercises, seed: seed, asleep: asleep, needsController: needsController, known: known,
      splits: splits, timers: timers, startTimer: beginning.timer)
  }

  /// Returns the setting called `name`.
  /// - Throws: `ExitCode.usage`, after printing a line with the probable correction.
  func key(_ name: String) throws -> SettingKey {
    if let key = SettingKey(rawValue: name) { return key }
    complain(catalogue.sentence(.unknownKey(name, suggestions: SettingKey.nearest(to: name))))
    throw ExitCode.usage
  }

  /// Runs `body`, which writes files, and reports a file that could not be written.
  /// - Throws: `ExitCode.failure` after that line, or the error of `body`.
  func writing<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as FileFailure {
      // Errors of standard output are reported when the process exits.
      if !failure.isStandardOutput { complain(catalogue.line(failure)) }
      throw failure.isStandardOutput ? ExitCode.success : ExitCode.failure
    }
  }

  /// Changes settings in their file, as was `typed`.
  /// - Throws: `ExitCode.usage` or `.configuration`, after printing a line with the problem of the value or the file.
  func change(typed: String? = nil, _ edit: (SettingsEditor) throws(SettingRefusal) -> Void) throws {
    do throws(SettingRefusal) {
      try edit(SettingsEditor(paths: paths))
    } catch {
      let hint = Suggestions.meant(by: error, in: paths).map { [catalogue.didYouMean($0)] } ?? []
      complain(([catalogue.line(error, typed: typed)] + hint).joined(separator: " "))
      switch error {
      case .value, .elsewhere: throw ExitCode.usage
      case .file: throw ExitCode.configuration
      }
    }
  }
}

extension PracticeLock {
  /// Takes the lock of this user's practice, after printing a line if the folder belongs to another user.
  static func acquire(_ texts: Catalogue) throws(PracticeLockFailure) -> PracticeLock {
    let lock = try PracticeLock()
    if let foreign = lock.foreign {
      complain(
        texts(.lockElsewhere, ["path": foreign.path, "user": "\(foreign.owner)", "folder": lock.folder]))
    }
    return lock
  }
}
