import Foundation
import Linux
import Pitch
import Ports
import Training

/// Finds and reads the files named by settings: the scales of tunings with the keyboard maps next to them, and orders.
/// No other code does: settings contain only the name.
struct TuningFile {
  /// The folder of the settings: relative paths are below it.
  let settings: String
  /// The player's home, for `~`.
  let home: String
  /// The folder of the scales that come with Peach, found by name alone; nil if it does not exist.
  let shipped: String?

  /// The file that `path`, the setting's value, refers to: absolute, below `~`, below the settings' folder, or a
  /// shipped one.
  func path(of path: String) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/") { return home + path.dropFirst() }
    let own = settings + "/" + path
    if let shipped, !path.contains("/"), !Self.exists(own), Self.exists(shipped + "/" + path) {
      return shipped + "/" + path
    }
    return own
  }

  /// Reads the files of all tunings and orders into `settings`. Returns the problems; a setting with a problem has its
  /// default.
  func read(into settings: inout Settings) -> [SettingsFileProblem] {
    SettingKey.files.compactMap { key in
      do throws(SettingsFileProblem) {
        settings.load(try content(settings[key], of: key), for: key)
        return nil
      } catch {
        settings.load(Settings()[key], for: key)
        return error.without(key)
      }
    }
  }

  /// Returns `choice`, and in place of a file the tuning or order in it, named after the file.
  /// - Throws: the problem with the file or with a scale's keyboard map, with that file's path, line and column.
  func content(_ choice: TuningChoice, of key: SettingKey) throws(SettingsFileProblem) -> TuningChoice {
    guard case .file(let name) = choice else { return choice }
    let file = path(of: name)
    let title = URL(filePath: file).lastPathComponent
    guard key != .temperamentOrder else {
      let bytes = try Self.bytes(file)
      do throws(TemperamentOrderProblem) {
        return .order(try TemperamentOrder(name: title, bytes))
      } catch {
        throw SettingsFileProblem(file: file, line: error.line, column: error.column, reason: .order(error.reason))
      }
    }
    let scale = try Self.parse(file) { bytes throws(ScalaProblem) in try ScalaScale(bytes) }
    var map: ScalaKeyboardMap?
    if let mapping = Self.mappings(of: file).first(where: Self.exists) {
      map = try Self.parse(mapping) { bytes throws(ScalaProblem) in try ScalaKeyboardMap(bytes) }
    }
    do throws(ScalaProblem) {
      return .named(try key.tuning(title, scale, map))
    } catch {
      throw Self.problem(file, error)
    }
  }

  /// Whether `name` means a scale that comes with Peach, or one in the folder of the settings or below it that is not a
  /// link to elsewhere, together with the keyboard map next to it.
  func isOurs(_ name: String) -> Bool {
    let file = path(of: name)
    if let shipped, file == shipped + "/" + name, !name.contains("/") { return true }
    let mappings = Self.mappings(of: file).filter(Self.exists)
    return ([file] + mappings).allSatisfy { Self.lies($0, in: settings) }
  }

  /// Whether `file` is in `folder` or below it, by its path and by the targets of links.
  private static func lies(_ file: String, in folder: String) -> Bool {
    func resolved(_ path: String) -> String? {
      guard let text = realpath(path, nil) else { return nil }
      defer { free(text) }
      return String(cString: text)
    }
    let parts = file.dropFirst(folder.count).split(separator: "/")
    guard file.hasPrefix(folder + "/"), !parts.contains("..") else { return false }
    // A missing file leads nowhere, unless its folder does.
    let parent = URL(filePath: file).deletingLastPathComponent().path
    guard let real = resolved(file) ?? resolved(parent).map({ $0 + "/" }), let root = resolved(folder) else {
      return true
    }
    return real.hasPrefix(root + "/")
  }

  /// The possible places of the keyboard map of the scale in `file`.
  static func mappings(of file: String) -> [String] {
    let base = file.dropLast(TuningChoice.scale.count)
    return [base + ".kbm", base + ".KBM"].map(String.init)
  }

  private static func parse<Value>(
    _ path: String, _ parse: ([UInt8]) throws(ScalaProblem) -> Value
  ) throws(SettingsFileProblem) -> Value {
    let bytes = try Self.bytes(path)
    do throws(ScalaProblem) {
      return try parse(bytes)
    } catch {
      throw problem(path, error)
    }
  }

  private static func bytes(_ path: String) throws(SettingsFileProblem) -> [UInt8] {
    do throws(SmallFile.Failure) {
      return try SmallFile.read(path, limit: ScalaScale.sizeLimit)
    } catch {
      if case .tooLarge(let limit) = error {
        throw SettingsFileProblem(file: path, reason: .scale(.tooLarge(limit: limit)))
      }
      throw SettingsFileProblem(file: path, error)
    }
  }

  private static func problem(_ path: String, _ problem: ScalaProblem) -> SettingsFileProblem {
    SettingsFileProblem(file: path, line: problem.line, reason: .scale(problem.reason))
  }

  /// Returns true also if the check itself fails: reading the file then reports the reason.
  private static func exists(_ path: String) -> Bool { Existence(of: path) != .missing }
}

extension SettingsFileProblem {
  /// Returns the same problem with a scale, replaced by the default of its setting.
  func without(_ key: SettingKey) -> SettingsFileProblem {
    var problem = self
    problem.instead = [.setting(key, value: key.defaultText, isDefault: true)]
    return problem
  }
}
