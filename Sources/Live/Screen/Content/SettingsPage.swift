import Pitch
import PlainText
import Ports
import Texts
import Training

/// Every setting with its allowed values, as the Settings page shows them; sent as JSON.
struct SettingsPage: Encodable, Equatable {
  struct Group: Encodable, Equatable {
    var title: String
    var settings: [Setting]
  }

  /// A setting. `value` and the values of the choices are the words of the settings file.
  struct Setting: Encodable, Equatable {
    var key: String
    var label: String
    var about: String
    /// A tuning that does not follow the concert pitch has this remark; otherwise it is empty.
    var remark: String
    var kind: String
    var value: String
    var shown: String
    var minimum: Double?
    var maximum: Double?
    var step: Double?
    var unit: String?
    var choices: [FieldChoice]?
    var live: Bool
  }

  var groups: [Group]
  var lines: [String]
  /// The minimum distance between the ends of the note range, in semitones.
  var span = TrainingSettings.minimumSpan
}

extension SettingsPage {
  /// Creates the page of these settings of `parts`, and the problems of their file.
  init(
    _ read: (values: Settings, problems: [SettingsFileProblem]), _ parts: any ScreenParts, _ catalogue: Catalogue
  ) {
    let (settings, problems) = read
    let outputs = parts.outputs()
    groups = Self.order.map { title, keys in
      Group(title: catalogue(title), settings: keys.map { Setting($0, settings, catalogue, outputs: outputs) })
    }
    lines = problems.map(catalogue.line)
  }

  /// The groups of the page, with every setting once.
  static let order: [(title: TextKey, keys: [SettingKey])] = SettingGroup.allCases.map { group in
    let keys = SettingKey.allCases.filter { $0.row.group == group }
    // Keeps the order of the keys that have the same place.
    return (group.title, Set(keys.map(\.row.place)).sorted().flatMap { place in keys.filter { $0.row.place == place } })
  }
}

extension SettingGroup {
  fileprivate var title: TextKey {
    switch self {
    case .notes: .groupNotes
    case .exercises: .groupExercises
    case .intervals: .groupIntervals
    case .matching: .groupMatching
    case .chords: .groupChords
    case .temperament: .groupTemperament
    case .timing: .groupTiming
    case .beats: .groupBeats
    case .feedback: .groupFeedback
    case .sound: .groupSound
    case .program: .groupProgram
    }
  }
}

extension SettingsPage.Setting {
  /// Describes `key` with its value in `settings`; `outputs` are the current ones.
  init(_ key: SettingKey, _ settings: Settings, _ catalogue: Catalogue, outputs: [OutputName] = []) {
    let text = settings.text(of: key)
    self.key = key.rawValue
    label = catalogue.label(of: key)
    about = catalogue.pageAbout(key)
    remark = catalogue.remark(on: key, settings, on: .pages) ?? ""
    kind = key.kind.word
    value = text
    shown = catalogue.shown(text, of: key)
    let limits = key.kind.limits
    minimum = limits?.lowerBound
    maximum = limits?.upperBound
    step = limits == nil ? nil : key.row.step
    unit = key.unit?.rawValue
    choices = Self.choices(key, text, catalogue)
    if key == .output { choices? += outputs.map { FieldChoice(value: $0.name, label: CleanText.line($0.title)) } }
    live = key.row.countsLive
  }

  private static func choices(_ key: SettingKey, _ text: String, _ catalogue: Catalogue) -> [FieldChoice]? {
    if case .intervals = key.kind {
      return DirectedInterval.all.map { FieldChoice(value: $0.description, label: catalogue.name(of: $0)) }
    }
    var words = key.words
    guard !words.isEmpty else { return nil }
    // The player's own scale remains a choice.
    if case .wordOrScale = key.kind, !words.contains(text) { words.append(text) }
    return words.map { FieldChoice(value: $0, label: catalogue.shown($0, of: key)) }
  }
}

extension SettingKind {
  /// Its word in JSON.
  fileprivate var word: String {
    switch self {
    case .integer: "integer"
    case .number: "number"
    case .autoOrInteger: "auto-or-integer"
    case .offOrNumber: "off-or-number"
    case .autoOrName: "auto-or-name"
    case .choice: "choice"
    case .wordOrScale: "word-or-scale"
    case .onOff: "on-off"
    case .intervals: "intervals"
    case .list: "list"
    }
  }

  /// The range of its number.
  fileprivate var limits: ClosedRange<Double>? {
    switch self {
    case .integer(let range), .autoOrInteger(let range): Double(range.lowerBound)...Double(range.upperBound)
    case .number(let range), .offOrNumber(let range): range
    case .autoOrName, .choice, .wordOrScale, .onOff, .intervals, .list: nil
    }
  }
}

/// A value that a field offers, with its name.
struct FieldChoice: Encodable, Equatable {
  var value: String
  var label: String
}
