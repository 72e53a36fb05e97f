/// The key of a text in the catalogues. Keys are declared by topic in the files `TextKey+….swift`; a test reads these
/// and fails on a key without a text, or a text without a key. Some keys are made from values instead, such as a
/// setting's description: `setting.about.tick`. Keys of texts that only pages use are in the pages' files.
public struct TextKey: Hashable, Sendable {
  /// The key as in the catalogues: `sound.ready`.
  public let rawValue: String

  init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The key of a counted text. A catalogue has a text for each form of its language's rule: `export.done.one`,
/// `export.done.other`.
public struct PluralKey: Hashable, Sendable {
  /// The key without its form: `export.done`.
  public let rawValue: String

  init(_ rawValue: String) { self.rawValue = rawValue }
}
