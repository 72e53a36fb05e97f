import ArgumentParser
import Practice
import Screen
import Texts

/// `peach settings`: shows and changes settings; refuses what is out of range, saying the range.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: Help.catalogue(.settings),
    subcommands: [List.self, Get.self, Set.self, Reset.self], defaultSubcommand: List.self)

  /// `peach settings list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: Help.catalogue(.settingsList))
    @OptionGroup var common: CommonOptions

    func run() throws {
      let setup = try Setup(common: common, readsProfiles: false)
      setup.complainOfSettings()
      let texts = setup.catalogue
      let keys = SettingKey.allCases
      let names = Self.padded(keys.map(\.rawValue))
      let values = Self.padded(keys.map { setup.settings.text(of: $0) })
      for (index, key) in keys.enumerated() {
        print("\(names[index])  \(values[index])  \(texts.about(key)) (\(texts.range(of: key)))")
      }
    }

    /// `texts` as a column: all as long as the longest.
    private static func padded(_ texts: [String]) -> [String] {
      let width = texts.map(\.count).max() ?? 0
      return texts.map { $0 + String(repeating: " ", count: width - $0.count) }
    }
  }

  /// `peach settings get KEY`.
  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: Help.catalogue(.settingsGet))
    @OptionGroup var common: CommonOptions
    @Argument(help: Help.text(.settingKey))
    var key: String

    func run() throws {
      let setup = try Setup(common: common, readsProfiles: false)
      setup.complainOfSettings()
      print(setup.settings.text(of: try setup.key(key)))
    }
  }

  /// `peach settings set KEY VALUE`.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: Help.catalogue(.settingsSet))
    @OptionGroup var common: CommonOptions
    @Argument(help: Help.text(.settingKey))
    var key: String
    @Argument(parsing: .allUnrecognized, help: Help.text(.settingValue))
    var value: [String]

    func run() throws {
      let setup = try Setup(common: common, readsProfiles: false)
      let key = try setup.key(key)
      try setup.change { editor throws(SettingRefusal) in
        _ = try editor.set(key, to: value.joined(separator: " "), in: setup.settings)
      }
    }
  }

  /// `peach settings reset [KEY]`.
  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: Help.catalogue(.settingsReset))
    @OptionGroup var common: CommonOptions
    @Argument(help: Help.text(.settingKey))
    var key: String?

    func run() throws {
      let setup = try Setup(common: common, readsProfiles: false)
      let keys = try key.map { [try setup.key($0)] } ?? SettingKey.allCases
      try setup.change { editor throws(SettingRefusal) in try editor.reset(keys) }
    }
  }
}
