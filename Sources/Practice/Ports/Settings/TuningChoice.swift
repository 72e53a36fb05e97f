import Pitch

/// The value of the setting `tuning`: a tuning by its name, or a file, which the reader of settings files loads.
public enum TuningChoice: Hashable, Sendable {
  /// One of `Tuning.all`.
  case named(Tuning)
  /// A Scala file, as it was written: absolute, below `~`, below the folder of the settings, or the name of a shipped
  /// one.
  case file(String)

  /// How a Scala file's name ends; upper and lower case are the same.
  public static let fileEnding = ".scl"

  /// The word or path of the settings file.
  public var text: String {
    switch self {
    case .named(let tuning): tuning.name
    case .file(let path): path
    }
  }
}
