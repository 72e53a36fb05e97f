import Pitch

// One function for each kind of setting. `value` is where `Settings` has it; `practice`, where practice has what recordings keep.

/// A key path of settings, as rows keep it.
typealias SettingPath<Value> = WritableKeyPath<Settings, Value> & Sendable
/// A key path of what practice is set to, likewise.
typealias PracticePath<Value> = KeyPath<PracticeSettings, Value> & Sendable

extension SettingRow {
  static func integer(
    _ value: SettingPath<Int>, _ range: ClosedRange<Int>, _ unit: SettingUnit? = nil, step: Double = 1,
    in group: SettingGroup, practice: (PracticePath<Int>)? = nil
  ) -> SettingRow {
    SettingRow(
      kind: .integer(range), unit: unit, step: step, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.integer() },
      text: { "\($0[keyPath: value])" },
      recorded: practice.map { practice in
        .required({ .integer($0[keyPath: practice]) }) {
          guard case .integer(let new) = $0, range.contains(new) else { return false }
          $1[keyPath: value] = new
          return true
        }
      })
  }

  static func number(
    _ value: SettingPath<Double>, _ range: ClosedRange<Double>, _ unit: SettingUnit? = nil, step: Double = 1,
    in group: SettingGroup, practice: (PracticePath<Double>)? = nil
  ) -> SettingRow {
    SettingRow(
      kind: .number(range), unit: unit, step: step, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.number() },
      text: { Self.plain($0[keyPath: value]) },
      recorded: practice.map { practice in
        .required({ .number($0[keyPath: practice]) }) {
          guard case .number(let new) = $0, range.contains(new) else { return false }
          $1[keyPath: value] = new
          return true
        }
      })
  }

  static func offOrNumber(
    _ value: SettingPath<Double?>, _ range: ClosedRange<Double>, _ unit: SettingUnit? = nil, step: Double = 1,
    in group: SettingGroup, practice: (PracticePath<Double?>)? = nil
  ) -> SettingRow {
    SettingRow(
      kind: .offOrNumber(range), unit: unit, step: step, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in
        settings[keyPath: value] = text.isOff ? nil : try text.number()
      },
      text: { $0[keyPath: value].map(Self.plain) ?? SettingText.off },
      recorded: practice.map { practice in
        .optional({ $0[keyPath: practice].map(RecordedValue.number) }) {
          guard case .number(let new) = $0, range.contains(new) else { return false }
          $1[keyPath: value] = new
          return true
        }
      })
  }

  static func autoOrInteger(
    _ value: SettingPath<Int?>, _ range: ClosedRange<Int>, _ unit: SettingUnit? = nil, step: Double = 1,
    in group: SettingGroup, place: Int = 0, countsLive: Bool = true
  ) -> SettingRow {
    SettingRow(
      kind: .autoOrInteger(range), unit: unit, step: step, group: group, place: place, countsLive: countsLive,
      assign: { (settings, text) throws(SettingProblem) in
        settings[keyPath: value] = text.isAuto ? nil : try text.integer()
      },
      text: { $0[keyPath: value].map { "\($0)" } ?? SettingText.auto }, recorded: nil)
  }

  static func autoOrName(
    _ value: SettingPath<String?>, in group: SettingGroup, countsLive: Bool = true
  ) -> SettingRow {
    SettingRow(
      kind: .autoOrName, unit: nil, step: 1, group: group, place: 0, countsLive: countsLive,
      assign: { (settings, text) throws(SettingProblem) in
        settings[keyPath: value] = text.isAuto ? nil : try text.name()
      },
      text: { $0[keyPath: value] ?? SettingText.auto }, recorded: nil)
  }

  /// - Parameter isRequired: false where the oldest recordings lack it.
  static func choice<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ value: SettingPath<Word>, in group: SettingGroup, practice: (PracticePath<Word>)? = nil,
    isRequired: Bool = true
  ) -> SettingRow {
    SettingRow(
      kind: .choice(Word.allCases.map(\.rawValue)), unit: nil, step: 1, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.word() },
      text: { $0[keyPath: value].rawValue },
      recorded: practice.map { practice in
        RecordedSetting(
          value: { .text($0[keyPath: practice].rawValue) },
          set: {
            guard case .text(let text) = $0, let new = Word(rawValue: text) else { return false }
            $1[keyPath: value] = new
            return true
          }, isRequired: isRequired)
      })
  }

  /// - Parameters:
  ///   - isRequired: false where the oldest recordings lack it.
  ///   - before: what it was when they were made, if not its default.
  static func onOff(
    _ value: SettingPath<Bool>, in group: SettingGroup, practice: (PracticePath<Bool>)? = nil, isRequired: Bool = true,
    before: Bool? = nil
  ) -> SettingRow {
    SettingRow(
      kind: .onOff, unit: nil, step: 1, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.onOff() },
      text: { $0[keyPath: value] ? "on" : SettingText.off },
      recorded: practice.map { practice in
        RecordedSetting(
          value: { .flag($0[keyPath: practice]) },
          set: {
            guard case .flag(let new) = $0 else { return false }
            $1[keyPath: value] = new
            return true
          }, isRequired: isRequired, before: before.map(RecordedValue.flag))
      })
  }

  static func intervals(
    _ value: SettingPath<[DirectedInterval]>, in group: SettingGroup, practice: PracticePath<[DirectedInterval]>
  ) -> SettingRow {
    SettingRow(
      kind: .intervals, unit: nil, step: 1, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.intervals() },
      text: { $0[keyPath: value].map(\.description).joined(separator: ", ") },
      recorded: .required({ .list($0[keyPath: practice].map(\.description)) }) {
        guard case .list(let names) = $0 else { return false }
        $1[keyPath: value] = names.compactMap { DirectedInterval($0) }
        return $1[keyPath: value].count == names.count
      })
  }

  static func tuning(
    _ value: SettingPath<TuningChoice>, in group: SettingGroup, practice: PracticePath<Tuning>
  ) -> SettingRow {
    SettingRow(
      kind: .wordOrScale(Tuning.all.map(\.name)), unit: nil, step: 1, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.tuning() },
      text: { $0[keyPath: value].text },
      recorded: .required({ .text($0[keyPath: practice].name) }) {
        guard case .text(let name) = $0 else { return false }
        $1[keyPath: value] = Tuning.named(name).map(TuningChoice.named) ?? .file(name)
        return true
      })
  }

  /// Without decimals where there are none.
  private static func plain(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}

extension RecordedSetting {
  /// One that every recording has.
  fileprivate static func required(
    _ value: @escaping @Sendable (PracticeSettings) -> RecordedValue,
    _ set: @escaping @Sendable (RecordedValue, inout Settings) -> Bool
  ) -> RecordedSetting {
    RecordedSetting(value: value, set: set, isRequired: true)
  }

  /// One that may have no value.
  fileprivate static func optional(
    _ value: @escaping @Sendable (PracticeSettings) -> RecordedValue?,
    _ set: @escaping @Sendable (RecordedValue, inout Settings) -> Bool
  ) -> RecordedSetting {
    RecordedSetting(value: value, set: set, isRequired: false)
  }
}
