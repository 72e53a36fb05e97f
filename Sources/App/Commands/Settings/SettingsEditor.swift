import Ports

/// Changes settings in their file, for `peach settings` and for pages alike: each change reads the file once, and
/// writes it once.
struct SettingsEditor {
  let paths: Paths

  /// Sets `key` to `text` in the file. Every other line stays as it is. A scale is opened only where `mayOpen` it.
  /// Returns what the file says then, on top of `last`.
  /// - Throws: why it is not saved: the value cannot be, the scale it names cannot be used, or the file cannot be
  ///   changed.
  @discardableResult
  func set(
    _ key: SettingKey, to text: String, in last: Settings, mayOpen: (TuningChoice) -> Bool = { _ in true }
  ) throws(SettingRefusal) -> SettingsReading {
    let reading = SettingsFile(path: paths.settings).read(last: last)
    var settings = reading.settings
    do throws(SettingProblem) {
      try settings.set(key, text)
    } catch {
      throw .value(error)
    }
    if key == .tuning, !mayOpen(settings.tuning) { throw .elsewhere(folder: paths.config) }
    do throws(SettingsFileProblem) {
      if key == .tuning { _ = try paths.tuningFile.tuning(settings.tuning) }
      return try reading.write(key, of: settings)
    } catch {
      throw .file(error)
    }
  }

  /// Takes `keys` out of the file: they have their defaults then. Returns what the file says after that, on top of
  /// `last`.
  /// - Throws: why the file cannot be changed.
  @discardableResult
  func reset(_ keys: [SettingKey], in last: Settings) throws(SettingRefusal) -> SettingsReading {
    do throws(SettingsFileProblem) {
      return try SettingsFile(path: paths.settings).read(last: last).remove(keys)
    } catch {
      throw .file(error)
    }
  }
}
