import Controllers

extension SettingKey {
  /// The kind of the setting's values, with their range.
  public var kind: SettingKind { row.kind }

  /// The unit of its number; nil for values without a unit.
  public var unit: SettingUnit? { row.unit }

  /// The words it accepts, in the language of the settings file; empty if it accepts only numbers and names.
  public var words: [String] { row.kind.words }

  /// The default value, as text in the file's format.
  public var defaultText: String { Settings().text(of: self) }

  /// The keys that `word` likely means: one that differs by up to two letters, or up to four that begin or end with it.
  public static func nearest(to word: String) -> [SettingKey] {
    let word = word.lowercased().replacing("_", with: "-")
    if let place = nearestPlace(to: word, in: names, limit: { _ in 2 }) { return [allCases[place]] }
    guard word.count >= 3 else { return [] }
    let parts = allCases.filter { $0.rawValue.hasPrefix(word) || $0.rawValue.hasSuffix(word) }
    return parts.count <= 4 ? parts : []
  }

  private static let names = allCases.map { Array($0.rawValue.unicodeScalars) }
}
