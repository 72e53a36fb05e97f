import Foundation

/// The folders Peach reads and writes: the XDG base directory specification, version 0.8.
struct Paths {
  /// The folder of `settings.yaml` and of the player's own controller mappings.
  let config: String
  /// The folder of the database.
  let data: String
  /// The player's home.
  let home: String

  /// `config` and `data` are the values of `--config` and `--data`; relative paths are resolved from `current`.
  init(
    config: String? = nil, data: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment,
    home: String? = nil,
    current: String = FileManager.default.currentDirectoryPath
  ) {
    // The specification uses `$HOME`; without it, the system's user entry serves.
    let home =
      home ?? environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? FileManager.default.homeDirectoryForCurrentUser.path
    func base(_ variable: String, _ fallback: String) -> String {
      // The specification: a relative path is invalid and is ignored, and so is an empty one.
      if let value = environment[variable], value.hasPrefix("/") { return value }
      return "\(home)/\(fallback)"
    }
    func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(current)/\(path)" }
    self.home = home
    self.config = config.map(absolute) ?? base("XDG_CONFIG_HOME", ".config") + "/peach"
    self.data = data.map(absolute) ?? base("XDG_DATA_HOME", ".local/share") + "/peach"
  }

  /// The settings file.
  var settings: String { config + "/settings.yaml" }
  /// Reads the file that the setting `tuning` names.
  var tuningFile: TuningFile { TuningFile(settings: config, home: home, shipped: Self.shipped(.tunings)) }
  /// The player's own controller mappings.
  var controllers: String { config + "/controllers" }
  /// The database.
  var database: String { data + "/peach.sqlite" }

  /// The folders of data that come with Peach.
  enum Shipped: String {
    case controllers
    /// Scala files.
    case tunings
  }

  /// Returns the folder of the files that come with Peach: below `$PEACH_SHARE`, next to an installed program, or in
  /// the source tree of the build. Nil if none exists.
  static func shipped(
    _ kind: Shipped,
    program: String? = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    isFolder: (String) -> Bool = { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
  ) -> String? {
    var candidates: [String] = []
    if let share = environment["PEACH_SHARE"], !share.isEmpty { candidates.append("\(share)/\(kind.rawValue)") }
    if let program {
      var folder = URL(filePath: program).deletingLastPathComponent()
      candidates.append("\(folder.deletingLastPathComponent().path)/share/peach/\(kind.rawValue)")
      // `.build/<triple>/release` is three levels below the source tree.
      for _ in 0..<3 {
        folder.deleteLastPathComponent()
        candidates.append("\(folder.path)/config/\(kind.rawValue)")
      }
    }
    return candidates.first(where: isFolder)
  }
}
