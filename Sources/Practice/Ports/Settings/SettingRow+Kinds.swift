import Pitch

// One function for each kind of setting. `value` is its place in `Settings`.

/// A key path of settings, as stored in rows.
typealias SettingPath<Value> = WritableKeyPath<Settings, Value> & Sendable

extension SettingRow {
  static func integer(
    _ value: SettingPath<Int>, _ range: ClosedRange<Int>, _ unit: SettingUnit? = nil, in group: SettingGroup
  ) -> SettingRow {
    SettingRow(
      kind: .integer(range), unit: unit, step: 1, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.integer() },
      text: { "\($0[keyPath: value])" }, isPractised: true)
  }

  static func number(
    _ value: SettingPath<Double>, _ range: ClosedRange<Double>, _ unit: SettingUnit? = nil, step: Double = 1,
    in group: SettingGroup
  ) -> SettingRow {
    SettingRow(
      kind: .number(range), unit: unit, step: step, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.number() },
      text: { SettingText.digits(of: $0[keyPath: value]) }, isPractised: true)
  }

  static func offOrNumber(
    _ value: SettingPath<Double?>, _ range: ClosedRange<Double>, _ unit: SettingUnit? = nil, step: Double = 1,
    in group: SettingGroup
  ) -> SettingRow {
    SettingRow(
      kind: .offOrNumber(range), unit: unit, step: step, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in
        settings[keyPath: value] = text.isOff ? nil : try text.number()
      },
      text: { $0[keyPath: value].map(SettingText.digits) ?? SettingText.off }, isPractised: true)
  }

  /// Creates the row of a setting that takes effect at the next start.
  static func autoOrInteger(
    _ value: SettingPath<Int?>, _ range: ClosedRange<Int>, _ unit: SettingUnit? = nil, step: Double = 1,
    in group: SettingGroup, place: Int = 0
  ) -> SettingRow {
    SettingRow(
      kind: .autoOrInteger(range), unit: unit, step: step, group: group, place: place, countsLive: false,
      assign: { (settings, text) throws(SettingProblem) in
        settings[keyPath: value] = text.isAuto ? nil : try text.integer()
      },
      text: { $0[keyPath: value].map { "\($0)" } ?? SettingText.auto }, isPractised: false)
  }

  /// Creates the row of a setting that takes effect at the next start.
  static func autoOrName(_ value: SettingPath<String?>, in group: SettingGroup) -> SettingRow {
    SettingRow(
      kind: .autoOrName, unit: nil, step: 1, group: group, place: 0, countsLive: false,
      assign: { (settings, text) throws(SettingProblem) in
        settings[keyPath: value] = text.isAuto ? nil : try text.name()
      },
      text: { $0[keyPath: value] ?? SettingText.auto }, isPractised: false)
  }

  static func choice<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ value: SettingPath<Word>, in group: SettingGroup, isPractised: Bool = true
  ) -> SettingRow {
    SettingRow(
      kind: .choice(Word.allCases.map(\.rawValue)), unit: nil, step: 1, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.word() },
      text: { $0[keyPath: value].rawValue }, isPractised: isPractised)
  }

  /// Creates the row of a setting whose default is the value of another one.
  static func sameOrChoice<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ value: SettingPath<Word?>, in group: SettingGroup
  ) -> SettingRow {
    SettingRow(
      kind: .choice([SettingText.same] + Word.allCases.map(\.rawValue)), unit: nil, step: 1, group: group, place: 0,
      countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in
        settings[keyPath: value] = text.isSame ? nil : try text.word()
      },
      text: { $0[keyPath: value]?.rawValue ?? SettingText.same }, isPractised: true)
  }

  static func onOff(_ value: SettingPath<Bool>, in group: SettingGroup) -> SettingRow {
    SettingRow(
      kind: .onOff, unit: nil, step: 1, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.onOff() },
      text: { $0[keyPath: value] ? SettingText.on : SettingText.off }, isPractised: true)
  }

  static func intervals(_ value: SettingPath<[DirectedInterval]>, in group: SettingGroup) -> SettingRow {
    SettingRow(
      kind: .intervals, unit: nil, step: 1, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.intervals() },
      text: { $0[keyPath: value].map(\.description).joined(separator: ", ") }, isPractised: true)
  }

  static func list<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    _ value: SettingPath<[Word]>, in group: SettingGroup
  ) -> SettingRow {
    SettingRow(
      kind: .list(Word.allCases.map(\.rawValue)), unit: nil, step: 1, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[keyPath: value] = try text.list() },
      text: { $0[keyPath: value].map(\.rawValue).joined(separator: ", ") }, isPractised: true)
  }

  /// Creates the row of `key`, one of `SettingKey.files`.
  static func file(_ key: SettingKey, in group: SettingGroup) -> SettingRow {
    SettingRow(
      kind: .wordOrScale(key.named.map(\.text)), unit: nil, step: 1, group: group, place: 0, countsLive: true,
      assign: { (settings, text) throws(SettingProblem) in settings[key] = try text.file() },
      text: { $0[key].text }, isPractised: true)
  }
}
