/// The key of a text in the catalogues. The keys are declared by topic, in the files `TextKey+….swift`; a test reads these, and a
/// key without a text, or a text without a key, does not pass. Some keys are made of values instead, such as a setting's description:
/// `setting.about.tick`. Those of the words that pages alone need stand in the pages' files.
public struct TextKey: Hashable, Sendable {
  /// As it stands in the catalogues: `sound.ready`.
  public let rawValue: String

  init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The key of a text that says how many. A catalogue has a text for each form that its language's rule has: `export.done.one`,
/// `export.done.other`.
public struct PluralKey: Hashable, Sendable {
  /// Without its form: `export.done`.
  public let rawValue: String

  init(_ rawValue: String) { self.rawValue = rawValue }
}
