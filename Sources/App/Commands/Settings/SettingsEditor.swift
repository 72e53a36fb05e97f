import Ports

/// Changes settings in their file, for `peach settings` and for pages alike: each change reads the file once, and
/// writes it once.
struct SettingsEditor {
  let paths: Paths

  /// Sets `key` to `text` in the file. Every other line stays unchanged. A scale or order is opened only if `mayOpen`
  /// allows it. Returns the settings of the file after the change, on top of `last`.
  /// - Throws: the reason it is not saved: the value is invalid, the file it names cannot be used, or the file cannot
  ///   be changed.
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
    let isFile = SettingKey.files.contains(key)
    if isFile, !mayOpen(settings[key]) { throw .elsewhere(key, folder: paths.config) }
    do throws(SettingsFileProblem) {
      if isFile { _ = try paths.tuningFile.content(settings[key], of: key) }
      return try reading.write(key, of: settings)
    } catch {
      throw .file(error)
    }
  }

  /// Removes `keys` from the file, which gives them their defaults. Returns the settings of the file after the change,
  /// on top of `last`.
  /// - Throws: the reason the file cannot be changed.
  @discardableResult
  func reset(_ keys: [SettingKey], in last: Settings) throws(SettingRefusal) -> SettingsReading {
    do throws(SettingsFileProblem) {
      return try SettingsFile(path: paths.settings).read(last: last).remove(keys)
    } catch {
      throw .file(error)
    }
  }
}
