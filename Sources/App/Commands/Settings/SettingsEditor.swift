import Ports
import Screen

/// Changes settings in their file, for `peach settings` and for pages alike.
struct SettingsEditor {
  let paths: Paths

  /// `settings` with `key` set to `text`, once that is saved. Every other line of the file stays as it is. A scale is opened only
  /// where `mayOpen` it.
  /// - Throws: why it is not: the value cannot be, the scale it names cannot be used, or the file cannot be changed.
  func set(
    _ key: SettingKey, to text: String, in settings: Settings, mayOpen: (TuningChoice) -> Bool = { _ in true }
  ) throws(SettingRefusal) -> Settings {
    var settings = settings
    do throws(SettingProblem) {
      try settings.set(key, text)
    } catch {
      throw .value(error)
    }
    if key == .tuning, !mayOpen(settings.tuning) { throw .elsewhere(folder: paths.config) }
    do throws(SettingsFileProblem) {
      if key == .tuning { _ = try paths.tuningFile.tuning(settings.tuning) }
      try SettingsFile(path: paths.settings).write(key, of: settings)
    } catch {
      throw .file(error)
    }
    return settings
  }

  /// Takes `keys` out of the file: they have their defaults then.
  /// - Throws: why the file cannot be changed.
  func reset(_ keys: [SettingKey]) throws(SettingRefusal) {
    do throws(SettingsFileProblem) {
      try SettingsFile(path: paths.settings).remove(keys)
    } catch {
      throw .file(error)
    }
  }
}
