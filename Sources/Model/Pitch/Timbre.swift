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
}
