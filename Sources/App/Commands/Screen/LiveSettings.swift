import Pitch
import Ports
import SQLiteStore
import Synchronization
import Training

/// The settings of a running practice: read and written in their file; differences are sent to practice, from any
/// program. Any thread but the loop's; calls wait for one another.
final class LiveSettings: Sendable {
  private struct State {
    /// The last valid settings: a file in the middle of an edit must not discard them.
    var settings: Settings {
      didSet { known.formUnion(SettingKey.files.map { settings[$0] }) }
    }
    /// The tunings and orders chosen by the player so far, in any way: a page may choose them again.
    var known: Set<TuningChoice>
    /// The settings of practice.
    var told: PracticeSettings
    /// The file as a change of this left it; nil before the first.
    var written: FileState?
  }

  private let state: Mutex<State>
  private let paths: Paths
  private let place: SpeechPlace
  private let tell: @Sendable (SettingsChange) -> Void

  /// Starts with `told`, the settings that practice started with. `place` determines the setting `speech`; `tell` sends
  /// a change to practice.
  init(
    _ settings: Settings, told: PracticeSettings, paths: Paths, place: SpeechPlace,
    tell: @escaping @Sendable (SettingsChange) -> Void
  ) {
    state = Mutex(State(settings: settings, known: Set(SettingKey.files.map { settings[$0] }), told: told))
    self.paths = paths
    self.place = place
    self.tell = tell
  }

  /// Returns the settings in the file, and the problems of the file or of a scale it names.
  func read() -> (values: Settings, problems: [SettingsFileProblem]) {
    state.withLock { state in
      let reading = SettingsFile(path: paths.settings).read(last: state.settings)
      return follow(reading, &state)
    }
  }

  /// Follows a file that may have changed: it is read again unless it is as a change of this left it.
  func follow() {
    state.withLock { state in
      if state.written != nil, state.written == FileState(of: paths.settings) {
        _ = tell(&state)
      } else {
        _ = follow(SettingsFile(path: paths.settings).read(last: state.settings), &state)
      }
    }
  }

  /// The chosen language, as of the last time the file was read.
  var language: Settings.LanguageChoice { state.withLock(\.settings.language) }

  /// Saves one setting, for a page: it may open only files that are known, come with Peach or are in the folder of the
  /// settings. For any other file it learns neither its content nor its existence. Returns all settings after the
  /// change.
  @discardableResult
  func set(_ key: SettingKey, to text: String) throws(SettingRefusal) -> Settings {
    try change { (state: State) throws(SettingRefusal) in
      try SettingsEditor(paths: paths).set(key, to: text, in: state.settings) { choice in
        guard case .file(let name) = choice else { return true }
        return state.known.contains(choice) || paths.tuningFile.isOurs(name)
      }
    }.values
  }

  /// Resets every setting to its default. Returns all settings after the change, and the remaining problems of the
  /// file.
  @discardableResult
  func reset() throws(SettingRefusal) -> (values: Settings, problems: [SettingsFileProblem]) {
    try change { (state: State) throws(SettingRefusal) in
      try SettingsEditor(paths: paths).reset(SettingKey.allCases, in: state.settings)
    }
  }

  private func change(
    _ edit: (State) throws(SettingRefusal) -> SettingsReading
  ) throws(SettingRefusal) -> (values: Settings, problems: [SettingsFileProblem]) {
    try state.withLock { (state: inout State) throws(SettingRefusal) in
      let reading = try edit(state)
      state.written = reading.written
      return follow(reading, &state)
    }
  }

  private func follow(
    _ reading: SettingsReading, _ state: inout State
  ) -> (values: Settings, problems: [SettingsFileProblem]) {
    state.settings = reading.settings
    let scale = tell(&state)
    return (state.settings, reading.problems + scale)
  }

  /// Sends changes to practice. Returns the problems of a scale, which is read again each time.
  private func tell(_ state: inout State) -> [SettingsFileProblem] {
    let problems = paths.tuningFile.read(into: &state.settings)
    let wanted = PracticeSettings(state.settings, place: place)
    guard wanted != state.told else { return problems }
    let known = answers(for: wanted, after: state.told)
    state.told = wanted
    tell(SettingsChange(wanted, known: known, scales: RecordedScale.all(state.settings, paths)))
    return problems
  }

  /// Returns the stored answers, if practice needs them now and did not before. An answer given at this moment may be
  /// missing.
  private func answers(for wanted: PracticeSettings, after told: PracticeSettings) -> KnownAnswers? {
    let strategy = wanted.training.strategy
    let changes = strategy != told.training.strategy
    let adapts = wanted.training.goesOnFromMatches && !told.training.goesOnFromMatches
    guard changes || adapts else { return nil }
    // Without a database there are no answers, and practice has already reported the problem.
    return try? SQLiteStore.storedAnswers(
      path: paths.database, comparisons: changes && strategy == .kazez ? Program.Storage.remembered : 0,
      matches: adapts ? Program.Storage.remembered : 0, profile: changes && strategy == .edge)
  }
}

extension PracticeSettings {
  /// Creates the settings of practice from `settings`, with `speech` resolved for `place`; nil: without speech.
  init(_ settings: Settings, place: SpeechPlace?) {
    self.init(
      settings, speaks: place?.speaks(settings) ?? false, speaksIntervals: place?.speaksIntervals(settings) ?? false,
      expectsVoice: settings.speech.expectsVoice(matchingCue: settings.matchingCue))
  }
}
