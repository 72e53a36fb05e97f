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

  /// Whether it has partial `n`, counted from 1.
  public func hasPartial(_ n: Int) -> Bool {
    switch self {
    case .sine: n == 1
    case .string, .brass: n <= 16
    case .reed: n <= 16 && !n.isMultiple(of: 2)
    case .voice: n <= 11
    case .organ: n <= 8
    }
  }

  /// The timbre for notes that are tuned by their beats: a string in place of a sine, which hardly beats.
  public var beating: Timbre { self == .sine ? .string : self }
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
  /// The timbres for notes that are tuned by their beats.
  public var beating: TimbrePair { TimbrePair(first.beating, second.beating) }
  /// Whether both notes have the same timbre.
  public var isUniform: Bool { first == second }
}
