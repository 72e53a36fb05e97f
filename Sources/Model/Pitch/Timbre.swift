/// The tone of a note. `Harmonics` in `Sound` has its partials. The raw values are the words in settings, files and
/// records.
public enum Timbre: String, CaseIterable, Sendable {
  /// A single partial.
  case sine
  /// A bowed string.
  case string
  /// A clarinet: odd partials.
  case reed
  /// A trombone.
  case brass
  /// A sung *ah*.
  case voice
  /// An organ's principal.
  case organ

  /// The place among all, from 0.
  public var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The timbres of the two notes of an exercise.
public struct TimbrePair: Hashable, Sendable {
  /// The timbre of the reference.
  public var first: Timbre
  /// The timbre of the second note.
  public var second: Timbre

  /// Memberwise.
  public init(_ first: Timbre, _ second: Timbre) {
    self.first = first
    self.second = second
  }

  /// Two sines.
  public static let sines = TimbrePair(.sine, .sine)
  /// Whether both notes have the same timbre.
  public var isUniform: Bool { first == second }
}
