import ArgumentParser
import Controllers
import Foundation
import JACKOutput
import Linux
import Pitch
import Ports
import Practice
import Texts
import Training

/// What every command reads before it begins: folders, settings, language, controller mappings.
struct Setup {
  let paths: Paths
  /// With the tuning that `tuning` names; equal if its file cannot be used.
  let settings: Settings
  /// Of the settings file, and of the file its `tuning` names.
  let settingsProblems: [SettingsFileProblem]
  let catalogue: Catalogue
  /// The language of the command line, which goes before the settings'.
  let language: Language?
  private let mappings: Deferred<MappingLibrary>
  /// The part of a controller's name that `--controller` asked for.
  let controllerName: String?

  /// Reads all of it but the shipped mappings and the player's own, which are many. A bad file is told where it matters and
  /// stops nothing, unless the command line named its folder and it is not `mending` that is wanted.
  /// - Throws: `ExitCode.configuration`, after a line that says what is wrong.
  init(common: CommonOptions, controller: String? = nil, mending: Bool = false) throws {
    let environment = ProcessInfo.processInfo.environment
    paths = Paths(config: common.config, data: common.data)
    let reading = SettingsFile(path: paths.settings).read()
    var settings = reading.settings
    do throws(SettingsFileProblem) {
      settings.training.tuning = try paths.tuningFile.tuning(settings.tuning)
      settingsProblems = reading.problems
    } catch {
      settingsProblems = reading.problems + [error.withoutScale]
    }
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
    if common.config != nil, !mending, let problem = settingsProblems.first {
      complain(catalogue.line(problem))
      throw ExitCode.configuration
    }
    let isFile = controller.map { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") } ?? false
    controllerName = isFile ? nil : controller
    let named = try controller.flatMap { [catalogue] in isFile ? try Self.mapping(in: $0, catalogue) : nil }
    mappings = Deferred { [folder = paths.controllers] in
      let found = MappingLibrary.load(folders: [folder], shipped: Paths.shipped(.controllers))
      return MappingLibrary(found, preferred: named?.mapping, problems: named?.problems ?? [])
    }
  }

  /// The controller mappings. The player's own are read where the library is first asked for, which takes a while.
  var library: MappingLibrary { mappings.value }

  /// Begins to read the player's own controller mappings beside what comes next.
  func readMappingsAhead() { mappings.prepare() }

  /// Reads whom the shipped mappings fit once sound should have begun, which takes longer beside it, so that a controller
  /// plugged in later need not wait for that.
  func readShippedMappingsLater() {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1) { [mappings] in
      mappings.value.readShipped()
    }
  }

  /// The mapping that the command line named, and what is wrong with it.
  private static func mapping(
    in file: String, _ texts: Catalogue
  ) throws -> (mapping: ControllerMapping, problems: [MappingProblem]) {
    let (mapping, problems) = MappingLibrary.load(file: file)
    if let mapping { return (mapping, problems) }
    for problem in problems { complain(texts.line(problem)) }
    throw ExitCode.configuration
  }

  /// Says what is wrong with the settings file, as `check` does, where nothing else would.
  func complainOfSettings() {
    for problem in settingsProblems { complain(catalogue.line(problem)) }
  }

  /// What training is set to.
  var training: TrainingSettings { settings.training }

  /// What is asked of the sound output: the command line's wishes, then the settings'.
  func soundOptions(
    _ audio: JACKOptions.Audio = .auto, _ output: String? = nil, willRetry: Bool = false
  ) -> JACKOptions {
    JACKOptions(
      audio: audio, output: output ?? settings.output, period: settings.period,
      serverName: Self.jackServer, willRetry: willRetry)
  }

  /// Which jackd is asked, by the name it was started with; nil for the default one.
  static var jackServer: String? { ProcessInfo.processInfo.environment["JACK_DEFAULT_SERVER"] }

  /// What practice is asked to do by the settings and these options.
  func configuration(
    _ beginning: PracticeBeginning, library: MappingLibrary? = nil, place: SpeechPlace? = nil, seed: UInt64,
    asleep: Bool = false, known: KnownAnswers = KnownAnswers(), splits: [String: Int] = [:],
    timers: KnownTimers = KnownTimers()
  ) -> PracticeConfiguration {
    PracticeConfiguration(
      settings: PracticeSettings(settings, place: place), period: settings.period,
      settingsProblems: settingsProblems, library: library ?? self.library, startMode: beginning.mode,
      exercises: beginning.exercises, seed: seed, asleep: asleep, known: known, splits: splits, timers: timers,
      startTimer: beginning.timer)
  }

  /// The setting called `name`.
  /// - Throws: `ExitCode.usage`, after a line that suggests the one likely meant.
  func key(_ name: String) throws -> SettingKey {
    if let key = SettingKey(rawValue: name) { return key }
    complain(catalogue.sentence(.unknownKey(name, suggestions: SettingKey.nearest(to: name))))
    throw ExitCode.usage
  }

  /// Does what writes files, and says which of them could not be written.
  /// - Throws: `ExitCode.failure` after that line, or what `body` throws.
  func writing<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as FileFailure {
      // What became of standard output is told at the end of the process.
      if !failure.isStandardOutput { complain(catalogue.line(failure)) }
      throw failure.isStandardOutput ? ExitCode.success : ExitCode.failure
    }
  }

  /// Changes settings in their file, as was `typed`.
  /// - Throws: `ExitCode.usage` or `.configuration`, after a line that says what is wrong with the value, or with the file.
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
