import Controllers
import Pitch
import Training

extension Settings {
  /// Sets `key` to what `text` says, or throws why it cannot be and changes nothing.
  public mutating func set(_ key: SettingKey, _ text: String) throws(SettingProblem) {
    let before = self
    do throws(SettingProblem) {
      try key.row.assign(&self, SettingText(key: key, text: text))
      if let problem = rangeProblem(moved: key) { throw problem }
    } catch {
      self = before
      throw error
    }
  }

  /// Sets `name`, a word of the command line.
  public mutating func set(named name: String, _ text: String) throws(SettingProblem) {
    guard let key = SettingKey(rawValue: name) else {
      throw .unknownKey(name, suggestions: SettingKey.nearest(to: name))
    }
    try set(key, text)
  }

  /// Sets all of `values`, whatever their order: both ends of the note range may move together. A value that cannot be
  /// keeps what stood before and is returned with its problem.
  public mutating func set(all values: [(key: SettingKey, text: String)]) -> [(
    key: SettingKey, problem: SettingProblem
  )] {
    let before = self
    var problems: [(key: SettingKey, problem: SettingProblem)] = []
    for (key, text) in values {
      do throws(SettingProblem) {
        try key.row.assign(&self, SettingText(key: key, text: text))
      } catch {
        problems.append((key, error))
      }
    }
    let ends = values.map(\.key).filter { $0 == .noteRangeLow || $0 == .noteRangeHigh }
    if let problem = rangeProblem(moved: ends.count == 1 ? ends[0] : nil) {
      problems.append((ends.last ?? .noteRangeHigh, problem))
      takeNoteRange(of: before)
    }
    return problems
  }

  /// Puts `key` back to its default. Where that would leave the note range too narrow, both its ends go back.
  public mutating func reset(_ key: SettingKey) {
    let problems = set(all: [(key, key.defaultText)])
    guard !problems.isEmpty else { return }
    takeNoteRange(of: Settings())
  }

  /// The part that training depends on, with the tuning that was read from the file if `tuning` names one; without it
  /// that is equal. The ranges are the same, so it throws only if the two have come apart.
  public func training(scale: Tuning? = nil) throws(TrainingSettingsError) -> TrainingSettings {
    guard let low = Note(noteRangeLow), let high = Note(noteRangeHigh), let range = NoteRange(low, high) else {
      throw .noteRangeTooNarrow(.standard)
    }
    let tuning: Tuning =
      switch tuning {
      case .named(let tuning): tuning
      case .file: scale ?? .equal
      }
    return try TrainingSettings(
      range: range, noteDuration: noteDuration, noteGap: noteGap,
      concertPitch: ConcertPitch(Hertz(concertPitch)) ?? .standard, intervals: intervals, tuning: tuning,
      naturalMechanical: naturalMechanical, loudnessVariation: loudnessVariation, strategy: strategy,
      targetSuccess: targetSuccess, matchingRange: Cents(Double(matchingRange)), matchingAdaptive: matchingAdaptive,
      matchingReference: matchingReference)
  }

  private func rangeProblem(moved: SettingKey?) -> SettingProblem? {
    noteRangeHigh - noteRangeLow < TrainingSettings.minimumSpan
      ? .rangeTooNarrow(moved: moved, low: noteRangeLow, high: noteRangeHigh) : nil
  }

  /// The value of `key` in the words of the file: setting this text again changes nothing.
  public func text(of key: SettingKey) -> String { key.row.text(self) }

  /// The roles whose controls do nothing: no surface shows them or asks for them. A mapping may have them all the same.
  public var idleRoles: Set<Role> { hearAgain ? [] : [.hearAgain] }
}
