import ArgumentParser
import Glibc
import JACKOutput
import Linux
import Ports
import Terminal
import Texts

/// The names of settings for tab completion.
private let settingNames = CompletionKind.list(SettingKey.allCases.map(\.rawValue))

/// `peach settings`: shows and changes settings; refuses a value out of range with a message that names the range.
struct SettingsCommand: NamedCommand {
  static let name = "settings"
  static let commands: [any NamedCommand.Type] = [List.self, Get.self, Set.self, Reset.self]
  static let configuration = CommandConfiguration(
    commandName: name, abstract: Help.catalogue(.settings),
    discussion: Help.example("peach settings set intervals M3 up, P5 down"),
    subcommands: commands, defaultSubcommand: List.self)

  /// `peach settings list`.
  struct List: NamedCommand {
    static let name = "list"
    static let configuration = CommandConfiguration(
      commandName: name, abstract: Help.catalogue(.settingsList), discussion: Help.example("peach settings list"))
    @OptionGroup var common: CommonOptions

    func run() throws {
      let setup = try Setup(common: common)
      setup.complainOfSettings()
      let texts = setup.catalogue
      // As in a terminal, the last column stays free.
      let width = WindowSize(of: STDOUT_FILENO).width - 1
      let column = SettingKey.allCases.map(\.rawValue.count).max() ?? 0
      for key in SettingKey.allCases {
        let value = setup.settings.text(of: key)
        let isChanged = value != key.defaultText
        let name = key.rawValue + String(repeating: " ", count: column - key.rawValue.count)
        let note = isChanged ? "  \(texts(.settingsDefault, ["value": texts.value(key.defaultText, of: key)]))" : ""
        put("\(isChanged ? "*" : " ") \(name)  \(texts.value(value, of: key))\(note)")
        for line in TextLayout.wrap("\(texts.about(key)) (\(texts.range(of: key)))", width: width - Self.indent.count) {
          put(Self.indent + line)
        }
      }
    }

    private static let indent = "      "
  }

  /// `peach settings get KEY`.
  struct Get: NamedCommand {
    static let name = "get"
    static let configuration = CommandConfiguration(
      commandName: name, abstract: Help.catalogue(.settingsGet),
      discussion: Help.example("peach settings get intervals"))
    @OptionGroup var common: CommonOptions
    @Argument(help: Help.text(.settingKey), completion: settingNames)
    var key: String

    func run() throws {
      let setup = try Setup(common: common)
      setup.complainOfSettings()
      put(setup.settings.text(of: try setup.key(key)))
    }
  }

  /// `peach settings set KEY VALUE`.
  struct Set: NamedCommand {
    static let name = "set"
    static let configuration = CommandConfiguration(
      commandName: name, abstract: Help.catalogue(.settingsSet),
      discussion: Help.example("peach settings set note-range-low G3"))
    @OptionGroup var common: CommonOptions
    @Argument(help: Help.text(.settingKey), completion: settingNames)
    var key: String
    @Argument(
      parsing: .allUnrecognized, help: Help.text(.settingValue), completion: .custom(Suggestions.complete))
    var value: [String]

    func run() throws {
      let setup = try Setup(common: common, mending: true)
      let key = try setup.key(key)
      let texts = setup.catalogue
      // After `--` comes a value, even if it begins with a dash.
      let typed = value.drop { $0 == "--" }.joined(separator: " ")
      var settings = setup.settings
      try setup.change(typed: typed) { editor throws(SettingRefusal) in
        settings = try editor.set(key, to: texts.written(typed, for: key), in: setup.settings).settings
      }
      say(texts(.settingsIsNow, ["setting": key.rawValue, "value": texts.changed(settings.text(of: key), of: key)]))
      setup.remarks(on: key, typed: typed, settings).forEach { complain($0) }
    }
  }

  /// `peach settings reset [KEY]`.
  struct Reset: NamedCommand {
    static let name = "reset"
    static let configuration = CommandConfiguration(
      commandName: name, abstract: Help.catalogue(.settingsReset),
      discussion: Help.example("peach settings reset intervals"))
    @OptionGroup var common: CommonOptions
    @Argument(help: Help.text(.settingKey), completion: settingNames)
    var key: String?

    func run() throws {
      let setup = try Setup(common: common, mending: true)
      let texts = setup.catalogue
      let keys = try key.map { [try setup.key($0)] } ?? SettingKey.allCases
      let changes = keys.map { (key: $0, before: setup.settings.text(of: $0)) }
        .filter { $0.before != $0.key.defaultText }
      if changes.isEmpty, key == nil { say(texts(.settingsUnchanged)) }
      for (key, before) in changes {
        let (before, after) = (texts.value(before, of: key), texts.value(key.defaultText, of: key))
        say(texts(.settingsChange, ["setting": key.rawValue, "before": before, "after": after]))
      }
      // Naming one setting is deliberate; resetting all may be a slip.
      if key == nil, !changes.isEmpty, isatty(STDIN_FILENO) == 1 {
        ProcessOutput.write("\(texts(.settingsReallyReset)) ", to: STDOUT_FILENO)
        guard readLine()?.lowercased().hasPrefix(texts(.letterYes)) == true else {
          say(texts(.settingsKept))
          throw ExitCode.failure
        }
      }
      try setup.change { editor throws(SettingRefusal) in try editor.reset(keys, in: setup.settings) }
    }
  }
}

extension Setup {
  /// Returns remarks on an accepted value.
  fileprivate func remarks(on key: SettingKey, typed: String, _ settings: Settings) -> [String] {
    if key == .output, let output = settings.output { return missing(output).map { [$0] } ?? [] }
    // Files use B for the German H: accepted silently, a German B would be a semitone off.
    if catalogue.language == .german, key.unit == .note, let match = typed.wholeMatch(of: #/[Bb](-?[0-9])/#) {
      return [catalogue(.settingGermanB, ["note": typed, "flat": "Bb\(match.1)"])]
    }
    let tunings = SettingKey.tunings.filter { $0 == key || key == .concertPitch }
    // Only these remarks need the files.
    guard !tunings.isEmpty else { return [] }
    var settings = settings
    _ = paths.tuningFile.read(into: &settings)
    return tunings.compactMap { catalogue.remark(on: $0, settings) }
  }

  /// Returns a remark that the output is missing, with the available ones; nil if it exists, or if no server runs.
  /// Starts no server.
  private func missing(_ output: String) -> String? {
    let report = JACKProbe.run(soundOptions(.auto, output))
    guard case .failure(.outputMissing) = report.choice else { return nil }
    guard !report.playbackPorts.isEmpty else { return catalogue(.settingOutputMissingNone, ["output": output]) }
    return catalogue(
      .settingOutputMissing, ["output": output, "outputs": report.playbackPorts.joined(separator: ", ")])
  }
}
