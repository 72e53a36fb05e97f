import Ports
import Texts

/// Why a setting was not saved.
public enum SettingRefusal: Error, Hashable, Sendable {
  /// The value cannot be.
  case value(SettingProblem)
  /// The value names a file that no page may open: it lies outside of `folder`, where the settings are.
  case elsewhere(folder: String)
  /// The settings file cannot be changed, or a file that the value names cannot be used.
  case file(SettingsFileProblem)
}

extension Catalogue {
  /// Why a setting was not saved, as a line of its own: about what was typed, in the words of where it was.
  public func line(_ refusal: SettingRefusal, on surface: Surface = .terminal, typed: String? = nil) -> String {
    switch refusal {
    case .value(let problem): sentence(problem.about(typed), on: surface)
    case .elsewhere(let folder): self(.settingElsewhere, ["folder": folder])
    case .file(let problem): line(problem)
    }
  }
}
