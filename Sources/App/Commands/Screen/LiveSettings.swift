import Foundation
import Pitch
import Ports
import SQLiteStore
import Screen
import Synchronization
import Training

/// The settings of a practice that runs: read and written in their file, and told to practice where they differ from what
/// it was told before, whoever changed them. Any thread but the loop's; calls wait for one another.
final class LiveSettings: Sendable {
  private struct State {
    /// The last good ones: a file that somebody is just editing must not take them away.
    var settings: Settings {
      didSet { known.insert(settings.tuning) }
    }
    /// The tunings that the player has chosen so far, by whatever means: a page may choose them again.
    var known: Set<TuningChoice>
    /// What practice has.
    var told: PracticeSettings
  }

  private let state: Mutex<State>
  private let paths: Paths
  private let place: SpeechPlace
  private let tell: @Sendable (SettingsChange) -> Void

  /// `told` is what practice was begun with. `place` decides the setting `speech`; `tell` hands a change to practice.
  init(
    _ settings: Settings, told: PracticeSettings, paths: Paths, place: SpeechPlace,
    tell: @escaping @Sendable (SettingsChange) -> Void
  ) {
    state = Mutex(State(settings: settings, known: [settings.tuning], told: told))
    self.paths = paths
    self.place = place
    self.tell = tell
  }

  /// The settings as the file has them now, and what is wrong with it or with a scale it names.
  func read() -> (values: Settings, problems: [SettingsFileProblem]) {
    state.withLock { state in
      let (settings, problems) = SettingsFile(path: paths.settings).read(last: state.settings)
      state.settings = settings
      return (settings, problems + follow(&state))
    }
  }

  /// The language that was chosen, as of the last time the file was read.
  var language: Settings.LanguageChoice { state.withLock(\.settings.language) }

  /// Saves one setting, for a page: it has no scale opened but those that are known, come with Peach or lie with the settings. Of
  /// any other it learns neither what is in it nor whether it is there.
  func set(_ key: SettingKey, to text: String) throws(SettingRefusal) {
    try change { (state: inout State) throws(SettingRefusal) in
      let known = state.known
      state.settings = try SettingsEditor(paths: paths).set(key, to: text, in: state.settings) { choice in
        guard case .file(let name) = choice else { return true }
        return known.contains(choice) || paths.tuningFile.isOurs(name)
      }
    }
  }

  /// Takes every setting back to its default.
  func reset() throws(SettingRefusal) {
    try change { (state: inout State) throws(SettingRefusal) in
      try SettingsEditor(paths: paths).reset(SettingKey.allCases)
      state.settings = Settings()
    }
  }

  private func change(_ edit: (inout State) throws(SettingRefusal) -> Void) throws(SettingRefusal) {
    try state.withLock { (state: inout State) throws(SettingRefusal) in
      // Somebody may have changed others meanwhile.
      state.settings = SettingsFile(path: paths.settings).read(last: state.settings).settings
      try edit(&state)
      _ = follow(&state)
    }
  }

  /// Tells practice what is new to it; what is wrong with a scale.
  private func follow(_ state: inout State) -> [SettingsFileProblem] {
    var problems: [SettingsFileProblem] = []
    var tuning = Tuning.equal
    do throws(SettingsFileProblem) {
      tuning = try paths.tuningFile.tuning(state.settings.tuning)
    } catch {
      problems = [error.withoutScale]
    }
    let wanted = PracticeSettings(state.settings, tuning: tuning, place: place)
    guard wanted != state.told else { return problems }
    let known = answers(for: wanted, after: state.told)
    state.told = wanted
    let scale = RecordedScale(state.settings, read: tuning, paths)
    tell(SettingsChange(wanted, known: known, scale: scale))
    return problems
  }

  /// The answers so far, where something goes on from them that did not before. One of this very moment may be missing.
  private func answers(for wanted: PracticeSettings, after told: PracticeSettings) -> KnownAnswers? {
    let strategy = wanted.training.strategy
    let changes = strategy != told.training.strategy
    let adapts = wanted.training.goesOnFromMatches && !told.training.goesOnFromMatches
    guard changes || adapts else { return nil }
    // Without a database there are none, and practice has said what is wrong with it.
    return try? SQLiteStore.storedAnswers(
      path: paths.database, comparisons: changes && strategy == .kazez ? Program.remembered : 0,
      matches: adapts ? Program.remembered : 0, profile: changes && strategy == .edge)
  }
}

extension PracticeSettings {
  /// What practice is set to by `settings`, with the tuning that was read and with what `speech` comes to at
  /// `place`; nil: nobody is spoken to.
  init(_ settings: Settings, tuning: Tuning, place: SpeechPlace?) {
    self.init(
      // The settings keep to training's own ranges, so this never falls back; a test sets every end of every range.
      settings, training: (try? settings.training(scale: tuning)) ?? .standard,
      speaks: place?.speaks(settings) ?? false, speaksIntervals: place?.speaksIntervals(settings) ?? false,
      expectsVoice: settings.speech.expectsVoice(matchingCue: settings.matchingCue))
  }
}
