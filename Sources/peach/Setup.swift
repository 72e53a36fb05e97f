import ArgumentParser
import Controllers
import Foundation
import JACKOutput
import Pitch
import Practice
import Screen
import Texts
import Training

/// What every command reads before it begins: folders, settings, language, controller profiles.
struct Setup {
  let paths: Paths
  let settings: Settings
  /// Of the settings file, and of the file its `tuning` names.
  let settingsProblems: [SettingsFileProblem]
  /// What `tuning` means; equal if its file cannot be used.
  let tuning: Tuning
  let catalogue: Catalogue
  /// The language of the command line, which goes before the settings'.
  let language: Language?
  let library: ProfileLibrary
  /// The part of a controller's name that `--controller` asked for.
  let controllerName: String?

  /// Reads all of it; controller profiles only if `readsProfiles`: they are many. A bad file is told where it matters and stops
  /// nothing, unless the command line named it.
  /// - Throws: `ExitCode.configuration`, after a line that says what is wrong.
  init(common: CommonOptions, controller: String? = nil, readsProfiles: Bool = true) throws {
    let environment = ProcessInfo.processInfo.environment
    paths = Paths(config: common.config, data: common.data)
    let (settings, mistakes) = SettingsFile(path: paths.settings).read()
    self.settings = settings
    do throws(SettingsFileProblem) {
      tuning = try paths.tuningFile.tuning(settings.tuning)
      settingsProblems = mistakes
    } catch {
      tuning = .equal
      settingsProblems = mistakes + [error]
    }
    language = common.lang
    catalogue = Catalogue(
      Language.choose(option: common.lang, setting: settings.language, environment: environment))
    if let config = common.config, !FileManager.default.fileExists(atPath: config) {
      complain(catalogue(.usageNoFolder, ["path": config]))
      throw ExitCode.configuration
    }
    if common.config != nil, let problem = settingsProblems.first {
      complain(catalogue.line(problem))
      throw ExitCode.configuration
    }
    let found =
      readsProfiles
      ? ProfileLibrary.load(folders: [paths.controllers], shipped: Paths.shipped(.controllers))
      : ProfileLibrary(profiles: [])
    guard let controller else {
      library = found
      controllerName = nil
      return
    }
    guard controller.hasSuffix(".yaml") || controller.hasSuffix(".yml") else {
      library = found
      controllerName = controller
      return
    }
    let (profile, problems) = ProfileLibrary.load(file: controller)
    guard let profile else {
      for problem in problems { complain(catalogue.line(problem)) }
      throw ExitCode.configuration
    }
    library = ProfileLibrary(profiles: found.profiles, problems: problems + found.problems, preferred: profile)
    controllerName = nil
  }

  /// Says what is wrong with the settings file, as `check` does, where nothing else would.
  func complainOfSettings() {
    for problem in settingsProblems { complain(catalogue.line(problem)) }
  }

  /// What is asked of the sound output: the command line's wishes, then the settings'.
  func soundOptions(
    _ audio: JACKOptions.Audio = .auto, _ output: String? = nil, willRetry: Bool = false
  ) -> JACKOptions {
    JACKOptions(
      audio: audio, output: output ?? settings.output, period: settings.period,
      serverName: ProcessInfo.processInfo.environment["JACK_DEFAULT_SERVER"], willRetry: willRetry)
  }

  /// What practice is asked to do by the settings and these options.
  func configuration(
    _ beginning: PracticeBeginning, library: ProfileLibrary? = nil, speaks: Bool = false, seed: UInt64,
    asleep: Bool = false, known: KnownAnswers = KnownAnswers(), splits: [String: Int] = [:],
    timers: KnownTimers = KnownTimers()
  ) -> PracticeConfiguration {
    PracticeConfiguration(
      settings: PracticeSettings(settings, tuning: tuning, speaks: speaks), period: settings.period,
      settingsProblems: settingsProblems, library: library ?? self.library, startMode: beginning.mode,
      exercises: beginning.exercises, seed: seed, asleep: asleep, known: known, splits: splits, timers: timers,
      startTimer: beginning.timer)
  }

  /// The setting called `name`.
  /// - Throws: `ExitCode.usage`, after a line that suggests the one likely meant.
  func key(_ name: String) throws -> SettingKey {
    if let key = SettingKey(rawValue: name) { return key }
    complain(catalogue.sentence(.unknownKey(name, suggestion: .nearest(to: name))))
    throw ExitCode.usage
  }

  /// Changes settings in their file.
  /// - Throws: `ExitCode.usage` or `.configuration`, after a line that says what is wrong with the value, or with the file.
  func change(_ edit: (SettingsEditor) throws(SettingRefusal) -> Void) throws {
    do throws(SettingRefusal) {
      try edit(SettingsEditor(paths: paths))
    } catch {
      complain(catalogue.line(error))
      switch error {
      case .value: throw ExitCode.usage
      case .file: throw ExitCode.configuration
      }
    }
  }
}
