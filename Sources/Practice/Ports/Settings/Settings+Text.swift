import Controllers
import Training

extension Settings {
  /// Sets `key` to the value in `text`, or throws the problem and changes nothing.
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

  /// Sets all of `values`, in any order: both ends of the note range may move together. An invalid value leaves the
  /// previous one in place and is returned with its problem.
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

  /// Resets `key` to its default. If that would leave the note range too narrow, both its ends are reset.
  public mutating func reset(_ key: SettingKey) {
    let problems = set(all: [(key, key.defaultText)])
    guard !problems.isEmpty else { return }
    takeNoteRange(of: Settings())
  }

  /// Takes both ends of the note range, which only count together.
  private mutating func takeNoteRange(of other: Settings) {
    training.lowest = other.training.lowest
    training.highest = other.training.highest
  }

  private func rangeProblem(moved: SettingKey?) -> SettingProblem? {
    let (low, high) = (training.lowest.number, training.highest.number)
    return high - low < TrainingSettings.minimumSpan ? .rangeTooNarrow(moved: moved, low: low, high: high) : nil
  }

  /// The value of `key` in the format of the file: setting this text again changes nothing.
  public func text(of key: SettingKey) -> String { key.row.text(self) }

  /// The roles whose controls do nothing: surfaces do not show them. A mapping may still contain them.
  public var idleRoles: Set<Role> { hearAgain ? [] : [.hearAgain] }

  /// The roles that surfaces do not ask for: the idle ones, and the sure ones, whose controls answer like any other.
  public var unaskedRoles: Set<Role> { idleRoles.union(sureness ? [] : [.higherSure, .lowerSure]) }
}
